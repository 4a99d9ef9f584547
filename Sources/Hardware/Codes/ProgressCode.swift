import Model

/// What a terminal shows while a request runs, by its code (ZVT 13.08 §3.7). Progress only, never an outcome.
package struct ProgressCode: Hashable, Sendable {
    package let code: UInt8

    package init(_ code: UInt8) { self.code = code }

    /// A short text for a person, without a full stop.
    package func text(in tongue: OperatorLanguage) -> String {
        guard let step = Self.steps[plain] else {
            return BilingualText("Status \(digits)", "Status \(digits)").text(in: tongue)
        }
        return step.wording.text(in: tongue)
            + (asksForCard && step.nextStep != .removeCard ? Self.removeCard.text(in: tongue) : "")
    }

    /// What is to be done meanwhile.
    package var nextStep: NextStep { asksForCard ? .removeCard : Self.steps[plain]?.nextStep ?? .wait }

    /// Whether a terminal can show it only while it has a card, or has just read one.
    package var tellsOfCard: Bool { asksForCard || Self.withCard.contains(plain) }

    private static let withCard: Set<UInt8> = [
        0x01, 0x02, 0x03, 0x07, 0x08, 0x09, 0x0B, 0x10, 0x11, 0x13, 0x14, 0x15, 0x16, 0x18, 0x19, 0x1B, 0x1C, 0x2C,
        0x68,
        0x69, 0xCC, 0xE0,
    ]

    /// The text, with what is to be done meanwhile where that does not say so itself.
    package var wording: BilingualText {
        switch nextStep {
        case .nothing, .wait, .followTerminal, .presentCard, .removeCard:
            BilingualText(text(in: .en), text(in: .de))
        case .otherCard, .tryAgain, .correctRequest, .checkTransaction, .checkPrinter, .endOfDay, .diagnosis,
            .initialisation, .setClock, .registration, .checkHostLine, .callService, .callAcquirer:
            BilingualText(instruction(in: .en), instruction(in: .de))
        }
    }

    private func instruction(in tongue: OperatorLanguage) -> String {
        [text(in: tongue), nextStep.text(in: tongue)].compactMap(\.self).joined(separator: ". ")
    }

    private static let removeCard = BilingualText(", please remove card", ", bitte Karte entnehmen")

    /// The codes with 40 added ask to remove the card besides.
    private var asksForCard: Bool {
        switch code {
        case 0x4A: false
        case 0x41...0x5D, 0x66, 0x67: true
        default: false
        }
    }

    private var plain: UInt8 { asksForCard ? code - 0x40 : code }

    private var digits: String { ResultCode(code).digits }

    private struct Step {
        let wording: BilingualText
        let nextStep: NextStep

        init(_ english: String, _ german: String, _ nextStep: NextStep) {
            wording = BilingualText(english, german)
            self.nextStep = nextStep
        }
    }

    private static let steps: [UInt8: Step] = [
        0x00: Step("Waiting for amount confirmation", "Betrag bestätigen", .followTerminal),
        0x01: Step("Please watch the PIN pad", "Bitte PIN-Pad beachten", .followTerminal),
        0x02: Step("Please watch the PIN pad", "Bitte PIN-Pad beachten", .followTerminal),
        0x03: Step("Not accepted", "Nicht akzeptiert", .otherCard),
        0x04: Step("Waiting for the host", "Warten auf den Netzbetreiber", .wait),
        0x05: Step("Sending auto-reversal", "Automatischer Storno wird gesendet", .wait),
        0x06: Step("Sending post-bookings", "Nachbuchungen werden gesendet", .wait),
        0x07: Step("Card not admitted", "Karte nicht zugelassen", .otherCard),
        0x08: Step("Card unknown", "Karte unbekannt", .otherCard),
        0x09: Step("Card expired", "Karte abgelaufen", .otherCard),
        0x0A: Step("Hold or insert the card", "Bitte Karte vorhalten oder einstecken", .presentCard),
        0x0B: Step("Please remove card", "Bitte Karte entnehmen", .removeCard),
        0x0C: Step("Card not readable", "Karte nicht lesbar", .tryAgain),
        0x0D: Step("Processing error", "Vorgang nicht möglich", .tryAgain),
        0x0E: Step("Please wait", "Bitte warten", .wait),
        0x0F: Step("Starting automatic end of day", "Automatischer Kassenschnitt beginnt", .wait),
        0x10: Step("Invalid card", "Karte ungültig", .otherCard),
        0x11: Step("Balance display", "Guthabenanzeige", .followTerminal),
        0x12: Step("System malfunction", "Systemfehler", .callService),
        0x13: Step("Payment not possible", "Zahlung nicht möglich", .otherCard),
        0x14: Step("Credit not sufficient", "Guthaben nicht ausreichend", .otherCard),
        0x15: Step("Wrong PIN", "PIN falsch", .followTerminal),
        0x16: Step("Limit not sufficient", "Limit nicht ausreichend", .otherCard),
        0x17: Step("Please wait", "Bitte warten", .wait),
        0x18: Step("PIN tries exceeded", "PIN zu oft falsch", .otherCard),
        0x19: Step("Card data incorrect", "Kartendaten falsch", .otherCard),
        0x1A: Step("Service mode", "Servicemodus", .wait),
        0x1B: Step("Approved, please fill up", "Genehmigt, bitte tanken", .nothing),
        0x1C: Step("Approved, please take the goods", "Genehmigt, bitte Ware entnehmen", .nothing),
        0x1D: Step("Declined", "Abgelehnt", .otherCard),
        0x26: Step("Enter mobile number", "Mobilnummer eingeben", .followTerminal),
        0x27: Step("Repeat mobile number", "Mobilnummer wiederholen", .followTerminal),
        0x28: Step("Currency selection", "Währung wählen", .followTerminal),
        0x29: Step("Language selection", "Sprache wählen", .followTerminal),
        0x2A: Step("Insert card for loading", "Bitte Karte zum Laden einstecken", .presentCard),
        0x2B: Step("Offline emergency, please wait", "Notbetrieb ohne Netz, bitte warten", .wait),
        0x2C: Step("Debit or credit selection", "Debit oder Kredit wählen", .followTerminal),
        0x68: Step("Customer card inserted", "Kundenkarte steckt", .wait),
        0x69: Step("Select currency conversion", "Währungsumrechnung wählen", .followTerminal),
        0xC7: Step("Enter mileage", "Kilometerstand eingeben", .followTerminal),
        0xC8: Step("Waiting for the cashier", "Warten auf das Kassenpersonal", .wait),
        0xC9: Step("Automatic diagnosis", "Automatische Diagnose", .wait),
        0xCA: Step("Automatic initialisation", "Automatische Initialisierung", .wait),
        0xCB: Step("Merchant journal full", "Händlerjournal voll", .endOfDay),
        0xCC: Step("Direct debit impossible, PIN needed", "Lastschrift nicht möglich, PIN nötig", .followTerminal),
        0xD2: Step("Dialling", "Verbindung wird aufgebaut", .wait),
        0xD3: Step("Connected", "Verbindung besteht", .wait),
        0xE0: Step("Application selection", "Anwendung wählen", .followTerminal),
        0xE1: Step("Language selection", "Sprache wählen", .followTerminal),
        0xE2: Step("Use the cleaning card", "Reinigungskarte verwenden", .callService),
        0xF1: Step("Offline", "Offline", .wait),
        0xF2: Step("Online", "Online", .wait),
        0xF3: Step("Offline transaction", "Offline-Transaktion", .wait),
        0xFF: Step("See the terminal's text", "Anzeige des Terminals beachten", .followTerminal),
    ]
}
