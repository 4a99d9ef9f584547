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
    package func text(in tongue: Tongue) -> String? { wording?.text(in: tongue) }

    private var wording: Wording? {
        switch self {
        case .nothing: nil
        case .wait: Wording("Wait.", "Bitte warten.")
        case .followTerminal:
            Wording("Follow what the terminal shows.", "Bitte die Anzeige des Terminals beachten.")
        case .presentCard: Wording("Present the card.", "Bitte die Karte vorhalten oder einstecken.")
        case .removeCard: Wording("Take the card out.", "Bitte die Karte entnehmen.")
        case .otherCard:
            Wording("Use another card or pay otherwise.", "Bitte eine andere Karte verwenden oder anders zahlen.")
        case .tryAgain: Wording("Try again.", "Bitte noch einmal versuchen.")
        case .correctRequest:
            Wording("Ask for an amount and a currency that this terminal takes.", "Betrag und Währung prüfen.")
        case .checkTransaction:
            Wording(
                "Look up the transaction in the terminal's journal before anything else.",
                "Zuerst den Umsatz im Journal des Terminals nachsehen.")
        case .checkPrinter:
            Wording("Look after the printer, then try again.", "Drucker prüfen und noch einmal versuchen.")
        case .endOfDay: Wording("Run the end of day.", "Kassenschnitt durchführen.")
        case .diagnosis: Wording("Run a diagnosis.", "Diagnose durchführen.")
        case .initialisation: Wording("Initialise the terminal.", "Terminal initialisieren.")
        case .setClock: Wording("Set the terminal's date and time.", "Datum und Uhrzeit des Terminals setzen.")
        case .registration: Wording("Register this till at the terminal.", "Kasse am Terminal anmelden.")
        case .checkHostLine:
            Wording(
                "Check the terminal's own network, then try again.",
                "Netzwerk des Terminals prüfen und noch einmal versuchen.")
        case .callService: Wording("Call the terminal's service.", "Service des Terminals rufen.")
        case .callAcquirer: Wording("Ask the acquirer.", "Beim Netzbetreiber nachfragen.")
        }
    }
}
