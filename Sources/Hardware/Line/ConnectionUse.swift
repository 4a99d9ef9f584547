/// How long a connection is used.
package enum ConnectionUse: String, Hashable, CaseIterable, Sendable {
    /// Until one of the sides closes it.
    case kept
    /// For one request, from the command to its end.
    case transaction
}
