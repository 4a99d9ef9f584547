import Failures
import Flow
import Hardware
import Model

@testable import Readers

/// A NEO 2 machine on a test bench. The test writes the reader's answers and sets the time.
struct NEO2Bench {
    private(set) var machine: NEO2Machine
    private(set) var now = Uptime(nanoseconds: 0)
    private(set) var asked: [NEO2Command] = []
    private(set) var shown: [ProgressStep] = []
    private(set) var ends: [String] = []
    private(set) var card: PresentedCard?
    private let line: NEO2Line

    init(_ line: NEO2Line) {
        self.line = line
        machine = NEO2Machine(line)
    }

    var end: String? { ends.last }

    mutating func start(_ request: ReaderRequest) { take(machine.start(request, at: now)) }
    mutating func cancel() { take(machine.cancel(at: now)) }
    mutating func hear(_ bytes: [UInt8]) { take(machine.received(bytes, at: now)) }
    mutating func lose() { take(machine.lost(Failure(LineFailure.unplugged, "Lost.", recovery: .retry))) }

    mutating func say(_ response: NEO2Response) {
        hear(line == .serial ? response.frame : NEO2Reports.encode(response.frame).flatMap { $0 })
    }

    mutating func letTimePass() {
        guard let deadline = machine.deadline else { return }
        now = deadline
        take(machine.timeout(at: now))
    }

    private mutating func take(_ steps: [NEO2Machine.Step]) {
        for step in steps {
            switch step {
            case .write(let bytes): asked += commands(bytes)
            case .tell(.progress(let progress)): shown.append(progress.step)
            case .tell(.finished(let end)): ends.append(word(end))
            }
        }
    }

    private func commands(_ bytes: [UInt8]) -> [NEO2Command] {
        var reports = NEO2Reports()
        let stream = line == .serial ? bytes : reports.receive(bytes).flatMap(\.bytes)
        var receiver = NEO2Receiver(fromReader: false)
        return receiver.receive(stream).compactMap { event in
            if case .frame(let frame) = event { NEO2Command(frame: frame) } else { nil }
        }
    }

    private mutating func word(_ end: ReaderEnd) -> String {
        switch end {
        case .ready: return "ready"
        case .card(let card):
            self.card = card
            return "card"
        case .noCard: return "no card"
        case .unreadable: return "unreadable"
        case .disturbed(let failure): return failure.code
        }
    }
}

extension [UInt8] {
    static let sealedCard = card(named: "VISA CREDIT")
    private static let key: [UInt8] = [0xDF, 0xEE, 0x12, 0x0A] + Array(repeating: 0x62, count: 10)
    private static let masked: [UInt8] = [0x5A, 0xA1, 8, 0x47, 0x61, 0xCC, 0xCC, 0xCC, 0xCC, 0x00, 0x10]
    private static let sealed: [UInt8] = [0x5A, 0xC1, 16] + Array(repeating: 0x99, count: 16)
    private static let open: [UInt8] = [0x5A, 8, 0x47, 0x61, 0x73, 0x90, 0x01, 0x01, 0x00, 0x10]
    private static let application: [UInt8] = [0x9F, 0x06, 7, 0xA0, 0, 0, 0, 3, 0x10, 0x10]

    static func card(named name: String) -> [UInt8] {
        [0xC1] + key + [0x50, UInt8(name.utf8.count)] + Array(name.utf8) + application + masked + sealed
    }

    /// Card data that may be encrypted, though its length does not tell so.
    static let unmarkedCard = [0xC1] + key + [0x5A, 16] + Array(repeating: 0x99, count: 16)
    /// Card data whose number is in the clear.
    static let openCard = [0xC1] + key + open
    /// Card data that is marked as not encrypted.
    static let unkeyedCard = [0x01] + masked + sealed
    static let cardInAGroup = [0xC1] + key + [0xFF, 0xEE, 0x01, UInt8(open.count)] + open
}

extension Money {
    static let fare = Money(minorUnits: 1250, currency: .eur)
}
