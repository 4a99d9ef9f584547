import Flow

package enum SettingFailure: String, ListedFailure {
    package static let title = "The shop's settings"

    case notFound = "setting.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such setting.")
        }
    }
}
