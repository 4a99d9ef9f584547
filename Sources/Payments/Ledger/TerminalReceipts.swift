import Hardware
import Model

/// Joins a terminal's texts to whole receipts, one per copy. An incomplete receipt is left out.
package struct TerminalReceipts {
    /// Words that show for whom an unlabelled receipt is.
    private static let customerWords = ["kundenbeleg", "customer"]
    private static let merchantWords = ["händlerbeleg", "haendlerbeleg", "merchant"]

    private struct Section {
        var copy: ReceiptCopy?
        var lines: [PrintedLine] = []
    }

    package let byCopy: [ReceiptCopy: [PrintedLine]]

    package init(_ texts: [TerminalText]) {
        var found: [ReceiptCopy: [PrintedLine]] = [:]
        for section in Self.sections(texts) {
            let said = section.copy ?? Self.copy(saidBy: section.lines).flatMap { found[$0] == nil ? $0 : nil }
            guard let copy = said ?? Self.next(after: found) else { continue }
            found[copy] = section.lines
        }
        byCopy = found
    }

    private static func sections(_ texts: [TerminalText]) -> [Section] {
        var whole: [Section] = []
        var open = Section()
        for text in texts {
            // The rest of the copy before this one never came.
            if let copy = text.copy, let former = open.copy, copy != former { open = Section() }
            open.copy = text.copy ?? open.copy
            open.lines += text.lines
            guard text.endsReceipt else { continue }
            whole.append(open)
            open = Section()
        }
        return whole
    }

    private static func copy(saidBy lines: [PrintedLine]) -> ReceiptCopy? {
        let text = lines.map { $0.text.lowercased().filter { $0 != " " } }.joined(separator: "\n")
        if customerWords.contains(where: text.contains) { return .customer }
        return merchantWords.contains(where: text.contains) ? .merchant : nil
    }

    /// Terminals print the merchant's receipt first unless they say otherwise (tag 1F04 bit 08 not set).
    private static func next(after found: [ReceiptCopy: [PrintedLine]]) -> ReceiptCopy? {
        if found[.merchant] == nil { return .merchant }
        return found[.customer] == nil ? .customer : nil
    }
}
