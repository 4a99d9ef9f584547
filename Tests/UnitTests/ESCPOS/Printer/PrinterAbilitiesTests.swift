import ESCPOS
import Flow
import Hardware
import Model
import Synchronization
import Testing

/// Besides receipts, a printer is sent only commands that its model answers and does not print.
@Suite struct PrinterAbilitiesTests {
    private static let receipt: [UInt8] = [0x1B, 0x40, 0x41, 0x0A, 0x1D, 0x56, 0x42, 0]

    private func sent(
        _ options: [String: String] = [:], model: PrinterProfile? = nil, answers: Bool = true
    ) async throws -> (result: PrintResult, operations: Set<Operation>) {
        let line = ObedientLine(answers: answers)
        let service = PrinterService(
            lines: ["test": { _ throws(Failure) in line }], model: { _ in model }, environment: .live)
        let printer = try service.connect(DeviceAddress(scheme: "test", path: "line", options: options))
        let result = await printer.print(PrintData(commandsIn: Self.receipt))
        var decoder = StreamDecoder()
        let commands = decoder.decode(line.written.withLock { $0 }) + decoder.finish()
        return (result, Set(commands.compactMap(\.operation)))
    }

    private func expect(_ operations: Set<Operation>, of answers: PrinterProfile.Answers) {
        #expect(operations.contains(.automaticStatus) == answers.contains(.automatic))
        #expect(operations.contains(.response) == answers.contains(.whenPrinted))
        let inOrder = !answers.isDisjoint(with: [.inOrder, .perhapsInOrder]) && !answers.contains(.whenPrinted)
        #expect(operations.contains(.transmitStatus) == inOrder)
    }

    @Test(arguments: PrinterProfile.all)
    func receiptline31_aModelIsSentWhatItAnswers(_ profile: PrinterProfile) async throws {
        let named = try await sent(["profile": profile.name])
        expect(named.operations, of: profile.answers)
        let known = try await sent(model: profile)
        expect(known.operations, of: profile.answers)
        #expect(known.result == (profile.tellsWhenPrinted ? .confirmed : .probably))
    }

    @Test func whatAnAddressNamesGoesBeforeWhatIsKnown() async throws {
        let sent = try await sent(["profile": PrinterProfile.pos5890.name], model: .tmT20III)
        expect(sent.operations, of: PrinterProfile.pos5890.answers)
    }

    @Test func aPrinterOfWhichNothingIsKnownIsSentNothingThatStandsOnItsPaper() async throws {
        let sent = try await sent()
        #expect(!sent.operations.contains(.automaticStatus) && !sent.operations.contains(.response))
        #expect(sent.result == .probably)
    }

    @Test func whoProvesPrintsKnowsTheRest() async throws {
        let sent = try await sent(["proof": "process"])
        #expect(sent.operations.isSuperset(of: [.automaticStatus, .response]))
        #expect(sent.result == .confirmed)
    }

    /// Copies report the numbers of other models. A model that proves its prints has numbers of its own.
    @Test(arguments: [PrinterProfile.xprinter80, .tmT20III])
    func aModelThatIsKnownByItsNumbersMustAnswerWhereItProvesItsPrints(_ profile: PrinterProfile) async throws {
        let silent = try await sent(model: profile, answers: false).result
        if profile.tellsWhenPrinted {
            guard case .failed(let failure) = silent else { return #expect(Bool(false), "\(silent)") }
            #expect(failure.code == "printer.noAnswer")
        } else {
            #expect(silent == .probably)
        }
    }
}

/// A line to a printer that obeys every command; time passes whenever nothing else happens.
private final class ObedientLine: Transport {
    let address = DeviceAddress(scheme: "test", path: "line")
    let written = Mutex<[UInt8]>([])
    private let answers: Bool
    private let handler = Mutex<(any LineHandler)?>(nil)

    init(answers: Bool) { self.answers = answers }

    func open(_ handler: any LineHandler) { self.handler.withLock { $0 = handler } }
    func close() { handler.withLock { $0 = nil } }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) {
        guard let handler = handler.withLock({ $0 }) else { return }
        var now = Uptime(nanoseconds: 0)
        var orders = work(now)
        for _ in 0..<1_000 {
            written.withLock { $0 += orders.write }
            let said = answers ? replies(to: orders.write) : []
            if !said.isEmpty {
                orders = handler.received(said, at: now)
            } else if let deadline = orders.deadline {
                now = max(now, deadline)
                orders = handler.deadlineReached(at: now)
            } else {
                return
            }
        }
    }

    private func replies(to bytes: [UInt8]) -> [UInt8] {
        var decoder = StreamDecoder()
        return (decoder.decode(bytes) + decoder.finish()).flatMap { command -> [UInt8] in
            switch command.operation {
            case .realTimeStatus: [0x12]
            case .automaticStatus: [0x14, 0, 0, 0x0F]
            case .transmitStatus: [0]
            case .response: [0x37, 0x22] + command.parameters.suffix(4) + [0]
            default: []
            }
        }
    }
}
