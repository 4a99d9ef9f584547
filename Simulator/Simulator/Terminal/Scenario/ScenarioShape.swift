import Foundation

/// What a scenario file may have in one place. It is read off a scenario that has every field, so that it allows what the decoder
/// takes, and it names a mistake in words; the decoder would name it in those of Swift.
indirect enum ScenarioShape: Sendable {
    case flag, text, seconds, hexByte
    case wholeNumber(ClosedRange<Int>)
    case word([String])
    case list(of: ScenarioShape)
    case group([Field])

    struct Field: Sendable {
        /// The name of the Swift property.
        let property: String
        /// The names in a file; the first is the documented one.
        let names: [String]
        let shape: ScenarioShape
        let mayBeNull: Bool

        var name: String { names[0] }
    }

    /// The shape of a whole file.
    static let file = ScenarioShape(of: TerminalScenario.withEveryField)

    private static let longestSpan = 86_400.0

    /// - Parameters:
    ///   - value: an example: without it, nothing tells what is in a list or in an optional field.
    ///   - property: the property that has the value.
    init(of value: Any, in property: String = "") {
        switch value {
        case is Bool: self = .flag
        case is String: self = .text
        case is Seconds: self = .seconds
        case is HexByte: self = .hexByte
        case is UInt8: self = .wholeNumber(0...255)
        case is Int: self = .wholeNumber(Int.min...Int.max)
        case let list as [Any]:
            guard let first = list.first else { preconditionFailure("the example of \(property) is empty") }
            self = .list(of: ScenarioShape(of: first))
        default:
            let words = Self.words(of: value)
            self = words.map(ScenarioShape.word) ?? .group(Self.fields(of: value, in: property))
        }
    }

    private static func words(of value: Any) -> [String]? {
        func words<Word: CaseIterable & RawRepresentable>(_ type: Word.Type) -> [String] {
            type.allCases.compactMap { $0.rawValue as? String }
        }
        guard let kind = type(of: value) as? any (CaseIterable & RawRepresentable).Type else { return nil }
        return words(kind)
    }

    private static func fields(of value: Any, in group: String) -> [Field] {
        Mirror(reflecting: value).children.compactMap { label, value in
            guard let label else { return nil }
            let mirror = Mirror(reflecting: value)
            let isOptional = mirror.displayStyle == .optional
            guard let example = isOptional ? mirror.children.first?.value : value else { return nil }
            return Field(
                property: label, names: names(of: label, in: group), shape: ScenarioShape(of: example, in: label),
                mayBeNull: isOptional)
        }
    }

    /// The names of a property in a file: `maskedPAN` is `masked_pan`. The faults at single telegrams are `mishaps`, because
    /// `faults` is the group; some builds took them under that name only.
    private static func names(of property: String, in group: String) -> [String] {
        guard property != group else { return ["mishaps", property] }
        var name = ""
        var wasUpper = true
        for character in property {
            if character.isUppercase, !wasUpper { name += "_" }
            wasUpper = character.isUppercase
            name += character.lowercased()
        }
        return [name]
    }

    // MARK: Reading a file

    /// The value with the names of Swift properties. Throws the first mistake.
    ///
    /// - Parameter place: where the value is in the file, such as `faults.mishaps[0].what`.
    func translated(_ value: Any, at place: String = "") throws(ScenarioMistake) -> Any {
        switch self {
        case .group(let fields):
            guard let members = value as? [String: Any] else { break }
            return try Self.translated(members, fields, at: place.isEmpty ? "" : place + ".")
        case .list(let shape):
            guard let members = value as? [Any] else { break }
            var translated: [Any] = []
            for (index, member) in members.enumerated() {
                translated.append(try shape.translated(member, at: "\(place)[\(index)]"))
            }
            return translated
        case .flag, .text, .seconds, .hexByte, .wholeNumber, .word:
            if takes(value) { return value }
        }
        throw ScenarioMistake(at: place, "\(Self.shown(value)): it is \(allowed)")
    }

    private static func translated(
        _ members: [String: Any], _ fields: [Field], at place: String
    ) throws(ScenarioMistake) -> [String: Any] {
        var translated: [String: Any] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let field = fields.first(where: { $0.names.contains(name) }) else {
                throw ScenarioMistake("has the unknown field '\(place)\(name)'")
            }
            guard translated[field.property] == nil else {
                throw ScenarioMistake("has the field '\(place)\(field.name)' twice, also as '\(name)'")
            }
            let isNull = field.mayBeNull && value is NSNull
            translated[field.property] =
                try isNull ? value : field.shape.translated(value, at: place + field.name)
        }
        return translated
    }

    private func takes(_ value: Any) -> Bool {
        switch self {
        case .flag: Self.isFlag(value)
        case .text: value is String
        case .word(let words): (value as? String).map(words.contains) ?? false
        case .hexByte: (value as? String).map { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) } ?? false
        case .seconds: Self.number(value).map { (0...Self.longestSpan).contains($0) } ?? false
        case .wholeNumber(let range): Self.number(value).flatMap { Int(exactly: $0) }.map(range.contains) ?? false
        case .list, .group: false
        }
    }

    private static func isFlag(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    private static func number(_ value: Any) -> Double? { isFlag(value) ? nil : (value as? NSNumber)?.doubleValue }

    private static func shown(_ value: Any) -> String {
        switch value {
        case let text as String: "'\(text)'"
        case is NSNull: "null"
        case is [Any]: "a list"
        case is [String: Any]: "an object"
        default: isFlag(value) ? ((value as? NSNumber)?.boolValue == true ? "true" : "false") : "\(value)"
        }
    }

    // MARK: What is said of it

    /// What is allowed, for a person.
    var allowed: String {
        switch self {
        case .flag: "true or false"
        case .text: "a text"
        case .seconds: "a number of seconds from 0 to \(Int(Self.longestSpan))"
        case .hexByte: "a byte of two hex digits"
        case .wholeNumber(let range) where range.lowerBound == .min: "a whole number"
        case .wholeNumber(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .list(of: let member): "a list; each of it is \(member.allowed)"
        case .group(let fields): "an object with \(fields.map(\.name).joined(separator: ", "))"
        }
    }

    /// The fields of a group, or of each member of a list; none for anything else.
    var fields: [Field] {
        switch self {
        case .group(let fields): fields
        case .list(of: let member): member.fields
        case .flag, .text, .seconds, .hexByte, .wholeNumber, .word: []
        }
    }

    /// The place of a property in a file, and what it may be; nil for a path that no file has.
    func place(of path: [any CodingKey]) -> (name: String, shape: ScenarioShape)? {
        var (name, shape) = ("", self)
        for key in path {
            if let index = key.intValue, case .list(of: let member) = shape {
                (name, shape) = ("\(name)[\(index)]", member)
            } else {
                guard let field = shape.fields.first(where: { $0.property == key.stringValue }) else { return nil }
                (name, shape) = (name.isEmpty ? field.name : "\(name).\(field.name)", field.shape)
            }
        }
        return (name, shape)
    }
}
