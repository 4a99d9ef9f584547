import Foundation
import Hardware
import Testing

@testable import Transports

/// The comparison that the watch makes, in a folder made for the test.
@Suite("What is plugged in") struct PluggedDevicesTests {
    private func after(_ test: String = #function, _ change: (URL) throws -> Void) throws -> Set<String> {
        let root = FileManager.default.temporaryDirectory.appending(path: "till-\(getpid())-\(test)")
        defer { try? FileManager.default.removeItem(at: root) }
        let devices = root.appending(path: "dev")
        for folder in ["usb", "till"] {
            try FileManager.default.createDirectory(
                at: devices.appending(path: folder), withIntermediateDirectories: true)
        }
        let node = devices.appending(path: "usb/lp0").path
        try #require(
            FileManager.default.createFile(atPath: node, contents: nil, attributes: [.posixPermissions: 0o600]))
        let before = PluggedDevices.now(root: root.path)
        try change(devices)
        return PluggedDevices.now(root: root.path).nodes.subtracting(before.nodes)
    }

    @Test func aPrintersNodeThatSomeoneMayUseNowHasArrived() throws {
        let arrived = try after { devices in
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o660], ofItemAtPath: devices.appending(path: "usb/lp0").path)
        }
        #expect(arrived.count == 1)
    }

    @Test func aPrintersNodeThatGetsItsLastingNameHasArrived() throws {
        let arrived = try after { devices in
            try FileManager.default.createSymbolicLink(
                atPath: devices.appending(path: "till/printer-1").path, withDestinationPath: "../usb/lp0")
        }
        #expect(arrived.count == 1)
    }

    @Test func nothingElseInThereIsADevice() throws {
        let arrived = try after { devices in
            let made = FileManager.default.createFile(
                atPath: devices.appending(path: "usb/hiddev0").path, contents: nil)
            try #require(made)
        }
        #expect(arrived == [])
    }

    private static let usual = PluggedDevices(devices: ["1-1 4", "1-2 5"], nodes: ["/dev/ttyACM0", "/dev/usb/lp0"])

    /// A till that looks through libusb sends the kernel's driver away, and lets it come back.
    @Test func aNodeThatGoesAndComesWhileItsDeviceStaysIsNoChange() {
        var known = Self.usual
        let looks = [
            PluggedDevices(devices: known.devices, nodes: ["/dev/usb/lp0"]),
            PluggedDevices(devices: known.devices, nodes: []), Self.usual,
        ]
        var changes = 0
        for _ in 1...1_000_000 { for look in looks { changes += known.become(look).count } }
        #expect(changes == 0 && known == Self.usual)
    }

    @Test func aDeviceThatIsPulledOutAndPluggedInAgainIsNoticedEachTime() {
        var known = Self.usual
        let without = PluggedDevices(devices: ["1-2 5"], nodes: ["/dev/usb/lp0"])
        for number in 6...100 {
            let nodeless = PluggedDevices(devices: known.devices, nodes: without.nodes)
            #expect(known.become(nodeless).isEmpty, "its node goes first")
            #expect(known.become(without) == [.left])
            let back = PluggedDevices(devices: ["1-1 \(number)", "1-2 5"], nodes: without.nodes)
            #expect(known.become(back) == [.arrived])
            #expect(known.become(PluggedDevices(devices: back.devices, nodes: Self.usual.nodes)) == [.arrived])
        }
    }

    @Test func oneThatIsExchangedWhileNobodyLookedHasLeftAndArrived() {
        var known = Self.usual
        #expect(known.become(PluggedDevices(devices: ["1-1 9", "1-2 5"], nodes: known.nodes)) == [.left, .arrived])
    }
}
