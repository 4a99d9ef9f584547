import Foundation
import Model
import Payments

/// A report on a day, as people read it.
struct EndOfDayText {
    let report: EndOfDayReport
    let language: OperatorLanguage
    let clock: ShopClock

    private var books: Reconciliation { report.reconciliation }

    var text: String {
        let parts = [head, table, receipts, differences, remarks].filter { !$0.isEmpty }
        return parts.map { $0.map { $0.printable + "\n" }.joined() }.joined(separator: "\n")
    }

    private func say(_ words: BilingualText) -> String { words.text(in: language) }
    private func say(_ english: String, _ german: String) -> String { say(BilingualText(english, german)) }

    private var head: [String] {
        let terminal = report.terminal.id.map { "\(say("terminal", "Terminal")) \($0), " } ?? ""
        let title = "\(report.id): \(terminal)\(report.terminal.address)"
        let begun = "\(say("begun", "begonnen")) \(clock.text(report.startedAt))"
        return [title, begun, say(report.outcome.sentence), say(books.headline)]
    }

    private var notTold: String { say("not told", "nicht genannt") }

    private var table: [String] {
        let heads = [
            "", say("journal", "Journal"), "", say("terminal", "Terminal"), "",
        ]
        let rows = books.schemes.map { line in
            [say(line.scheme.name), "\(line.journalCount)", say(books.amount(line.journalMinor))]
                + (books.tellsSchemes
                    ? ["\(line.terminalCount)", say(books.amount(line.terminalMinor))] : ["-", notTold])
        }
        let total = [
            say("total", "gesamt"), "\(books.journalCount)", say(books.amount(books.journalMinor)),
            books.terminalCount.map(String.init) ?? "-",
            books.terminalMinor.map { say(books.amount($0)) } ?? notTold,
        ]
        return Self.columns([heads] + rows + [total])
    }

    /// The first column to the left, figures to the right.
    private static func columns(_ rows: [[String]]) -> [String] {
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { place, cell in
                let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
                return place == 0 ? cell.0 + blanks : blanks + cell.0
            }.joined(separator: "  ")
        }
    }

    private var receipts: [String] {
        guard let first = books.firstReceipt, let last = books.lastReceipt else { return [] }
        return [
            say(
                "The terminal counted receipts \(first) to \(last).",
                "Das Terminal hat die Belege \(first) bis \(last) gezählt.")
        ]
    }

    private var differences: [String] {
        books.advice.flatMap { ["! \(say($0.sentence))", "    \(say($0.correction))"] }
    }

    private var remarks: [String] { books.notices.map { "- \(say($0.sentence))" } }
}
