/// One change of the sources by a rule.
struct Mutant: Codable, Hashable {
    /// The number by which the mutant is switched on.
    let number: Int
    let file: String
    let line: Int
    /// The function, such as `PaymentMachine.ended`.
    let function: String
    let rule: String
    let original: String
    let mutated: String

    /// Identifies the mutant as long as this piece of code is anywhere in the file.
    var key: String { "\(file) | \(function) | \(original) → \(mutated)" }
}

/// A piece of source with its mutants. Text is only inserted and single operators are replaced, so that wraps can be
/// nested.
struct Wrap {
    let mutants: [Mutant]
    let start: Int
    let end: Int
    let prefix: String
    let suffix: String
    /// The place of an operator that becomes the comma between two arguments.
    var comma: Range<Int>?
}

/// The mutants of one file, and the text of the file with those that compile.
struct MutatedFile {
    let path: String
    let source: [UInt8]
    let wraps: [Wrap]
    /// The position of the inserted import.
    let importAt: Int

    struct Output {
        var bytes: [UInt8] = []
        /// The range of each wrap in the mutated text, by the wrap's index.
        var places: [Int: Range<Int>] = [:]
    }

    /// Writes the text without the dropped wraps. No line is added or removed, so an error's line is the same in both
    /// texts.
    func written(without dropped: Set<Int>) -> Output {
        var starts: [Int: [Int]] = [:]
        var ends: [Int: [Int]] = [:]
        var commas: [Int: Int] = [:]
        var any = false
        for (index, wrap) in wraps.enumerated() where !dropped.contains(index) {
            any = true
            starts[wrap.start, default: []].append(index)
            ends[wrap.end, default: []].append(index)
            if let comma = wrap.comma { commas[comma.lowerBound] = comma.upperBound }
        }
        var output = Output()
        var began: [Int: Int] = [:]
        var at = 0
        while at <= source.count {
            for index in (ends[at] ?? []).reversed() {
                output.bytes += wraps[index].suffix.utf8
                output.places[index] = began[index, default: 0]..<output.bytes.count
            }
            if any, at == importAt { output.bytes += "import MutantSwitch; ".utf8 }
            for index in starts[at] ?? [] {
                began[index] = output.bytes.count
                output.bytes += wraps[index].prefix.utf8
            }
            if let past = commas[at] {
                output.bytes += ",".utf8
                at = past
                continue
            }
            if at < source.count { output.bytes.append(source[at]) }
            at += 1
        }
        return output
    }

    /// The wraps that begin on these lines.
    func wraps(on lines: ClosedRange<Int>) -> Set<Int> {
        Set(wraps.indices.filter { wraps[$0].mutants.contains { lines.contains($0.line) } })
    }

    /// The wraps around a place in the mutated text, the innermost last.
    func wraps(around line: Int, _ column: Int, in output: Output) -> [Int] {
        var begin = 0
        var current = 1
        for (index, byte) in output.bytes.enumerated() where current < line && byte == UInt8(ascii: "\n") {
            current += 1
            begin = index + 1
        }
        let place = begin + column - 1
        return output.places.filter { $0.value.contains(place) }
            .sorted { $0.value.count > $1.value.count }.map(\.key)
    }
}
