import Foundation
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
        return PluggedDevices.now(root: root.path).subtracting(before)
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
}
