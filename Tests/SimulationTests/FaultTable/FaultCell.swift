import Hardware
import Model
import Simulator

/// One fault, at one place of one command's conversation, on one kind of terminal and line.
struct FaultCell: Sendable, CustomStringConvertible {
    let fault: Fault
    /// The number of the telegram it strikes, among those that the terminal says or hears; 0 for the whole
    /// conversation.
    let place: Int
    let command: FaultCommand
    let profile: TerminalScenario.Profile
    let line: LineKind

    var description: String {
        let number = place > 0 ? " \(place)" : ""
        return "\(fault.rawValue)\(number), \(command.rawValue), \(profile.rawValue), \(line.word)"
    }
}

extension LineKind {
    static let every: [LineKind] = [.raw, .stream(.kept), .stream(.transaction)]

    var word: String {
        switch self {
        case .raw: "serial"
        case .stream(let use): use.rawValue
        }
    }
}

/// How a command goes when nothing goes wrong: what a fault can strike, and what a run is compared with.
struct UsualRun: Sendable {
    let said: ArraySlice<UInt16>
    let heard: ArraySlice<UInt16>
    let end: TerminalEnd?
    let took: Duration
    let wire: [[UInt8]]
    let commands: [UInt16: Int]

    init(_ command: FaultCommand, _ profile: TerminalScenario.Profile, _ line: LineKind) {
        let bench = FaultBench(TerminalScenario(profile), past: command.past, on: line)
        let before = bench.register()
        took = bench.ask(command.request, atMost: .seconds(600)) ?? .seconds(600)
        let seen = bench.witness.seen
        said = seen.said[before.said...]
        heard = seen.heard[before.heard...]
        end = seen.ends.first
        wire = seen.wire
        commands = bench.terminal.commands
    }

    private static let known = Shelf<String, UsualRun>()

    static func of(_ command: FaultCommand, _ profile: TerminalScenario.Profile, _ line: LineKind) -> UsualRun {
        known.value("\(command) \(profile) \(line)") { UsualRun(command, profile, line) }
    }

    /// The telegrams that a fault strikes, counted from 1 over the life of the terminal; of a run of equal telegrams,
    /// the first and the last.
    func places(of fault: Fault, _ command: FaultCommand, _ line: LineKind) -> [Int] {
        switch fault.target {
        case .all where fault == .mergedSegments: hasMergedSegment ? [0] : []
        case .all: fault.strikes(Array(said), of: command) ? [0] : []
        case .said(let fits):
            Self.ends(said).filter { fits(said[$0]) && (fault != .otherResult || command.tellsResult) }.map { $0 + 1 }
        case .heard:
            Self.ends(fault.showsAtTheEnd(on: line) || heard.last != 0x8000 ? heard : heard.dropLast()).map { $0 + 1 }
        case .command: heard.indices.filter { heard[$0] == command.control }.prefix(1).map { $0 + 1 }
        }
    }

    var hasMergedSegment: Bool { wire.contains { $0.zvtControls.count > 1 } }

    private static func ends(_ telegrams: ArraySlice<UInt16>) -> [Int] {
        telegrams.indices.filter { index in
            let isFirst = index == telegrams.startIndex || telegrams[index - 1] != telegrams[index]
            let isLast = index + 1 == telegrams.endIndex || telegrams[index + 1] != telegrams[index]
            return isFirst || isLast
        }
    }
}

// MARK: - The table

extension FaultCell {
    /// The whole table: every fault at every place of every command on every terminal and line.
    static func whole(_ fault: Fault) -> [FaultCell] {
        TerminalScenario.Profile.allCases.flatMap { profile in
            FaultCommand.allCases.flatMap { command in
                LineKind.every.flatMap { cells(fault, command, profile, $0) }
            }
        }
    }

    /// Every fault with every command and line, each on the kind of terminal whose turn it is, so that every fault
    /// meets every terminal and every command.
    static func covering(_ fault: Fault) -> [FaultCell] {
        let profiles = TerminalScenario.Profile.allCases
        let turn = Fault.allCases.firstIndex(of: fault) ?? 0
        let slice = FaultCommand.allCases.enumerated().flatMap { number, command in
            LineKind.every.enumerated().flatMap { lineNumber, line in
                cells(fault, command, profiles[(turn + number + 5 * lineNumber) % profiles.count], line)
            }
        }
        // A fault that strikes only a few commands does not meet every kind of terminal by turns.
        let missed = profiles.filter { profile in !slice.contains { $0.profile == profile } }
        return slice
            + missed.compactMap { profile in
                FaultCommand.allCases.lazy.flatMap { command in
                    LineKind.every.lazy.flatMap { cells(fault, command, profile, $0) }
                }.first
            }
    }

    private static func cells(
        _ fault: Fault, _ command: FaultCommand, _ profile: TerminalScenario.Profile, _ line: LineKind
    ) -> [FaultCell] {
        // A terminal of this kind closes idle connections anyway.
        guard fault.exists(on: line), fault != .idleClose || profile != .closesIdle else { return [] }
        return UsualRun.of(command, profile, line).places(of: fault, command, line).map {
            FaultCell(fault: fault, place: $0, command: command, profile: profile, line: line)
        }
    }
}
