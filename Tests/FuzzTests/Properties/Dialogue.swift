import Flow
import Hardware
import Model

@testable import Readers

extension FuzzTarget {
    /// A terminal that sends anything at any time while the till asks, answers, cancels and waits. The input is a
    /// script.
    static let dialogue = FuzzTarget(name: "dialogue", longestInput: 1_024, seeds: FuzzSeeds.dialogues) { bytes in
        var input = FuzzInput(bytes)
        var dialogue = try FuzzedDialogue()
        while !input.isAtEnd, !dialogue.isOver { try dialogue.perform(&input) }
        try dialogue.settle()
        // A telegram of the till has some twenty bytes, is sent three times at most, and answers something.
        try promise("little is said", dialogue.witness.bytesWritten <= 100 * (bytes.count + 10))
    }
}

/// What a byte of a script means.
enum DialogueMove: UInt8, CaseIterable {
    case start, cancel, store, refuse, wait, acknowledge, reject, accept, say, sayBlock, sayBytes, lose

    init(_ byte: UInt8) { self = Self.allCases[Int(byte) % Self.allCases.count] }
}

/// One conversation in virtual time, with a witness that watches it.
struct FuzzedDialogue {
    static let requests: [TerminalRequest] = [
        .authorise(fare), .register(.eur), .enquireStatus, .repeatReceipt, .reverse(receipt: 42, fare), .refund(fare),
        .preauthorise(fare), .book(reserved, fare), .partialRelease(reserved, unused: fare),
        .release(reserved, fare), .openPreauthorisations, .turnoverTotals, .endOfDay,
        .diagnose(.extended), .initialise, .logOff, .reprint(.customer, withResult: true),
    ]
    private static let fare = Money(minorUnits: 1250, currency: .eur)
    private static let reserved = Preauthorisation(receiptNumber: 42, trace: 7, approvalCode: "611804")
    private static let spans: [Duration] = [
        .milliseconds(200), .seconds(1), .seconds(5), .seconds(30), .seconds(180), .seconds(3_600),
    ]
    /// The most deadlines that a request may still need to end after the terminal has fallen silent.
    private static let mostDeadlines = 64

    private var conversation = Conversation()
    private var now = Uptime(nanoseconds: 0)
    private(set) var witness = DialogueWitness()
    private(set) var isOver = false

    init() throws {
        try witness.see(conversation.opened(at: now))
        try pass(.milliseconds(200))
    }

    mutating func perform(_ input: inout FuzzInput) throws {
        switch DialogueMove(input.byte()) {
        case .start: try start(Self.requests[Int(input.byte()) % Self.requests.count])
        case .cancel: try witness.seeCancel(conversation.cancel(at: now))
        case .store: try answer(.stored)
        case .refuse: try answer(.refuse)
        case .wait: try pass(Self.spans[Int(input.byte()) % Self.spans.count])
        case .acknowledge: try hear([SerialBlock.ack])
        case .reject: try hear([SerialBlock.nak])
        case .accept: try hear(SerialBlock.encode(Response.positive.apdu.bytes))
        case .say: try hear(SerialBlock.encode(FuzzSeeds.terminalTelegrams.cycled(input.byte())))
        case .sayBlock: try hear(SerialBlock.encode(FuzzedTelegram.bytes(from: input.bytes(Int(input.byte())))))
        case .sayBytes: try hear(input.bytes(Int(input.byte())))
        case .lose: try lose()
        }
    }

    /// The terminal falls silent, and everything that still waits is stored: every request must end.
    mutating func settle() throws {
        var deadlines = 0
        while conversation.isBusy, !isOver {
            if witness.open != nil {
                try answer(.stored)
            } else {
                guard let deadline = conversation.deadline else { throw Broken(description: "a request hangs") }
                now = max(now, deadline)
                try witness.see(conversation.timeout(at: now))
            }
            deadlines += 1
            try promise("a request ends", deadlines <= Self.mostDeadlines)
        }
        try promise("every request ends once", !witness.isRunning)
    }

    private mutating func start(_ request: TerminalRequest) throws {
        guard !conversation.isBusy else { return }
        witness.begins(request)
        try witness.see(conversation.start(request, at: now))
    }

    private mutating func answer(_ verdict: StorageVerdict) throws {
        guard let record = witness.answered() else { return }
        try witness.see(conversation.answer(record, verdict, at: now))
    }

    private mutating func hear(_ bytes: [UInt8]) throws { try witness.see(conversation.received(bytes, at: now)) }

    private mutating func lose() throws {
        try witness.see(conversation.lost(.unplugged("/dev/ttyUSB0")))
        isOver = true
    }

    private mutating func pass(_ span: Duration) throws {
        let end = now + span
        var wakes = 0
        while let deadline = conversation.deadline, deadline <= end {
            now = max(now, deadline)
            try witness.see(conversation.timeout(at: now))
            wakes += 1
            try promise("waiting is no spinning", wakes <= Self.mostDeadlines)
        }
        now = end
    }
}

/// Watches a conversation, and checks what it promises.
struct DialogueWitness {
    /// Requests for payments and everything else that moves money.
    private static let movingMoney: [[UInt8]] = [
        [0x06, 0x01], [0x06, 0x22], [0x06, 0x23], [0x06, 0x24], [0x06, 0x25], [0x06, 0x30], [0x06, 0x31],
    ]
    /// The question for open reservations, which has the control field of a partial reversal.
    private static let question: [UInt8] = [0x06, 0x23, 0x03, 0x87, 0xFF, 0xFF]

    private(set) var isRunning = false
    /// The record that waits for our answer.
    private(set) var open: TerminalRecordID?
    private(set) var bytesWritten = 0
    /// Whether the next block that is written holds a new telegram, and repeats none.
    private var isNew = false
    /// How many more times a payment may be sent.
    private var paymentsLeft = 0
    private var lastRecord = 0

    mutating func begins(_ request: TerminalRequest) {
        isRunning = true
        paymentsLeft = request.movesMoney ? SerialLink.transmissions : 0
    }

    /// Returns the record that waits and clears it, because it is answered now.
    mutating func answered() -> TerminalRecordID? {
        defer { open = nil }
        return open
    }

    mutating func seeCancel(_ steps: [ConversationStep]) throws {
        let ends = steps.contains { if case .event(.finished) = $0 { true } else { false } }
        try promise("to cancel is to ask: the terminal ends it", !ends)
        try see(steps)
    }

    mutating func see(_ steps: [ConversationStep]) throws {
        for step in steps {
            switch step {
            case .write(let bytes): try see(written: bytes)
            case .passed(let telegram):
                try promise("a trace shows no card number", !PlantedCard.shows(in: telegram.redacted))
                // A new telegram wants an answer of its own: the one before it is no longer waited for.
                if telegram.direction == .received { open = nil } else { isNew = true }
            case .event(let event): try see(event)
            }
        }
    }

    private mutating func see(written bytes: [UInt8]) throws {
        bytesWritten += bytes.count
        guard let telegram = Self.telegram(in: bytes) else { return }
        // A block that the terminal rejected is repeated, and answers what it answered before.
        let isResponse = isNew && (telegram[0] == 0x80 || telegram[0] == 0x84)
        isNew = false
        try promise("no answer before what it answers is stored: \(telegram.hex)", !(isResponse && open != nil))
        guard telegram != Self.question, Self.movingMoney.contains(where: telegram.starts) else { return }
        try promise("a payment is never sent once more", paymentsLeft > 0)
        paymentsLeft -= 1
    }

    private mutating func see(_ event: TerminalEvent) throws {
        try promise("no event without a request: \(event)", isRunning)
        switch event {
        case .accepted: paymentsLeft = 0
        case .progress(let progress):
            try promise("progress shows no card number", !PlantedCard.shows(in: progress.text ?? ""))
        case .result(let record, let result):
            try opened(record)
            try TelegramProperty.check(result)
        case .totals(let record, _): try opened(record)
        case .text(let record, let text):
            try opened(record)
            let texts = text.lines.map(\.text)
            try promise("a receipt shows no card number", !texts.contains(where: PlantedCard.shows))
        case .openPreauthorisations, .answered, .orphanEnded: break
        case .finished:
            isRunning = false
            paymentsLeft = 0
            open = nil
        }
    }

    private mutating func opened(_ record: TerminalRecordID) throws {
        try promise("records are told apart", record.number > lastRecord)
        lastRecord = record.number
        open = record
    }

    /// The telegram of a block that was written; nil for ACK and NAK.
    private static func telegram(in bytes: [UInt8]) -> [UInt8]? {
        var receiver = BlockReceiver(limit: APDU.longest)
        for byte in bytes {
            if case .block(let telegram)? = receiver.receive(byte) { return telegram }
        }
        return nil
    }
}

extension [[UInt8]] {
    /// The element of this number, beginning again after the last.
    fileprivate func cycled(_ number: UInt8) -> [UInt8] { self[Int(number) % count] }
}
