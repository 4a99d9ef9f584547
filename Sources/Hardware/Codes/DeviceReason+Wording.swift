import Model

extension DeviceReason {
    /// A short text for a person, without a full stop.
    package func text(in tongue: OperatorLanguage) -> String { meaning.wording.text(in: tongue) }

    /// What is to be done about it.
    package var nextStep: NextStep { meaning.nextStep }

    private struct Meaning {
        let wording: BilingualText
        let nextStep: NextStep

        init(_ english: String, _ german: String, _ nextStep: NextStep) {
            wording = BilingualText(english, german)
            self.nextStep = nextStep
        }
    }

    private var meaning: Meaning { Self.meanings[self] ?? Self.unexplained }

    private static let unexplained = Meaning("Error", "Fehler", .callService)

    private static let meanings: [DeviceReason: Meaning] = host.merging(card) { first, _ in first }
        .merging(request) { first, _ in first }.merging(terminal) { first, _ in first }

    /// The host, or the bank of the card.
    private static let host: [DeviceReason: Meaning] = [
        .success: Meaning("Successful", "Erfolgreich", .nothing),
        .callIssuer: Meaning(
            "The card's bank wants to be called", "Rückfrage bei der Bank der Karte nötig", .otherCard),
        .merchantUnknown: Meaning(
            "Merchant not known to the host", "Händler dem Netzbetreiber nicht bekannt", .callAcquirer),
        .cardBlocked: Meaning("Card is blocked", "Karte gesperrt", .otherCard),
        .declined: Meaning("Declined", "Abgelehnt", .otherCard),
        .transactionInvalid: Meaning("Transaction not valid", "Transaktion ungültig", .correctRequest),
        .amountNotAccepted: Meaning("Amount not accepted", "Betrag nicht akzeptiert", .correctRequest),
        .cardNumberInvalid: Meaning("Card number not valid", "Kartennummer ungültig", .otherCard),
        .messageNotUnderstood: Meaning(
            "Message not understood by the host", "Nachricht vom Netzbetreiber nicht verstanden", .callAcquirer),
        .cardExpired: Meaning("Card expired", "Karte abgelaufen", .otherCard),
        .insufficientFunds: Meaning("Not enough funds", "Deckung nicht ausreichend", .otherCard),
        .wrongPIN: Meaning("Wrong PIN or password", "PIN oder Passwort falsch", .tryAgain),
        .notAllowedForCard: Meaning("Not allowed for this card", "Für diese Karte nicht zugelassen", .otherCard),
        .notAllowedForTerminal: Meaning(
            "Not allowed for this terminal", "Für dieses Terminal nicht zugelassen", .callAcquirer),
        .cardLimitExceeded: Meaning("Limit of the card exceeded", "Limit der Karte überschritten", .otherCard),
        .cardRestricted: Meaning("Card is restricted", "Karte eingeschränkt", .otherCard),
        .cardUsedTooOften: Meaning("The card was used too often", "Karte zu oft verwendet", .otherCard),
        .pinTriesExceeded: Meaning("PIN tries exceeded", "PIN zu oft falsch", .otherCard),
        .initialisationNeeded: Meaning("Initialisation needed", "Initialisierung nötig", .initialisation),
        .issuerUnavailable: Meaning("The card's bank does not answer", "Bank der Karte nicht erreichbar", .tryAgain),
        .hostFault: Meaning("The host has a fault", "Störung beim Netzbetreiber", .tryAgain),
        .clockNeeded: Meaning("Date and time needed", "Datum und Uhrzeit fehlen", .setClock),
        .refusedByHost: Meaning("Refused by the host", "Vom Netzbetreiber abgelehnt", .otherCard),
    ]

    /// The card and its holder.
    private static let card: [DeviceReason: Meaning] = [
        .cardUnreadable: Meaning("Card not readable", "Karte nicht lesbar", .tryAgain),
        .noCardData: Meaning("No card data", "Keine Kartendaten", .tryAgain),
        .processingError: Meaning("Processing error", "Verarbeitungsfehler", .tryAgain),
        .notAllowedForECCards: Meaning("Not allowed for ec cards", "Für ec-Karten nicht zugelassen", .otherCard),
        .notAllowedForCreditCards: Meaning(
            "Not allowed for credit cards", "Für Kreditkarten nicht zugelassen", .otherCard),
        .cancelled: Meaning(
            "Timed out or cancelled at the terminal", "Zeitüberschreitung oder Abbruch am Terminal", .tryAgain),
        .insufficientCredit: Meaning("Credit not sufficient", "Guthaben nicht ausreichend", .otherCard),
        .chipError: Meaning("Chip error", "Fehler im Chip", .otherCard),
        .cardDataWrong: Meaning("Card data wrong", "Kartendaten falsch", .otherCard),
        .keyExhausted: Meaning("Key exhausted", "Schlüssel aufgebraucht", .callService),
        .textNotAuthentic: Meaning("Text not authentic", "Text nicht authentisch", .callService),
        .cardNotListed: Meaning("Card not on the white list", "Karte nicht freigegeben", .otherCard),
        .cardNotYetValid: Meaning("Card not yet valid", "Karte noch nicht gültig", .otherCard),
        .cardUnknown: Meaning("Card unknown", "Karte unbekannt", .otherCard),
        .fallbackNotPossible: Meaning(
            "Fallback to the magnetic stripe not possible", "Ausweichen auf den Magnetstreifen nicht möglich",
            .otherCard),
        .cashbackNotPossible: Meaning("Cashback impossible", "Bargeldauszahlung nicht möglich", .correctRequest),
        .notForBankCards: Meaning("Not for bank cards", "Nicht für Bankkarten", .otherCard),
        .cardInserted: Meaning("A card is inserted", "Karte steckt", .removeCard),
        .cardNotEjected: Meaning("Card could not be ejected", "Karte konnte nicht ausgeworfen werden", .callService),
        .cardNotTakenIn: Meaning("Card could not be taken in", "Karte konnte nicht eingezogen werden", .tryAgain),
        .cardNotRemoved: Meaning("Card not removed", "Karte nicht entnommen", .removeCard),
        .goodsGroupNotAllowed: Meaning(
            "Goods group not allowed for this card", "Warengruppe für diese Karte nicht zugelassen", .otherCard),
        .wrongCode: Meaning("Wrong code", "Code falsch", .tryAgain),
        .pinError: Meaning("PIN error", "PIN-Fehler", .tryAgain),
    ]

    /// What was asked for.
    private static let request: [DeviceReason: Meaning] = [
        .wrongCurrency: Meaning("Wrong currency", "Falsche Währung", .correctRequest),
        .notPossible: Meaning("Function not possible", "Funktion nicht möglich", .callService),
        .goodsIssuedInPart: Meaning("Goods issued in part", "Ware nur zum Teil ausgegeben", .nothing),
        .notAllowedByPCI: Meaning("Not allowed by PCI rules", "Nach PCI nicht zugelassen", .callService),
        .alreadyReversed: Meaning("Already reversed", "Bereits storniert", .checkTransaction),
        .reversalNotPossible: Meaning("Reversal impossible", "Storno nicht möglich", .checkTransaction),
        .preauthorisationAmountWrong: Meaning(
            "Pre-authorisation amount wrong", "Betrag der Reservierung falsch", .correctRequest),
        .preauthorisationError: Meaning("Pre-authorisation error", "Fehler der Reservierung", .checkTransaction),
        .amountTooLarge: Meaning("Highest amount exceeded", "Höchstbetrag überschritten", .correctRequest),
        .meansOfPaymentNotSupported: Meaning("Means of payment not supported", "Zahlungsart nicht möglich", .otherCard),
        .currencyNotSupported: Meaning("Currency not supported", "Währung nicht möglich", .correctRequest),
        .amountTooSmall: Meaning("Amount too small", "Betrag zu klein", .correctRequest),
        .onlyEuro: Meaning("Only euro possible", "Nur Euro möglich", .correctRequest),
        .baudRateNotSupported: Meaning("Baud rate not supported", "Baudrate nicht möglich", .callService),
        .registerUnknown: Meaning("Register unknown", "Register unbekannt", .callService),
    ]

    /// The terminal and what it is connected to.
    private static let terminal: [DeviceReason: Meaning] = [
        .turnoverFileFull: Meaning("Turnover file full", "Umsatzspeicher voll", .endOfDay),
        .notRegistered: Meaning(
            "Terminal deactivated or not registered", "Terminal nicht aktiv oder Kasse nicht angemeldet", .registration),
        .endOfDayNotPossible: Meaning("End of day impossible", "Kassenschnitt nicht möglich", .checkTransaction),
        .communicationError: Meaning("Communication error", "Kommunikationsfehler", .checkHostLine),
        .keyMissing: Meaning("Key missing", "Schlüssel fehlt", .initialisation),
        .pinPadDefective: Meaning("PIN pad defective", "PIN-Pad defekt", .callService),
        .protocolError: Meaning("Protocol error", "Protokollfehler", .callService),
        .dialUpError: Meaning("Dial-up error", "Fehler beim Verbindungsaufbau", .checkHostLine),
        .busy: Meaning("Terminal busy, please wait", "Terminal beschäftigt, bitte warten", .wait),
        .receiverNotReady: Meaning("Receiver not ready", "Gegenstelle nicht bereit", .checkHostLine),
        .otherStationSilent: Meaning("No answer from the other station", "Gegenstelle antwortet nicht", .checkHostLine),
        .noConnection: Meaning("No connection", "Keine Verbindung", .checkHostLine),
        .geldKarteError: Meaning("GeldKarte error", "Fehler der GeldKarte", .otherCard),
        .memoryFull: Meaning("Memory full", "Speicher voll", .endOfDay),
        .journalFull: Meaning("Journal full", "Journal voll", .endOfDay),
        .batteryLow: Meaning("Battery low", "Akku schwach", .callService),
        .cardLockDefective: Meaning("Card lock defective", "Kartenverriegelung defekt", .callService),
        .merchantCardLocked: Meaning("Merchant card locked", "Händlerkarte gesperrt", .callAcquirer),
        .diagnosisNeeded: Meaning("Diagnosis needed", "Diagnose nötig", .diagnosis),
        .cardProfileInvalid: Meaning("Card profile invalid", "Kartenprofil ungültig", .diagnosis),
        .printerNotReady: Meaning("Printer not ready", "Drucker nicht bereit", .checkPrinter),
        .outOfOrder: Meaning("Out of order", "Außer Betrieb", .callService),
        .remoteMaintenance: Meaning("Remote maintenance", "Fernwartung läuft", .wait),
        .cardReaderDefective: Meaning("Card reader defective", "Kartenleser defekt", .callService),
        .shutterClosed: Meaning("Shutter closed", "Kartenleser verschlossen", .callService),
        .activationNeeded: Meaning("Activation needed", "Aktivierung nötig", .initialisation),
        .pinPadError: Meaning("PIN pad error", "Fehler im PIN-Pad", .callService),
        .endOfDayNeeded: Meaning("End of day needed", "Kassenschnitt nötig", .endOfDay),
        .offlineError: Meaning("Offline error", "Fehler im Offline-Betrieb", .tryAgain),
        .outdoorTerminalDataError: Meaning(
            "Error of the outdoor terminal's data", "Fehler der Daten des Außenterminals", .callService),
        .clearingError: Meaning("Clearing error", "Fehler bei der Verrechnung", .callAcquirer),
        .turnoverDataError: Meaning("Turnover data error", "Fehler in den Umsatzdaten", .callAcquirer),
        .deviceMissing: Meaning("Device missing", "Gerät fehlt", .callService),
        .systemError: Meaning("System error", "Systemfehler", .callService),
        .unexplained: unexplained,
    ]
}
