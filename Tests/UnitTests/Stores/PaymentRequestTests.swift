import Flow
import Hardware
import Model
import Testing

@testable import Stores

/// What a request for a payment may hold: its key and its devices' names are stored as they came.
@Suite struct PaymentRequestTests {
    private func request(key: String? = nil, reader path: String = "/dev/ttyS9?baud=115200") -> PaymentRequest {
        PaymentRequest(
            subject: .amount(.sample), key: key, reader: DeviceAddress(scheme: "serial", path: path),
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"))
    }

    @Test(arguments: ["/tmp/till-exp-7/terminal?baud=115200", "/dev/serial/by-id/usb-VAL_1227-if00"])
    func digitsBehindAWordInADevicesNameAreNoExpiryDate(_ path: String) throws {
        try request(reader: path).checkNoCardData()
    }

    @Test func aCardNumberIsRefusedAsAKeyAndInADevicesName() {
        let number = "4111 1111 1111 1111"
        #expect(throws: Failure.cardDataInRequest) { try request(key: number).checkNoCardData() }
        #expect(throws: Failure.cardDataInRequest) { try request(reader: "/dev/\(number)").checkNoCardData() }
    }
}
