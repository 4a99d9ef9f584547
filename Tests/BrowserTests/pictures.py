"""Draws the pictures of the documentation: scripts/browser-tests --documentation."""
import io
import pathlib
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

from stage import Stage, serve
from watch import Watched

PORTRAIT, LANDSCAPE = (1080, 1920), (1920, 1080)
SCREENS = [
    ("attract", "attract.usual", PORTRAIT, {}), ("home", "home.usual", PORTRAIT, {}), ("find", "find.typing", PORTRAIT, {}),
    ("orders", "orders.usual", PORTRAIT, {}), ("catalogue", "catalogue.usual", PORTRAIT, {}), ("product", "product.usual", PORTRAIT, {}),
    ("review", "review.composed", PORTRAIT, {}), ("tip", "tip.usual", PORTRAIT, {}), ("pay-card", "pay.insert_or_tap", PORTRAIT, {}),
    ("pay-insert", "pay.insert", PORTRAIT, {}), ("pay-remove", "pay.remove", PORTRAIT, {}), ("pay-pin", "pay.pin", PORTRAIT, {}), ("pay-waiting", "pay.waiting_host", PORTRAIT, {}),
    ("goods", "goods.usual", PORTRAIT, {}), ("doubt", "doubt.usual", PORTRAIT, {}), ("declined", "declined.usual", PORTRAIT, {}),
    ("cancelled", "cancelled.usual", PORTRAIT, {}), ("partial", "partial.usual", PORTRAIT, {}), ("receipt", "receipt.usual", PORTRAIT, {}),
    ("printing", "printing.printing", PORTRAIT, {}), ("unconfirmed", "printing.unconfirmed", PORTRAIT, {}), ("email", "email.typing", PORTRAIT, {}),
    ("code", "qr.usual", PORTRAIT, {}), ("thanks", "thanks.usual", PORTRAIT, {}), ("no-paper", "printer_empty.usual", PORTRAIT, {}),
    ("terminal-away", "terminal_away.usual", PORTRAIT, {}), ("order-changed", "order_changed.usual", PORTRAIT, {}),
    ("out-of-service", "out_of_service.usual", PORTRAIT, {}), ("still-there", "timeout.warning", PORTRAIT, {}),
    ("low-reach", "find.typing", PORTRAIT, {"reach": "low"}), ("large-text", "review.shop", PORTRAIT, {"text_size": 150}),
    ("wide-arabic", "review.composed", LANDSCAPE, {"language": "ar"}), ("wide-dark", "catalogue.usual", LANDSCAPE, {"appearance": "dark"}),
    ("wide-contrast", "pay.insert_or_tap", LANDSCAPE, {"appearance": "contrast"}), ("wide-pay", "pay.insert_or_tap", LANDSCAPE, {}),
    ("operator-pin", "operator_pin.wrong", LANDSCAPE, {}), ("operator-home", "operator_home.usual", LANDSCAPE, {}),
    ("operator-devices", "operator_devices.usual", LANDSCAPE, {}), ("operator-payment", "operator_payment.usual", LANDSCAPE, {}),
    ("operator-day", "operator_day.books", LANDSCAPE, {}), ("operator-doubt", "operator_doubt.look", LANDSCAPE, {}),
    ("operator-question", "operator_doubt.receipt", LANDSCAPE, {}), ("operator-words", "operator_doubt.typed", LANDSCAPE, {}),
    ("operator-refused", "operator_doubt.refused", LANDSCAPE, {}), ("operator-delivery", "operator_delivery.look", LANDSCAPE, {}),
    ("operator-receipts", "operator_receipts.usual", LANDSCAPE, {}),
    ("operator-deliveries", "operator_deliveries.usual", LANDSCAPE, {}), ("operator-figures", "operator_figures.usual", LANDSCAPE, {}),
    ("operator-payments", "operator_payments.usual", LANDSCAPE, {}), ("operator-doubts", "operator_doubts.usual", LANDSCAPE, {}),
    ("operator-settlement", "operator_settlement.look", LANDSCAPE, {}), ("operator-withdrawing", "operator_settlement.confirm", LANDSCAPE, {}),
    ("operator-settings", "operator_settings.usual", LANDSCAPE, {}),
]


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    server = serve(stage)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        with Watched(browser, f"http://127.0.0.1:{server.server_address[1]}", stage) as watched:
            for name, state, size, over in SCREENS:
                watched.size(size)
                watched.show(state, **over)
                picture = Image.open(io.BytesIO(watched.page.screenshot())).convert("RGB")
                width = 360 if size == PORTRAIT else 720
                picture = picture.resize((width, width * size[1] // size[0]), Image.LANCZOS)
                picture.quantize(96).save(folder / f"{name}.png", optimize=True)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
