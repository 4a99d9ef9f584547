import ESCPOS
import Flow
import Simulator

/// A printer, and the model that the till takes it for.
enum PrintModel: String, CaseIterable, Sendable {
    /// Confirms each print, reports each change, and has a large buffer; its line is gone while it is switched off.
    case proving
    /// Confirms a print, on a slow serial line with hardly any buffer.
    case small
    /// Confirms a print, on a line so slow that a part is lost while the power is off, and the rest arrives.
    case slow
    /// Answers questions for its state and `GS r`, and sends nothing by itself.
    case modest
    /// A clone that answers `DLE EOT` and nothing else.
    case copy

    var proof: PrinterCapabilities {
        switch self {
        case .proving:
            PrinterCapabilities(tellsWhenPrinted: true, tellsChanges: true, mustAnswer: true, bytesPerSecond: 1_000_000)
        case .small:
            PrinterCapabilities(tellsWhenPrinted: true, tellsChanges: true, mustAnswer: true, bytesPerSecond: 11_520)
        case .slow:
            PrinterCapabilities(tellsWhenPrinted: true, tellsChanges: true, mustAnswer: true, bytesPerSecond: 960)
        case .modest: PrinterCapabilities(mustAnswer: true, mustAnswerInOrder: true, bytesPerSecond: 11_520)
        case .copy: PrinterCapabilities(mustAnswer: true, bytesPerSecond: 11_520)
        }
    }

    var losesLineInTheDark: Bool { self == .proving }

    /// The speed of its line; nil for a line that takes no time.
    var lineBytesPerSecond: Int? { self == .slow ? 960 : nil }

    var model: VirtualPrinter.Model {
        var model: VirtualPrinter.Model
        switch self {
        case .proving, .slow:
            model = VirtualPrinter.Model(.tmT20III)
            (model.bufferSize, model.bytesPerSecond) = (4_096, 60_000)
        case .small:
            model = VirtualPrinter.Model(.tmT20III)
            (model.bufferSize, model.bytesPerSecond) = (256, 2_000)
        case .modest:
            model = VirtualPrinter.Model(.generic80)
            (model.bufferSize, model.bytesPerSecond) = (4_096, 4_000)
        case .copy:
            model = VirtualPrinter.Model(.xprinter80)
            (model.bufferSize, model.bytesPerSecond) = (1_024, 4_000)
        }
        return model
    }
}

/// What goes wrong while three receipts are printed, and where.
enum PrintFault: Hashable, Sendable, CustomStringConvertible {
    case nothing
    /// New paper is put in before patience is over.
    case paperEnds(row: Int)
    /// New paper is put in long after patience is over.
    case paperEndsForLong(row: Int)
    case coverOpens(row: Int)
    case cutterJams
    case cutterBreaks
    case stopsReading(byte: Int)
    case unplugged(byte: Int)
    case powerCycle(byte: Int)
    /// Somebody switches the printer off and on instead of putting in paper.
    case powerCycleWithoutPaper(row: Int)
    /// The till is killed before its n-th deed, or in the middle of it.
    case killed(deed: Int, isTorn: Bool)
    /// The till's power fails, which also undoes the commits that are not synced. The printer keeps its power.
    case powerFails(deed: Int, isTorn: Bool)
    /// The till is killed while it waits for paper.
    case killedWithoutPaper(row: Int)

    var fault: PrinterFault? {
        switch self {
        case .nothing, .killed, .powerFails: nil
        case .paperEnds(let row), .paperEndsForLong(let row), .powerCycleWithoutPaper(let row),
            .killedWithoutPaper(let row):
            .paperEnds(page: 1, row: row)
        case .coverOpens(let row): .coverOpens(row: row)
        case .cutterJams: .cutterJams
        case .cutterBreaks: .cutterBreaks
        case .stopsReading(let byte): .stopsReading(after: byte)
        case .unplugged(let byte): .unplugged(after: byte)
        case .powerCycle(let byte): .powerCycle(after: byte)
        }
    }

    /// Whether somebody comes in time and nothing is lost; then nothing may be in doubt.
    func isOvercome(at model: PrintModel) -> Bool {
        switch self {
        case .nothing, .paperEnds, .coverOpens, .stopsReading: true
        // This printer waits for a command to go on, but the till does not know that it does.
        case .cutterJams: model != .modest
        case .paperEndsForLong, .cutterBreaks, .unplugged, .powerCycle, .powerCycleWithoutPaper, .killed,
            .powerFails, .killedWithoutPaper:
            false
        }
    }

    var hasPlace: Bool { ![.nothing, .cutterJams, .cutterBreaks].contains(self) }

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .paperEnds(let row): "paper ends at \(row)"
        case .paperEndsForLong(let row): "paper ends for long at \(row)"
        case .coverOpens(let row): "cover opens at \(row)"
        case .cutterJams: "cutter jams"
        case .cutterBreaks: "cutter breaks"
        case .stopsReading(let byte): "stops reading after \(byte)"
        case .unplugged(let byte): "unplugged after \(byte)"
        case .powerCycle(let byte): "power cycle after \(byte)"
        case .powerCycleWithoutPaper(let row): "power cycle without paper at \(row)"
        case .killed(let deed, let isTorn): "till killed \(isTorn ? "within" : "before") \(deed)"
        case .powerFails(let deed, let isTorn): "power fails \(isTorn ? "within" : "before") \(deed)"
        case .killedWithoutPaper(let row): "till killed without paper at \(row)"
        }
    }

    /// Every fault of a run that has this many bytes, dot rows and deeds when nothing goes wrong.
    static func whole(bytes: Int, rows: Int, deeds: Int) -> [PrintFault] {
        let everyRow = Array(1...rows)
        let everyByte = Array(0...bytes)
        // The first question is answered; otherwise the print waits for the printer, and nothing has begun.
        let afterTheFirst = everyByte.drop { $0 < 9 }
        return [.nothing, .cutterJams, .cutterBreaks] + everyRow.map(Self.paperEnds)
            + everyRow.map(Self.paperEndsForLong)
            + everyRow.map(Self.coverOpens) + everyRow.map(Self.powerCycleWithoutPaper)
            + everyRow.map(Self.killedWithoutPaper) + afterTheFirst.map(Self.stopsReading)
            + everyByte.map(Self.unplugged) + everyByte.map(Self.powerCycle)
            + (1...deeds).flatMap { deed in [true, false].map { .killed(deed: deed, isTorn: $0) } }
            + (1...deeds).flatMap { deed in [true, false].map { .powerFails(deed: deed, isTorn: $0) } }
    }
}
