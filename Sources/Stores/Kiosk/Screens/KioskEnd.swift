/// The end of an attempt that charged nothing.
package struct KioskEnd: Hashable, Codable, Sendable {
    package enum Canceller: String, Hashable, Codable, Sendable, CaseIterable { case customer, terminal, time, staff }

    /// Nil for a payment that an earlier process began.
    package let attempt: KioskAttempt?

    /// Whether the same bill may be paid again: only if it is certain that nothing was charged.
    package var canTryAgain: Bool { attempt != nil }
}
