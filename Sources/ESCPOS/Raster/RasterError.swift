import Flow

/// Why paper could not be drawn.
enum RasterError: LayerError {
    case fontMissing(String)
    /// The library that could not go on: memory is short, or the library is broken.
    case drawing(String)
    /// More paper than any printer holds.
    case rollEnded

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
        }
    }
}
