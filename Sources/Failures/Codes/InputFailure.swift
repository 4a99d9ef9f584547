import Flow

package enum InputFailure: String, ListedFailure {
    package static let title = "Input of commands"

    case longerThanARoll = "input.longerThanARoll"
    case malformed = "input.malformed"
    case notHexadecimal = "input.notHexadecimal"
    case tooLong = "input.tooLong"

    package var meaning: FailureMeaning {
        switch self {
        case .longerThanARoll:
            .init(.malformed, mends: .integrator, "A stream of printer commands uses more paper than a roll has.")
        case .malformed:
            .init(.malformed, mends: .integrator, "A telegram to be read breaks the rules of its protocol.")
        case .notHexadecimal:
            .init(.malformed, mends: .integrator, "A telegram to be read is not written in whole hexadecimal bytes.")
        case .tooLong: .init(.malformed, mends: .integrator, "The input is longer than Till reads.")
        }
    }
}
