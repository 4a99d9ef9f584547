import Model

/// The merged values of one table from several files and the environment, and which options have been read.
struct Section {
    struct Entry {
        let value: ConfiguredValue
        let keyOrigin: ConfigurationOrigin
        let origin: ConfigurationOrigin
    }

    let table: OptionTable
    /// The table's name in messages: `shop`, `readers.counter`.
    private(set) var label: String
    /// The place of the table's header.
    let origin: ConfigurationOrigin
    /// The prefix of the environment variables that override the table's options.
    private(set) var variables: String
    private var entries: [String: Entry] = [:]

    private(set) var problems: [ConfigurationProblem] = []
    private(set) var effective: [EffectiveOption] = []

    init(_ table: OptionTable, origin: ConfigurationOrigin) {
        self.table = table
        self.origin = origin
        label = table.rawValue
        variables = "TILL_\(table.rawValue.uppercased())_"
    }

    /// Names the section after its device.
    mutating func rename(to name: String) {
        label += ".\(name)"
        variables += name.uppercased().replacing("-", with: "_") + "_"
        effective = effective.map { EffectiveOption(table: label, key: $0.key, value: $0.value, origin: $0.origin) }
    }

    /// Adds values; they replace earlier ones of the same key.
    mutating func put(_ more: [String: Entry]) { entries.merge(more) { $1 } }

    mutating func refuse(_ sentence: Sentence, at origin: ConfigurationOrigin? = nil) {
        problems.append(ConfigurationProblem(origin: origin ?? self.origin, said: sentence))
    }

    /// Where an option's value comes from.
    func origin(of key: String) -> ConfigurationOrigin { entries[key]?.origin ?? origin }

    /// The whole number under a key; nil when there is none.
    func number(of key: String) -> Int64? {
        guard case .number(let number)? = entries[key]?.value else { return nil }
        return number
    }

    func isSet(_ key: String) -> Bool { entries[key] != nil }

    /// Reads an option: its value, or its default. A value that the option does not take becomes a problem.
    mutating func take<Value>(_ option: Option<Value>, _ environment: [String: String]) -> Value {
        let (variable, written) = (variable(option, environment), entries[option.key])
        // A wrong value in a file is reported even when a variable overrides it.
        if variable != nil, let written, let mistake = option.mistake(written.value) {
            refuse(mistake, at: written.origin)
        }
        let entry = variable ?? written
        if let entry { entries[option.key] = entry }
        let value = entry.flatMap { option.takes.read($0.value) }
        if let entry, value == nil { refuse(option.complaint(entry.value), at: entry.origin) }
        effective.append(
            EffectiveOption(
                table: label, key: option.key, value: option.takes.show(value ?? option.fallback),
                origin: entry?.origin ?? .builtIn))
        return value ?? option.fallback
    }

    private func variable<Value>(_ option: Option<Value>, _ environment: [String: String]) -> Entry? {
        let name = variables + option.key.uppercased()
        return environment[name].map {
            Entry(value: option.takes.parse($0), keyOrigin: .variable(name), origin: .variable(name))
        }
    }

    /// Reports keys that are no options.
    mutating func refuseUnknownKeys() {
        let known = table.options.map(\.key)
        for (key, entry) in entries where !known.contains(key) {
            refuse(
                Self.advised(
                    Sentence("config.noOption", ["table": table.rawValue, "option": ConfiguredValue.shown(key)]), key,
                    among: known),
                at: entry.keyOrigin)
        }
    }

    /// The mistake of an unknown key, with advice. Passwords belong into a file of their own, because many can read this one.
    private static func advised(_ mistake: Sentence, _ key: String, among known: [String]) -> Sentence {
        guard ["password", "pin", "secret"].contains(key.lowercased()), known.contains(ReaderOptions.passwordFile.key)
        else { return mistake.suggesting(key, among: known) }
        return Sentence("config.ownFile", ["mistake": mistake])
    }
}
