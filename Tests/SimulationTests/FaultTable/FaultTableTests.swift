import Foundation
import Hardware
import Simulator
import Synchronization
import Testing

/// The fault table: everything that can go wrong on a line or in a telegram, at every step of every command, on every
/// kind of terminal, over every kind of line. After each cell the result is compared with the terminal's own journal.
///
/// The tests play a slice in which every fault meets every command on every line, and every kind of terminal;
/// `TILL_FAULTS=all` plays the whole product. `TILL_CELL='lost ACK 9, authorise, keeps, serial'` plays one cell.
@Suite struct FaultTableTests {
    private static let wish = ProcessInfo.processInfo.environment["TILL_CELL"]
    private static let playsAll = wish != nil || ProcessInfo.processInfo.environment["TILL_FAULTS"] == "all"
    private static let whole = Mutex((faults: 0, cells: 0, broken: 0))

    @Test(arguments: Fault.allCases)
    func noFaultBreaksAnInvariant(_ fault: Fault) {
        var cells = Self.playsAll ? FaultCell.whole(fault) : FaultCell.covering(fault)
        if let wish = Self.wish { cells = cells.filter { $0.description == wish } }
        if Self.wish == nil { #expect(!cells.isEmpty, "no cell has this fault") }
        let broken = cells.compactMap { cell in
            let run = FaultRun(cell)
            return run.broken.isEmpty ? nil : "\(cell): \(run.broken.joined(separator: "; "))"
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
                fault table: \(whole.cells) cells, \(whole.faults) faults, \(FaultCommand.allCases.count) commands, \
                \(TerminalScenario.Profile.allCases.count) profiles, \(whole.broken) broke an invariant
                """)
        }
    }

    @Test(arguments: FaultCommand.allCases)
    func everyCommandIsTheOneItIsNamedAfter(_ command: FaultCommand) {
        #expect(FaultCommand(command.request) == command)
    }

    /// In the slice that the tests play every day, each fault and each command meet each kind of terminal on which they
    /// can occur.
    @Test func theSliceCoversEveryPair() {
        guard Self.wish == nil else { return }
        let cells = Fault.allCases.flatMap { FaultCell.covering($0) }
        let profiles = TerminalScenario.Profile.allCases
        for command in FaultCommand.allCases {
            let met = Set(cells.filter { $0.command == command }.map(\.profile))
            #expect(met.count == profiles.count, "\(command): \(met.count)")
        }
        for fault in Fault.allCases {
            let met = Set(cells.filter { $0.fault == fault }.map(\.profile))
            guard met.count < profiles.count else { continue }
            #expect(met == Set(FaultCell.whole(fault).map(\.profile)), "\(fault)")
        }
    }
}
