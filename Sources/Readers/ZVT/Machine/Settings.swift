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
    /// Whether `05 01` carries the password and asks for details; some terminals want it bare.
    public var asksStatusWithPassword = true

    public init() {}
}

/// The commands we send, each as a whole sequence sends it.
enum Sequences {
    private static let noServiceMenu: UInt8 = 0x01
    private static let noMenuAndDetails: UInt8 = 0x06

    static func registration(_ currency: Currency, _ settings: TerminalSettings) -> Telegram {
        let commands = [Control.printTextBlock, Control.printLine].map { control in
            TLV(TLVTag.command, [UInt8(control >> 8), UInt8(control & 0xFF)])
        }
        var objects = [
            TLV(TLVTag.printerColumns, BCD.bytes(Int64(settings.printerColumns), count: 1)),
            TLV(TLVTag.permittedCommands, objects: commands),
        ]
        if let wish = settings.wishedCharacterSet {
            objects.append(TLV(TLVTag.characterSets, objects: [TLV(TLVTag.characterSet, [wish])]))
        }
        return .registration(
            Registration(
                password: settings.password, configuration: .kiosk, currency: currency.number,
                serviceByte: noServiceMenu, objects: objects))
    }

    /// Nil when twelve digits cannot say the amount.
    static func authorisation(_ amount: Money, _ settings: TerminalSettings) -> Telegram? {
        Authorisation(
            amountMinor: amount.minorUnits, currency: amount.currency.number, paymentType: settings.paymentType,
            timeoutSeconds: settings.answerTimeoutSeconds
        ).map(Telegram.authorisation)
    }

    static func statusEnquiry(_ settings: TerminalSettings) -> Telegram {
        let isBare = !settings.asksStatusWithPassword
        return .statusEnquiry(
            StatusEnquiry(
                password: isBare ? nil : settings.password, serviceByte: isBare ? nil : noMenuAndDetails))
    }

    static func repeatReceipt(_ settings: TerminalSettings) -> Telegram {
        .repeatReceipt(
            RepeatReceipt(password: settings.password, serviceByte: RepeatReceipt.statusWithoutPrint))
    }
}
