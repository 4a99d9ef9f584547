import Flow

package enum AcquirerFailure: String, ListedFailure {
    package static let title = "The acquirer behind an encrypting reader"

    case booksWhole = "acquirer.booksWhole"
    case contradiction = "acquirer.contradiction"
    case keeps = "acquirer.keeps"
    case noAnswer = "acquirer.noAnswer"
    case pending = "acquirer.pending"
    case unknown = "acquirer.unknown"
    case unreachable = "acquirer.unreachable"

    package var meaning: FailureMeaning {
        switch self {
        case .booksWhole:
            .init(
                .temporary, mends: .cashier,
                "A part was to be taken back from an acquirer that has booked the whole amount and takes back no part.")
        case .contradiction:
            .init(.temporary, mends: .acquirer, "The acquirer's answer fits nothing that it was asked.")
        case .keeps: .init(.temporary, mends: .acquirer, "The acquirer keeps a transaction that was to be taken back.")
        case .noAnswer: .init(.temporary, mends: .time, "The acquirer did not answer in time.")
        case .pending: .init(.temporary, mends: .time, "The acquirer has not decided yet.")
        case .unknown:
            .init(.usage, mends: .integrator, "The reader's address names an acquirer that Till does not know.")
        case .unreachable: .init(.temporary, mends: .time, "No connection to the acquirer could be made.")
        }
    }
}
