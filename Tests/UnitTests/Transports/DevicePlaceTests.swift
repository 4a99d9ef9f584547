import Foundation
import Model
import Testing
import Transports

@Suite struct DevicePlaceTests {
    private func isShared(_ reader: String, _ printer: String) throws -> Bool {
        let (reader, printer) = (try #require(DeviceAddress(reader)), try #require(DeviceAddress(printer)))
        return DevicePlace(of: reader, as: .terminal).isSame(as: DevicePlace(of: printer, as: .printer))
    }

    @Test(arguments: [
        ("serial:/dev/x", "serial:/dev/x?baud=9600"), ("serial:/dev/x?stop=2", "file:/dev/x"),
        ("tcp:Till.example:9100", "tcp:till.EXAMPLE"), ("tcp:h", "tcp:h:20007?connection=transaction"),
        ("tcp:[::1]:9100", "tcp:localhost"), ("usb:0aa7:0304", "usb:0AA7:304?serial=A"),
        ("usb:0aa7:0304?serial=A", "usb:0aa7:0304?port=1-2"),
    ])
    func oneDeviceIsOneHoweverItIsWritten(reader: String, printer: String) throws {
        #expect(try isShared(reader, printer))
    }

    @Test(arguments: [
        ("serial:/dev/x", "serial:/dev/y"), ("tcp:h", "tcp:h"), ("tcp:h:9100", "tcp:g:9100"),
        ("usb:0aa7:0304?serial=A", "usb:0aa7:0304?serial=B"), ("usb:0aa7:0304?port=1-2", "usb:0aa7:0304?port=1-3"),
        ("usb:0aa7:0304", "usb:04b8:0e15"), ("simulated:", "simulated:"), ("simulated:/x", "file:/x"),
        ("serial:/dev/null", "file:/dev/full"), ("serial:/dev/null", "file:/dev/null/paper"),
    ])
    func twoDevicesAreTwo(reader: String, printer: String) throws {
        #expect(try !isShared(reader, printer))
    }

    /// Links as in `/dev/serial/by-id`.
    @Test func linksLeadToTheirDevice() throws {
        let folder = NSTemporaryDirectory() + "till-place-\(ProcessInfo.processInfo.globallyUniqueString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/by-id", withIntermediateDirectories: true)
        for (link, target) in [("by-id/a", "/dev/null"), ("by-id/b", "../by-id/a"), ("gone", "not-there")] {
            try files.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
        }
        #expect(try isShared("serial:/dev/null", "serial:\(folder)/by-id/b"))
        #expect(try isShared("serial:\(folder)/gone", "serial:\(folder)/by-id/../gone"))
        #expect(try !isShared("serial:/dev/full", "serial:\(folder)/by-id/b"))
        #expect(try !isShared("serial:\(folder)/gone", "serial:\(folder)/by-id/b"))
    }
}
