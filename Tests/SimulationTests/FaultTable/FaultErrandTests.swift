import Foundation
import Model
import Simulator
import Synchronization
import Testing

/// The fault table for transactions that go through the stores: whatever goes wrong, an order is charged at most once,
/// and the till says what the terminal's journal says, or that it does not know.
///
/// The tests strike every eighth place; `TILL_FAULTS=all` strikes all of them.
@Suite struct FaultErrandTests {
    private static let wish = ProcessInfo.processInfo.environment["TILL_CELL"]
    private static let playsAll = wish != nil || ProcessInfo.processInfo.environment["TILL_FAULTS"] == "all"
    private static let whole = Mutex((faults: 0, cells: 0, broken: 0))

    @Test(arguments: Fault.allCases)
    func noFaultBreaksThePromisesOfAPayment(_ fault: Fault) throws {
        var cells = FaultErrand.cells(fault, allPlaces: Self.playsAll)
        if let wish = Self.wish { cells = cells.filter { $0.description == wish } }
        if Self.wish == nil { #expect(!cells.isEmpty, "no cell has this fault") }
        let broken = try cells.compactMap { cell in
            let broken = try cell.run()
            return broken.isEmpty ? nil : "\(cell): \(broken.joined(separator: "; "))"
        }
        let isSound = broken.isEmpty
        #expect(
            isSound,
            "\(broken.count) of \(cells.count) cells, the first: \(broken.prefix(8).joined(separator: "\n"))")
        Self.tell(cells.count, broken.count)
    }

    private static func tell(_ cells: Int, _ broken: Int) {
        whole.withLock { whole in
            whole = (whole.faults + 1, whole.cells + cells, whole.broken + broken)
            guard whole.faults == Fault.allCases.count else { return }
            print(
                """
                fault table, payments: \(whole.cells) cells, \(whole.faults) faults, each kind of transaction, \
                \(whole.broken) broke an invariant
                """)
        }
    }
}
