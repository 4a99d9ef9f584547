import Flow

package enum SymbolFailure: String, ListedFailure {
    package static let title = "Bar codes and other symbols on receipts"

    case character = "symbol.character"
    case checkDigit = "symbol.checkDigit"
    case elements = "symbol.elements"
    case empty = "symbol.empty"
    case length = "symbol.length"
    case noRoom = "symbol.noRoom"
    case notDrawn = "symbol.notDrawn"
    case tooLong = "symbol.tooLong"

    package var meaning: FailureMeaning {
        switch self {
        case .character: .init(.malformed, mends: .integrator, "The symbol cannot hold one of the characters.")
        case .checkDigit: .init(.malformed, mends: .integrator, "The check digit is wrong.")
        case .elements: .init(.malformed, mends: .integrator, "The symbol's text is no list of GS1 elements.")
        case .empty: .init(.malformed, mends: .integrator, "The symbol would hold nothing.")
        case .length:
            .init(.malformed, mends: .integrator, "The symbol does not have as many characters as its kind demands.")
        case .noRoom: .init(.malformed, mends: .integrator, "The symbol is wider than the paper.")
        case .notDrawn: .init(.malformed, mends: .service, "The data makes no symbol.")
        case .tooLong: .init(.malformed, mends: .integrator, "The symbol would hold more than its kind may here.")
        }
    }
}
