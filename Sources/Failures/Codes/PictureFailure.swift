import Flow

package enum PictureFailure: String, ListedFailure {
    package static let title = "Pictures for receipts"

    case broken = "picture.broken"
    case tooLarge = "picture.tooLarge"
    case unknownFormat = "picture.unknownFormat"

    package var meaning: FailureMeaning {
        switch self {
        case .broken: .init(.malformed, mends: .operator, "The picture's file cannot be read.")
        case .tooLarge: .init(.malformed, mends: .operator, "The picture is larger than Till takes.")
        case .unknownFormat: .init(.malformed, mends: .operator, "The picture is neither a PNG nor a JPEG file.")
        }
    }
}
