import Flow
import Foundation
import Testing

@testable import Simulator

/// A simulated terminal on a test bench: without a line or a thread, and with a clock that the test moves.
struct TerminalBench {
    /// A time longer than any that a terminal waits.
    static let patience = Duration.seconds(120)

    private(set) var machine: SimulatedTerminalMachine
    private(set) var now = Uptime(nanoseconds: 0)
    private(set) var journal: [TerminalJournal.Entry]
    private(set) var pulls: [Duration?] = []
    /// The bytes that the terminal sent and the test has not taken.
    private(set) var sent: [UInt8] = []
    var time = TerminalTime(year: 2026, month: 11, day: 21, hour: 14, minute: 22, second: 10)

    init(_ scenario: TerminalScenario, journal: [TerminalJournal.Entry] = []) {
        self.journal = journal
        machine = SimulatedTerminalMachine(scenario, journal: TerminalJournal(entries: journal))
        take(machine.started(at: moment))
    }

    var oracle: TerminalJournal { TerminalJournal(entries: journal) }
    var events: [TerminalJournal.Event] { journal.map(\.event) }
    private var moment: TerminalMoment { TerminalMoment(uptime: now, time: time) }

    private mutating func take(_ steps: [SimulatedTerminalMachine.Step]) {
        for step in steps {
            switch step {
            case .record(let entry): journal.append(entry)
            case .write(let bytes): sent += bytes
            case .pullCable(let back): pulls.append(back)
            case .hangUp: break
            }
        }
    }

    /// Receives raw bytes from the till.
    mutating func receive(_ bytes: [UInt8]) { take(machine.received(bytes, at: moment)) }

    mutating func plugIn() { take(machine.lineReturned(at: moment)) }

    /// Lets time pass, from deadline to deadline.
    mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = machine.deadline, deadline <= end {
            now = max(now, deadline)
            take(machine.deadlineReached(at: moment))
        }
        now = end
    }

    /// The next `count` bytes from the terminal; time passes until they are there.
    mutating func next(_ count: Int) -> [UInt8] {
        let end = now + Self.patience
        while sent.count < count, let deadline = machine.deadline, deadline <= end {
            now = max(now, deadline)
            take(machine.deadlineReached(at: moment))
        }
        defer { sent.removeFirst(min(count, sent.count)) }
        return Array(sent.prefix(count))
    }
}

// MARK: - A till that answers everything

extension TerminalBench {
    static let ack: [UInt8] = [0x06]
    static let accepted: [UInt8] = [0x80, 0x00, 0x00]
    static let pay1250 = hex("06 01 0A 04 00 00 00 00 12 50 49 09 78")
    static let enquiry = hex("05 01 05 00 00 00 03 02")
    static let lastResult = hex("06 20 05 00 00 00 03 03")
    static let registration = hex(
        "06 00 1C 00 00 00 BE 09 78 03 01 06 12 12 01 32 26 08 0A 02 06 D3 0A 02 06 D1 27 03 14 01 FE")

    mutating func send(_ telegram: [UInt8]) { receive(TerminalFraming.block(telegram)) }

    /// The next telegram, whether it is framed correctly or not, without acknowledgements before it.
    mutating func nextTelegram() -> [UInt8]? {
        var framing = TerminalFraming()
        while true {
            guard let byte = next(1).first else { return nil }
            if case .block(let telegram) = framing.take(byte) { return telegram }
        }
    }

    /// Sends a command, answers each telegram with `answer` (nil: not at all) until the conversation ends, and returns
    /// the telegrams.
    @discardableResult
    mutating func converse(
        _ command: [UInt8], answer: ([UInt8]) -> [UInt8]? = { _ in TerminalBench.accepted }
    ) -> [[UInt8]] {
        send(command)
        var telegrams: [[UInt8]] = []
        while let telegram = nextTelegram() {
            telegrams.append(telegram)
            receive(Self.ack)
            if telegram[0] == 0x80 || telegram[0] == 0x84 { continue }
            if let answer = answer(telegram) { send(answer) }
            if telegram.prefix(2) == [0x06, 0x0F] || telegram.prefix(2) == [0x06, 0x1E] { break }
        }
        return telegrams
    }
}

extension [[UInt8]] {
    /// The control fields, such as `040F`, without `8000`.
    var controls: [String] {
        map { telegram in
            telegram.prefix(2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
        .filter { $0 != "8000" }
    }

    func telegrams(_ control: UInt16) -> [[UInt8]] {
        filter { $0.prefix(2) == [UInt8(control >> 8), UInt8(control & 0xFF)] }
    }
}

/// A conversation of Tests/Fixtures/zvt-transcripts.json, with the sender of each telegram.
struct Transcript: Decodable {
    struct Step: Decodable {
        let from: String
        let hex: String
        let apdu: String?
    }

    let steps: [Step]

    static func named(_ name: String) throws -> Transcript {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures")
        let data = try Data(contentsOf: fixtures.appending(path: "zvt-transcripts.json"))
        return try #require(JSONDecoder().decode([String: Transcript].self, from: data)[name])
    }
}
