import Foundation
import Model
import Payments

/// The report of an end of day as text for people.
struct EndOfDayText {
    let report: EndOfDayReport
    let language: OperatorLanguage
    let clock: ShopClock

    private var books: Reconciliation { report.reconciliation }

    var text: String {
        let parts = [head, table, receipts, differences, remarks].filter { !$0.isEmpty }
        return parts.map { $0.map { $0.printable + "\n" }.joined() }.joined(separator: "\n")
    }

    private func say(_ words: Sentence) -> String { words.text(in: language) }
    private func say(_ key: Sentence.Key, _ arguments: [String: any CustomStringConvertible] = [:]) -> String {
        language.text(key, arguments)
    }

    private var head: [String] {
        let terminal = report.terminal.id.map { "\(say("endOfDayTable.terminal")) \($0), " } ?? ""
        let title = "\(report.id): \(terminal)\(report.terminal.address)"
        let begun = "\(say("endOfDayTable.begun")) \(clock.text(report.startedAt))"
        return [title, begun, say(report.outcome.sentence), say(books.headline)]
    }

    private var notTold: String { say("endOfDayTable.notTold") }

    private var table: [String] {
        let heads = [
            "", say("endOfDayTable.journal"), "", say("endOfDayTable.terminal"), "",
        ]
        let rows = books.schemes.map { line in
            [say(line.scheme.name), "\(line.journalCount)", say(books.amount(line.journalMinor))]
                + (books.tellsSchemes
                    ? ["\(line.terminalCount)", say(books.amount(line.terminalMinor))] : ["-", notTold])
        }
        let total = [
            say("endOfDayTable.total"), "\(books.journalCount)", say(books.amount(books.journalMinor)),
            books.terminalCount.map(String.init) ?? "-",
            books.terminalMinor.map { say(books.amount($0)) } ?? notTold,
        ]
        return Self.columns([heads] + rows + [total])
    }

    /// Aligns the first column to the left and figures to the right.
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
            say("endOfDayTable.receipts", ["first": first, "last": last])
        ]
    }

    private var differences: [String] {
        books.advice.flatMap { ["! \(say($0.sentence))", "    \(say($0.correction))"] }
    }

    private var remarks: [String] { books.notices.map { "- \(say($0.sentence))" } }
}
