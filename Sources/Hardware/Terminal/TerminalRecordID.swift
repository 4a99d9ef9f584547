/// Identifies an event that must be durable before it is answered. It is unique within one connection.
package struct TerminalRecordID: Hashable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}
