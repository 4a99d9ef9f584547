import Flow
import Foundation
import Model
import Testing

@testable import Transports

/// A process does not end while a look at a USB device has its node open: the kernel would not give it back to its driver.
@Suite final class OpenUSBNodesTests {
    private let world = VirtualWorld(seed: 1)
    /// Stands for `/proc/self/fd`.
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "till-descriptors-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
    }

    /// Returns whether it waited successfully, and for how long.
    private func wait() throws -> (Bool, Duration) {
        let (folder, environment) = (folder, world.environment)
        let start = environment.uptime()
        let isFree = try world.finish { () async throws(Failure) in
            await USBPort.waitUntilNoneIsOpen(within: .seconds(2), descriptors: folder, environment)
        }
        return (isFree, environment.uptime() - start)
    }

    @Test func nothingIsWaitedForWhereNoDeviceIsOpen() throws {
        try link("0", to: "/dev/null")
        try link("1", to: "/dev/ttyACM0")
        try link("2", to: "/sys/bus/usb/devices/1-1/descriptors")
        #expect(try wait() == (true, .zero))
    }

    @Test func aDeviceThatIsClosedMeanwhileEndsTheWait() throws {
        try link("9", to: "/dev/bus/usb/001/004")
        let (path, environment) = (folder + "/9", world.environment)
        _ = environment.spawn("a look") {
            try? await environment.sleep(environment.uptime() + .milliseconds(300))
            try? FileManager.default.removeItem(atPath: path)
        }
        let (isFree, waited) = try wait()
        #expect(isFree)
        #expect(waited >= .milliseconds(300) && waited < .milliseconds(310))
    }

    @Test func aDeviceThatNobodyClosesDoesNotHoldTheProcess() throws {
        try link("9", to: "/tmp/umockdev.AB12/dev/bus/usb/001/004")
        #expect(try wait() == (false, .seconds(2)))
    }

    @Test func thisProcessHasNoneOpen() async {
        #expect(await USBPort.waitUntilNoneIsOpen(within: .seconds(2), .live))
    }
}
