import Model

/// Parses TOML 1.0 (toml.io/en/v1.0.0) into values with their places.
///
/// Any input yields either a table or the first syntax error. Fractions, dates and times are recognised, but their values
/// are not kept, since no option takes them. Why this is not a library: docs/decisions/0010.
struct TOMLReader {
    /// The deepest nesting of arrays and tables.
    static let deepest = 16

    private var scanner: TOMLScanner
    private let root = TOMLTable(.header)
    /// The table of the last header, into which pairs go.
    private var table: TOMLTable

    /// All tables of the document.
    static func read(_ text: [UInt8]) throws(TOMLMistake) -> [String: PlacedValue] {
        var reader = TOMLReader(scanner: TOMLScanner(text))
        try reader.readDocument()
        return reader.root.values
    }

    private init(scanner: TOMLScanner) {
        self.scanner = scanner
        table = root
    }

    private mutating func readDocument() throws(TOMLMistake) {
        while true {
            try scanner.skipBlankLines()
            guard let byte = scanner.byte else { return }
            if byte == UInt8(ascii: "[") { try readHeader() } else { try readPair(into: table, depth: 1) }
            try scanner.endLine()
        }
    }

    /// Parses a header, `[table]` or `[[list of tables]]`.
    private mutating func readHeader() throws(TOMLMistake) {
        let place = scanner.place
        scanner.advance()
        let isList = scanner.skip("[")
        let path = try readKey()
        try scanner.expect("]", Sentence("config.toml.afterName"))
        if isList { try scanner.expect("]", Sentence("config.toml.afterName")) }
        guard let name = path.last else { return }
        var parent = root
        for part in path.dropLast() { parent = try parent.descend(part, .implied) }
        table = isList ? try parent.append(name, place) : try parent.open(name, place)
    }

    private mutating func readPair(into table: TOMLTable, depth: Int) throws(TOMLMistake) {
        let path = try readKey()
        try scanner.expect("=", Sentence("config.toml.afterKey"))
        scanner.skipBlanks()
        let place = scanner.place
        let value = try readValue(depth: depth)
        guard let name = path.last else { return }
        var parent = table
        for part in path.dropLast() { parent = try parent.descend(part, .dotted) }
        try parent.set(name, value, place)
    }

    /// Parses a dotted key: `a."b c".'d'`.
    private mutating func readKey() throws(TOMLMistake) -> [TOMLKey] {
        var path: [TOMLKey] = []
        repeat {
            scanner.skipBlanks()
            let place = scanner.place
            guard path.count < Self.deepest else { throw TOMLMistake(place, Sentence("config.toml.manyParts")) }
            path.append(TOMLKey(name: try scanner.readKeyPart(), place: place))
            scanner.skipBlanks()
        } while scanner.skip(".")
        return path
    }

    private mutating func readValue(depth: Int) throws(TOMLMistake) -> ConfiguredValue {
        guard depth <= Self.deepest else { throw scanner.mistake(Sentence("config.toml.tooDeep")) }
        switch scanner.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try scanner.readText())
        case UInt8(ascii: "["): return .list(try readList(depth: depth + 1))
        case UInt8(ascii: "{"): return .table(try readInlineTable(depth: depth + 1))
        default: return try scanner.readWord()
        }
    }

    private mutating func readList(depth: Int) throws(TOMLMistake) -> [PlacedValue] {
        scanner.advance()
        var values: [PlacedValue] = []
        while true {
            try scanner.skipBlankLines()
            if scanner.skip("]") { return values }
            let place = scanner.place
            values.append(PlacedValue(key: place, place: place, value: try readValue(depth: depth)))
            try scanner.skipBlankLines()
            if !scanner.skip(",") {
                try scanner.expect("]", Sentence("config.toml.orCommaInList"))
                return values
            }
        }
    }

    /// Parses an inline table, which stands on one line.
    private mutating func readInlineTable(depth: Int) throws(TOMLMistake) -> [String: PlacedValue] {
        scanner.advance()
        let table = TOMLTable(.inline)
        scanner.skipBlanks()
        if scanner.skip("}") { return [:] }
        repeat {
            try readPair(into: table, depth: depth)
            scanner.skipBlanks()
        } while scanner.skip(",")
        try scanner.expect("}", Sentence("config.toml.orCommaInTable"))
        return table.values
    }
}
