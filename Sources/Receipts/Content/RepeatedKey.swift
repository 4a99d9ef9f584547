import Foundation

/// Finds a repeated key in an object of a JSON text: JSON readers keep one of the two values without an error.
package struct RepeatedKey {
    private struct Level {
        let path: String
        let isObject: Bool
        var keys: Set<String> = []
        /// In an object, the key whose value is read; nil if a key comes next.
        var key: String?
        var index = 0

        var pathOfValue: String {
            guard isObject else { return "\(path)[\(index)]" }
            return RepeatedKey.path(path, key ?? "")
        }
    }

    private let text: [UInt8]
    private var levels: [Level] = []

    /// The path of the first repeated key; nil if there is none.
    ///
    /// - Parameter json: valid JSON in UTF-8.
    package static func path(in json: Data) -> String? {
        var search = RepeatedKey(text: Array(json))
        return search.run()
    }

    private init(text: [UInt8]) { self.text = text }

    fileprivate static func path(_ path: String, _ key: String) -> String {
        let name = PrintableText(key).string
        return path.isEmpty ? name : "\(path).\(name)"
    }

    private mutating func run() -> String? {
        var place = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "{"): levels.append(Level(path: levels.last?.pathOfValue ?? "", isObject: true))
            case UInt8(ascii: "["): levels.append(Level(path: levels.last?.pathOfValue ?? "", isObject: false))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ","): next()
            case UInt8(ascii: "\""):
                let end = endOfText(from: place)
                if let repeated = take(text[place..<end]) { return repeated }
                place = end
                continue
            default: break
            }
            place += 1
        }
        return nil
    }

    private mutating func next() {
        guard let top = levels.indices.last else { return }
        levels[top].key = nil
        levels[top].index += 1
    }

    /// The position after the closing quotation mark.
    private func endOfText(from start: Int) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.count)
    }

    /// The path if this text is a repeated key.
    private mutating func take(_ quoted: ArraySlice<UInt8>) -> String? {
        guard let top = levels.indices.last, levels[top].isObject, levels[top].key == nil else { return nil }
        // A key written with escapes is the same key.
        let key =
            (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? String(decoding: quoted, as: UTF8.self)
        levels[top].key = key
        return levels[top].keys.insert(key).inserted ? nil : Self.path(levels[top].path, key)
    }
}
