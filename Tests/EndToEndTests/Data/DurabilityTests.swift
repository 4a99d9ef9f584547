import Testing

/// A killed process that loses nothing proves little: the kernel keeps what it wrote. These tests watch the system
/// calls: what must be durable is synced before the telegram that relies on it is sent.
@Suite struct DurabilityTests {
    private static let response: [UInt8] = [0x10, 0x02, 0x80, 0x00, 0x00]
    private static let authorisation: [UInt8] = [0x10, 0x02, 0x06, 0x01]
    private static let statusInformation: [UInt8] = [0x10, 0x02, 0x04, 0x0F]
    private static let acknowledgement: [UInt8] = [0x06]

    @Test(.enabled("needs strace and the right to trace a process", { await SystemCalls.canBeWatched() }))
    func theDatabaseIsSyncedBeforeTheTerminalIsToldToBook() async throws {
        let calls = try await Self.aPaymentWatched().calls
        let tty = try #require(Self.line(of: calls))
        let told = try #require(Self.arrival(of: Self.statusInformation, in: calls, from: tty))
        let acknowledged = try #require(
            calls[told...].firstIndex { $0 == .wrote(tty, Self.acknowledgement) }, "the block's ACK")
        let answered = try #require(calls[told...].firstIndex { Self.sends(Self.response, $0, on: tty) })
        #expect(acknowledged < answered)
        let between = calls[told..<answered]
        let written = try #require(between.lastIndex(where: Self.writesDatabase), "the result was not written")
        let synced = try #require(between.lastIndex(where: Self.syncsDatabase), "the result was not synced")
        #expect(written < synced)
    }

    @Test(.enabled("needs strace and the right to trace a process", { await SystemCalls.canBeWatched() }))
    func theIntentIsSyncedBeforeTheCommandLeaves() async throws {
        let calls = try await Self.aPaymentWatched().calls
        let tty = try #require(Self.line(of: calls))
        let sent = try #require(calls.firstIndex { Self.sends(Self.authorisation, $0, on: tty) })
        let written = try #require(calls[..<sent].lastIndex(where: Self.writesDatabase))
        let synced = try #require(calls[..<sent].lastIndex(where: Self.syncsDatabase))
        #expect(written < synced)
    }

    /// docs/benchmarks.md says what needs each of them. There were 17.
    @Test(.enabled("needs strace and the right to trace a process", { await SystemCalls.canBeWatched() }))
    func aPaymentWithBothReceiptsIsTwelveSyncs() async throws {
        let calls = try await Self.aSecondPaymentWatched().calls
        let synced = calls.compactMap {
            if case .synced(let path) = $0 { path.split(separator: "/").last } else { nil }
        }
        #expect(synced.count <= 12, "\(synced)")
        #expect(synced.count { $0 == "till.head" } == 1)
        #expect(synced.last == "till.sqlite", "at rest everything is in one file: \(synced)")
    }

    /// A payment without an order in a data directory that exists.
    private static func aSecondPaymentWatched() async throws -> SystemCalls {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            return try await watched(
                ["pay", "--amount", "12.34", "--reader", kiosk.reader, "--printer", kiosk.printer], kiosk)
        }
    }

    private static func aPaymentWatched() async throws -> SystemCalls {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            return try await watched(kiosk.payment(), kiosk)
        }
    }

    private static func watched(_ arguments: [String], _ kiosk: Kiosk) async throws -> SystemCalls {
        let trace = kiosk.path("trace")
        let till = [Programs.path("till")] + arguments + ["--data", kiosk.data]
        let payment = try await kiosk.start(SystemCalls.strace, SystemCalls.arguments(writing: trace, till)).end()
        #expect(payment.code == 0, "\(payment)")
        return try SystemCalls(contentsOf: trace)
    }

    // MARK: Reading the calls

    /// The pseudo terminal on which the payment command was sent.
    private static func line(of calls: [SystemCalls.Call]) -> String? {
        for case .wrote(let path, let bytes) in calls where bytes.starts(with: authorisation) { return path }
        return nil
    }

    private static func sends(_ beginning: [UInt8], _ call: SystemCalls.Call, on tty: String) -> Bool {
        guard case .wrote(tty, let bytes) = call else { return false }
        return bytes.starts(with: beginning)
    }

    /// The index of the call that read the last of these bytes; a line delivers in pieces.
    private static func arrival(of bytes: [UInt8], in calls: [SystemCalls.Call], from tty: String) -> Int? {
        var input: [UInt8] = []
        return calls.firstIndex { call in
            guard case .read(tty, let piece) = call else { return false }
            input += piece
            return input.firstRange(of: bytes) != nil
        }
    }

    private static func writesDatabase(_ call: SystemCalls.Call) -> Bool {
        guard case .wrote(let path, _) = call else { return false }
        return path.contains("till.sqlite")
    }

    private static func syncsDatabase(_ call: SystemCalls.Call) -> Bool {
        guard case .synced(let path) = call else { return false }
        return path.contains("till.sqlite")
    }
}
