import Model

extension ProgressStep {
    /// What is to be done meanwhile.
    package var nextStep: NextStep { meaning.nextStep }

    /// A short text for a person, without a full stop.
    var text: BilingualText { meaning.text }

    private struct Meaning {
        let text: BilingualText
        let nextStep: NextStep

        init(_ english: String, _ german: String, _ nextStep: NextStep) {
            text = BilingualText(english, german)
            self.nextStep = nextStep
        }
    }

    private var meaning: Meaning { Self.meanings[self] ?? Meaning("Status", "Status", .wait) }

    private static let meanings: [ProgressStep: Meaning] = [
        .confirmAmount: Meaning("Waiting for amount confirmation", "Betrag bestätigen", .followTerminal),
        .watchPINPad: Meaning("Please watch the PIN pad", "Bitte PIN-Pad beachten", .followTerminal),
        .notAccepted: Meaning("Not accepted", "Nicht akzeptiert", .otherCard),
        .waitingForHost: Meaning("Waiting for the host", "Warten auf den Netzbetreiber", .wait),
        .sendingReversal: Meaning("Sending auto-reversal", "Automatischer Storno wird gesendet", .wait),
        .sendingBookings: Meaning("Sending post-bookings", "Nachbuchungen werden gesendet", .wait),
        .cardNotAdmitted: Meaning("Card not admitted", "Karte nicht zugelassen", .otherCard),
        .cardUnknown: Meaning("Card unknown", "Karte unbekannt", .otherCard),
        .cardExpired: Meaning("Card expired", "Karte abgelaufen", .otherCard),
        .presentCard: Meaning("Hold or insert the card", "Bitte Karte vorhalten oder einstecken", .presentCard),
        .removeCard: Meaning("Please remove card", "Bitte Karte entnehmen", .removeCard),
        .cardUnreadable: Meaning("Card not readable", "Karte nicht lesbar", .tryAgain),
        .processingError: Meaning("Processing error", "Vorgang nicht möglich", .tryAgain),
        .wait: Meaning("Please wait", "Bitte warten", .wait),
        .startingEndOfDay: Meaning("Starting automatic end of day", "Automatischer Kassenschnitt beginnt", .wait),
        .cardInvalid: Meaning("Invalid card", "Karte ungültig", .otherCard),
        .showingBalance: Meaning("Balance display", "Guthabenanzeige", .followTerminal),
        .systemError: Meaning("System malfunction", "Systemfehler", .callService),
        .paymentNotPossible: Meaning("Payment not possible", "Zahlung nicht möglich", .otherCard),
        .insufficientCredit: Meaning("Credit not sufficient", "Guthaben nicht ausreichend", .otherCard),
        .wrongPIN: Meaning("Wrong PIN", "PIN falsch", .followTerminal),
        .insufficientLimit: Meaning("Limit not sufficient", "Limit nicht ausreichend", .otherCard),
        .pinTriesExceeded: Meaning("PIN tries exceeded", "PIN zu oft falsch", .otherCard),
        .cardDataWrong: Meaning("Card data incorrect", "Kartendaten falsch", .otherCard),
        .serviceMode: Meaning("Service mode", "Servicemodus", .wait),
        .approvedFillUp: Meaning("Approved, please fill up", "Genehmigt, bitte tanken", .nothing),
        .approvedTakeGoods: Meaning("Approved, please take the goods", "Genehmigt, bitte Ware entnehmen", .nothing),
        .declined: Meaning("Declined", "Abgelehnt", .otherCard),
        .enterMobileNumber: Meaning("Enter mobile number", "Mobilnummer eingeben", .followTerminal),
        .repeatMobileNumber: Meaning("Repeat mobile number", "Mobilnummer wiederholen", .followTerminal),
        .selectCurrency: Meaning("Currency selection", "Währung wählen", .followTerminal),
        .selectLanguage: Meaning("Language selection", "Sprache wählen", .followTerminal),
        .insertCardForLoading: Meaning("Insert card for loading", "Bitte Karte zum Laden einstecken", .presentCard),
        .offlineEmergency: Meaning("Offline emergency, please wait", "Notbetrieb ohne Netz, bitte warten", .wait),
        .selectDebitOrCredit: Meaning("Debit or credit selection", "Debit oder Kredit wählen", .followTerminal),
        .customerCardInserted: Meaning("Customer card inserted", "Kundenkarte steckt", .wait),
        .selectCurrencyConversion: Meaning("Select currency conversion", "Währungsumrechnung wählen", .followTerminal),
        .enterMileage: Meaning("Enter mileage", "Kilometerstand eingeben", .followTerminal),
        .waitingForCashier: Meaning("Waiting for the cashier", "Warten auf das Kassenpersonal", .wait),
        .diagnosis: Meaning("Automatic diagnosis", "Automatische Diagnose", .wait),
        .initialisation: Meaning("Automatic initialisation", "Automatische Initialisierung", .wait),
        .journalFull: Meaning("Merchant journal full", "Händlerjournal voll", .endOfDay),
        .pinNeeded: Meaning(
            "Direct debit impossible, PIN needed", "Lastschrift nicht möglich, PIN nötig", .followTerminal),
        .dialling: Meaning("Dialling", "Verbindung wird aufgebaut", .wait),
        .connected: Meaning("Connected", "Verbindung besteht", .wait),
        .selectApplication: Meaning("Application selection", "Anwendung wählen", .followTerminal),
        .useCleaningCard: Meaning("Use the cleaning card", "Reinigungskarte verwenden", .callService),
        .offline: Meaning("Offline", "Offline", .wait),
        .online: Meaning("Online", "Online", .wait),
        .offlineTransaction: Meaning("Offline transaction", "Offline-Transaktion", .wait),
        .seeTerminal: Meaning("See the terminal's text", "Anzeige des Terminals beachten", .followTerminal),
    ]
}
