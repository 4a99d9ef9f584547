import Flow
import Foundation
import Hardware
import Model

@testable import Readers

/// A session that asks one thing after the other of a terminal which answers with telegrams that terminals have sent, whole
/// or damaged, likely or not, drawn from a seed. Every byte, every event and every deadline is kept.
struct SessionWalk {
    let seed: UInt64
    private var random: SplitMix
    private var session: TerminalSession
    private let isRaw: Bool
    private var now = Uptime(nanoseconds: 0)
    private var records: [TerminalRecordID] = []
    private var waitsForLine = false
    /// What came, and what the session did.
    private(set) var lines: [String] = []

    init(seed: UInt64, corpus: [[UInt8]]) {
        self.seed = seed
        var random = SplitMix(seed: seed)
        var settings = TerminalSettings()
        settings.repeatsWithPrint = Int.random(in: 0..<4, using: &random) == 0
        settings.tellsAmountOfReversal = Int.random(in: 0..<4, using: &random) > 0
        settings.announcesCommands = Int.random(in: 0..<6, using: &random) > 0
        if Int.random(in: 0..<4, using: &random) == 0 { settings.wishedCharacterSet = nil }
        if Int.random(in: 0..<4, using: &random) == 0 { settings.longestWait = 2 }
        let kinds: [LineKind] = [.raw, .raw, .stream(.kept), .stream(.transaction)]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        isRaw = kind == .raw
        session = TerminalSession(DialogueMachine(settings: settings), on: kind)
        self.random = random
        take("open", session.open())
        for _ in 0..<30 { step(corpus) }
    }

    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    // MARK: What happens

    private mutating func step(_ corpus: [[UInt8]]) {
        if waitsForLine { return line() }
        if !session.isBusy, draw(3) > 0 {
            let request = Self.requests[draw(Self.requests.count)]
            take("start \(request)", session.start(request))
            if !waitsForLine { take("begin", session.begin(at: now)) }
            return
        }
        switch draw(20) {
        case 0: pass(.milliseconds([100, 900, 3_000, 12_000, 45_000, 200_000][draw(6)]))
        case 1: take("cancel", session.cancel(at: now))
        case 2 where draw(3) == 0: take("lost", session.lost(.unplugged("/dev/ttyUSB0")))
        case 3: receive([0x06], "ACK")
        case 4: receive([0x15], "NAK")
        case 5...9: answer()
        case 10...12: receive(Self.likely[draw(Self.likely.count)], damaged: false)
        case 13: receive(corpus[draw(corpus.count)], damaged: true)
        case 14...16: receive(status(), damaged: false)
        default: receive(corpus[draw(corpus.count)], damaged: false)
        }
    }

    private mutating func line() {
        waitsForLine = false
        if draw(8) == 0 { return take("not opened", session.notOpened(ZVTError.closed.failure)) }
        take("opened", session.opened(at: now))
        pass(.milliseconds(200))
    }

    private mutating func answer() {
        guard !records.isEmpty else { return receive([0x80, 0x00, 0x00], damaged: false) }
        let record = records.removeFirst()
        let verdicts: [StorageVerdict] = [
            .stored, .stored, .stored, .refuse, .goods(.pending), .goods(.given), .goods(.notGiven),
            .goods(.givenInPart(Money(minorUnits: 500, currency: .eur))),
        ]
        let verdict = verdicts[draw(verdicts.count)]
        take("answer \(verdict)", session.answer(record, verdict, at: now))
    }

    private mutating func receive(_ telegram: [UInt8], damaged: Bool) {
        var bytes = isRaw ? Bytes.ack + SerialBlock.encode(telegram) : telegram
        if damaged, !bytes.isEmpty {
            let place = draw(bytes.count)
            switch draw(3) {
            case 0: bytes[place] = UInt8(draw(256))
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8(draw(256)), at: place)
            }
        }
        receive(bytes, bytes.hex)
    }

    private mutating func receive(_ bytes: [UInt8], _ words: String) {
        // In two pieces, at times.
        let cut = draw(4) == 0 ? draw(bytes.count) : 0
        if cut > 0 { take("< part", session.received(Array(bytes[..<cut]), at: now)) }
        take("< \(words)", session.received(Array(bytes[cut...]), at: now))
        if isRaw { pass(.milliseconds(30)) }
    }

    private mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = session.deadline, deadline <= end {
            now = max(now, deadline)
            take("deadline", session.timeout(at: now))
        }
        now = end
    }

    private mutating func take(_ what: String, _ steps: [TerminalSession.Step]) {
        lines.append("\(now.nanoseconds) \(what)")
        for step in steps {
            switch step {
            case .write(let bytes): lines.append("    > \(bytes.hex)")
            case .event(let event):
                lines.append("    \(event)")
                if let record = event.record { records.append(record) }
                if event.end != nil { records = [] }
            case .passed(let telegram): lines.append("    passed \(telegram.redacted.hex)")
            case .open:
                lines.append("    open")
                waitsForLine = true
            case .hangUp:
                lines.append("    hang up")
                take("hung up", session.hungUp())
            }
        }
        lines.append("    until \(session.deadline.map { "\($0.nanoseconds)" } ?? "for ever"), \(session.isSettled)")
    }

    // MARK: What is said

    private static let requests: [TerminalRequest] = {
        let money = Money(minorUnits: 1250, currency: .eur)
        let reserved = Preauthorisation(receiptNumber: 41, trace: 122, approvalCode: "123456")
        return [
            .authorise(money), .authorise(money), .authorise(money), .register(.eur), .register(.eur),
            .reverse(receipt: 41, money), .refund(money), .preauthorise(money), .book(reserved, money),
            .partialRelease(reserved, unused: money), .release(reserved, money), .openPreauthorisations,
            .turnoverTotals, .endOfDay, .diagnose(.line), .initialise, .logOff, .enquireStatus, .repeatReceipt,
        ]
    }()

    private static let likely: [[UInt8]] = [
        [0x80, 0x00, 0x00], [0x84, 0x00, 0x00], [0x84, 0x83, 0x00], [0x84, 0x9C, 0x00], [0x06, 0x0F, 0x00],
        [0x06, 0x0F, 0x01, 0x9C], [0x06, 0x1E, 0x01, 0x6C], [0x06, 0x1E, 0x00], [0x04, 0xFF, 0x01, 0x0A],
        [0x04, 0xFF, 0x02, 0x0A, 0x05], [0x04, 0x01, 0x00], [0x05, 0x01, 0x00],
    ]

    /// A result with each field there or not, and with values at the bounds of what a field may hold.
    private mutating func status() -> [UInt8] {
        var status = StatusInformation(resultCode: [0, 0, 0, 0x6C, 0x05][draw(5)])
        status.amountMinor = draw(5) > 0 ? [1250, 0, 1251][draw(3)] : nil
        status.trace = draw(5) > 0 ? draw(3) * 61 : nil
        status.originalTrace = draw(5) == 0 ? draw(2) * 122 : nil
        status.receiptNumber = draw(5) > 0 ? draw(3) * 41 : nil
        status.currency = draw(5) > 0 ? [978, 756][draw(2)] : nil
        status.terminalID = draw(5) > 0 ? "29001234" : nil
        status.time = .init(hour: [0, 23, 12][draw(3)], minute: [0, 59][draw(2)], second: [0, 59, 60][draw(3)])
        status.date = .init(month: [1, 12][draw(2)], day: [1, 31][draw(2)])
        status.accountNumber = draw(3) > 0 ? "EEEEEEEEEEEE4113" : nil
        status.cardType = draw(3) > 0 ? UInt8([2, 5, 6, 10, 46, 200][draw(6)]) : nil
        status.cardName = draw(3) > 0 ? " girocard " : nil
        status.approvalCode = draw(3) > 0 ? "123456" : nil
        status.additionalText = draw(4) == 0 ? "Karte gesperrt" : nil
        status.objects = [
            TLV(0x2F, objects: [TLV(0x1F12, [UInt8(draw(5))]), TLV(0x1F10, [UInt8(draw(10))])]),
            TLV(0x60, objects: [TLV(0x43, [0xA0, 0x00, 0x00, 0x00, 0x03])]),
        ]
        return Telegram.statusInformation(status).bytes
    }

    /// FNV-1a over all of it.
    var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for line in lines { for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        return String(hash, radix: 16)
    }
}
