import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

/// One payment machine with inputs drawn from a seed: what a terminal, a line, a person and a disk may do, in likely
/// and unlikely orders.
struct MachineWalk {
    let seed: UInt64
    private var generator: SeededGenerator
    private var machine: PaymentMachine
    private var seconds: Int64 = 0
    private var last: [PaymentMachine.Step] = []
    private var written: [PaymentEvent] = []
    /// The inputs and the steps of the machine.
    private(set) var lines: [String] = []

    private static let purposes: [TransactionPurpose] = [
        .payment, .payment, .payment, .payment, TransactionPurposeTests.refund, TransactionPurposeTests.reversal,
        .reservation,
        ReservationRuleTests.booking, ReservationRuleTests.release,
    ]

    private static let habits = [
        TerminalHabits(), TerminalHabits(cardPhaseSeconds: 0), TerminalHabits(cardPhaseSeconds: 60),
        TerminalHabits(cardPhaseSeconds: 90, currencyNumber: 756),
    ]

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        let purpose = Self.purposes[Int.random(in: 0..<Self.purposes.count, using: &generator)]
        let habits = Self.habits[Int.random(in: 0..<Self.habits.count, using: &generator)]
        let knowsLast = Int.random(in: 0..<4, using: &generator) > 0
        let intent = PaymentIntent.sample(
            watermark: knowsLast ? .receipt(41) : .nothingStored(code: nil), watermarkTrace: knowsLast ? 122 : nil,
            terminalID: Int.random(in: 0..<5, using: &generator) > 0 ? "29001234" : nil, purpose: purpose,
            givesGoods: purpose == .payment && Int.random(in: 0..<4, using: &generator) == 0, habits: habits)
        machine = PaymentMachine(PaymentHistory(intent))
        lines.append("\(purpose.kind.rawValue)\(intent.givesGoods ? " of goods" : "")")
        walk()
    }

    private mutating func walk() {
        tell(.begin)
        var after = 0
        for _ in 0..<16 where after < 2 {
            let span: [Int64] = [0, 1, 30, 95, 240]
            seconds += span[Int.random(in: 0..<span.count, using: &generator)]
            let input = next()
            if isOver { after += 1 }
            tell(input)
        }
        explain()
        // A machine that a later process makes from the history.
        machine = PaymentMachine(machine.history)
        tell(.resume)
    }

    private var isOver: Bool { machine.state == .finished }

    private mutating func tell(_ input: PaymentMachine.Input) {
        last = machine.handle(input, at: BootTime(boot: "boot", milliseconds: seconds * 1000))
        lines.append("\(seconds) s > \(Self.told(input))")
        for step in last {
            if case .write(let event) = step { written.append(event) }
            lines.append("    " + Self.told(step))
        }
    }

    // MARK: Inputs

    private mutating func next() -> PaymentMachine.Input {
        let isLikely = Int.random(in: 0..<5, using: &generator) < 3
        let inputs = isLikely ? Self.likely : Self.all(after: last)
        return inputs[Int.random(in: 0..<inputs.count, using: &generator)]
    }

    private static let id = TerminalRecordID(1)

    private static let likely: [PaymentMachine.Input] = [
        .terminal(.accepted), .terminal(.accepted), .terminal(.finished(.completed(TerminalState(status: 0)))),
        .terminal(.finished(.completed(TerminalState(terminalID: "29001234", status: 0)))), .connected, .elapsed,
        .terminal(.result(id, .approved())), .terminal(.finished(.disturbed(.sample))),
    ]

    private static func all(after steps: [PaymentMachine.Step]) -> [PaymentMachine.Input] {
        results.map { .terminal(.result(id, $0)) } + ends.map { .terminal(.finished($0)) } + others + [
            .writeFailed(.sample, undone: steps), .writeFailed(.sample, undone: []),
        ]
    }

    private static let results: [TransactionResult] = {
        var results: [TransactionResult] = [
            .approved(amount: 1251), .approved(amount: 1450), .approved(currency: 756), .approved(receipt: 41),
            .approved(receipt: 40), .approved(receipt: 43), .approved(receipt: nil), .approved(terminalID: "29009999"),
            .failed(0x6C), .failed(0x05), .failed(0xF0), .reversal(), .reversal(of: 122),
            .reversal(of: 99, receipt: 44),
        ]
        func changed(_ change: (inout TransactionResult) -> Void) {
            var result = TransactionResult.approved()
            change(&result)
            results.append(result)
        }
        changed { $0.amountMinor = nil }
        changed { $0.trace = nil }
        changed { $0.trace = 124 }
        changed { $0.currencyNumber = nil }
        changed { $0.terminalID = nil }
        changed { ($0.month, $0.day) = (11, 20) }
        changed { ($0.month, $0.day, $0.hour, $0.minute, $0.second) = (nil, nil, nil, nil, nil) }
        changed { ($0.resultCode, $0.receiptNumber) = (0x6C, nil) }
        changed { ($0.resultCode, $0.amountMinor, $0.trace, $0.receiptNumber) = (0x6C, nil, nil, nil) }
        return results
    }()

    private static let ends: [TerminalEnd] = [
        .completed(TerminalState()), .completed(TerminalState(status: 0x9C)), .aborted(code: nil),
        .aborted(code: 0x6C), .aborted(code: 0x83), .aborted(code: 0xF0), .aborted(code: 0x9C), .refused(code: 0x9C),
        .refused(code: 0x83), .refused(code: 0xF0), .disturbed(.sample),
        .completed(TerminalState(terminalID: "29009999", status: 0)),
    ]

    private static let others: [PaymentMachine.Input] = [
        .terminal(.progress(TerminalProgress(.watchPINPad))),
        .terminal(.progress(TerminalProgress(.presentCard, timeoutMinutes: 7))),
        .terminal(.text(id, TerminalText(copy: .customer, lines: [PrintedLine("BEZAHLT")], endsReceipt: true))),
        .terminal(.text(id, TerminalText(copy: nil, lines: [PrintedLine("KUNDE")], endsReceipt: false))),
        .terminal(.answered(id)), .terminal(.orphanEnded(.completed(TerminalState()))),
        .terminal(.totals(id, TerminalTotals())), .terminal(.openPreauthorisations([])),
        .notConnected(.sample), .giveUp, .cancel, .goods(.given), .goods(.notGiven), .goods(.pending),
        .goods(.givenInPart(Money(minorUnits: 500, currency: .eur))),
    ]

    // MARK: Steps as text

    private static func told(_ input: PaymentMachine.Input) -> String {
        switch input {
        case .terminal(.result(_, let result)): "result " + told(result)
        case .terminal(.finished(.disturbed)): "disturbed"
        case .terminal(let event): "\(event)"
        case .notConnected: "not connected"
        case .writeFailed(_, let undone): "the disk is full, \(undone.count) undone"
        case .begin, .resume, .connected, .elapsed, .giveUp, .cancel, .leave, .goods: "\(input)"
        }
    }

    private static func told(_ step: PaymentMachine.Step) -> String {
        switch step {
        case .write(let event): "write \(json(event))"
        case .finish(let outcome): "finish \(json(outcome))"
        case .request, .answer, .giveGoods, .cancelTerminal, .connect, .pause, .startGiveUpClock, .show, .phase,
            .reached:
            "\(step)"
        }
    }

    private static func told(_ result: TransactionResult) -> String { json(result) }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }

    /// Records what `till why` says about the payment.
    private mutating func explain() {
        let history = machine.history
        let kind = history.intent.purpose.kind
        let facts = written.enumerated().map { place, event in
            PaymentExplanation.Fact(
                sequence: Int64(place), at: PaymentIntent.sampleStart, kind: "payment", told: .event(event, kind))
        }
        let outcome = history.storedOutcome
        let told = PaymentExplanation(
            history: history, outcome: outcome, isFinal: outcome?.isFinal ?? false, facts: facts, prints: [],
            givenBack: [])
        for language in [OperatorLanguage.en, .de] {
            lines += [
                told.title(in: language), told.state(in: language), told.resolution(in: language) ?? "nothing to do",
            ]
            lines += facts.map { $0.text(in: language) }
        }
    }

    var digest: String { Said.digest(lines) }
}
