import Foundation
import Model
import struct Payments.StoredProfile
import Service
import Testing

@testable import Till

@Suite struct DeviceListTests {
    private let device = DeviceIdentity(
        kind: .terminal, address: DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0"), model: "FTDI",
        serialNumber: "A1"
    )

    @Test func aDeviceIsListedWithItsAddressAndModel() {
        #expect(Output.Device(device, nil).line(in: .en) == "serial:/dev/ttyUSB0  FTDI")
    }

    @Test func thePrintersLanguagesAreListed() throws {
        let listed = Output.Device(device, nil, languages: ["ESC/POS", "PCL"])
        #expect(listed.line(in: .en) == "serial:/dev/ttyUSB0  FTDI  ESC/POS, PCL")
        #expect(try Output.json(listed).contains(#""languages":["ESC/POS","PCL"]"#))
    }

    @Test func theProfileByWhichATerminalIsAskedIsListedWithItsDay() throws {
        let listed = Output.Device(device, StoredProfile(profile: TerminalProfile(), foundAt: Machine.now))
        #expect(listed.line(in: .en) == "serial:/dev/ttyUSB0  FTDI  asked as was found on 2026-11-21")
        #expect(try Output.json(listed).contains(#""profile_found_at":"2026-11-21T"#))
    }
}
