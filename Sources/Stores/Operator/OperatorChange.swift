import Model

/// Journal kinds `operator.created`, `operator.pinChanged`, `operator.removed` and `operator.locked`: what became of an
/// operator. It never holds a PIN.
struct OperatorChange: Hashable, Codable, Sendable {
    enum Kind: String, CaseIterable {
        case created = "operator.created"
        case pinChanged = "operator.pinChanged"
        case removed = "operator.removed"
        /// The operator was locked out after too many wrong PINs.
        case locked = "operator.locked"
    }

    /// The operator; nil if no single one is locked, but the till as a whole, or a name that nobody has.
    let id: String?
    let name: String?
    /// How long no PIN is taken; only of a lock.
    var seconds: Int64?
    /// The requester of the change; nil for a lock.
    var by: Requester?
}
