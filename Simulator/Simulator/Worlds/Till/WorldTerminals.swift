import Hardware
import Model
import Storage

/// The terminals of a world, and at which address each of them is.
final class WorldTerminals: @unchecked Sendable {  // guards: touched by the one thread that drives its world
    let first: LawfulTerminal
    /// Another terminal of the same make; nil in most stories.
    let twin: LawfulTerminal?
    /// Whether the two are connected at each other's address.
    private(set) var isSwapped = false

    init(_ first: LawfulTerminal, twin: LawfulTerminal?) {
        self.first = first
        self.twin = twin
    }

    var all: [LawfulTerminal] { [first, twin].compactMap(\.self) }

    /// The terminal at an address. Other names than the twin's are the first terminal's.
    func at(_ address: DeviceAddress) -> LawfulTerminal {
        guard let twin else { return first }
        return (address == twin.address) == isSwapped ? first : twin
    }

    func address(of terminal: LawfulTerminal) -> DeviceAddress {
        guard isSwapped, let twin else { return terminal.address }
        return terminal === twin ? first.address : twin.address
    }

    /// The terminal that was asked for the transaction; if none was, the one at its address.
    func asked(for payment: PaymentRecord) -> LawfulTerminal {
        all.first { $0.askedAt[payment.id] != nil } ?? DeviceAddress(payment.terminalAddress).map(at) ?? first
    }

    func swap() { isSwapped.toggle() }
}
