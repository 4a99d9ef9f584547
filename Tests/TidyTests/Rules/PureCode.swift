/// Code that only decides: the same values in, the same values out, without a clock, thread, socket or file.
///
/// Pure code is known by its room, folder or file name, or by its reducer, so that a new machine or state is covered at
/// once.
enum PureCode {
    /// Modules with threads and system calls, and rooms of ours that use sockets and lines.
    static let forbiddenModules: Set<String> = [
        "Dispatch", "Glibc", "FoundationNetworking", "Networking", "Transports",
    ]

    private static let world = ForbiddenCall(
        name: "a file, socket, process or thread",
        marks: ["FileManager", "FileHandle", "URLSession", "Process", "Thread", "contentsOf"],
        pattern: #"\b(FileManager|FileHandle|URLSession|ProcessInfo|Process|Thread)\b"#
            + #"|\b(Data|String)\(contentsOf"#,
        instead: "this file only decides; take the value as an argument or in an event")

    static func covers(_ source: SwiftSource) -> Bool {
        guard ["Sources/", "Simulator/", "Flow/Sources/"].contains(where: source.path.hasPrefix) else { return false }
        if Room.holding(source.path)?.isPure == true { return true }
        let folders = source.path.split(separator: "/").dropLast()
        return folders.contains("Machine") || isNamedAsPure(source.path) || hasReducer(source)
    }

    /// Whether the file is named as pure code: `PaymentMachine.swift`, `PaymentMachine+Bounds.swift`,
    /// `PrintSpoolState.swift`.
    private static func isNamedAsPure(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        let type = file.prefix { $0 != "+" && $0 != "." }
        return type.hasSuffix("Machine") || type.hasSuffix("State")
    }

    private static func hasReducer(_ source: SwiftSource) -> Bool { source.mentions(["mutating func reduce(_ event"]) }

    static func offences(in source: SwiftSource) throws -> [Offence] {
        guard covers(source) else { return [] }
        let imports = source.code.enumerated().compactMap { index, line -> Offence? in
            guard let module = ImportRule.importedModule(line), forbiddenModules.contains(module) else { return nil }
            return Offence(path: source.path, line: index + 1, what: "only decides: it may not import \(module)")
        }
        return try imports + CallRule.offences(in: source, of: [world])
    }
}
