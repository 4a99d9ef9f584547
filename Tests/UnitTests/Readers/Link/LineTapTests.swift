import Flow
import Model
import Testing

@testable import Readers

/// The parts that a tap recognises in the traffic of a line.
@Suite struct LineTapTests {
    private static let second = Uptime(nanoseconds: 1_000_000_000)

    /// The parts of what one side after the other says, each at once.
    private static func pieces(
        _ said: [(LinePiece.Speaker, [UInt8])], _ framing: LineFraming = .serial
    ) -> [LinePiece.Content] {
        var tap = LineTap(framing)
        let pieces = said.flatMap { tap.passed($0.1, from: $0.0, at: second) }
        return (pieces + tap.ended(at: second)).map(\.content)
    }

    private static func block(_ telegram: [UInt8], masked: Bool = false) -> LinePiece.Content {
        .telegram(SerialBlock.encode(telegram), isMasked: masked)
    }

    @Test func aBlockIsOnePieceHoweverItComes() {
        let bytes = SerialBlock.encode(Sample.progress)
        var tap = LineTap(.serial)
        let pieces = bytes.indices.flatMap {
            tap.passed([bytes[$0]], from: .terminal, at: Uptime(nanoseconds: Int64($0)))
        }
        let end = Uptime(nanoseconds: Int64(bytes.count - 1))
        let whole = LinePiece(.terminal, Self.block(Sample.progress), began: Uptime(nanoseconds: 0), ended: end)
        #expect(pieces == [whole])
    }

    @Test func anAnswerAndTheNextBlockInOneReadAreTwoPieces() {
        let said = [
            (LinePiece.Speaker.till, SerialBlock.encode(Sample.command)),
            (.terminal, Bytes.ack + SerialBlock.encode(Sample.positive)),
        ]
        #expect(Self.pieces(said) == [Self.block(Sample.command), .control(0x06), Self.block(Sample.positive)])
    }

    /// Packed digits may look like ACK and NAK. One of these bytes follows a block, and none stands anywhere else.
    @Test func aByteThatAnswersNoBlockIsNoise() {
        #expect(Self.pieces([(.terminal, [0x06, 0x15])]) == [.noise(2)])
        let said = [(LinePiece.Speaker.till, SerialBlock.encode(Sample.command)), (.terminal, [0x15, 0x06, 0x15])]
        #expect(Self.pieces(said) == [Self.block(Sample.command), .control(0x15), .noise(2)])
    }

    @Test func whatTheTillAnswersIsToldWhole() {
        #expect(Self.pieces([(.till, [0x06]), (.till, [0x15])]) == [.control(0x06), .control(0x15)])
    }

    @Test func aDamagedBlockIsANumberOfBytes() {
        var block = SerialBlock.encode(Sample.progress)
        block[4] ^= 0x01
        #expect(Self.pieces([(.terminal, block)]) == [.damaged(block.count)])
    }

    @Test func whatStandsInForADamagedBlockIsAsLongAndAsBad() {
        for count in 6...40 {
            let bytes = LinePiece.Content.damaged(count).bytes(.serial)
            #expect(bytes.count == count)
            #expect(Self.pieces([(.terminal, bytes)]) == [.damaged(count)])
        }
    }

    @Test func aBlockThatBreaksOffIsToldWhenT1IsOver() {
        var tap = LineTap(.serial)
        let now = Self.second
        let begun = tap.passed([0x10, 0x02, 0x04, 0xFF], from: .terminal, at: now)
        let early = tap.silence(at: now + .milliseconds(199))
        let later = now + .milliseconds(200)
        let broken = tap.silence(at: later)
        let next = tap.passed(SerialBlock.encode(Sample.progress), from: .terminal, at: later)
        #expect(begun + early == [])
        #expect(broken == [LinePiece(.terminal, .brokenOff(4), began: now, ended: later)])
        #expect(next.count == 1)
    }

    @Test func whatStandsInForABrokenBlockBreaksOffToo() {
        let bytes = LinePiece.Content.brokenOff(9).bytes(.serial)
        #expect(Self.pieces([(.terminal, bytes)]) == [.brokenOff(9)])
        let telegram = LinePiece.Content.brokenOff(9).bytes(.stream)
        #expect(Self.pieces([(.terminal, telegram)], .stream) == [.brokenOff(9)])
    }

    @Test func ofABlockThatBeginsAnewTheFirstPartIsNoise() {
        let said = [0x10, 0x02, 0x04, 0xFF] + SerialBlock.encode(Sample.progress)
        #expect(Self.pieces([(.terminal, said)]) == [.noise(4), Self.block(Sample.progress)])
    }

    @Test func noiseIsToldOnceASecond() {
        var tap = LineTap(.serial)
        let pieces = (0..<25).flatMap {
            tap.passed([0x55, 0xAA], from: .terminal, at: Uptime(nanoseconds: $0 * 100_000_000))
        }
        #expect(pieces.map(\.content) == [.noise(20), .noise(20)])
    }

    @Test func aMaskedBlockIsAsLongAndItsChecksumFits() {
        let telegram = [UInt8](hex: "04 0F 0D 27 00 22 F0 F8 40 12 00 10 37 14 11 12")
        let pieces = Self.pieces([(.terminal, SerialBlock.encode(telegram))])
        let shown = [UInt8](hex: "04 0F 0D 27 00 22 F0 F8 EE EE EE EE EE EE 11 12")
        #expect(pieces == [Self.block(shown, masked: true)])
    }

    @Test func aNumberThatIsCutByALineIsMasked() {
        let lines = ["PAN 45396820", "74139251"].map { PrintLine(.normal, Array($0.utf8)) }
        let said = lines.map { (LinePiece.Speaker.terminal, SerialBlock.encode(Telegram.printLine($0).bytes)) }
        // While no further line has come, a longer number may still continue, so it is masked.
        let second = PrintLine(.normal, Array("********".utf8))
        #expect(Self.pieces(said).last == Self.block(Telegram.printLine(second).bytes, masked: true))
    }

    @Test func aNumberThatIsCutWithinATextBlockIsMasked() throws {
        let block = PrintTextBlock(
            receiptType: .customer, elements: ["5396", "45396820", "74139251", "Danke"].map { .line(Array($0.utf8)) })
        let pieces = Self.pieces([(.terminal, SerialBlock.encode(Telegram.printTextBlock(block).bytes))])
        guard case .telegram(let bytes, _)? = pieces.first else {
            Issue.record("no telegram came")
            return
        }
        #expect(!bytes.contains(Array("74139251".utf8)))
        #expect(bytes.contains(Array("9251".utf8)))
    }

    @Test func bareTelegramsAreCutByTheirLength() {
        let bytes = Sample.progress + Sample.positive
        let whole = [Sample.progress, Sample.positive].map { LinePiece.Content.telegram($0, isMasked: false) }
        var tap = LineTap(.stream)
        #expect(bytes.flatMap { tap.passed([$0], from: .terminal, at: Self.second) }.map(\.content) == whole)
    }

    /// Without a checksum, digits may look like a telegram.
    @Test func ofABareTelegramOfNoKnownClassNotEvenTheHeaderShows() {
        let said = [UInt8](hex: "45 39 00 68 20 01 74")
        let shown = ["EE EE 00", "EE EE 01 EE"].map { LinePiece.Content.telegram([UInt8](hex: $0), isMasked: true) }
        #expect(Self.pieces([(.terminal, said)], .stream) == shown)
    }
}

/// A card number and a track in every place of every telegram, whole, damaged, cut off and between blocks, appear
/// nowhere in what the tap reports.
@Suite struct LineTapCanaryTests {
    private static let number = "4539682074139251"
    private static let packed = [UInt8](hex: number)
    private static let track = [UInt8](hex: "4539682074139251D390710184629517")
    private static let text = Array(";\(number)=390710184629517?".utf8)

    /// Every three consecutive bytes, or six characters, of the secret data.
    private static let secrets: [[UInt8]] = {
        let digits = Array("968207413".utf8)
        let halves = [[UInt8](hex: "968207"), [UInt8](hex: "682074"), [UInt8](hex: "820741"), [UInt8](hex: "074139")]
        return halves + [Array(digits[0..<6]), Array(digits[3..<9]), Array("84629517".utf8), [UInt8](hex: "846295")]
    }()

    private static func counted(_ content: [UInt8], digits: Int) -> [UInt8] {
        (digits == 2 ? [10, 1] : [100, 10, 1]).map { 0xF0 | UInt8(content.count / $0 % 10) } + content
    }

    private static func object(_ tag: [UInt8], _ value: [UInt8]) -> [UInt8] { tag + [UInt8(value.count)] + value }

    /// Telegrams with card data in every field that can hold it.
    private static let telegrams: [[UInt8]] = {
        let forms = [packed, track, text, Array(number.utf8)]
        var datas: [[UInt8]] = []
        for form in forms {
            for field in [0x22, 0x23, 0x2D, 0x8B] as [UInt8] {
                datas.append([0x27, 0, field] + counted(form, digits: 2))
            }
            for field in [0x24, 0x3C, 0x60] as [UInt8] { datas.append([0x27, 0, field] + counted(form, digits: 3)) }
            for tag in [[0x07], [0x1F, 0x08], [0x43], [0x44], [0x57], [0x5A], [0x1F, 0x6F], [0x4C]] as [[UInt8]] {
                datas.append([0x27, 0, 0x06] + object([], object(tag, form)))
                datas.append([0x27, 0, 0x06] + object([], object([0x60], object(tag, form))))
            }
            datas += [[0x99] + form, form, [0x00] + form, [0x06] + object([], object([0x25], object([0x07], form)))]
        }
        let controls: [[UInt8]] = [
            [0x04, 0x0F], [0x04, 0xFF], [0x06, 0x0F], [0x06, 0x1E], [0x06, 0xD1], [0x06, 0xD3], [0x80, 0x00],
            [0x84, 0x1E], [0x0F, 0x2A], [0x06, 0xE2],
        ]
        return controls.flatMap { control in datas.map { control + [UInt8($0.count)] + $0 } }
    }()

    private static func finds(_ pieces: [LinePiece], _ framing: LineFraming) -> [[UInt8]] {
        let kept = pieces.flatMap { $0.content.bytes(framing) }
        return secrets.filter { kept.contains($0) }
    }

    private static func taps(_ framing: LineFraming, _ said: [UInt8]) -> [LinePiece] {
        var tap = LineTap(framing)
        let now = Uptime(nanoseconds: 0)
        let command = tap.passed(SerialBlock.encode(Sample.command), from: .till, at: now)
        let heard = said.flatMap { tap.passed([$0], from: .terminal, at: now) }
        return command + heard + tap.ended(at: now)
    }

    @Test func inAnyTelegram() {
        for telegram in Self.telegrams {
            #expect(Self.finds(Self.taps(.serial, SerialBlock.encode(telegram)), .serial) == [], "\(telegram.hex)")
            #expect(Self.finds(Self.taps(.stream, telegram), .stream) == [], "\(telegram.hex)")
        }
    }

    @Test func inATelegramThatIsCutOffOrChanged() {
        for telegram in Self.telegrams where telegram.starts(with: [0x04, 0x0F]) {
            let block = SerialBlock.encode(telegram)
            for place in stride(from: 0, to: block.count, by: 5) {
                var changed = block
                changed[place] ^= 0x21
                for said in [Array(block[..<place]), Array(block[place...]), changed] {
                    #expect(Self.finds(Self.taps(.serial, said), .serial) == [], "\(said.hex)")
                }
            }
        }
    }

    @Test func inNoise() {
        let control: [UInt8] = [0x06, 0x15, 0x10, 0x03, 0x05]
        for form in [Self.packed, Self.track, Self.text] {
            for between in control {
                let said = form.flatMap { [$0, between] }
                for noise in [form, said, control + form] {
                    #expect(Self.finds(Self.taps(.serial, noise), .serial) == [], "\(noise.hex)")
                    #expect(Self.finds(Self.taps(.stream, noise), .stream) == [], "\(noise.hex)")
                }
            }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { self[$0...].starts(with: part) }
    }
}
