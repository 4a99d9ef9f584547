/// What only the Environment may do, because tests could not control it otherwise: ask the clock, draw random numbers,
/// start tasks, wait. Also what no code may do: crash on what the world can cause.
struct ForbiddenCall {
    /// The name in the report.
    let name: String
    /// The pattern cannot match in a file without one of these: a quick check that spares most files the slow one.
    let marks: [String]
    let pattern: String
    let instead: String
    /// The path prefixes in which the call is forbidden; empty forbids it everywhere.
    var onlyIn: [String] = []
    /// Whether the call is forbidden in tests too.
    var alsoInTests = false
    /// The path prefixes where the call is allowed, each with the reason.
    var allowed: [(path: String, why: String)] = []

    private static let environment = [
        (path: "Flow/Sources/Flow/Environment/", why: "the one place that makes the live and the virtual world")
    ]

    static let ofTheWorld: [ForbiddenCall] = [
        ForbiddenCall(
            name: "the wall clock", marks: ["Date", "gettimeofday"],
            pattern: #"\bDate\(\s*\)|\bDate\.now\b|\bDate\(timeIntervalSinceNow|\bgettimeofday\("#,
            instead: "take `now` from the Environment", allowed: environment),
        ForbiddenCall(
            name: "a clock", marks: ["Clock", "DispatchTime", "DispatchWallTime", "clock_gettime", "systemUptime"],
            pattern:
                #"\b(ContinuousClock|SuspendingClock|DispatchTime|DispatchWallTime)\b|\bclock_gettime\(|\bsystemUptime\b"#,
            instead: "take `uptime` from the Environment",
            allowed: environment + [
                (path: "Sources/Transports/", why: "a port's loop waits on its own deadline"),
                (path: "Simulator/Simulator/", why: "the simulated line is paced to its baud rate"),
                (path: "Mutants/Sources/", why: "a program of its own, which stops tests that hang"),
            ]),
        ForbiddenCall(
            name: "a random id", marks: ["UUID"], pattern: #"\bUUID\(\s*\)"#,
            instead: "take `newID` from the Environment",
            allowed: environment),
        ForbiddenCall(
            name: "unseeded chance", marks: ["SystemRandom", "random", "shuffle"],
            pattern: #"\bSystemRandomNumberGenerator\b|\.random\(in:(?!.*\busing:)|\b(Bool|U?Int\d*)\.random\(\s*\)"#
                + #"|\barc4random|"#
                + #"\.randomElement\(\s*\)|\.shuffled\(\s*\)|\.shuffle\(\s*\)"#,
            instead: "take `random` from the Environment, or a seeded generator", alsoInTests: true,
            allowed: environment),
        ForbiddenCall(
            name: "an unstructured task", marks: ["Task"],
            pattern: #"\bTask\s*(<[^>]*>)?\s*(\([^)]*\)\s*)?\{|\bTask\.(detached|immediate|init)\b|\bTask\(\s*\w+:"#,
            instead: "use `spawn` of the Environment, or structure", allowed: environment),
        ForbiddenCall(
            name: "sleeping", marks: ["sleep"],
            pattern: #"\b(Task|Thread)\.sleep\b|(^|[^.\w])(sleep|usleep|nanosleep|clock_nanosleep)\("#,
            instead: "use `sleep` of the Environment; in a test, wait for the condition", alsoInTests: true,
            allowed: environment),
        ForbiddenCall(
            name: "a shared queue", marks: ["DispatchQueue"], pattern: #"\bDispatchQueue\.(main|global)\b"#,
            instead: "use a lane of the Environment, or a queue of your own", alsoInTests: true, allowed: environment),
        ForbiddenCall(
            name: "a queue or thread of one's own", marks: ["DispatchQueue", "Thread", "pthread_create"],
            pattern: #"\bDispatchQueue\(|\bThread\s*[({]|\bpthread_create\("#,
            instead: "use a lane of the Environment",
            allowed: environment + [
                (path: "Sources/Transports/", why: "one queue for each open port, which nothing else may delay"),
                (path: "Sources/Readers/", why: "a session without a port of its own"),
                (path: "Simulator/Simulator/", why: "the far end of a line has its own queue as well"),
                (
                    path: "Sources/Till/Console/Screens/EventStream.swift",
                    why: "a reader that does not read delays nothing else"
                ),
                (
                    path: "Sources/Till/Console/Interruption/Interrupt.swift",
                    why: "Ctrl-C is heard while everything else waits"
                ),
                (
                    path: "Sources/Till/Console/Invocation/OutputPump.swift",
                    why: "a caller that does not read delays nothing in the service"
                ),
                (
                    path: "Sources/Till/Composition/Service/CommandServer.swift",
                    why: "a command that waits for its caller delays nothing in the service"
                ),
            ]),
    ]

    static let ofEveryone: [ForbiddenCall] = [
        ForbiddenCall(
            name: "a number of a protocol", marks: ["0x"], pattern: #"\b0x[0-9A-Fa-f_]+\b"#,
            instead: "use a DeviceReason; the numbers and their tables are in Sources/Readers/ZVT",
            onlyIn: ["Sources/Payments/", "Sources/Stores/", "Sources/Hardware/"]),
        ForbiddenCall(
            name: "try!", marks: ["try!"], pattern: #"\btry!"#, instead: "throw on, or answer with a Failure",
            alsoInTests: true),
        ForbiddenCall(
            name: "as!", marks: ["as!"], pattern: #"\bas!"#, instead: "use `as?` and say what happens otherwise",
            alsoInTests: true),
        ForbiddenCall(
            name: "fatalError", marks: ["fatalError"], pattern: #"\bfatalError\b"#,
            instead: "`precondition` for a programmer's error, a thrown error for the world's", alsoInTests: true),
        ForbiddenCall(
            name: "a closure in a lock", marks: ["Mutex<"], pattern: #"\bMutex<[^<]*->"#,
            instead: "each time it is taken out and written back it is wrapped once more; keep an object that has it"),
        ForbiddenCall(
            name: "a column by subscript", marks: ["["], pattern: #"[\w)?\]]\["|\b[rR]ow\["#,
            instead: "a value of another type would end the process; read it through StoredRow, or `try row.decode`",
            onlyIn: ["Sources/Storage/"]),
    ]

    /// Calls that need `// guards: why` on their line.
    static let guarded: [ForbiddenCall] = [
        ForbiddenCall(
            name: "@unchecked Sendable", marks: ["unchecked"], pattern: #"@unchecked\s+Sendable"#,
            instead: "say `// guards: why`",
            alsoInTests: true),
        ForbiddenCall(
            name: "nonisolated(unsafe)", marks: ["unsafe"], pattern: #"\bnonisolated\(unsafe\)"#,
            instead: "say `// guards: why`",
            alsoInTests: true),
        ForbiddenCall(
            name: "a forced value", marks: ["!"], pattern: #"(\b(?!(try|as)!)\w+|[)\]}"`?])!(?!=)"#,
            instead: "unwrap it, or say `// guards: why`", alsoInTests: true),
    ]
}

enum CallRule {
    /// Where `source` makes one of `calls` without permission.
    static func offences(in source: SwiftSource, of calls: [ForbiddenCall]) throws -> [Offence] {
        try calls.filter { applies($0, to: source.path) && source.mentions($0.marks) }.flatMap { call in
            try SwiftSource.matches(of: call.pattern, in: source.code).map { match in
                Offence(path: source.path, line: match.line + 1, what: "\(call.name): \(call.instead)")
            }
        }
    }

    /// Like `offences(in:of:)`, except for lines that give a reason.
    static func unguarded(in source: SwiftSource) throws -> [Offence] {
        try offences(in: source, of: ForbiddenCall.guarded).filter { offence in
            !givesReason(source.comments[offence.line - 1])
        }
    }

    private static func applies(_ call: ForbiddenCall, to path: String) -> Bool {
        if path.hasPrefix("Tests/") || path.hasPrefix("Flow/Tests/"), !call.alsoInTests { return false }
        if !call.onlyIn.isEmpty, !call.onlyIn.contains(where: path.hasPrefix) { return false }
        return !call.allowed.contains { path.hasPrefix($0.path) }
    }

    private static func givesReason(_ comment: String) -> Bool {
        guard let mark = comment.firstRange(of: "// guards: ") else { return false }
        return comment[mark.upperBound...].contains(where: \.isLetter)
    }
}
