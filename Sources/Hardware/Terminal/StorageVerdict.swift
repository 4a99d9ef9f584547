import Model

/// The till's answer to a record that was to be stored.
package enum StorageVerdict: Hashable, Sendable {
    /// The record is durable: the terminal may commit (ZVT `80 00 00`).
    case stored
    /// The record contradicts the request: the terminal must reverse (ZVT `84 66 00`).
    case refuse
    /// The record is durable, and so is what became of the goods: the terminal books accordingly (ZVT `84 9C`, `80 00`,
    /// `84 9D`, `84 66`). While the goods are pending, the terminal waits as long as it can and then repeats its
    /// result.
    case goods(DispenseResult)

    /// Whether the terminal books something in response.
    package var isCommit: Bool {
        switch self {
        case .stored, .goods(.given), .goods(.givenInPart): true
        case .refuse, .goods(.pending), .goods(.notGiven): false
        }
    }
}
