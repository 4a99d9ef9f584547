import Flow

package enum PaperFailure: String, ListedFailure {
    package static let title = "Drawing paper"

    case drawing = "paper.drawing"
    case fontMissing = "paper.fontMissing"

    package var meaning: FailureMeaning {
        switch self {
        case .drawing: .init(.deviceUnavailable, mends: .service, "A library could not draw the paper.")
        case .fontMissing:
            .init(.deviceUnavailable, mends: .operator, "The font that paper is drawn with is not installed.")
        }
    }
}
