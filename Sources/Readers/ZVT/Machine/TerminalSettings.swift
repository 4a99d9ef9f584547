import Hardware
import Model

/// How to talk to this terminal: its acquirer's settings, and the optional fields in which terminals differ.
package struct TerminalSettings: Hashable, Sendable {
    package var password = Password.unset
    /// The width for which receipts are made, in characters (tag 12).
    package var printerColumns = 32
    /// Whether the terminal prints the receipts of payments on its own printer. If not, they are the till's to print.
    package private(set) var printsReceipts = false
    /// Tag 27: the requested character set of receipts. It applies only when the terminal confirms it.
    package var wishedCharacterSet: TerminalProfile.CharacterSet? = .utf8
    /// Whether a registration carries tags at all: permitted commands and the receipt width.
    package var announcesCommands = true
    /// Whether the question for the last transaction lets the terminal print too; some terminals only answer then.
    package var repeatsWithPrint = false
    /// T3: how long to wait for the answer to a command.
    package var answerWithin = Duration.seconds(5)
    /// How long after its last exchange with a till this terminal may still book a request.
    package var longestCardPhase = CardPhase.longest
    /// BMP 19 of an Authorisation; nil leaves it out. 44: the terminal decides, and the till's printer is ready.
    package var paymentType: UInt8? = 0x44
    /// BMP 01 of an Authorisation: how long the terminal waits for our answer to `04 0F`. Nil for its own 30 s.
    package var answerTimeoutSeconds: UInt8?
    /// BMP 02 of an Authorisation: how often the terminal may be told that the goods are not given yet. Nil for no limit.
    package var longestWait: UInt8?
    /// How much the terminal may send in one request.
    package var limits = RequestLimits()
    /// Whether `05 01` carries the password and asks for details; some terminals accept only the bare command.
    package var asksStatusWithPassword = true
    /// Whether a reversal carries the amount beside the receipt number, for the terminal to compare.
    package var tellsAmountOfReversal = true

    package init() {}

    /// Lets the terminal print the receipts of payments on its own printer. No payment says then that the till's is ready.
    package mutating func letTerminalPrint() {
        printsReceipts = true
        paymentType = 0x40
    }
}

extension TerminalSettings {
    /// Applies what a diagnosis found out about this terminal.
    package mutating func adopt(_ profile: TerminalProfile) {
        switch profile.registration {
        case .full: wishedCharacterSet = profile.characterSets?.first ?? wishedCharacterSet
        case .withoutCharacterSet: wishedCharacterSet = nil
        case .bare:
            wishedCharacterSet = nil
            announcesCommands = false
        case .unknown: break
        }
        switch profile.statusEnquiry {
        case .eitherWay, .onlyWithPassword: asksStatusWithPassword = true
        case .onlyBare: asksStatusWithPassword = false
        case .unknown: break
        }
        repeatsWithPrint = profile.repeatReceipt == .onlyWithPrint
    }
}
