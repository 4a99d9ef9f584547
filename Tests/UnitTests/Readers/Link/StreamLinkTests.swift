import Flow
import Testing

@testable import Readers

/// A stream link alone, in virtual time.
private struct StreamLine {
    var link: StreamLink
    var now = Uptime(nanoseconds: 0)
    var steps: [LinkStep] = []

    init(limit: Int = APDU.longest) {
        link = StreamLink(longestTelegram: limit)
        steps += link.open(at: now)
    }

    mutating func receive(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty { steps += link.received(&rest, at: now) }
    }

    mutating func pass(_ span: Duration) {
        let end = now + span
        while let deadline = link.deadline, deadline <= end {
            now = max(now, deadline)
            steps += link.timeout(at: now)
        }
        now = end
    }

    mutating func send(_ telegram: [UInt8]) { steps += link.send(telegram, at: now) }

    mutating func take() -> [LinkStep] {
        defer { steps = [] }
        return steps
    }
}

@Suite struct StreamLinkTests {
    static let positive: [UInt8] = [0x80, 0x00, 0x00]
    /// The long form of a length, which a sender may use for any length.
    static let long: [UInt8] = [0x06, 0xD3, 0xFF, 0x2C, 0x01] + [UInt8](repeating: 0x2A, count: 300)
    static let longButShort: [UInt8] = [0x04, 0xFF, 0xFF, 0x01, 0x00, 0x0A]

    @Test(arguments: [positive, Sample.progress, long, longButShort])
    func aTelegramIsWholeHoweverItIsCutInTwo(_ telegram: [UInt8]) {
        for cut in 1..<telegram.count {
            var line = StreamLine()
            line.receive(Array(telegram[..<cut]))
            #expect(line.take().isEmpty)
            line.receive(Array(telegram[cut...]))
            #expect(line.take() == [.received(telegram)])
            #expect(line.link.deadline == nil)
        }
    }

    @Test func bytesThatComeOneByOneMakeTheSameTelegrams() {
        var line = StreamLine()
        for byte in Self.positive + Self.long + Sample.progress { line.receive([byte]) }
        #expect(line.take() == [.received(Self.positive), .received(Self.long), .received(Sample.progress)])
    }

    @Test func severalTelegramsInOneSegmentComeOneAfterTheOther() {
        var line = StreamLine()
        var rest = (Self.positive + Sample.progress + Self.long)[...]
        #expect(line.link.received(&rest, at: line.now) == [.received(Self.positive)])
        #expect(line.link.received(&rest, at: line.now) == [.received(Sample.progress)])
        #expect(line.link.received(&rest, at: line.now) == [.received(Self.long)])
        #expect(rest.isEmpty)
    }

    @Test func whatIsSentIsOutOfOurHandsAtOnceAndNeverRepeated() {
        var line = StreamLine()
        line.send(Sample.command)
        line.send(Self.positive)
        line.pass(.seconds(3600))
        #expect(
            line.take() == [
                .write(Sample.command), .delivered(Sample.command), .write(Self.positive), .delivered(Self.positive),
            ])
    }

    @Test func aTelegramThatIsNotWholeWithinT3IsAFailure() {
        var line = StreamLine()
        line.receive(Self.positive)
        line.receive(Array(Self.long.dropLast()))
        line.pass(.milliseconds(4999))
        #expect(line.take() == [.received(Self.positive)])
        line.pass(.milliseconds(1))
        #expect(line.take() == [.failed(.incomplete)])
        line.receive([0x2A] + Self.positive)
        #expect(line.take().isEmpty)
    }

    @Test func silenceBetweenTelegramsIsNoFailure() {
        var line = StreamLine()
        line.receive(Self.positive)
        line.pass(.seconds(3600))
        line.receive(Sample.progress)
        #expect(line.take() == [.received(Self.positive), .received(Sample.progress)])
    }

    @Test func aTelegramBeyondTheLimitIsRefusedAtItsHeader() {
        var line = StreamLine(limit: 100)
        line.receive(Array(Self.long.prefix(5)))
        #expect(line.take() == [.failed(.outOfStep)])
    }

    @Test func whatIsNoTelegramAfterOneThatWasIsOutOfStep() {
        var line = StreamLine()
        line.receive(Self.positive + [0x2A])
        #expect(line.take() == [.received(Self.positive), .failed(.outOfStep)])
    }

    @Test func aNewConnectionForgetsTheBeginningOfATelegram() {
        var line = StreamLine()
        line.receive([0x80])
        _ = line.link.open(at: line.now)
        line.receive(Self.positive)
        #expect(line.take() == [.received(Self.positive)])
    }
}

@Suite struct ForeignStreamTests {
    struct Stranger: Sendable, CustomTestStringConvertible {
        let name: String
        let says: [UInt8]
        let meant: ForeignProtocol
        var testDescription: String { name }
    }

    static let strangers = [
        Stranger(name: "an ECR17 terminal refuses", says: [0x15, 0x03, 0x69], meant: .ecr17),
        Stranger(name: "an ECR17 terminal accepts", says: [0x06, 0x03, 0x7A], meant: .ecr17),
        Stranger(name: "records with a length", says: [0, 0, 0, 0x3E] + Array("VER|APP".utf8), meant: .pipeSeparated),
        Stranger(name: "records without one", says: Array("VER|APP|1".utf8), meant: .pipeSeparated),
        Stranger(name: "a web server", says: Array("HTTP/1.1 400 Bad Request\r\n".utf8), meant: .http),
        Stranger(name: "an SSH server", says: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), meant: .ssh),
        Stranger(name: "a TLS server's alert", says: [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46], meant: .tls),
        Stranger(name: "a TLS handshake", says: [0x16, 0x03, 0x01, 0x00, 0x7A], meant: .tls),
        Stranger(name: "blocks of a serial line", says: SerialBlock.encode([0x80, 0, 0]), meant: .serialBlocks),
        Stranger(name: "a serial terminal that refuses", says: [0x15, 0x15, 0x15], meant: .serialBlocks),
        Stranger(name: "a length of two bytes", says: [0x00, 0x03, 0x80, 0x00, 0x00], meant: .lengthPrefixed),
        Stranger(name: "a length of four bytes", says: [0, 0, 0, 0x03, 0x80, 0x00, 0x00], meant: .lengthPrefixed),
        Stranger(name: "a mail server", says: Array("220 mail.example.org ESMTP\r\n".utf8), meant: .noise),
    ]

    @Test(arguments: strangers) func portalum33_aStrangerIsNamed(_ stranger: Stranger) {
        var line = StreamLine()
        line.receive(stranger.says)
        #expect(line.take() == [.failed(.foreign(stranger.meant))])
    }

    @Test(arguments: strangers) func aStrangerIsNamedByteByByteToo(_ stranger: Stranger) {
        var line = StreamLine()
        for byte in stranger.says { line.receive([byte]) }
        #expect(line.take() == [.failed(.foreign(stranger.meant))])
    }

    @Test func oneRefusalAndSilenceIsASerialLineBehindAnAdapter() {
        var line = StreamLine()
        line.receive([0x15])
        line.pass(.seconds(5))
        #expect(line.take() == [.failed(.foreign(.serialBlocks))])
    }

    @Test func aFewStrangeBytesAndSilenceAreNoZVT() {
        var line = StreamLine()
        line.receive([0x3F, 0x0D])
        line.pass(.seconds(5))
        #expect(line.take() == [.failed(.foreign(.noise))])
    }

    @Test(arguments: strangers) func whatSpeaksOtherwiseIsToldWithARemedy(_ stranger: Stranger) {
        let failure = LinkFailure.foreign(stranger.meant).failure
        #expect(failure.code == "reader.foreignProtocol")
        #expect(failure.remedy?.isEmpty == false)
    }
}
