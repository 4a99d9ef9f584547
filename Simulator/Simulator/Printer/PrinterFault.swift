import Failures
import Flow

/// A fault of a simulated printer, with a name for `--fault` and `?fault=`.
package enum PrinterFault: Hashable, Sendable, CustomStringConvertible {
    /// No paper from the start.
    case paperOut
    /// The roll ends when page `page` (from 1) is `row` dots long.
    case paperEnds(page: Int, row: Int)
    case paperEndsAfterLines(Int)
    case paperNearEnd
    case coverOpen
    /// The cover is opened when the page is `row` dots long.
    case coverOpens(row: Int)
    /// The cutter jams at the next cut. Once the jam is cleared, a printer with a recovery command (`DLE ENQ`) waits
    /// for it; any other printer goes on.
    case cutterJams
    /// The cutter breaks at the next cut; only a power cycle repairs it.
    case cutterBreaks
    case offline
    /// The printer prints and never answers.
    case silent
    /// The printer stops reading after this many bytes, as with a full buffer.
    case stopsReading(after: Int)
    /// The cable is pulled for good after this many bytes.
    case unplugged(after: Int)
    /// The printer is switched off after this many bytes, and on again; unprinted data is lost.
    case powerCycle(after: Int)
    /// The printer behaves like many clones: it answers only `DLE EOT`, sends nonsense for `GS I`, and prints unknown
    /// commands as letters.
    case clone
    /// Everything after this many bytes is lost, as on a line without handshake.
    case loses(after: Int)
    /// All answers are delayed.
    case answersLate(by: Duration)
    /// The printer accepts `GS a` and never reports by itself.
    case noAutomaticStatus
    /// The printer accepts `GS ( H` and never answers it.
    case noProcessID
    /// The head is too hot when the page is `row` dots long; the printer goes on by itself when it is cool.
    case headGetsHot(row: Int)

    /// Whether the fault is a property of the printer that cannot be mended.
    var isItsNature: Bool { [.silent, .clone, .noAutomaticStatus, .noProcessID].contains(self) }

    /// The number of bytes after which the printer reads nothing more; nil when it goes on reading.
    var bytesTaken: Int? {
        switch self {
        case .stopsReading(let count), .unplugged(let count): count
        case .paperOut, .paperEnds, .paperEndsAfterLines, .paperNearEnd, .coverOpen, .coverOpens, .cutterJams,
            .cutterBreaks, .offline, .silent, .powerCycle, .clone, .loses, .answersLate, .noAutomaticStatus,
            .noProcessID, .headGetsHot:
            nil
        }
    }

    /// The default row, half way down a usual receipt.
    static let usualRow = 300

    /// Parses `paper-out`, `paper-out-at-row:120`, `paper-out-on-page:2`, …
    package init(name: String) throws(Failure) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let number = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, number) {
        case ("paper-out", nil) where parts.count == 1: self = .paperOut
        case ("near-end", nil) where parts.count == 1: self = .paperNearEnd
        case ("cover-open", nil) where parts.count == 1: self = .coverOpen
        case ("cutter-jam", nil) where parts.count == 1: self = .cutterJams
        case ("cutter-error", nil) where parts.count == 1: self = .cutterBreaks
        case ("clone", nil) where parts.count == 1: self = .clone
        case ("offline", nil) where parts.count == 1: self = .offline
        case ("silent", nil) where parts.count == 1: self = .silent
        case ("no-automatic-status", nil) where parts.count == 1: self = .noAutomaticStatus
        case ("no-process-id", nil) where parts.count == 1: self = .noProcessID
        case ("paper-out-at-row", .some(let row)) where row > 0: self = .paperEnds(page: 1, row: row)
        case ("cover-open-at-row", .some(let row)) where row > 0: self = .coverOpens(row: row)
        case ("paper-out-on-page", .some(let page)) where page > 0: self = .paperEnds(page: page, row: Self.usualRow)
        case ("paper-out-after-lines", .some(let lines)) where lines > 0: self = .paperEndsAfterLines(lines)
        case ("stops-reading", .some(let count)) where count >= 0: self = .stopsReading(after: count)
        case ("unplug", .some(let count)) where count >= 0: self = .unplugged(after: count)
        case ("power-cycle", .some(let count)) where count >= 0: self = .powerCycle(after: count)
        case ("loses", .some(let count)) where count >= 0: self = .loses(after: count)
        case ("late-answers", .some(let count)) where count > 0: self = .answersLate(by: .milliseconds(count))
        case ("head-hot-at-row", .some(let row)) where row > 0: self = .headGetsHot(row: row)
        default:
            throw Failure(
                SimulatorFailure.badFault, "There is no printer fault \(name).",
                remedy: "one of \(Self.names.joined(separator: ", "))", recovery: .giveUp)
        }
    }

    /// The names of all faults; N is a number.
    package static let names = [
        "paper-out", "near-end", "cover-open", "offline", "silent", "clone", "cutter-jam", "cutter-error",
        "paper-out-at-row:N", "paper-out-on-page:N", "paper-out-after-lines:N", "cover-open-at-row:N",
        "head-hot-at-row:N", "stops-reading:N", "loses:N", "unplug:N", "power-cycle:N", "late-answers:N",
        "no-automatic-status", "no-process-id",
    ]

    package var description: String {
        switch self {
        case .paperOut: "paper-out"
        case .paperNearEnd: "near-end"
        case .coverOpen: "cover-open"
        case .coverOpens(let row): "cover-open-at-row:\(row)"
        case .cutterJams: "cutter-jam"
        case .cutterBreaks: "cutter-error"
        case .offline: "offline"
        case .silent: "silent"
        case .paperEnds(1, let row): "paper-out-at-row:\(row)"
        case .paperEnds(let page, _): "paper-out-on-page:\(page)"
        case .paperEndsAfterLines(let lines): "paper-out-after-lines:\(lines)"
        case .stopsReading(let count): "stops-reading:\(count)"
        case .unplugged(let count): "unplug:\(count)"
        case .powerCycle(let count): "power-cycle:\(count)"
        case .clone: "clone"
        case .loses(let count): "loses:\(count)"
        case .answersLate(let delay): "late-answers:\(Int(delay / .milliseconds(1)))"
        case .noAutomaticStatus: "no-automatic-status"
        case .noProcessID: "no-process-id"
        case .headGetsHot(let row): "head-hot-at-row:\(row)"
        }
    }
}
