import Model

/// One way among several to ask a terminal something.
package enum TerminalProbe: Hashable, Sendable {
    /// A registration with this much announced.
    case registration(Currency, TerminalProfile.Registration, wish: TerminalProfile.CharacterSet?)
    case status(withPassword: Bool)
    /// An abort that ends nothing, sent only while no request runs (ZVT `06 B0`).
    case abort
}
