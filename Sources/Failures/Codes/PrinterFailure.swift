import Flow

package enum PrinterFailure: String, ListedFailure {
    package static let title = "Printers"

    case badAddress = "printer.badAddress"
    case busy = "printer.busy"
    case cannot = "printer.cannot"
    case coverOpen = "printer.coverOpen"
    case diskFull = "printer.diskFull"
    case fault = "printer.fault"
    case file = "printer.file"
    case inUse = "printer.inUse"
    case interrupted = "printer.interrupted"
    case jammed = "printer.jammed"
    case lineLost = "printer.lineLost"
    case noAnswer = "printer.noAnswer"
    case noProof = "printer.noProof"
    case notAPrinter = "printer.notAPrinter"
    case notAwaited = "printer.notAwaited"
    case offline = "printer.offline"
    case paperOut = "printer.paperOut"
    case permission = "printer.permission"
    case printedElsewhere = "printer.printedElsewhere"
    case restarted = "printer.restarted"
    case restored = "printer.restored"
    case terminalPrint = "printer.terminalPrint"
    case terminalPrints = "printer.terminalPrints"

    package var meaning: FailureMeaning {
        switch self {
        case .badAddress:
            .init(.usage, mends: .integrator, "The printer's address, or an option in it, is none that Till knows.")
        case .busy: .init(.deviceUnavailable, mends: .time, "Too many jobs wait for the printer.")
        case .cannot: .init(.usage, mends: .integrator, "The printer's profile cannot do what is asked of it.")
        case .coverOpen: .init(.deviceUnavailable, mends: .cashier, "The printer's cover is open.")
        case .diskFull:
            .init(.deviceUnavailable, mends: .operator, "The disk is full to which the printer's file is written.")
        case .fault: .init(.deviceUnavailable, mends: .service, "The printer reports a fault of its cutter or head.")
        case .file: .init(.deviceUnavailable, mends: .operator, "The printer's file cannot be written.")
        case .inUse: .init(.deviceUnavailable, mends: .time, "Another process is printing on the printer.")
        case .interrupted:
            .init(
                .deviceUnavailable, mends: .cashier,
                "Till was stopped while it printed, and nobody knows how much of it came out.")
        case .jammed:
            .init(
                .deviceUnavailable, mends: .cashier,
                "The printer is jammed, or waits to be told that the jam is cleared.")
        case .lineLost: .init(.deviceUnavailable, mends: .cashier, "The line to the printer failed while it printed.")
        case .noAnswer: .init(.deviceUnavailable, mends: .operator, "The printer does not answer.")
        case .noProof:
            .init(
                .deviceUnavailable, mends: .cashier,
                "The printer took everything and never said that it was printed.")
        case .notAPrinter: .init(.deviceUnavailable, mends: .operator, "What answers at the address is no printer.")
        case .notAwaited:
            .init(.deviceUnavailable, mends: .cashier, "The printer was not ready in the time that it is waited for.")
        case .offline: .init(.deviceUnavailable, mends: .cashier, "The printer is offline.")
        case .paperOut: .init(.deviceUnavailable, mends: .cashier, "The printer is out of paper.")
        case .permission: .init(.deviceUnavailable, mends: .operator, "This user may not write to the printer's file.")
        case .printedElsewhere: .init(.deviceUnavailable, mends: .time, "Another process has just printed it.")
        case .restarted:
            .init(.deviceUnavailable, mends: .cashier, "The printer was switched off and on while it printed.")
        case .restored:
            .init(
                .deviceUnavailable, mends: .cashier,
                "The till was restored from a backup, and the receipt may have been printed after the backup was made.")
        case .terminalPrint:
            .init(
                .deviceUnavailable, mends: .cashier,
                "The line to a terminal broke that prints receipts by itself, and nobody knows whether it did.")
        case .terminalPrints:
            .init(
                .usage, mends: .cashier,
                "A printer is named for a payment at a terminal that prints its receipts by itself.")
        }
    }
}
