/// What is mutated, and what is run against it.
enum Plan {
    /// The rooms that decide about money, by folder or file below Sources.
    static let mutated = [
        "Payments/", "Stores/CardPresentPayments/", "Stores/Recovery/", "Stores/EndOfDay/", "Stores/Journal/",
        "Stores/Receipt/", "Stores/Outbox/", "Stores/Order/", "Storage/", "Readers/ZVT/Machine/", "Readers/ZVT/Link/",
        "Readers/ZVT/Session/", "Readers/ZVT/Packets/Answers/StatusInformation", "Readers/ZVT/Packets/Answers/Totals",
        "Readers/ZVT/Packets/Fields/Field.swift", "Readers/ZVT/Packets/Fields/BCD", "Readers/ZVT/Packets/Telegram",
        "Readers/ZVT/Packets/Commands/TransactionCommand",
    ]
    /// What only says something to a person.
    static let leftOut = [
        "Words.swift", "StorageError.swift", "PaymentLog.swift", "ZVTError.swift",
    ]

    /// The modules of those rooms, in the order in which they build.
    static let modules = ["Storage", "Readers", "Payments", "Stores"]

    /// The tests that may see a mutant, measured by suite; by test those of suites that take longer than this many seconds of
    /// the processor, and those of the simulation, as its tests are long.
    static let longSuite = 0.5
    static let tests = [
        "StorageTests", "StoresTests", "ReadersTests", "SimulatorTests", "ContractTests", "RecorderTests", "TillTests",
        "FuzzTests", "SimulationTests",
    ]
    static let byTest = "SimulationTests"
    /// Suites that run no code of the rooms: this one compiles what somebody else adds to them.
    static let leftOutSuites: Set = ["StoresTests.NewConcernTests"]

    static func isMutated(_ path: String) -> Bool {
        path.hasSuffix(".swift") && mutated.contains { path.hasPrefix("Sources/" + $0) }
            && !leftOut.contains { path.hasSuffix($0) }
    }
}
