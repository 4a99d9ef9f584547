import Foundation
import Glibc
import Testing

/// What keeps a user from opening a USB device, as a person at the command line sees it.
@Suite struct USBAccessTests {
    /// Whether the test can run as a user who may not open the device; only root can switch to such a user.
    private static let canBeNobody = getuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv)
    private static let setpriv = "/usr/bin/setpriv"

    @Test(.enabled(if: canBeNobody, "needs root, and setpriv of util-linux"))
    func aDeviceThatMayNotBeOpenedNamesTheRulesThatMendIt() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startPrinter()
            let bed = try await kiosk.usb()
            // The simulation's folder is closed to others, where the kernel's is readable for all, and a program that
            // looks for devices creates a socket in it.
            let root = try #require(bed.surroundings["UMOCKDEV_DIR"])
            let opened = "find \(root) -type d -exec chmod a+rx {} + && chmod -R a+rX \(root)/sys"
            #expect(try await kiosk.start("/bin/sh", ["-c", opened]).end().code == 0)
            #expect(chmod(root, 0o777) == 0)
            // The program connects to what answers for a device node, even where it may not open the node.
            #expect(try await kiosk.start("/bin/chmod", ["-R", "a+rwX", root + "/ioctl"]).end().code == 0)
            let folder = NSTemporaryDirectory() + "till-nobody-\(getpid())"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(chown(folder, 65_534, 65_534) == 0)
            let refused = try await kiosk.start(
                Self.setpriv,
                [
                    "--reuid=65534", "--regid=65534", "--clear-groups", Programs.path("till"), "pay", "--order", "1042",
                    "--reader", "simulated:", "--printer", kiosk.printer, "--data", folder + "/data",
                ], environment: ["XDG_CONFIG_HOME": folder, "HOME": folder]
            ).end()
            #expect(refused.code == 6, "\(refused)")
            #expect(
                refused.errors.contains("Permission denied on /dev/bus/usb/001/002, which is root:root"), "\(refused)")
            #expect(refused.errors.contains("install udev/70-till.rules"), "\(refused)")
        }
    }

    @Test func aTerminalThatTakesNothingLeavesNothingCharged() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try await kiosk.usb().terminal("nak")
            let refused = try await kiosk.pay()
            #expect(refused.code == 6, "\(refused)")
            #expect(try kiosk.terminalJournal().charges.isEmpty)
            try await kiosk.usb().terminal("ack")
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
        }
    }

    @Test(arguments: [
        ("usb:04b8:0e28", "file:/dev/null", "is no serial line (CDC-ACM). (line.notThat)"),
        ("simulated:", "usb:1d6b:0104", "is no printer. (line.notThat)"),
        ("usb:04b8:0e28?protocol=neo2&acquirer=simulated", "file:/dev/null", "is no reader (HID). (line.notThat)"),
        ("usb:1d6b:0104", "neo2", "neo2 is no name or address of a printer. (device.unknownScheme)"),
        ("usb:1d6b:0104", "usb:04b8:0e28?serial=", "or usb:04b8:0e15, each option with a value"),
        ("usb:1d6b:0104", "usb:04b8:0e28?protocol=neo2&acquirer=simulated", "has no option acquirer. (line.badOption)"),
        ("usblp:/dev/usb/lp0", "usb:04b8:0e28", "Till knows no devices at usblp:/dev/usb/lp0. (device.unknownScheme)"),
        ("usb:1d6b:0104", "usblp:/dev/usb/lp0", "There is no printer at /dev/usb/lp0. (line.notFound)"),
        ("tcp:127.0.0.1?protocol=neo2&acquirer=simulated", "usb:04b8:0e28", "(device.unknownScheme)"),
        ("usb:1d6b:0104", "usb:1d6b:0104?serial=TILLTERMINAL01", "are one device. (device.sameAddress)"),
        ("usb:04b8:0e28?protocol=neo2&acquirer=simulated", "usb:04b8:0e28", "are one device. (device.sameAddress)"),
    ])
    func aDeviceOfAnotherKindIsRefusedInASentence(_ reader: String, _ printer: String, _ sentence: String) async throws
    {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let refused = try await kiosk.till("pay", "--order", "1042", "--reader", reader, "--printer", printer)
            #expect(refused.code == 6 || refused.code == 64, "\(refused)")
            #expect(refused.errors.contains(sentence), "\(refused)")
            #expect(try kiosk.terminalJournal().charges.isEmpty)
        }
    }

    @Test func anEncryptingReaderIsListedWithItsProtocolAndTheDoctorNamesIt() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            _ = try await kiosk.usb().add(reader: "approve")
            let list = try await kiosk.till("readers", "list")
            #expect(list.output.contains("usb:0acd:3530?protocol=neo2&serial=TILLREADER01  ID TECH VP3300"), "\(list)")
            let doctor = try await kiosk.till("doctor")
            #expect(
                (doctor.output + doctor.errors).contains("is an encrypting reader (name its acquirer too)"), "\(doctor)"
            )
        }
    }

    @Test(arguments: [true, false])
    func whatComesAndGoesIsToldWithUdevAndWithout(_ hasEvents: Bool) async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            let bed = try await kiosk.usb(hasEvents ? [] : ["--without-events"])
            _ = try await kiosk.startTerminal()
            let list = try await kiosk.startTill(["readers", "list", "--watch"])
            try await list.says("usb:1d6b:0104?serial=TILLTERMINAL01  Till ZVT terminal\n")
            try bed.terminal("unplug")
            try await list.says("- usb:1d6b:0104?serial=TILLTERMINAL01")
            try bed.terminal("plug")
            try await list.says("+ usb:1d6b:0104?serial=TILLTERMINAL01")
            list.send(SIGINT)
            #expect(try await list.end().code == 0)
        }
    }
}
