import Flow

/// Transmits telegrams on one kind of line. Pure: bytes and times go in, steps come out.
///
/// Each link documents what its steps promise, for example how much `delivered` proves.
package protocol TelegramLink: Sendable {
    /// The time at which `timeout` must be called; nil for never.
    var deadline: Uptime? { get }
    /// Whether a telegram is arriving. `deadline` then limits its next byte or its end.
    var isReceiving: Bool { get }
    /// Starts on a new line or connection, with nothing under way.
    mutating func open(at now: Uptime) -> [LinkStep]
    mutating func send(_ telegram: [UInt8], at now: Uptime) -> [LinkStep]
    /// Withdraws all our commands that the other side cannot have received.
    mutating func withdrawCommands(at now: Uptime) -> [LinkStep]
    /// Takes bytes from the front, up to the first that causes steps, so that these are done before the next bytes are read.
    mutating func received(_ bytes: inout ArraySlice<UInt8>, at now: Uptime) -> [LinkStep]
    /// Call this when everything received has been handled.
    mutating func proceed(at now: Uptime) -> [LinkStep]
    /// Call this when `deadline` has passed; earlier calls do nothing.
    mutating func timeout(at now: Uptime) -> [LinkStep]
    /// What went wrong since the last call and was dealt with.
    mutating func takeErrors() -> [ProtocolError]
}

extension SerialLink: TelegramLink {}
