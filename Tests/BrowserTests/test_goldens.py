"""Five key screens against pictures that somebody has looked at. `--record` writes them anew."""
import io
import os
import pathlib

import pytest
from PIL import Image, ImageChops, ImageFilter

from conftest import SIZES

GOLDENS = pathlib.Path(__file__).resolve().parent / "goldens"
KEY_SCREENS = [("attract.usual", "portrait", "en"), ("review.composed", "landscape", "de"), ("pay.insert_or_tap", "portrait", "en"),
               ("doubt.usual", "landscape", "en"), ("receipt.usual", "small", "ar")]
# A difference counts where it can be seen: after blurring, above a shade of 24 in 255, on more than two thousandths of the picture.
SHADE, SHARE = 24, 0.002


def visible_difference(one, other):
    """The share of the picture that somebody would see to differ."""
    if one.size != other.size:
        return 1.0
    difference = ImageChops.difference(*(image.convert("RGB").filter(ImageFilter.GaussianBlur(2)) for image in (one, other))).convert("L")
    histogram = difference.histogram()
    return sum(histogram[SHADE:]) / sum(histogram)


@pytest.mark.parametrize("name, size, language", KEY_SCREENS)
def test_a_key_screen_looks_as_it_did(drawn, name, size, language, request):
    if not os.environ.get("FONTCONFIG_FILE"):
        pytest.skip("the fonts of the goldens are those of scripts/browser-tests")
    drawn.size(SIZES[size])
    drawn.show(name, language=language)
    drawn.page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(drawn.page.screenshot()))
    # Kept at half size: enough to see by, and small.
    picture = picture.convert("RGB").resize((picture.width // 2, picture.height // 2), Image.LANCZOS)
    path = GOLDENS / f"{name}-{size}-{language}.png"
    if request.config.getoption("--record"):
        picture.quantize(64).save(path, optimize=True)
        return
    share = visible_difference(picture, Image.open(path))
    assert share <= SHARE, f"{share:.2%} of {path.name} differs"
