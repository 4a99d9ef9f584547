import Failures
import Flow
import Receipts

/// Why paper cannot be drawn.
enum RasterError: LayerError {
    case fontMissing(String)
    /// The library failed: memory is short, or the library is defective.
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
                PaperFailure.fontMissing, "The font \(file) is not installed, so no paper can be drawn.",
                remedy: "apt-get install fonts-dejavu-core", recovery: .askOperator)
        case .drawing(let library):
            Failure(PaperFailure.drawing, "\(library) could not draw the paper.", recovery: .giveUp)
        case .rollEnded:
            Failure(
                InputFailure.longerThanARoll, "This stream uses more paper than a roll of 80 metres has.",
                recovery: .giveUp)
        case .noSymbol(let words):
            Failure(SymbolFailure.notDrawn, "This data makes no symbol.", recovery: .giveUp, causes: [words])
        case .noRoom(let kind):
            Failure(SymbolFailure.noRoom, "This \(kind) is wider than the paper.", recovery: .giveUp)
        }
    }
}
