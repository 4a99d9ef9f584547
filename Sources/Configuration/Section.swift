/// What several files and the environment say of one table, and which of it has been asked for.
struct Section {
    struct Entry {
        let value: ConfiguredValue
        let keyOrigin: ConfigurationOrigin
        let origin: ConfigurationOrigin
    }

    let table: OptionTable
    /// `shop`, `readers.counter`; for people.
    private(set) var label: String
    /// Where the table itself stands.
    let origin: ConfigurationOrigin
    /// The beginning of the names of the variables that override its options.
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

    /// The section of the device of that name.
    mutating func rename(to name: String) {
        label += ".\(name)"
        variables += name.uppercased().replacing("-", with: "_") + "_"
        effective = effective.map { EffectiveOption(table: label, key: $0.key, value: $0.value, origin: $0.origin) }
    }

    /// Over what was said before.
    mutating func put(_ more: [String: Entry]) { entries.merge(more) { $1 } }

    mutating func refuse(_ sentence: String, at origin: ConfigurationOrigin? = nil) {
        problems.append(ConfigurationProblem(origin: origin ?? self.origin, sentence: sentence))
    }

    /// Where an option's value comes from.
    func origin(of key: String) -> ConfigurationOrigin { entries[key]?.origin ?? origin }

    /// The number that is written there; nil where there is none.
    func number(of key: String) -> Int64? {
        guard case .number(let number)? = entries[key]?.value else { return nil }
        return number
    }

    func isSet(_ key: String) -> Bool { entries[key] != nil }

    /// The option's value, or its default. What it does not take is a problem.
    mutating func take<Value>(_ option: Option<Value>, _ environment: [String: String]) -> Value {
        let (variable, written) = (variable(option, environment), entries[option.key])
        // What a file says is no less wrong where a variable overrules it.
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

    /// Keys that are no options.
    mutating func refuseUnknownKeys() {
        let known = table.options.map(\.key)
        for (key, entry) in entries where !known.contains(key) {
            refuse(
                "\(table.rawValue) has no option \(ConfiguredValue.shown(key))" + Self.advice(key, among: known),
                at: entry.keyOrigin)
        }
    }

    /// A secret does not belong into a file that many read.
    private static func advice(_ key: String, among known: [String]) -> String {
        guard ["password", "pin", "secret"].contains(key.lowercased()), known.contains(ReaderOptions.passwordFile.key)
        else { return Suggestion.sentence(key, among: known) }
        return "; write the digits into a file of their own with mode 0600, and name it as password_file"
    }
}
