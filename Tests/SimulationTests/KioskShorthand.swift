import Flow
import Foundation
import Hardware
import Model
import Simulator
import Storage
import Stores

extension VirtualKiosk {
    /// With an older payment of the very amount of order 1042 in the terminal: nothing may mistake it for ours.
    convenience init(_ scenario: TerminalScenario) throws { try self.init(scenario, journal: .earlierBooking) }

    /// Starts a till that dies at that step.
    func startTill(dyingAt checkpoint: Checkpoint) throws -> VirtualTill {
        try startTill(TillLife(dyingAt: checkpoint.rawValue))
    }

    /// Starts a till whose disk is full from its n-th write on.
    func startTill(diskFullFrom write: Int) throws -> VirtualTill { try startTill(TillLife(diskFullFrom: write)) }

    var requests: Int { terminal.journal.requests.count }

    func orderIsPaid(_ order: Int64) throws -> Bool {
        try storage.read { try $0.paidBy(order: OrderID(rawValue: order), site: .embedded) != nil }
    }

    /// Unmarked prints begun of each receipt.
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
