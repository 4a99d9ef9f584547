import Flow

/// The progress of a print, reported whenever it changes.
package enum PrintProgress: Hashable, Sendable {
    /// The print goes on.
    case goesOn(PrinterStatus)
    /// The print waits for this reason and goes on by itself once that is mended.
    case waits(Failure, PrinterStatus)

    package var status: PrinterStatus {
        switch self {
        case .goesOn(let status), .waits(_, let status): status
        }
    }
}
