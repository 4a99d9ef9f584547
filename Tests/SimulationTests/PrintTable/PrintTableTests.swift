import Foundation
import Simulator
import Synchronization
import Testing

/// The table of prints: a fault at any byte, any dot row and any deed of the till, with every kind of printer. Each
/// receipt is on paper once without a mark, or again with a mark, or known to be in doubt.
///
/// The tests play a sample; `TILL_FAULTS=500` plays about 500 cells of each printer, `TILL_FAULTS=all` every cell, and
/// `TILL_PRINT='small: power cycle after 700'` a single one.
@Suite struct PrintTableTests {
    private static let wish = ProcessInfo.processInfo.environment["TILL_PRINT"]
    private static let faults = ProcessInfo.processInfo.environment["TILL_FAULTS"]
    private static let playsAll = wish != nil || faults == "all"
    /// How many of each printer's cells are played, if not all.
    private static let sample = faults.flatMap(Int.init) ?? 48

    @Test(arguments: PrintModel.allCases)
    func noFaultLosesAReceiptOrPrintsItTwiceUnmarked(_ model: PrintModel) throws {
        let sheets = try PrintCell.wholeSheets(of: model)
        #expect(sheets.counts.unmarked == 3 && sheets.counts.marked == 3)
        let usual = try PrintCell(model, .nothing, whole: sheets)
        #expect(usual.broken == [])
        let pages = usual.room.lines[0].pages
        let whole = PrintFault.whole(
            bytes: usual.room.lines[0].bytesReceived, rows: pages.map(\.picture.height).max() ?? 1, deeds: usual.deeds)
        var cells = Self.playsAll ? whole : Self.sample(of: whole)
        if let wish = Self.wish { cells = cells.filter { "\(model.rawValue): \($0)" == wish } }
        let broken = try cells.compactMap { fault -> String? in
            let broken = try PrintCell(model, fault, whole: sheets).broken
            return broken.isEmpty ? nil : "\(model.rawValue): \(fault): \(broken.joined(separator: "; "))"
        }
        print("table of prints, \(model.rawValue): \(cells.count) of \(whole.count) cells, \(broken.count) broken")
        let isSound = broken.isEmpty
        #expect(isSound, "\(broken.count) of \(cells.count), the first: \(broken.prefix(8).joined(separator: "\n"))")
    }

    /// The same cells each time, spread over the whole; faults that have no place in particular are all played.
    private static func sample(of cells: [PrintFault]) -> [PrintFault] {
        let (anywhere, placed) = (cells.prefix { !$0.hasPlace }, cells.drop { !$0.hasPlace })
        let step = max(1, placed.count / max(1, sample))
        return anywhere + stride(from: placed.startIndex, to: placed.endIndex, by: step).map { placed[$0] }
    }
}
