import Flow
import Foundation
import Simulator
import StorageInMemory
import Synchronization

extension CutKind {
    /// Does what happens at the moment of the cut.
    func strike(_ life: TillLife, _ kiosk: VirtualKiosk) {
        switch self {
        case .tillDies: life.end()
        case .powerFails:
            life.end()
            (kiosk.storage as? MemoryStorage)?.losePower()
            kiosk.terminal.switchOff()
        case .lineLost: kiosk.terminal.pullCable(backAfter: .seconds(5))
        case .lineGone: kiosk.terminal.pullCable(backAfter: nil)
        }
    }
}

/// The row of the table in which the cut happened; set at the moment of the cut.
final class CutBox<Row: Sendable>: Sendable {
    private let stored = Mutex<Row?>(nil)
    var row: Row? { stored.withLock { $0 } }
    func set(_ row: Row?) { stored.withLock { $0 = row } }
}

extension VirtualKiosk {
    /// Makes the terminal behave by this scenario from now on.
    func exchange(_ scenario: TerminalScenario) {
        terminal.switchOff()
        terminal.switchOn(scenario)
        world.advance(by: .seconds(1))
    }

    /// Applies what follows a cut, until the terminal is found in that state.
    func comes(_ terminalState: TerminalAfterCut, after cut: CutKind, _ scenario: TerminalScenario) {
        if terminalState.isSwitchedOff, cut != .powerFails { terminal.switchOff() }
        world.now += terminalState.clockJump
        world.advance(by: terminalState.pause)
        if cut == .powerFails || terminalState.isSwitchedOff, terminalState != .neverBack {
            switchOn(terminalState, scenario)
        }
    }

    /// Ends the faults.
    func repair(_ terminalState: TerminalAfterCut, _ scenario: TerminalScenario) {
        terminal.plugIn()
        if terminalState == .neverBack { switchOn(terminalState, scenario) }
        // Longer than a terminal waits for anything: T4, and the card.
        world.advance(by: .seconds(240))
    }

    private func switchOn(_ terminalState: TerminalAfterCut, _ scenario: TerminalScenario) {
        var other = scenario
        other.identity.terminalID = "29009999"
        switch terminalState {
        case .installedAnew: terminal.switchOn(other, past: TerminalJournal(entries: []))
        // The replacement has just taken the same amount, with the receipt number that would have been next here.
        case .exchanged: terminal.switchOn(other, past: .booking(receipt: 8))
        default: terminal.switchOn()
        }
    }
}
