"""The receipt of the benchmarks by python-escpos: from a document (docs/receipt.schema.json) to a printer's bytes.

    receipt.py DOCUMENT LOGO SECONDS        prints as JSON: bytes and receipts per second, without logo and with it
"""

import json
import sys
import time

from escpos.printer import Dummy

COLUMNS = 48


def row(left, right):
    return left + " " * max(1, COLUMNS - len(left) - len(right)) + right + "\n"


def amount(money):
    return f"{money['minorUnits'] / 100:.2f}".replace(".", ",")


def card_rows(status):
    yield "Karte", status["cardName"]
    yield "Kartennr.", "************" + status["panLastDigits"]
    yield "Folgenr.", str(status["cardSequenceNumber"])
    yield "Erfassung", "Kontaktlos"
    yield "AID", status["applicationID"]
    yield "Prüfung", "Online-PIN"
    yield "Terminal-ID", status["terminalID"]
    yield "VU-Nr.", status["contractNumber"]
    yield "Belegnr.", f"{status['receiptNumber']:04}"
    yield "TA-Nr.", f"{status['trace']:06}"
    yield "Zeit", f"{status['day']:02}.{status['month']:02}. {status['hour']:02}:{status['minute']:02}"
    yield "Genehmigung", status["approvalCode"]


def receipt(document, logo):
    p = Dummy(profile="TM-T20II")
    merchant = document["merchant"]
    if logo:
        p.set(align="center")
        p.image(logo, impl="bitImageRaster")
    p.set(align="center", bold=True, double_width=True, double_height=True)
    p.text(merchant["name"] + "\n")
    p.set(align="center", bold=False, normal_textsize=True)
    for line in merchant["address"]:
        p.text(line + "\n")
    p.text("USt-IdNr. " + merchant["taxID"] + "\n\n")
    p.set(align="left")
    for label, value in (("Bestellung", document["orderNumber"]), ("Beleg", document["id"]),
                         ("Zahlung", document["payment"]), ("Zeit", document["issuedAt"])):
        p.text(row(label, value))
    p.text("-" * COLUMNS + "\n")
    for line in document["lines"]:
        p.text(row(f"{line['quantity']} x {line['name']}", amount(line["total"])))
    p.text("-" * COLUMNS + "\n")
    p.set(bold=True, double_height=True)
    p.text(row("Summe", "EUR " + amount(document["total"])))
    p.set(bold=False, normal_textsize=True)
    for tax in document["taxes"]:
        gross = {"minorUnits": tax["net"]["minorUnits"] + tax["amount"]["minorUnits"]}
        figures = "  ".join(amount(money).rjust(6) for money in (tax["net"], tax["amount"], gross))
        p.text(row(f"{tax['label']} {tax['rate']} %", figures))
    p.text("-" * COLUMNS + "\n")
    status = document["card"]["composed"]["status"]
    for label, value in card_rows(status):
        p.text(row(label, value))
    p.text("\n")
    p.set(align="center", bold=True, double_width=True, double_height=True)
    p.text("Zahlung erfolgt\n")
    p.set(align="center", bold=False, normal_textsize=True)
    p.qr(document["codes"][0]["content"], native=True, size=6, ec=1)
    for line in document["footer"]:
        p.text(line + "\n")
    p.cut()
    return p.output


def measure(document, logo, seconds):
    best = 0.0
    for _ in range(3):
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            size = len(receipt(document, logo))
            count += 1
        best = max(best, count / (time.perf_counter() - began))
    return {"bytes": size, "per_second": best}


with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
print(json.dumps({"plain": measure(document, None, float(sys.argv[3])),
                  "logo": measure(document, sys.argv[2], float(sys.argv[3]))}))
