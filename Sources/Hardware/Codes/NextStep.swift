import Model

/// What is to be done about a code of a terminal, and by whom. A till may do some of it by itself.
package enum NextStep: String, Hashable, Sendable, CaseIterable {
    case nothing
    case wait
    // The cardholder.
    case followTerminal
    case presentCard
    case removeCard
    case otherCard
    // Whoever asked.
    case tryAgain
    case correctRequest
    case checkTransaction
    case checkPrinter
    // Commands to the terminal.
    case endOfDay
    case diagnosis
    case initialisation
    case setClock
    case registration
    // Others.
    case checkHostLine
    case callService
    case callAcquirer

    /// A sentence for whoever is to do it; nil where nothing is to be done.
    package func text(in tongue: OperatorLanguage) -> String? { wording?.text(in: tongue) }

    private var wording: BilingualText? {
        switch self {
        case .nothing: nil
        case .wait: BilingualText("Wait.", "Bitte warten.")
        case .followTerminal:
            BilingualText("Follow what the terminal shows.", "Bitte die Anzeige des Terminals beachten.")
        case .presentCard: BilingualText("Present the card.", "Bitte die Karte vorhalten oder einstecken.")
        case .removeCard: BilingualText("Take the card out.", "Bitte die Karte entnehmen.")
        case .otherCard:
            BilingualText("Use another card or pay otherwise.", "Bitte eine andere Karte verwenden oder anders zahlen.")
        case .tryAgain: BilingualText("Try again.", "Bitte noch einmal versuchen.")
        case .correctRequest:
            BilingualText("Ask for an amount and a currency that this terminal takes.", "Betrag und Währung prüfen.")
        case .checkTransaction:
            BilingualText(
                "Look up the transaction in the terminal's journal before anything else.",
                "Zuerst den Umsatz im Journal des Terminals nachsehen.")
        case .checkPrinter:
            BilingualText("Look after the printer, then try again.", "Drucker prüfen und noch einmal versuchen.")
        case .endOfDay: BilingualText("Run the end of day.", "Kassenschnitt durchführen.")
        case .diagnosis: BilingualText("Run a diagnosis.", "Diagnose durchführen.")
        case .initialisation: BilingualText("Initialise the terminal.", "Terminal initialisieren.")
        case .setClock: BilingualText("Set the terminal's date and time.", "Datum und Uhrzeit des Terminals setzen.")
        case .registration: BilingualText("Register this till at the terminal.", "Kasse am Terminal anmelden.")
        case .checkHostLine:
            BilingualText(
                "Check the terminal's own network, then try again.",
                "Netzwerk des Terminals prüfen und noch einmal versuchen.")
        case .callService: BilingualText("Call the terminal's service.", "Service des Terminals rufen.")
        case .callAcquirer: BilingualText("Ask the acquirer.", "Beim Netzbetreiber nachfragen.")
        }
    }
}
