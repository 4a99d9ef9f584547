import ESCPOS
import Foundation
import Testing

/// A text file beside the tests with the expected output. `TILL_RECORD=1 swift test --filter Golden` records all of
/// them again; a person then reads the difference.
struct GoldenFile {
    static let isRecording = ProcessInfo.processInfo.environment["TILL_RECORD"] != nil
    static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// The path below `Tests/Fixtures`.
    let path: String

    private var url: URL { Self.root.appending(path: "Tests/Fixtures").appending(path: path) }

    /// The lines that differ, with what replaces them, in the words of the file; empty if nothing has changed.
    func differences(to lines: [String]) throws -> [String] {
        if Self.isRecording {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url)
        }
        let file = try String(contentsOf: url, encoding: .utf8)
        let known = file.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let changes = lines.difference(from: known).map { change in
            switch change {
            case .remove(let line, let words, _): "\(Self.heading(line, known)) no longer: \(words)"
            case .insert(let line, let words, _): "\(Self.heading(line, lines)) now: \(words)"
            }
        }
        return Array(changes.prefix(Self.mostDifferences))
    }

    /// The most differences that are listed; more than these have one cause.
    private static let mostDifferences = 20

    /// The line number, and the section of the file in which it is.
    private static func heading(_ line: Int, _ lines: [String]) -> String {
        let title = lines[...line].last { $0.hasPrefix("== ") }?.dropFirst(3).prefix { $0 != ":" } ?? ""
        return "line \(line + 1) \(title)"
    }
}

/// A print stream as text, one line for each part.
enum StreamWords {
    static func lines(of bytes: [UInt8], _ profile: PrinterProfile) -> [String] {
        var lines: [String] = []
        for entry in ESCPOSInspector.entries(of: bytes, codePages: profile.codePages, wideText: profile.wideText) {
            if entry.command == "line_feed", let last = lines.last, last.hasPrefix("\"") {
                lines[lines.count - 1] = last + " ⏎"
            } else {
                lines.append(line(entry))
            }
        }
        return lines
    }

    /// The FNV-1a hash, 64 bits.
    static func sum(_ bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    /// One part as text, such as `bold n=1` or `"2 x Käse" e4`: text with its bytes beyond ASCII, long data by its
    /// hash.
    private static func line(_ entry: ESCPOSInspector.Entry) -> String {
        if let text = entry.text {
            let bytes = stride(from: 0, to: entry.hex.count, by: 2).map { entry.hex.dropFirst($0).prefix(2) }
            return (["\"\(text)\""] + bytes.filter { $0 >= "80" }.map(String.init)).joined(separator: " ")
        }
        let arguments = (entry.args ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let isLong = entry.hex.utf8.count > 48
        let sum = isLong ? ["sum=\(Self.sum(entry.hex.utf8))"] : []
        return ([entry.command] + (isLong ? [] : [entry.hex]) + arguments + sum).joined(separator: " ")
    }
}
