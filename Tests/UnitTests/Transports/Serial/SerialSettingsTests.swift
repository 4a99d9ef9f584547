import Flow
import Hardware
import Model
import Testing

@testable import Transports

@Suite struct SerialSettingsTests {
    private func settings(_ text: String, defaults: SerialSettings = .terminal) throws -> SerialSettings {
        try SerialSettings(of: #require(DeviceAddress(text)), defaults: defaults)
    }

    @Test func aReaderIs9600With2StopBitsUnlessItIsTold() throws {
        #expect(try settings("serial:/dev/ttyUSB0").description == "9600 8N2")
    }

    @Test func theOptionsOfTheAddressWinOverTheDefaults() throws {
        #expect(try settings("serial:/dev/ttyUSB0?baud=115200&stop=1").description == "115200 8N1")
        #expect(try settings("serial:/dev/ttyUSB0?stop=2", defaults: .printer).description == "19200 8N2")
    }

    @Test(arguments: SerialSettings.Baud.allCases)
    func everySpeedCanBeNamed(baud: SerialSettings.Baud) throws {
        #expect(try settings("serial:/dev/ttyS0?baud=\(baud.rawValue)").baud == baud)
    }

    @Test(arguments: [
        ("baud=300", "choose one of 9600, 19200, 38400, 57600, 115200"), ("baud=fast", "choose one of 9600"),
        ("baud=99999999999", "choose one of 9600"), ("baud=-9600", "choose one of 9600"),
        ("stop=0", "choose one of 1, 2"), ("stop=1.5", "choose one of 1, 2"), ("parity=even", "there are: baud, stop"),
    ])
    func aWrongOptionIsRefusedWithWhatWouldBeRight(option: String, remedy: String) throws {
        let failure = try #require(
            #expect(throws: Failure.self) { try settings("serial:/dev/ttyS0?\(option)") })
        #expect(failure.code == "line.badOption")
        #expect(failure.remedy?.contains(remedy) == true)
    }

    private func printer(_ option: String) throws -> SerialSettings {
        try SerialSettings(
            of: #require(DeviceAddress("serial:/dev/ttyS0?\(option)")), defaults: .printer, isPrinter: true)
    }

    @Test(arguments: SerialSettings.Handshake.allCases)
    func everyHandshakeCanBeNamed(_ handshake: SerialSettings.Handshake) throws {
        #expect(try printer("handshake=\(handshake)").handshake == handshake)
        #expect(try printer("baud=9600").handshake == .none)
        #expect(try printer("handshake=xon&stop=2").description == "19200 8N2 with handshake=xon")
    }

    @Test(arguments: [("dtr", "choose rts"), ("dsr", "choose one of none, rts, xon"), ("RTS", "choose one of none")])
    func anotherHandshakeIsRefusedWithWhatWouldBeRight(_ value: String, _ remedy: String) throws {
        let failure = try #require(#expect(throws: Failure.self) { try printer("handshake=\(value)") })
        #expect(failure.code == "line.badOption")
        #expect(failure.sentence == "A serial line takes no handshake=\(value).")
        #expect(failure.remedy?.contains(remedy) == true)
    }

    /// The bytes of a card terminal may be 11 and 13 hexadecimal, which are XON and XOFF.
    @Test func aReaderHasNoHandshake() throws {
        let failure = #expect(throws: Failure.self) { try settings("serial:/dev/ttyS0?handshake=xon") }
        #expect(failure?.code == "line.badOption")
    }

    @Test func anotherSchemeIsNotASerialLine() throws {
        let failure = #expect(throws: Failure.self) { try settings("usb:04b8:0202") }
        #expect(failure?.code == "line.badOption")
    }
}
