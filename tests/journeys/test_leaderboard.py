"""A visitor of a leaderboard: a results file with a column of errors beside the metric's name."""

from __future__ import annotations

from tests.journeys.desk import Desk

DATASETS = 10


def leaderboard(column: str) -> str:
    """Return errors, 1 - AUC, of two methods; "good" has the smaller one on every dataset."""
    rows = [
        f"{method},d{place},auc,{0.1 + 0.01 * place + lead + 0.001 * place * bool(lead):.3f}"
        for place in range(DATASETS)
        for method, lead in (("good", 0.0), ("bad", 0.05))
    ]
    return "\n".join([f"method,dataset,metric,{column}", *rows, ""])


def test_the_smaller_error_wins_on_every_road(desk: Desk) -> None:
    for column in ("error", "metric_error"):
        (desk.folder / "board.csv").write_text(leaderboard(column), encoding="utf8")
        for flags in ("", f" --column {column}=value", " --metrics auc"):
            seen = desk.types(f"benchreport check board.csv{flags}")
            assert f"column {column!r} holds errors: auc is read as 'error in auc'" in seen.notes
            for command in seen.offered:
                desk.types(command)
            desk.types(f"benchreport build board.csv{flags} -o report.md")
            assert desk.headline("report.md") == "good beats bad on ten datasets."
            assert "error in AUC, lower is better" in desk.read("report.md")
