"""Forged PDF files: whatever a reader could see or a program could read was changed, and verify finds it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

import benchreport as br
from benchreport.document.model.blocks import Report
from benchreport.document.proof import attach
from benchreport.document.proof.pdf_objects import object_differences, raw_problems
from benchreport.document.proof.rebuild import size_of
from benchreport.document.proof.verify import _file_differences, _version_free_differences
from benchreport.errors import ReadError
from tests.cli.shell import run
from tests.document.proof.test_verify import with_file

pytestmark = pytest.mark.long

Forger = Callable[[PdfWriter], None]


@pytest.fixture(scope="module")
def sound(demsar_scores: pl.DataFrame) -> Report:
    return br.report(demsar_scores, title="Appendix B", sections=["setup", "distributions", "bayes"])


@pytest.fixture(scope="module")
def demsar_scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def pdf(sound: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound.write(tmp_path_factory.mktemp("sound") / "appendix.pdf")


def forged(pdf: Path, forge: Forger) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(pdf))
    forge(writer)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def unchanged(writer: PdfWriter) -> None:
    assert writer.pages


def name(text: str) -> NameObject:
    return NameObject(f"/{text}")


def page(writer: PdfWriter) -> Any:
    return writer.pages[0]


def annotate(writer: PdfWriter, **entries: Any) -> None:
    box = ArrayObject([NumberObject(n) for n in (100, 700, 400, 740)])
    note = DictionaryObject({name("Type"): name("Annot"), name("Rect"): box})
    note.update({name(key): value for key, value in entries.items()})
    notes = page(writer).get("/Annots", ArrayObject()).get_object()
    page(writer)[name("Annots")] = ArrayObject([*notes, writer._add_object(note)])


def fonts(writer: PdfWriter) -> Iterator[Any]:
    for item in writer._objects:
        if isinstance(item, DictionaryObject) and item.get("/Type") == "/Font":
            yield item


def first_with(writer: PdfWriter, key: str) -> Any:
    return next(item for item in writer._objects if isinstance(item, DictionaryObject) and key in item)


def free_text(writer: PdfWriter) -> None:
    annotate(writer, Subtype=name("FreeText"), Contents=TextStringObject("p < .001"))


def stamp(writer: PdfWriter) -> None:
    look = DecodedStreamObject()
    look.set_data(b"0 0 0 rg 0 0 300 40 re f")
    look.update({name("Type"): name("XObject"), name("Subtype"): name("Form")})
    annotate(writer, Subtype=name("Stamp"), AP=DictionaryObject({name("N"): writer._add_object(look)}))


def link_elsewhere(writer: PdfWriter) -> None:
    action = DictionaryObject({name("S"): name("URI"), name("URI"): TextStringObject("https://elsewhere.example")})
    annotate(writer, Subtype=name("Link"), A=action)


def swap_fonts(writer: PdfWriter) -> None:
    first, second = list(fonts(writer))[:2]
    held = dict(first)
    first.clear()
    first.update(dict(second))
    second.clear()
    second.update(held)


def rename_font(writer: PdfWriter) -> None:
    next(fonts(writer))[name("BaseFont")] = name("Comic")


def other_widths(writer: PdfWriter) -> None:
    first_with(writer, "/W")[name("W")] = ArrayObject([NumberObject(0), ArrayObject([NumberObject(10)] * 3)])


def glyph_map(writer: PdfWriter, change: Callable[[bytes], bytes]) -> None:
    stream = next(iter(fonts(writer)))["/ToUnicode"].get_object()
    data = stream.get_data()
    changed = change(data)
    assert changed != data
    for key in ("/Filter", "/DecodeParms"):
        stream.pop(key, None)
    replacement = DecodedStreamObject()
    replacement.set_data(changed)
    writer._replace_object(next(iter(fonts(writer))).raw_get("/ToUnicode"), replacement)


def digits_as_other_digits(writer: PdfWriter) -> None:
    glyph_map(
        writer, lambda data: re.sub(rb"<00(3[0-8])>", lambda hit: b"<00%02x>" % (int(hit[1], 16) + 1), data, count=1)
    )


def without_glyphs(writer: PdfWriter) -> None:
    glyph_map(writer, lambda data: data.replace(b"beginbfchar", b"beginbfcharX", 1))


def letters_as_other_letters(writer: PdfWriter) -> None:
    glyph_map(writer, lambda data: re.sub(rb"<0061>|<0065>|<0069>", b"<006f>", data))


def page_box(key: str) -> Forger:
    def forge(writer: PdfWriter) -> None:
        page(writer)[name(key)] = ArrayObject([NumberObject(n) for n in (0, 0, 300, 300)])

    return forge


def turn(writer: PdfWriter) -> None:
    page(writer)[name("Rotate")] = NumberObject(180)


def layer(writer: PdfWriter, *, on: bool = False) -> Any:
    group = writer._add_object(DictionaryObject({name("Type"): name("OCG"), name("Name"): TextStringObject("layer")}))
    shown = DictionaryObject({name("ON" if on else "OFF"): ArrayObject([group])})
    writer._root_object[name("OCProperties")] = DictionaryObject({name("OCGs"): ArrayObject([group]), name("D"): shown})
    return group


def first_picture(writer: PdfWriter) -> Any:
    """Return the first picture that is an object of its own: most figures are lines of the page itself."""
    kinds = ("/Form", "/Image")
    return next(item for item in writer._objects if isinstance(item, StreamObject) and item.get("/Subtype") in kinds)


def hide_the_first_figure(writer: PdfWriter) -> None:
    """A picture that belongs to a layer which is off is not shown; no content stream changes."""
    group = layer(writer)
    first_picture(writer)[name("OC")] = group


def note_on_a_layer(writer: PdfWriter) -> None:
    group = layer(writer, on=True)
    annotate(writer, Subtype=name("FreeText"), Contents=TextStringObject("p < .001"), OC=group)


def leave_the_first_figure_out_of_prints(writer: PdfWriter) -> None:
    """The screen shows the figure, the printer does not."""
    group = layer(writer, on=True)
    off = DictionaryObject({name("PrintState"): name("OFF")})
    group.get_object()[name("Usage")] = DictionaryObject({name("Print"): off})
    event = {
        name("Event"): name("Print"),
        name("OCGs"): ArrayObject([group]),
        name("Category"): ArrayObject([name("Print")]),
    }
    writer._root_object["/OCProperties"]["/D"][name("AS")] = ArrayObject([DictionaryObject(event)])
    first_picture(writer)[name("OC")] = group


def open_action(writer: PdfWriter) -> None:
    script = DictionaryObject({name("S"): name("JavaScript"), name("JS"): TextStringObject("app.alert(1)")})
    writer._root_object[name("OpenAction")] = script


def page_action(writer: PdfWriter) -> None:
    step = DictionaryObject({name("S"): name("Named"), name("N"): name("NextPage")})
    page(writer)[name("AA")] = DictionaryObject({name("O"): step})


def script_by_name(writer: PdfWriter) -> None:
    script = DictionaryObject({name("S"): name("JavaScript"), name("JS"): TextStringObject("1")})
    names = writer._root_object["/Names"].get_object()
    names[name("JavaScript")] = DictionaryObject(
        {name("Names"): ArrayObject([TextStringObject("a"), writer._add_object(script)])}
    )


def files(writer: PdfWriter) -> Any:
    return writer._root_object["/Names"]["/EmbeddedFiles"].get_object()["/Names"]


def rename_attachment(writer: PdfWriter) -> None:
    first = files(writer)[1].get_object()
    first[name("F")] = first[name("UF")] = TextStringObject("harmless.txt")


def reorder_attachments(writer: PdfWriter) -> None:
    listed = files(writer)
    listed[:] = [*listed[2:], *listed[:2]]


def swap_attachments(writer: PdfWriter) -> None:
    """The table of scores under the name of the results, and the other way round."""
    listed = files(writer)
    listed[1], listed[3] = listed[3], listed[1]


def describe_attachment(writer: PdfWriter) -> None:
    files(writer)[1].get_object()[name("Desc")] = TextStringObject("approved by the editor")


def metadata_title(writer: PdfWriter) -> None:
    writer.add_metadata({"/Title": "Another paper"})


def metadata_subject(writer: PdfWriter) -> None:
    writer.add_metadata({"/Subject": "All algorithms are equal."})


def metadata_xmp(writer: PdfWriter) -> None:
    stream = DecodedStreamObject()
    stream.set_data(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    writer._root_object[name("Metadata")] = writer._add_object(stream)


def alt_text(writer: PdfWriter) -> None:
    first_with(writer, "/Alt")[name("Alt")] = TextStringObject("A picture of a cat.")


def no_alt_text(writer: PdfWriter) -> None:
    del first_with(writer, "/Alt")["/Alt"]


def spoken_instead_of_printed(writer: PdfWriter) -> None:
    """A screen reader speaks the actual text of an element, whatever is printed."""
    element = next(
        item
        for item in writer._objects
        if isinstance(item, DictionaryObject) and item.get("/S") == "/P" and "/K" in item
    )
    element[name("ActualText")] = TextStringObject("All algorithms are equal.")


def heading_as_paragraph(writer: PdfWriter) -> None:
    element = next(
        item for item in writer._objects if isinstance(item, DictionaryObject) and item.get("/S") in ("/H1", "/H2")
    )
    element[name("S")] = name("P")


def language(writer: PdfWriter) -> None:
    writer._root_object[name("Lang")] = TextStringObject("de")


def outline(writer: PdfWriter) -> None:
    first_with(writer, "/Dest")[name("Title")] = TextStringObject("Proof")


def later_content(writer: PdfWriter) -> None:
    contents = page(writer)["/Contents"].get_object()
    extra = DecodedStreamObject()
    extra.set_data((contents.get_data() if isinstance(contents, StreamObject) else b"") + b"\n0 0 9 9 re f")
    page(writer)[name("Contents")] = writer._add_object(extra)


def transparency(writer: PdfWriter) -> None:
    resources = page(writer)["/Resources"].get_object()
    resources[name("ExtGState")] = DictionaryObject({name("G0"): DictionaryObject({name("ca"): FloatObject(0.0)})})


def no_title_shown(writer: PdfWriter) -> None:
    writer._root_object[name("ViewerPreferences")] = DictionaryObject({name("HideToolbar"): BooleanObject(True)})


FORGERIES: dict[str, tuple[Forger, ...]] = {
    "annotations": (free_text, stamp, link_elsewhere),
    "fonts": (swap_fonts, rename_font, other_widths),
    "glyph maps": (digits_as_other_digits, without_glyphs, letters_as_other_letters),
    "page boxes": (page_box("CropBox"), page_box("MediaBox"), turn),
    "layers": (hide_the_first_figure, note_on_a_layer, leave_the_first_figure_out_of_prints),
    "actions": (open_action, page_action, script_by_name),
    "attachments": (rename_attachment, reorder_attachments, swap_attachments, describe_attachment),
    "metadata": (metadata_title, metadata_subject, metadata_xmp),
    "alt texts": (alt_text, no_alt_text, spoken_instead_of_printed),
    "structure": (heading_as_paragraph, language, outline),
    "drawing": (later_content, transparency, no_title_shown),
}


ALL = [
    pytest.param(forge, id=f"{kind} {number}")
    for kind, each in FORGERIES.items()
    for number, forge in enumerate(each, 1)
]


def test_every_kind_has_three_forgeries() -> None:
    assert all(len(each) >= 3 for each in FORGERIES.values())


@pytest.mark.parametrize("forge", ALL)
def test_a_forged_object_is_found(forge: Forger, pdf: Path) -> None:
    made = pdf.read_bytes()
    assert list(_file_differences(forged(pdf, forge), made)) != []
    assert list(_file_differences(forged(pdf, unchanged), made)) == []


def test_a_file_that_was_merely_saved_again_is_told_apart(pdf: Path, tmp_path: Path) -> None:
    (again := tmp_path / "again.pdf").write_bytes(forged(pdf, unchanged))
    assert again.read_bytes() != pdf.read_bytes()
    found = br.verification(again)
    assert found.differences == ()
    assert "same content, written by another program" in found.remarks


def raw_forgeries(content: bytes) -> dict[str, bytes]:
    start = content.rindex(b"startxref")
    twice = content.replace(b"%%EOF\n", b"%%EOF\nmore")
    return {
        "text behind the end": content + b"All algorithms are equal.",
        "a second file behind the end": content + content[: content.index(b"endobj")],
        "no end": content[: content.rindex(b"%%EOF")],
        "more behind": twice,
        "something before the header": b"GIF89a" + content,
        "start moved": content[:start] + b"x" + content[start:] + b"%",
    }


@pytest.mark.parametrize("kind", list(raw_forgeries(b"%PDF-1.7\nendobj\nstartxref\n%%EOF\n")))
def test_what_lies_outside_the_objects_is_found(kind: str, pdf: Path) -> None:
    changed = raw_forgeries(pdf.read_bytes())[kind]
    try:
        found = [*raw_problems(changed), *object_differences(changed, pdf.read_bytes())]
    except ReadError as problem:
        found = [problem]
    assert found != []


@pytest.mark.parametrize(
    "text",
    [
        b"<< /Type /Page /Title (a) /Title (b) >>",
        b"<< /A 1 0 R /B [/A /A] /C << /A 1 >> /A (x) >>",
        b"<< /K << /Alt (one) /S /Figure /Alt (two) >> >>",
    ],
)
def test_a_key_that_stands_twice_is_found(text: bytes) -> None:
    from benchreport.document.proof.pdf_objects import _doubled_in

    assert list(_doubled_in(text)) != []
    assert list(_doubled_in(b"<< /A 1 0 R /B [/A /A] /C << /A 1 >> /D (/A /A) >>")) == []


def plainly_saved(pdf: Path) -> bytes:
    return forged(pdf, unchanged)


def updated(content: bytes, number: int, body: bytes) -> bytes:
    """Define an object anew behind the end of a file, as the format allows it."""
    reader = PdfReader(io.BytesIO(content))
    before = int(re.findall(rb"startxref\s+(\d+)", content)[-1])
    definition = b"%d 0 obj\n%s\nendobj\n" % (number, body)
    root, info = (reader.trailer.raw_get(key).idnum for key in ("/Root", "/Info"))
    trailer = b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /Prev %d >>" % (9999, root, info, before)
    table = b"xref\n%d 1\n%010d 00000 n \n%s" % (number, len(content), trailer)
    return content + definition + table + b"\nstartxref\n%d\n%%%%EOF\n" % (len(content) + len(definition))


def body_of(item: Any) -> bytes:
    item.write_to_stream(stream := io.BytesIO())
    return stream.getvalue()


DOUBLED_KEYS: dict[str, tuple[Callable[[PdfReader], Any], bytes]] = {
    "/Title": (lambda reader: reader.trailer.raw_get("/Info"), b"/Title (Another paper)"),
    "/MediaBox": (lambda reader: reader.pages[0].indirect_reference, b"/MediaBox [0 0 300 300]"),
    "/Lang": (lambda reader: reader.trailer.raw_get("/Root"), b"/Lang (de)"),
    "/Names": (lambda reader: reader.trailer.raw_get("/Root"), b"/Names << >>"),
}


@pytest.mark.parametrize("first", [True, False], ids=["before", "behind"])
@pytest.mark.parametrize("key", DOUBLED_KEYS)
def test_a_key_that_an_object_of_the_file_has_twice_is_found(key: str, first: bool, pdf: Path) -> None:
    """Readers disagree on which of the two counts, so that the order must not matter."""
    content = plainly_saved(pdf)
    assert raw_problems(content) == []
    choose, extra = DOUBLED_KEYS[key]
    reference = choose(PdfReader(io.BytesIO(content)))
    body = body_of(reference.get_object())
    assert key.encode() in body
    changed = body.replace(b"<<", b"<< " + extra, 1) if first else body[: body.rindex(b">>")] + extra + b" >>"
    assert f"an object has the key {key} twice" in raw_problems(updated(content, reference.idnum, changed))


def doubled(*, other: bool, first: bool) -> Forger:
    """Attach a file under a name that is taken: the same or another one, before it or behind."""

    def forge(writer: PdfWriter) -> None:
        listed = files(writer)
        label, entry = listed[0], listed[1]
        if other:
            stream = DecodedStreamObject()
            stream.set_data(b"another table")
            embedded = DictionaryObject({name("F"): writer._add_object(stream)})
            title = entry.get_object()["/UF"]
            entry = writer._add_object(
                DictionaryObject(
                    {name("Type"): name("Filespec"), name("F"): title, name("UF"): title, name("EF"): embedded}
                )
            )
        listed[:] = [label, entry, *listed] if first else [*listed, label, entry]

    return forge


@pytest.mark.parametrize("first", [True, False], ids=["before", "behind"])
@pytest.mark.parametrize("other", [True, False], ids=["another file", "the same file"])
def test_two_attached_files_of_one_name_are_found(other: bool, first: bool, pdf: Path) -> None:
    content = forged(pdf, doubled(other=other, first=first))
    assert any("two attached files" in problem for problem in raw_problems(content))
    assert list(_file_differences(content, pdf.read_bytes())) != []


def claim(software: str, forge: Forger = unchanged) -> Forger:
    """Let a file claim that it was made with another version, and forge it besides."""

    def forge_both(writer: PdfWriter) -> None:
        listed = files(writer)
        place = next(i for i in range(1, len(listed), 2) if listed[i].get_object()["/UF"] == attach.PROVENANCE)
        embedded = listed[place].get_object()["/EF"]
        origin = json.loads(embedded["/F"].get_object().get_data())
        origin["versions"][software] = "1.0"
        stream = DecodedStreamObject()
        stream.set_data(json.dumps(origin).encode())
        embedded[name("F")] = writer._add_object(stream)
        forge(writer)

    return forge_both


@pytest.mark.parametrize("software", ["weasyprint", "Python", "matplotlib"])
def test_a_claim_of_other_software_leaves_the_verdict_open(software: str, pdf: Path, tmp_path: Path) -> None:
    (path := tmp_path / "claimed.pdf").write_bytes(forged(pdf, claim(software)))
    found = br.verification(path)
    assert found.differences == ()
    assert not found.complete
    assert "pictures were not compared" in found.compared
    assert software in found.compared


CLAIMED = {
    "annotation": claim("weasyprint", free_text),
    "link": claim("weasyprint", link_elsewhere),
    "stamp": claim("Python", stamp),
    "script": claim("matplotlib", open_action),
    "action of a page": claim("weasyprint", page_action),
    "layer": claim("Python", hide_the_first_figure),
    "page box": claim("weasyprint", page_box("CropBox")),
    "title": claim("weasyprint", metadata_title),
    "alt text": claim("weasyprint", alt_text),
    "doubled file": claim("weasyprint", doubled(other=True, first=False)),
}


@pytest.mark.parametrize("kind", CLAIMED)
def test_a_claim_of_other_software_hides_no_forgery_that_versions_do_not_explain(kind: str, pdf: Path) -> None:
    content = forged(pdf, CLAIMED[kind])
    assert list(_version_free_differences(content, pdf.read_bytes())) != []


def test_a_forged_file_that_claims_other_software_fails_at_the_shell(pdf: Path, tmp_path: Path) -> None:
    (path := tmp_path / "claimed.pdf").write_bytes(forged(pdf, CLAIMED["annotation"]))
    result = run("verify", path)
    assert result.exit_code == 1
    assert "annotation /FreeText on page 1: p < .001" in result.stdout


def test_a_claim_of_another_benchreport_excuses_no_doubled_file(pdf: Path, tmp_path: Path) -> None:
    (path := tmp_path / "claimed.pdf").write_bytes(forged(pdf, claim("benchreport", doubled(other=True, first=False))))
    found = br.verification(path)
    assert any("two attached files" in one.said for one in found.differences)
    assert not found.complete


def test_a_report_of_the_first_edition_is_compared_by_rows_and_corrections_are_told_apart() -> None:
    path = Path(__file__).parent / "kept" / "made_by_0.1.pdf"
    found = br.verification(path)
    assert found.differences == ()
    assert "made by benchreport 0.1.0" in found.compared
    assert any("estimate" in one.where for one in found.corrected)
    assert run("verify", path).exit_code == 3


def test_a_changed_number_in_a_report_of_the_first_edition_is_no_correction(tmp_path: Path) -> None:
    path = Path(__file__).parent / "kept" / "made_by_0.1.pdf"
    rows = pl.read_parquet(io.BytesIO(attach.files_inside(path.read_bytes())[attach.RESULTS]))
    changed = rows.with_columns(p_value=pl.when(pl.col("method") == "wilcoxon").then(0.001).otherwise("p_value"))
    found = br.verification(with_file(path, attach.RESULTS, attach.parquet(changed), tmp_path))
    assert any("p_value" in one.where for one in found.differences)


def test_the_source_is_compared_with_its_fingerprint(tmp_path: Path) -> None:
    table = br.example("demsar2006_auc.csv")
    assert run("build", table, "--sections", "setup,provenance", "-o", tmp_path / "r.pdf").exit_code == 0
    assert run("verify", tmp_path / "r.pdf", table).exit_code == 0
    (other := tmp_path / "other.csv").write_text("algorithm,dataset,auc\nA,d,1\n")
    result = run("verify", tmp_path / "r.pdf", other)
    assert result.exit_code == 1
    assert "source other.csv" in result.stdout
    assert "cannot be checked" in run("verify", tmp_path / "r.pdf").stdout


def test_the_reader_is_told_what_the_author_decided(demsar_scores: pl.DataFrame, tmp_path: Path) -> None:
    turned = demsar_scores.with_columns(direction=pl.lit("lower"))
    with pytest.warns(br.BenchreportWarning, match=r"auc, 0\.805 \(Ours\), is above the level .* which way is better"):
        report = br.report(
            turned,
            alpha=0.2,
            names={"C4.5": "Ours"},
            sections=["setup", "own"],
            templates={"sections/own.jinja": "# Own\n\nWords."},
        )
    path = report.write(tmp_path / "r.pdf")
    remarks = " ".join(br.verification(path).remarks)
    for said in ("auc is better lower", "C4.5 is called Ours", "alpha = 0.2", "sections/own.jinja"):
        assert said in remarks


def bomb(rows: int) -> bytes:
    return attach.parquet(pl.select(pl.repeat("A", rows).alias("algorithm"), pl.repeat(0.5, rows).alias("value")))


def test_a_table_that_unpacks_to_millions_of_equal_rows_is_refused(pdf: Path, tmp_path: Path) -> None:
    path = with_file(pdf, attach.INPUT, bomb(50_000_000), tmp_path)
    assert path.stat().st_size < 2_000_000
    result = run("verify", path)
    assert result.exit_code == 2
    assert "50,000,000 rows" in result.stderr


def test_work_beyond_the_limits_ends_in_a_sentence(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchreport.cli import limits

    monkeypatch.setattr(limits, "SECONDS", 0.2)
    monkeypatch.setattr(limits, "PER_PAGE", (0.0, 0.0))
    result = run("verify", pdf)
    assert result.exit_code == 2
    assert "was stopped after" in result.stderr
    monkeypatch.setattr(limits, "SECONDS", 60.0)
    monkeypatch.setattr(limits, "MEGABYTES", 10.0)
    assert "MB of memory" in run("verify", pdf).stderr


def test_limits_grow_with_the_pages_and_rows_that_are_really_there(pdf: Path) -> None:
    pages, rows = size_of(pdf)
    assert pages == len(PdfReader(pdf).pages)
    assert rows >= 56
