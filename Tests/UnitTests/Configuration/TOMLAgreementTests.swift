import Flow
import TOMLKit
import Testing

@testable import Configuration

/// TOMLKit reads every document that our reader accepts, with the same result. (The reverse is not tested, nor are
/// invalid documents, at which TOMLKit aborts the process; see docs/decisions/0010.)
@Suite struct TOMLAgreementTests {
    private func theirs(_ text: String) throws -> Plain { plain(try TOMLTable(string: text)) }

    private func ours(_ text: String) throws -> Plain {
        .table(try TOMLReader.read(Array(text.utf8)).mapValues { Plain($0.value) })
    }

    private func plain(_ node: any TOMLValueConvertible) -> Plain {
        if let text = node.string { return .text(text) }
        if let number = node.int { return .number(Int64(number)) }
        if let flag = node.bool { return .flag(flag) }
        if let list = node.array { return .list((0..<list.count).map { plain(list[$0]) }) }
        guard let table = node.table else { return .other }
        return .table(
            Dictionary(table.keys.compactMap { key in table[key].map { (key, plain($0)) } }) { first, _ in first })
    }

    @Test(arguments: 1...300)
    func bothReadADrawnDocumentAlike(seed: UInt64) throws {
        var writer = DocumentWriter(seed: seed)
        let text = writer.document()
        #expect(try ours(text) == theirs(text), "\(text)")
    }
}

/// Writes valid TOML in unusual forms.
private struct DocumentWriter {
    private var chance: SeededGenerator
    private var names = 0

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    mutating func document() -> String {
        var text = pairs()
        for _ in 0..<draw(4) {
            let name = key()
            if draw(2) == 0 {
                text += "[ \(name) ] # table\(end())" + pairs()
            } else {
                for _ in 0...draw(2) { text += "[[\(name)]]\(end())" + pairs() }
            }
            if draw(3) == 0 { text += "[\(name).\(key())]\(end())" + pairs() }
        }
        return text
    }

    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
    private mutating func end() -> String { ["\n", "\r\n", "\n\n \t\n", " # ü \t\n"][draw(4)] }

    /// Returns a new key on each call, so that no key stands in a document twice.
    private mutating func key() -> String {
        names += 1
        return ["k\(names)", "\(names)", "-_\(names)", "\"q \\u00e4 \(names)\"", "'l.\(names)'"][draw(5)]
    }

    private mutating func pairs() -> String {
        var text = ""
        for _ in 0..<draw(5) {
            let name = draw(4) == 0 ? "\(key()) . \(key())" : key()
            text += "\(name) =\t\(value(depth: 0))\(end())"
        }
        return text
    }

    private mutating func value(depth: Int) -> String {
        switch draw(depth < 3 ? 9 : 7) {
        case 0: return ["0", "-0", "+17", "1_000", "0xdead_BEEF", "0o755", "0b1_0", "-9223372036854775808"][draw(8)]
        case 1: return ["true", "false"][draw(2)]
        case 2: return ["1.5", "-3e7", "inf", "2026-11-21", "07:32:00.25", "2026-11-21T07:32:00Z"][draw(6)]
        case 3: return ["\"\"", "\"a\\tb\\\"\\\\\"", "\"\\u20AC\\U0001F600\"", "\"#=[\""][draw(4)]
        case 4: return ["''", "'\\'", "'\"#'"][draw(3)]
        case 5: return ["\"\"\"\n a\\n\n\"\"\"", "\"\"\"\"x\"\"\"\"\"", "\"\"\"a\\\n   \n  b \\\\\"\"\""][draw(3)]
        case 6: return ["'''\nx\\\n'''", "''''''", "''''a''b'''''"][draw(3)]
        case 7:
            let items = (0..<draw(4)).map { _ in value(depth: depth + 1) }
            let comma = items.isEmpty || draw(2) == 0 ? "" : ","
            return "[ " + items.joined(separator: " , # x\n") + "\(comma)\n]"
        default:
            let items = (0..<draw(3)).map { _ in "\(key()) = \(value(depth: depth + 1))" }
            return "{ " + items.joined(separator: " , ") + " }"
        }
    }
}
