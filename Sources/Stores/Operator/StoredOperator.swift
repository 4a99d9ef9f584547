import Storage

/// An operator as the till's storage has it.
struct StoredOperator: Hashable, Codable, Sendable {
    let person: TillOperator
    var pin: PINHash

    private static let setting = "operators"

    /// All operators, in the order in which they were created.
    static func all(in reader: any SettingsReading) throws(StorageError) -> [StoredOperator] {
        try reader.setting(setting, as: [StoredOperator].self) ?? []
    }

    static func keep(_ operators: [StoredOperator], in transaction: any SettingsWriting) throws(StorageError) {
        try transaction.setSetting(setting, to: operators)
    }

    /// Whether this is the operator's name. Capital and small letters count the same: people type it.
    func isNamed(_ name: String) -> Bool { person.name.lowercased() == name.lowercased() }
}
