import Flow

/// How telegrams travel on one kind of line. Pure: bytes and times in, steps out.
///
/// What each step promises beyond that, the link says: how much `delivered` proves depends on the line.
package protocol TelegramLink: Sendable {
    /// When `timeout` is to be called; nil for never.
    var deadline: Uptime? { get }
    /// Whether a telegram is coming in: `deadline` is then until when it must go on, or be whole.
    var isReceiving: Bool { get }
    /// A new line, or a new connection: nothing is under way.
    mutating func open(at now: Uptime) -> [LinkStep]
    mutating func send(_ telegram: [UInt8], at now: Uptime) -> [LinkStep]
    /// Takes back every command of ours that the other side cannot have heard.
    mutating func withdrawCommands(at now: Uptime) -> [LinkStep]
    /// Takes bytes off the front, no further than to the first that asks for steps: what they lead to can be done
    /// before the next is looked at.
    mutating func received(_ bytes: inout ArraySlice<UInt8>, at now: Uptime) -> [LinkStep]
    /// To be called when all that was received has been dealt with.
    mutating func proceed(at now: Uptime) -> [LinkStep]
    /// To be called when `deadline` has passed; earlier does nothing.
    mutating func timeout(at now: Uptime) -> [LinkStep]
}

extension SerialLink: TelegramLink {}
