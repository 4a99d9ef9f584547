import Receipts
import Testing

@testable import ESCPOS

/// A printer that waits for the rest of a command that was cut off takes the beginning of the next job for that rest.
@Suite struct EncoderRecoveryTests {
    private static func job(_ profile: PrinterProfile, _ lines: [LaidOutLine]) -> [UInt8] {
        let encoder = ESCPOSEncoder(profile: profile)
        return encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
    }

    private static func commands(_ bytes: [UInt8]) -> [PrinterCommand] {
        var decoder = StreamDecoder()
        return decoder.decode(bytes) + decoder.finish()
    }

    @Test(arguments: PrinterProfile.all.map(\.name))
    func whereverAJobIsCutOffTheNextIsWholeAfterARecovery(profile name: String) throws {
        let profile = try #require(PrinterProfile.named(name))
        let logo = Bitmap(width: 560, height: 400) { x, y in (x + y) % 3 == 0 }
        let code = try Symbol(.qr(.low), "https://example.org/1042")
        let cutOff = Self.job(profile, [.text([StyledRun("Kaffee")]), .picture(logo), .symbol(code), .cut])
        let next = Self.job(profile, [.text([StyledRun("DUPLICATE 1")]), .cut])
        let recovery = ESCPOSEncoder(profile: profile).recovery(lacking: 0)
        let wanted = Self.commands(next).map(\.bytes)
        for place in stride(from: 0, to: cutOff.count, by: 97) {
            let taken = Self.commands(cutOff.prefix(place) + recovery + next).map(\.bytes)
            let isWhole = taken.suffix(wanted.count) == wanted[...]
            #expect(isWhole, "cut off after \(place) bytes")
        }
    }

    @Test func withoutItTheNextIsTakenForTheRest() {
        let picture = LaidOutLine.picture(Bitmap(width: 560, height: 400) { x, y in (x + y) % 3 == 0 })
        let cutOff = Self.job(.generic80, [picture]).prefix(900)
        let next = Self.job(.generic80, [.text([StyledRun("DUPLICATE 1")]), .cut])
        #expect(!Self.commands(cutOff + next).contains { $0.operation == .cut })
    }
}
