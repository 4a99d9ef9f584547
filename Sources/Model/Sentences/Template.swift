/// A sentence with places for arguments: `Declined (code {code})`.
package struct Template: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case text(String)
        case argument(String)
    }

    package let parts: [Part]

    /// The names of its arguments.
    package var arguments: Set<String> {
        Set(parts.compactMap { if case .argument(let name) = $0 { name } else { nil } })
    }

    package init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.argument(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// The sentence with its arguments; a place for which there is none keeps its name.
    func filled(_ value: (String) -> String?) -> String {
        parts.map {
            switch $0 {
            case .text(let text): text
            case .argument(let name): value(name) ?? "{\(name)}"
            }
        }.joined()
    }

    /// The arguments with which it says exactly this; nil where it says something else.
    func arguments(saying text: String) -> [String: String]? {
        var rest = text[...]
        var values: [String: String] = [:]
        var open: String?
        for part in parts {
            switch part {
            case .argument(let name):
                // Nothing divides two arguments in a row: the second has it all.
                if let open { values[open] = "" }
                open = name
            case .text(let fixed):
                guard let name = open else {
                    guard rest.hasPrefix(fixed) else { return nil }
                    rest = rest.dropFirst(fixed.count)
                    continue
                }
                guard let range = part == parts.last ? rest.lastRange(of: fixed) : rest.firstRange(of: fixed) else {
                    return nil
                }
                values[name] = String(rest[..<range.lowerBound])
                (rest, open) = (rest[range.upperBound...], nil)
            }
        }
        if let open { (values[open], rest) = (String(rest), "") }
        return rest.isEmpty ? values : nil
    }
}

extension Substring {
    /// The place of a text at the end of this one.
    fileprivate func lastRange(of end: String) -> Range<Index>? {
        hasSuffix(end) ? index(endIndex, offsetBy: -end.count)..<endIndex : nil
    }
}
