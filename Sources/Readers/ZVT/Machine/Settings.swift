import Model

/// How we talk to this terminal: what its acquirer set up, and the optional fields that terminals differ in.
public struct TerminalSettings: Hashable, Sendable {
    public var password = Password.unset
    /// Columns that receipts are made for (tag 12).
    public var printerColumns = 32
    /// Tag 27: the character set we would like receipts in. In force only when the terminal confirms it.
    public var wishedCharacterSet: UInt8? = 0xFE
    /// BMP 19 of an Authorisation; nil leaves it out. 44: the terminal decides, our printer is ready.
    public var paymentType: UInt8? = 0x44
    /// BMP 01 of an Authorisation: how long the terminal waits for our answer to `04 0F`. Nil: its own 30 s.
    public var answerTimeoutSeconds: UInt8?
    /// BMP 02 of an Authorisation: how often the terminal may be told that the goods are not yet given. Nil: no limit.
    public var longestWait: UInt8?
    /// Whether `05 01` carries the password and asks for details; some terminals want it bare.
    public var asksStatusWithPassword = true
    /// Whether a reversal tells the amount beside the receipt number, for the terminal to compare.
    public var tellsAmountOfReversal = true

    public init() {}
}
