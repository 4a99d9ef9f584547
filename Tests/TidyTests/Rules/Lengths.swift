/// Twelve lines are a usual function, forty a long one; a file of more than four hundred lines must be split.
enum LengthRule {
    static let longestFile = 400
    static let longestFunction = 40

    static func fileOffences(in source: SwiftSource) -> [Offence] {
        guard source.lines.count > longestFile else { return [] }
        let what = "\(source.lines.count) lines; at most \(longestFile): this file is two"
        return [Offence(path: source.path, line: longestFile + 1, what: what)]
    }

    /// Functions that are a table, with a row for each case.
    static let tables = "Sources/Failures/Codes/"

    static func functionOffences(in source: SwiftSource) -> [Offence] {
        guard !source.path.hasPrefix(tables) else { return [] }
        return FunctionScanner.functions(in: source).compactMap { function in
            guard function.length > longestFunction else { return nil }
            let what = "\(function.name) has \(function.length) lines; at most \(longestFunction)"
            return Offence(path: source.path, line: function.firstLine, what: what)
        }
    }
}

/// A function, initialiser, subscript or computed property, from the line that names it to its closing brace.
struct MeasuredFunction: Equatable {
    let name: String
    /// Counted from one.
    let firstLine: Int
    let length: Int
}

/// Finds bodies by their keywords and braces, in code without comments and strings.
struct FunctionScanner {
    private static let keywords: Set<String> = ["func", "init", "deinit", "subscript", "var"]
    /// The tokens with which a signature may continue on its next line.
    private static let continuations = ["{", "->", "where", "async", "throws", "rethrows", ")", ">", "&&", "=="]

    private let text: [UInt8]
    /// The line of each byte, counted from one.
    private let line: [Int]

    private init(_ source: SwiftSource) {
        text = Array(source.code.joined(separator: "\n").utf8)
        var current = 1
        var line: [Int] = []
        line.reserveCapacity(text.count)
        for byte in text {
            line.append(current)
            if byte == .newline { current += 1 }
        }
        self.line = line
    }

    static func functions(in source: SwiftSource) -> [MeasuredFunction] {
        let scanner = FunctionScanner(source)
        return scanner.text.indices.compactMap { scanner.function(startingAt: $0) }
    }

    private func function(startingAt start: Int) -> MeasuredFunction? {
        guard let keyword = keyword(at: start) else { return nil }
        let afterKeyword = start + keyword.utf8.count
        let named = keyword == "func" || keyword == "var" ? nameEnd(from: afterKeyword) : afterKeyword
        guard let open = bodyStart(from: named, stopsAtValue: keyword == "var"), let close = closing(of: open)
        else { return nil }
        let name = String(decoding: text[start..<named], as: UTF8.self).split(separator: " ").joined(separator: " ")
        return MeasuredFunction(name: name, firstLine: line[start], length: line[close] - line[start] + 1)
    }

    /// The keyword that begins here as a whole word; `.init(` and `` `init` `` are uses, not declarations.
    private func keyword(at start: Int) -> String? {
        guard text[start].isWord else { return nil }
        if start > 0, text[start - 1].isWord || isAny(".`", text[start - 1]) { return nil }
        var next = start
        while next < text.count, text[next].isWord { next += 1 }
        guard next - start < 10 else { return nil }
        let word = String(decoding: text[start..<next], as: UTF8.self)
        guard Self.keywords.contains(word) else { return nil }
        if word == "init" || word == "subscript" {
            guard next < text.count, isAny("(?<!", text[next]) else { return nil }
        }
        return word
    }

    /// The end of the name; an operator's name ends at a space or parenthesis.
    private func nameEnd(from start: Int) -> Int {
        var next = start
        while next < text.count, text[next] == .space { next += 1 }
        let isOperator = next < text.count && !text[next].isWord && !isAny("`", text[next])
        while next < text.count, isOperator ? !isAny(" (\n", text[next]) : text[next].isWord || isAny("`", text[next]) {
            next += 1
        }
        return next
    }

    /// The brace that opens the body, or nil where there is none: a protocol's requirement, a stored property.
    private func bodyStart(from start: Int, stopsAtValue: Bool) -> Int? {
        var depth = 0
        for at in start..<text.count {
            switch Unicode.Scalar(text[at]) {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return at
            case "}" where depth == 0, ";" where depth == 0: return nil
            case "=" where depth == 0 && stopsAtValue: return nil
            case "\n" where depth == 0 && !continues(after: at): return nil
            default: break
            }
            if depth < 0 { return nil }
        }
        return nil
    }

    private func continues(after newline: Int) -> Bool {
        let rest = text[(newline + 1)...].drop { $0 == .space }
        return Self.continuations.contains { rest.starts(with: $0.utf8) }
    }

    private func closing(of open: Int) -> Int? {
        var depth = 0
        for at in open..<text.count {
            if isAny("{", text[at]) { depth += 1 }
            if isAny("}", text[at]) { depth -= 1 }
            if depth == 0 { return at }
        }
        return nil
    }

    private func isAny(_ expected: StaticString, _ byte: UInt8) -> Bool {
        expected.withUTF8Buffer { $0.contains(byte) }
    }
}
