import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// Random numbers that depend only on the seed (SplitMix64, by Steele, Lea and Flood).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// A hundred thousand telegrams with faults.
@Suite struct MutationTests {
    private static let count = 100_000
    private static let seed: UInt64 = 0x5A56_5431
    /// A card number that passes every check. Packed, it contains control characters, as most numbers do, and no byte
    /// that is a field's number: otherwise a mutation could divide it into several valid fields.
    private static let planted = "4012001036141113"

    @Test func noTelegramCrashesTheDecoderOrLetsACardNumberThrough() throws {
        var random = SplitMix(seed: Self.seed)
        let corpus = try Self.corpus()
        var read = 0
        for _ in 0..<Self.count {
            let telegram = Self.repaired(Self.mutated(corpus, &random))
            let decoded = DecodedTelegram(telegram)
            if decoded.redacted.count != telegram.count { Issue.record("another length than \(telegram.hex)") }
            if Self.shows(decoded.redacted) {
                Issue.record("shown by \(decoded.redacted.hex), the copy of \(telegram.hex)")
            }
            if case .success(let telegram) = decoded.telegram {
                read += 1
                _ = telegram.apdu
            }
        }
        // Most mutations change content and not structure. A decoder that gave up early would prove nothing.
        #expect(read > Self.count / 4)
    }

    @Test func noBlockCrashesTheConversationAndNoCardNumberIsTold() throws {
        var random = SplitMix(seed: Self.seed + 1)
        let corpus = try Self.corpus()
        var line = VirtualLine.running()
        var repaired = 0
        for index in 0..<Self.count {
            if !line.conversation.isBusy { line.start(.enquireStatus) }
            if index.isMultiple(of: 3) { line.receive(Bytes.ack + Bytes.positive) }
            if index.isMultiple(of: 50) { line.pass(.seconds(20)) }
            let telegram = Self.mutated(corpus, &random)
            if index.isMultiple(of: 2) {
                repaired += 1
                line.receive(block: Self.repaired(telegram))
            } else {
                line.receive(Self.damaged(SerialBlock.encode(telegram), &random))
            }
            _ = line.takeWritten()
            for event in line.takeEvents() where Self.shows(event) { Issue.record("told by \(event)") }
            line.trace = []
        }
        #expect(repaired >= Self.count / 3)
    }

    @Test func noTelegramCrashesTheInspector() throws {
        var random = SplitMix(seed: Self.seed + 2)
        let corpus = try Self.corpus()
        for index in 0..<Self.count / 10 {
            let telegram = Self.mutated(corpus, &random)
            let bytes = index.isMultiple(of: 2) ? Self.repaired(telegram) : SerialBlock.encode(telegram)
            guard let inspections = try? ZVTInspector.inspect(bytes) else { continue }
            #expect(inspections.allSatisfy { !$0.json.isEmpty && !$0.text.isEmpty })
        }
    }
}

// MARK: - Telegrams and their mutations

extension MutationTests {
    private static func corpus() throws -> [[UInt8]] {
        let spoken = try Fixtures.transcripts().values.joined().compactMap(\.apdu).map { [UInt8](hex: $0) }
        return Set(spoken).sorted { $0.hex < $1.hex } + plantedTelegrams
    }

    /// Telegrams with the number in every place where terminals put it.
    private static let plantedTelegrams: [[UInt8]] = {
        let packed = [UInt8](hex: planted)
        let track = [UInt8](hex: planted + "D2812201543212345F")
        let text = Array(planted.utf8)
        var status = StatusInformation(resultCode: 0)
        status.amountMinor = 1250
        status.accountNumber = planted
        status.additionalText = "Karte \(planted)"
        status.objects = [
            TLV(0x1F08, text), TLV(0x1F09, track), TLV(0x2F, objects: [TLV(0x1F12, [2])]), TLV(0x4D, packed),
        ]
        var tracks = FieldWriter()
        tracks.put(0x27, [0])
        tracks.put(0x23, track)
        tracks.put(0x24, track)
        tracks.put(0x2D, Array("B\(planted)^CARD/TEST^2812".utf8))
        tracks.put(0x22, packed)
        return [
            Telegram.statusInformation(status).bytes, APDU(Control.statusInformation, tracks.bytes).bytes,
            Telegram.printLine(PrintLine(.normal, Array("Kartennummer des Kunden: ".utf8) + text)).bytes,
            Telegram.printTextBlock(PrintTextBlock(receiptType: .merchant, elements: [.line(text)])).bytes,
            Telegram.intermediateStatus(IntermediateStatus(code: 0x0A, lines: [planted])).bytes,
        ]
    }()

    private static func mutated(_ corpus: [[UInt8]], _ random: inout SplitMix) -> [UInt8] {
        // Every second telegram carries the card number.
        let source = Bool.random(using: &random) ? plantedTelegrams : corpus
        var bytes = source[Int.random(in: 0..<source.count, using: &random)]
        for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
        return bytes
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let position = Int.random(in: 0..<bytes.count, using: &random)
        let byte = UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[position] = byte
        case 2: bytes.insert(byte, at: position)
        case 3: bytes.remove(at: position)
        case 4: bytes.removeSubrange(position..<min(bytes.count, position + Int(byte & 0x0F)))
        default: bytes.insert(contentsOf: bytes[position..<min(bytes.count, position + Int(byte & 0x0F))], at: position)
        }
    }

    /// The telegram with its length field corrected.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 3 else { return bytes }
        let header = bytes[2] == 0xFF ? 5 : 3
        return APDU(UInt16(bytes[0]) << 8 | UInt16(bytes[1]), Array(bytes.dropFirst(header))).bytes
    }

    private static func damaged(_ block: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = block
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes, &random) }
        return bytes
    }
}

// MARK: - Searching for the number

extension MutationTests {
    private static let nibbles = planted.utf8.map { $0 - 0x30 }

    /// Whether the number is there: as packed digits on either half of a byte, or as characters that are not part of a
    /// longer number.
    private static func shows(_ bytes: [UInt8]) -> Bool {
        if contains(bytes.flatMap { [$0 >> 4, $0 & 0x0F] }, nibbles) { return true }
        return contains(bytes, Array(planted.utf8)) && shows(String(decoding: bytes, as: UTF8.self))
    }

    private static func shows(_ event: TerminalEvent) -> Bool {
        switch event {
        case .result(_, let result):
            [
                result.additionalText, result.cardName, result.panLastDigits, result.contractNumber,
                result.approvalCode,
                result.applicationID, result.terminalID,
            ].compactMap(\.self).contains(where: shows)
        case .text(_, let text): text.lines.map(\.text).contains(where: shows)
        case .progress(let progress): progress.text.map(shows) ?? false
        case .accepted, .totals, .openPreauthorisations, .answered, .orphanEnded, .finished: false
        }
    }

    private static func shows(_ text: String) -> Bool {
        text.utf8.split { !(0x30...0x39).contains($0) }.contains { $0.elementsEqual(planted.utf8) }
    }

    private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
        var start = 0
        while start + pattern.count <= bytes.count {
            var length = 0
            while length < pattern.count, bytes[start + length] == pattern[length] { length += 1 }
            if length == pattern.count { return true }
            start += 1
        }
        return false
    }
}
