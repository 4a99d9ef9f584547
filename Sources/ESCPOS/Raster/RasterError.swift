import Flow
import Receipts

/// Why paper could not be drawn.
enum RasterError: LayerError {
    case fontMissing(String)
    /// The library that could not go on: memory is short, or the library is broken.
    case drawing(String)
    /// More paper than any printer holds.
    case rollEnded
    /// What the library says of the data.
    case noSymbol(String)
    case noRoom(Symbol.Kind)

    var failure: Failure {
        switch self {
        case .fontMissing(let file):
            Failure(
                "paper.fontMissing", "The font \(file) is not installed, so no paper can be drawn.",
                remedy: "apt-get install fonts-dejavu-core", recovery: .askOperator)
        case .drawing(let library):
            Failure("paper.drawing", "\(library) could not draw the paper.", recovery: .giveUp)
        case .rollEnded:
            Failure(
                "input.longerThanARoll", "This stream uses more paper than a roll of 80 metres has.", recovery: .giveUp)
        case .noSymbol(let words):
            Failure("symbol.notDrawn", "This data makes no symbol.", recovery: .giveUp, causes: [words])
        case .noRoom(let kind):
            Failure("symbol.noRoom", "This \(kind) is wider than the paper.", recovery: .giveUp)
        }
    }
}
