import Flow
import Hardware
import Testing

@testable import Readers

/// A conversation on a line in virtual time, which keeps everything that was written and reported.
struct VirtualLine {
    var conversation: Conversation
    var now = Uptime(nanoseconds: 0)
    /// The bytes that were written since the last look.
    var written: [UInt8] = []
    var events: [TerminalEvent] = []
    var trace: [TracedTelegram] = []
    /// Whether records are answered at once as stored.
    var storesAtOnce = true

    init(settings: TerminalSettings = TerminalSettings(), storesAtOnce: Bool = true) {
        conversation = Conversation(machine: DialogueMachine(settings: settings))
        self.storesAtOnce = storesAtOnce
        take(conversation.opened(at: now))
        pass(.milliseconds(200))
    }

    /// Lets time pass and wakes the conversation at each of its deadlines.
    mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = conversation.deadline, deadline <= end {
            now = max(now, deadline)
            take(conversation.timeout(at: now))
        }
        now = end
    }

    mutating func receive(_ bytes: [UInt8]) { take(conversation.received(bytes, at: now)) }
    mutating func receive(block telegram: [UInt8]) { receive(SerialBlock.encode(telegram)) }
    mutating func receive(_ telegram: Telegram) { receive(block: telegram.bytes) }
    mutating func start(_ request: TerminalRequest) { take(conversation.start(request, at: now)) }
    mutating func cancel() { take(conversation.cancel(at: now)) }
    mutating func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        take(conversation.answer(record, verdict, at: now))
    }
    mutating func lose() { take(conversation.lost(.unplugged("/dev/ttyUSB0"))) }

    /// Returns what was written since the last call.
    mutating func takeWritten() -> [UInt8] {
        defer { written = [] }
        return written
    }

    mutating func takeEvents() -> [TerminalEvent] {
        defer { events = [] }
        return events
    }

    private mutating func take(_ steps: [ConversationStep]) {
        for step in steps {
            switch step {
            case .write(let bytes): written += bytes
            case .passed(let telegram): trace.append(telegram)
            case .event(let event):
                events.append(event)
                if storesAtOnce, let record = event.record { answer(record, .stored) }
            }
        }
    }
}

extension TerminalEvent {
    /// The record that waits for an answer.
    var record: TerminalRecordID? {
        switch self {
        case .result(let record, _), .totals(let record, _), .text(let record, _): record
        case .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded, .finished: nil
        }
    }

    var end: TerminalEnd? {
        if case .finished(let end) = self { end } else { nil }
    }
}

/// Bytes of the line, by name.
enum Bytes {
    static let ack: [UInt8] = [0x06]
    static let nak: [UInt8] = [0x15]
    static let positive = SerialBlock.encode([0x80, 0x00, 0x00])
    static let processingError = SerialBlock.encode([0x84, 0x66, 0x00])
    static let printerNotReady = SerialBlock.encode([0x84, 0xCC, 0x00])
    static let notPossible = SerialBlock.encode([0x84, 0x83, 0x00])
    static let abort = SerialBlock.encode([0x06, 0xB0, 0x00])
}
