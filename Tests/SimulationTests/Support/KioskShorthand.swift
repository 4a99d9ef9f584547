import Flow
import Foundation
import Hardware
import Model
import Simulator
import Storage
import Payments
import Testing

extension VirtualKiosk {
    /// Creates a kiosk whose terminal holds an older payment of the very amount of order 1042, which nothing may
    /// mistake for ours.
    convenience init(_ scenario: TerminalScenario) throws { try self.init(scenario, journal: .earlierBooking) }

    /// A kiosk whose terminal approves every payment, and a till in it.
    static func withTill() throws -> (VirtualKiosk, VirtualTill) {
        let kiosk = try VirtualKiosk(TerminalScenario())
        return (kiosk, try kiosk.startTill())
    }

    /// Switches the terminal off, and on again with its usual scenario and this change.
    func changeTerminal(_ change: (inout TerminalScenario) -> Void) {
        var scenario = TerminalScenario()
        change(&scenario)
        terminal.switchOff()
        terminal.switchOn(scenario)
        world.advance(by: .seconds(1))
    }

    /// Lets a minute pass, and expects that nothing the till said or printed contradicts the terminal's journal.
    func expectTheTruth(sourceLocation: SourceLocation = #_sourceLocation) throws {
        world.advance(by: .seconds(60))
        #expect(try violations() == [], sourceLocation: sourceLocation)
    }

    /// Starts a till that dies at this step.
    func startTill(dyingAt checkpoint: Checkpoint) throws -> VirtualTill {
        try startTill(TillLife(dyingAt: checkpoint.rawValue))
    }

    /// Starts a till whose disk is full from its n-th write on.
    func startTill(diskFullFrom write: Int) throws -> VirtualTill { try startTill(TillLife(diskFullFrom: write)) }

    var requests: Int { terminal.journal.requests.count }

    func orderIsPaid(_ order: Int64) throws -> Bool {
        try storage.read { try $0.paidBy(order: OrderID(rawValue: order), site: .embedded) != nil }
    }

    /// The kinds of the messages that the shop has not been told yet, oldest first.
    func outboxKinds() throws -> [String] { try storage.read { try $0.pendingOutbox(limit: 100) }.map(\.kind) }

    /// The amounts in the messages of this kind that the shop has not been told yet, oldest first.
    func amountsTold(_ kind: String) throws -> [Money] {
        struct Told: Decodable { let amount: Money }
        let items = try storage.read { try $0.pendingOutbox(limit: 100) }.filter { $0.kind == kind }
        return try items.map { try JSONDecoder().decode(Told.self, from: $0.payload).amount }
    }

    func refundsTold() throws -> [Money] { try amountsTold("order.refunded") }

    /// How many unmarked prints of each receipt were begun.
    func originals() throws -> [ReceiptID: Int] {
        let jobs = try storage.read { reader in
            try reader.receipts(limit: 100).flatMap { try reader.printJobs(receipt: $0.id) }
        }
        let begun = jobs.filter { $0.mark == .original && $0.state != .pending && $0.state != .failed }
        return Dictionary(grouping: begun, by: \.receipt).mapValues(\.count)
    }
}

extension TerminalJournal {
    static let earlierBooking = TerminalJournal.booking(receipt: 7)

    /// One confirmed payment, of the very amount of order 1042.
    static func booking(receipt: Int) -> TerminalJournal {
        let numbers = #""receipt":\#(receipt),"trace":7,"turnover":7"#
        let common = #""at":"2026-01-01T00:00:00","amountMinor":1150,"currency":"EUR""#
        let json =
            #"[{"number":1,"event":"booked",\#(common),\#(numbers)},{"number":2,"event":"confirmed",\#(common),\#(numbers)}]"#
        return TerminalJournal(entries: (try? JSONDecoder().decode([Entry].self, from: Data(json.utf8))) ?? [])
    }
}

extension DeviceAddress {
    static let paper = MemoryPrinter.address
}

extension Money {
    static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }
}
