"""SVG files of figures: a canvas of matplotlib on which a text that was measured before is not measured again."""

from __future__ import annotations

import codecs
from typing import Any, BinaryIO

from matplotlib.backends.backend_mixed import MixedModeRenderer
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.font_manager import FontProperties

from benchreport.figures.style import text_size


class Renderer(RendererSVG):
    """Writes a figure as SVG; sizes of texts are shared with layouts and with other figures."""

    def get_text_width_height_descent(self, s: str, prop: FontProperties, ismath: Any) -> tuple[float, float, float]:
        """Return the size of a text as :func:`text_size` does; of a formula, as matplotlib does."""
        if ismath:
            return super().get_text_width_height_descent(s, prop, ismath)  # type: ignore[no-any-return, no-untyped-call]
        return text_size(s, prop)


class FigureCanvas(FigureCanvasSVG):
    """The canvas that matplotlib takes where this module is its backend."""

    def print_svg(self, filename: BinaryIO, *, metadata: Any = None, **options: Any) -> None:
        """Write the figure as SVG; colours and orientation are those of the figure."""
        dpi, (width, height) = self.figure.dpi, self.figure.get_size_inches()
        self.figure.dpi = 72
        writer = codecs.getwriter("utf-8")(filename)
        sheet = Renderer(width * 72, height * 72, writer, image_dpi=dpi, metadata=metadata)  # type: ignore[no-untyped-call]
        restored = options.get("bbox_inches_restore")
        renderer: Any = MixedModeRenderer(self.figure, width, height, dpi, sheet, bbox_inches_restore=restored)  # type: ignore[no-untyped-call]
        self.figure.draw(renderer)
        renderer.finalize()
