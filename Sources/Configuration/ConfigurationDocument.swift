import Model

/// One TOML file parsed into values with their places; which options exist is checked later.
struct ConfigurationDocument {
    /// The most bytes of a file; far more than a person writes.
    static let longest = 1 << 20

    /// Some editors begin a file with it. In UTF-8 it says nothing.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let name: String
    let tables: [String: PlacedValue]

    /// Throws the first syntax error only, because nothing behind it can be read reliably.
    init(name: String, bytes: [UInt8]) throws(ConfigurationMistake) {
        self.name = name
        do throws(TOMLMistake) {
            guard bytes.count <= Self.longest else {
                throw TOMLMistake(.start, Sentence("config.toml.tooLong", ["most": Self.longest]))
            }
            let text = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
            if let place = Self.firstNonText(in: text) { throw TOMLMistake(place, Sentence("config.toml.notText")) }
            tables = try TOMLReader.read(text)
        } catch {
            throw ConfigurationMistake(
                problem: ConfigurationProblem(origin: .file(name, error.place), said: error.sentence))
        }
    }

    func origin(_ place: TextPlace) -> ConfigurationOrigin { .file(name, place) }

    /// The place of the first byte that is not UTF-8.
    private static func firstNonText(in bytes: [UInt8]) -> TextPlace? {
        var (line, column) = (1, 1)
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .error: return TextPlace(line: line, column: column)
            case .scalarValue("\n"): (line, column) = (line + 1, 1)
            case .scalarValue: column += 1
            case .emptyInput: return nil
            }
        }
    }
}

/// A problem that ends the reading of its file.
struct ConfigurationMistake: Error {
    let problem: ConfigurationProblem
}
