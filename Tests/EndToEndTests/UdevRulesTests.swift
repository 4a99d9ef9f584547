import Foundation
import Glibc
import Testing

/// Our rules as udev itself understands them: `udevadm test`, in a mount namespace where they are the machine's, on devices
/// of a test bed.
@Suite(.enabled(if: OwnMounts.arePossible, "udevadm, umockdev-run and a mount namespace of our own are needed"))
struct UdevRulesTests {
    @Test(arguments: ["printer", "epson", "serial-line", "idtech"])
    func aDeviceThatIsForTillBelongsToItsGroup(_ device: String) async throws {
        let told = try await test(device, at: "/sys/bus/usb/devices/1-9")
        #expect(told.ours.contains("GROUP 911"), "\(told)")
        #expect(told.ours.contains("MODE 0660"), "\(told)")
        #expect(told.complaints == [], "\(told)")
    }

    @Test(arguments: ["keyboard", "storage"]) func otherDevicesAreLeftAlone(_ device: String) async throws {
        let told = try await test(device, at: "/sys/bus/usb/devices/1-9")
        #expect(told.ours.isEmpty, "\(told)")
        #expect(told.output.contains("ID_USB_INTERFACES="), "\(told)")
    }

    @Test func aSerialLineGetsItsGroupItsNameAndPeaceFromModemManager() async throws {
        let told = try await test("tty", at: "/sys/class/tty/ttyACM0")
        #expect(told.ours.contains("GROUP 911"), "\(told)")
        #expect(told.output.contains("/dev/till/serial-SN0815"), "\(told)")
        #expect(told.output.contains("ID_MM_DEVICE_IGNORE=1"), "\(told)")
        #expect(told.complaints == [], "\(told)")
    }

    @Test func aNodeOfTheKernelsPrinterDriverGetsItsGroupAndItsName() async throws {
        let told = try await test("lp", at: "/sys/class/usbmisc/lp0")
        #expect(told.ours.contains("GROUP 911"), "\(told)")
        #expect(told.output.contains("/dev/till/printer-SN0815"), "\(told)")
    }

    @Test(arguments: [#"GROUP="nobodys""#, #"COLOUR=="red""#, #"GOTO="nowhere""#])
    func aBadLineWouldBeSeen(_ line: String) async throws {
        let told = try await test("printer", at: "/sys/bus/usb/devices/1-9", rules: line + "\n")
        #expect(!told.complaints.isEmpty, "\(told)")
    }

    // MARK: -

    private struct Told: CustomStringConvertible {
        let output: String

        private var lines: [Substring] { output.split(separator: "\n").filter { $0.contains("70-till.rules") } }
        /// What our lines have set.
        var ours: [String] {
            lines.compactMap {
                $0.firstMatch(of: /70-till\.rules:\d+ ((GROUP|MODE|LINK|ENV|SYMLINK).*)$/).map { String($0.1) }
            }
        }
        /// Everything else that is said of our lines.
        var complaints: [Substring] {
            lines.filter { line in
                ["Invalid", "Unknown", "Failed", "ignoring", "no matching label"].contains { line.contains($0) }
            }
        }
        var description: String { lines.joined(separator: "\n") + "\n" + output.suffix(1500) }
    }

    private func test(_ device: String, at sys: String, rules: String? = nil) async throws -> Told {
        try await Kiosk.run { kiosk in
            let folder = kiosk.path("rules")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let ours = try rules ?? Self.ours()
            try Data(ours.utf8).write(to: URL(fileURLWithPath: folder + "/70-till.rules"))
            try Data((UdevDevices.text[device] ?? "").utf8).write(to: URL(fileURLWithPath: kiosk.path("device")))
            let script = """
                set -e
                cp /etc/group \(kiosk.path("group")); echo till:x:911: >> \(kiosk.path("group"))
                mount --bind \(kiosk.path("group")) /etc/group
                mkdir -p /etc/udev/rules.d; mount --bind \(folder) /etc/udev/rules.d
                exec umockdev-run --device \(kiosk.path("device")) -- udevadm test --action=add \(sys) 2>&1
                """
            let flags = OwnMounts.flags.split(separator: " ").map(String.init)
            let ended = try await kiosk.start("/usr/bin/unshare", flags + ["--mount", "sh", "-c", script]).end()
            return Told(output: ended.output)
        }
    }

    private static func ours() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "udev/70-till.rules"), encoding: .utf8)
    }
}

/// A namespace in which files of the machine can be replaced without harm.
private enum OwnMounts {
    /// What `unshare` needs besides where this is not root.
    static let flags = getuid() == 0 ? "" : "--user --map-root-user"
    static let arePossible = shell("unshare \(flags) --mount true && command -v udevadm && command -v umockdev-run")

    private static func shell(_ command: String) -> Bool { system("(\(command)) >/dev/null 2>&1") == 0 }
}

/// Devices as umockdev reads them: each at `1-9`, with the serial number SN0815.
private enum UdevDevices {
    static let text = [
        "printer": device("1234", "0001", "070102"), "epson": device("04b8", "0202", "ffffff"),
        "serial-line": device("1234", "0002", "020201"), "idtech": device("0acd", "3530", "030000"),
        "keyboard": device("1234", "0003", "030101"), "storage": device("1234", "0004", "080650"),
        "tty": device("1234", "0002", "020201") + child("tty", "ttyACM0", "ttyACM0", driver: "cdc_acm", major: 166),
        "lp": device("1234", "0001", "070102") + child("usbmisc", "lp0", "usb/lp0", driver: "usblp", major: 180),
    ]

    private static let place = "/devices/pci0000:00/0000:00:01.0/usb1/1-9"

    /// One interface with an endpoint; its class, subclass and protocol stand in the descriptors (USB 2.0 §9.6).
    private static func device(_ vendor: String, _ product: String, _ kind: String) -> String {
        let swapped = [vendor, product].map { String($0.suffix(2) + $0.prefix(2)) }.joined()
        return """
            P: \(place)
            N: bus/usb/001/019
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: DRIVER=usb
            E: BUSNUM=001
            E: DEVNUM=019
            E: DEVNAME=/dev/bus/usb/001/019
            E: MAJOR=189
            E: MINOR=18
            E: PRODUCT=\(vendor)/\(product)/100
            E: TYPE=0/0/0
            A: busnum=1\\n
            A: devnum=19\\n
            A: idVendor=\(vendor)\\n
            A: idProduct=\(product)\\n
            A: serial=SN0815\\n
            H: descriptors=1201000200000040\(swapped)00010102030109021900010100C0320904000001\(kind)0007050102400000

            """
    }

    private static func child(_ subsystem: String, _ name: String, _ node: String, driver: String, major: Int) -> String
    {
        """

        P: \(place)/1-9:1.0
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_interface
        E: DRIVER=\(driver)
        A: bInterfaceNumber=00\\n
        A: bInterfaceClass=02\\n
        L: driver=../../../../../../bus/usb/drivers/\(driver)

        P: \(place)/1-9:1.0/\(subsystem)/\(name)
        N: \(node)
        E: SUBSYSTEM=\(subsystem)
        E: DEVNAME=/dev/\(node)
        E: MAJOR=\(major)
        E: MINOR=0

        """
    }
}
