/// The kinds of items that one delivery handles.
package enum OutboxKinds: Hashable, Sendable {
    case all
    case only(String)
    case allBut(String)

    package func contains(_ kind: String) -> Bool {
        switch self {
        case .all: true
        case .only(let one): kind == one
        case .allBut(let one): kind != one
        }
    }
}
