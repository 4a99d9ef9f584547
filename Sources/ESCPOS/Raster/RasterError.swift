import Model
import Failures
import Flow
import Receipts

/// Why paper cannot be drawn.
enum RasterError: LayerError {
    case fontMissing(String)
    /// The library failed: it is not installed, memory is short, or it is defective.
    case drawing(String)
    /// The stream needs more paper than a roll has.
    case rollEnded
    /// The library refused the data; its own words.
    case noSymbol(String)
    case noRoom(Symbol.Kind)

    var failure: Failure {
        switch self {
        case .fontMissing(let file):
            Failure(
                PaperFailure.fontMissing, Sentence("failure.paper.fontMissing", ["file": file]),
                remedy: Sentence("remedy.paper.fontMissing"), recovery: .askOperator)
        case .drawing(let library):
            Failure(
                PaperFailure.drawing, Sentence("failure.paper.drawing", ["library": library]), recovery: .giveUp,
                causes: DrawingLibraries.missing.map { [$0] } ?? [])
        case .rollEnded:
            Failure(InputFailure.longerThanARoll, Sentence("failure.input.longerThanARoll"), recovery: .giveUp)
        case .noSymbol(let words):
            Failure(
                SymbolFailure.notDrawn, Sentence("failure.symbol.notDrawn"), recovery: .giveUp,
                causes: [Sentence(stored: words)])
        case .noRoom(let kind):
            Failure(SymbolFailure.noRoom, Sentence("failure.symbol.noRoom", ["kind": kind]), recovery: .giveUp)
        }
    }
}
