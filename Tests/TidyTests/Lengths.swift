/// Twelve lines are a usual function, forty a long one; a file past four hundred lines is two.
enum LengthRule {
    static let longestFile = 400
    static let longestFunction = 40

    static func fileOffences(in source: SwiftSource) -> [Offence] {
        guard source.lines.count > longestFile else { return [] }
        let what = "\(source.lines.count) lines; at most \(longestFile): this file is two"
        return [Offence(path: source.path, line: longestFile + 1, what: what)]
    }

    static func functionOffences(in source: SwiftSource) -> [Offence] {
        FunctionScanner.functions(in: source).compactMap { function in
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
    /// What a signature may go on with on its next line.
    private static let continuations = ["{", "->", "where", "async", "throws", "rethrows", ")", ">", "&&", "=="]

    private let text: [Character]
    /// The line of each character, counted from one.
    private let line: [Int]

    private init(_ source: SwiftSource) {
        text = Array(source.code.joined(separator: "\n"))
        var current = 1
        var line: [Int] = []
        for character in text {
            line.append(current)
            if character == "\n" { current += 1 }
        }
        self.line = line
    }

    static func functions(in source: SwiftSource) -> [MeasuredFunction] {
        let scanner = FunctionScanner(source)
        return scanner.text.indices.compactMap { scanner.function(startingAt: $0) }
    }

    private func function(startingAt start: Int) -> MeasuredFunction? {
        guard let keyword = keyword(at: start) else { return nil }
        let afterKeyword = start + keyword.count
        let named = keyword == "func" || keyword == "var" ? nameEnd(from: afterKeyword) : afterKeyword
        guard let open = bodyStart(from: named, stopsAtValue: keyword == "var"), let close = closing(of: open)
        else { return nil }
        let name = String(text[start..<named]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return MeasuredFunction(name: name, firstLine: line[start], length: line[close] - line[start] + 1)
    }

    /// The keyword that begins here as a whole word; `.init(` and `` `init` `` are uses, not declarations.
    private func keyword(at start: Int) -> String? {
        if start > 0, isWord(text[start - 1]) || ".`".contains(text[start - 1]) { return nil }
        let word = String(text[start...].prefix { isWord($0) })
        guard Self.keywords.contains(word) else { return nil }
        let next = start + word.count
        if word == "init" || word == "subscript" {
            guard next < text.count, "(?<!".contains(text[next]) else { return nil }
        }
        return word
    }

    /// Past the name; an operator's name ends at a space or parenthesis.
    private func nameEnd(from start: Int) -> Int {
        let name = text[start...].prefix { $0 == " " }.endIndex
        let isOperator = name < text.count && !isWord(text[name]) && text[name] != "`"
        return text[name...].prefix { isOperator ? !$0.isWhitespace && $0 != "(" : isWord($0) || $0 == "`" }.endIndex
    }

    /// The brace that opens the body, or nil where there is none: a protocol's requirement, a stored property.
    private func bodyStart(from start: Int, stopsAtValue: Bool) -> Int? {
        var depth = 0
        var at = start
        while at < text.count {
            switch text[at] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return at
            case "}" where depth == 0, ";" where depth == 0: return nil
            case "=" where depth == 0 && stopsAtValue: return nil
            case "\n" where depth == 0 && !continues(after: at): return nil
            default: break
            }
            if depth < 0 { return nil }
            at += 1
        }
        return nil
    }

    private func continues(after newline: Int) -> Bool {
        let rest = text[(newline + 1)...].drop { $0 == " " }
        return Self.continuations.contains { rest.starts(with: $0) }
    }

    private func closing(of open: Int) -> Int? {
        var depth = 0
        for at in open..<text.count {
            if text[at] == "{" { depth += 1 }
            if text[at] == "}" { depth -= 1 }
            if depth == 0 { return at }
        }
        return nil
    }

    private func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
