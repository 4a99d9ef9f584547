import Testing

@testable import Logbook

@Suite struct CardDataGateTests {
    private static let number = "4111111111111111"

    @Test(arguments: [
        number, "PAN \(number).", "pan4111111111111111x", "4111 1111 1111 1111", "4111-1111-1111-1111",
        "4111. 1111. 1111. 1111", "378282246310005", "6799998900000060018", "0042 \(number)",
        // The bytes of a telegram: BMP 22 followed by the next field, packed and as text.
        "22F0F84111111111111111870042", "22 F0 F8 41 11 11 11 11 11 11 11 87 00 42",
        "06d1113034313131313131313131313131313131310a", "34 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31",
        "0x34, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31, 0x31",
        "[52, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49]",
        ";4111111111111112=27121010?", "%B4111111111111112^DOE/JOHN^2712",
    ])
    func cardDataDoesNotPass(line: String) { #expect(!CardDataGate.admits(Array(line.utf8))) }

    @Test(arguments: [
        "2026-11-21T06:30:01.123Z notice: Payment ended: approved [payment.ended order_id=1042 payment_id=pay-7K3M9Q2FA1]",
        "PRIORITY=6\nMESSAGE_ID=532ec46765128d936649b1afa97315b8\nORDER_ID=1042\n", "trace 000123, receipt 0042",
        "************1111", "4111111111111112", "device=serial:/dev/pts/12?baud=115200", "A0000000031010", "", "1",
        "1795219200123456789",
    ])
    func whatIsNoneDoes(line: String) { #expect(CardDataGate.admits(Array(line.utf8))) }

    @Test func aNumberAtTheVeryEndOfALineIsSeen() {
        #expect(!CardDataGate.admits(Array("x 4111 1111 1111 1111".utf8)))
        #expect(!CardDataGate.admits(Array("x 4111 1111 1111 1111\n".utf8)))
    }
}
