import Foundation
import Hardware
import Model
import Simulator
import Synchronization
import Testing

/// The crash table: a payment, or the refund or reversal of one, is cut off everywhere, by everything, with every kind
/// of terminal; then it is started again, repaired, and compared with the terminal's own journal.
///
/// The cut points are not listed here: an uncut life is run first, and each of its deeds is a cut point. The tests cut
/// at every fourth deed, begin at another one in each column and skip rounds that repeat; `TILL_FAULTS=all` cuts at each. The state in which the
/// terminal is found afterwards changes from one cut to the next, so that over the table every cut meets every state.
@Suite struct CrashTableTests {
    /// Approved payments with each reading of the ZVT document; every other payment with the readings in turn.
    static let columns: [CrashColumn] =
        CutKind.allCases.flatMap { cut in
            Reading.allCases.map { CrashColumn(kind: .approve, cut: cut, readings: [$0]) }
                + PaymentKind.allCases.dropFirst().map {
                    CrashColumn(kind: $0, cut: cut, readings: Reading.allCases)
                }
                + TransactionKind.allCases.filter { $0 != .payment }.map {
                    CrashColumn(errand: $0, kind: .approve, cut: cut, readings: Reading.allCases)
                }
        }

    /// The columns over the network, where no acknowledgement of a block can be lost: with connections that are kept
    /// and with connections for each transaction, in turn.
    static let networkColumns: [CrashColumn] = columns.enumerated().map { index, column in
        var column = column
        column.line = .stream(ConnectionUse.allCases[index % ConnectionUse.allCases.count])
        return column
    }

    private static let whole = Mutex((columns: 0, cuts: 0, violations: 0))

    @Test(arguments: columns + networkColumns)
    func noCutBreaksAnInvariant(_ column: CrashColumn) throws {
        let tally = try column.run()
        print(tally)
        Self.whole.withLock { whole in
            whole.columns += 1
            whole.cuts += tally.cuts
            whole.violations += tally.violations.count
            guard whole.columns == Self.columns.count + Self.networkColumns.count else { return }
            print("crash table: \(whole.cuts) cuts, \(whole.violations) broke an invariant")
        }
        #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
    }
}

/// One payment, cut off in one way at each of its deeds.
struct CrashColumn: Sendable, CustomTestStringConvertible {
    private static let playsAll = ProcessInfo.processInfo.environment["TILL_FAULTS"] == "all"

    var errand = TransactionKind.payment
    let kind: PaymentKind
    let cut: CutKind
    let readings: [Reading]
    var line = LineKind.raw

    var testDescription: String {
        let reading = readings.count == 1 ? readings[0].rawValue : "each reading"
        let what = errand == .payment ? kind.rawValue : "\(errand.rawValue), \(kind.rawValue)"
        return "\(what), \(cut.rawValue), \(reading)\(line.inWords)"
    }

    func run() throws -> CrashTally<CrashRow> {
        var tally = CrashTally<CrashRow>(name: testDescription)
        let deeds = try add(at: nil, theCase(0), to: &tally).deeds
        for place in Self.playsAll ? Array(deeds.indices) : sample(of: deeds) {
            let run = theCase(place)
            try add(at: CutPoint(deed: place + 1), run, to: &tally)
            guard deeds[place].canBeTorn else { continue }
            try add(at: CutPoint(deed: place + 1, isTorn: true), run, to: &tally)
        }
        return tally
    }

    /// Every fourth deed. A terminal that contradicts itself is asked the same some hundred times: of these rounds the first ones
    /// and the last ones.
    private func sample(of deeds: [Deed]) -> [Int] {
        var seen: [[Deed]: Int] = [:]
        return deeds.indices.filter { place in
            let pair = Array(deeds[max(0, place - 1)...place])
            seen[pair, default: 0] += 1
            let isRepeated = seen[pair, default: 0] > Self.rounds && place + Self.rest < deeds.count
            return place % 4 == firstPlace && !isRepeated
        }
    }

    /// How often the same two deeds are cut apart, and how many of the last deeds are always cut at.
    private static let (rounds, rest) = (2, 20)

    /// The first deed to cut at; another one in each column, so that all are met.
    private var firstPlace: Int {
        let (kinds, cuts) = (PaymentKind.allCases, CutKind.allCases)
        return ((kinds.firstIndex(of: kind) ?? 0) + (cuts.firstIndex(of: cut) ?? 0) + (line == .raw ? 0 : 2)) % 4
    }

    @discardableResult
    private func add(at cut: CutPoint?, _ run: CrashCase, to tally: inout CrashTally<CrashRow>) throws -> CrashRun {
        let run = try CrashRun(run, at: cut)
        tally.add(run, run.violations, run.row, run.end)
        return run
    }

    private func theCase(_ place: Int) -> CrashCase {
        let terminalStates = TerminalAfterCut.allCases
        return CrashCase(
            errand: errand, kind: kind, reading: readings[place % readings.count], cut: cut,
            terminalState: terminalStates[(place * 7 + readings.count) % terminalStates.count], line: line)
    }
}

extension LineKind {
    fileprivate var inWords: String {
        switch self {
        case .raw: ""
        case .stream(let use): ", over the network, connection \(use.rawValue)"
        }
    }
}

extension Deed {
    /// Whether the deed can be cut in its middle: a telegram or a page can, a single acknowledgement or a database
    /// transaction cannot.
    fileprivate var canBeTorn: Bool {
        switch self {
        case .commit: false
        case .print, .ask: true
        case .send(let bytes), .receive(let bytes): bytes.count > 2
        }
    }
}

/// How many cuts fell where, how the payments ended, and what was wrong.
struct CrashTally<Row: Comparable & Hashable & RawRepresentable<String>>: CustomStringConvertible {
    let name: String
    private(set) var cuts = 0
    private(set) var ends: [Row: [String: Int]] = [:]
    private(set) var violations: [String] = []

    init(name: String) { self.name = name }

    mutating func add(_ run: some CustomStringConvertible, _ found: [String], _ row: Row?, _ end: String) {
        violations += found.map { "\(run): \($0)" }
        guard let row else { return }
        cuts += 1
        ends[row, default: [:]][end, default: 0] += 1
    }

    var description: String {
        let rows = ends.sorted { $0.key < $1.key }.map { row, ends in
            "\(row.rawValue): "
                + ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
        return "\(name): \(cuts) cuts, \(violations.count) violations\n  " + rows.joined(separator: "\n  ")
    }
}
