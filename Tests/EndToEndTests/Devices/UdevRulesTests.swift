import Foundation
import Glibc
import Testing

/// Our rules as udev itself understands them: `udevadm test` on devices of a test bed, in a mount namespace with its
/// own /dev and /run, because udevadm creates the links that the rules ask for.
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
        #expect(told.links.contains("/dev/till/serial-1234-0002-SN0815-if00"), "\(told)")
        #expect(told.links.contains("/dev/till/port-pci-0000:00:01.0-usb-0:9:1.0"), "\(told)")
        #expect(told.output.contains("ID_MM_DEVICE_IGNORE=1"), "\(told)")
        #expect(told.complaints == [], "\(told)")
    }

    /// A device with two serial lines, and adapters of two makers with the same serial number.
    @Test(arguments: [
        ("second-tty", "/dev/till/serial-1234-0002-SN0815-if02"),
        ("other-tty", "/dev/till/serial-4321-0002-SN0815-if00"),
    ])
    func aSerialLineSharesItsNameWithNoOther(_ device: String, _ link: String) async throws {
        let told = try await test(device, at: "/sys/class/tty/ttyACM0")
        #expect(told.links.contains(link), "\(told)")
    }

    @Test func aNodeOfTheKernelsPrinterDriverGetsItsGroupAndItsNames() async throws {
        let told = try await test("lp", at: "/sys/class/usbmisc/lp0")
        let links = ["/dev/till/printer-1234-0001-SN0815-if00", "/dev/till/printer-port-pci-0000:00:01.0-usb-0:9:1.0"]
        #expect(told.ours.contains("GROUP 911"), "\(told)")
        #expect(told.links == links, "\(told)")
        #expect(told.complaints == [], "\(told)")
    }

    /// The hub has a serial number, which does not belong to the printer.
    @Test func aPrinterWithoutASerialNumberIsNamedByItsPortAlone() async throws {
        let told = try await test("nameless-lp", at: "/sys/class/usbmisc/lp0")
        #expect(told.links == ["/dev/till/printer-port-pci-0000:00:01.0-usb-0:9:1.0"], "\(told)")
    }

    @Test func aTrialLeavesNothingOnTheMachine() async throws {
        let mark = "TRACE\(getpid())"
        let device = (UdevDevices.text["lp"] ?? "").replacing("SN0815", with: mark)
        let told = try await test(describing: device, at: "/sys/class/usbmisc/lp0")
        #expect(told.output.contains("printer-1234-0001-\(mark)"), "\(told)")
        for folder in ["/dev/till", "/run/udev/links"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            #expect(!names.contains { $0.contains(mark) }, "\(folder)")
        }
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
        /// What our rules have set.
        var ours: [String] {
            lines.compactMap {
                $0.firstMatch(of: /70-till\.rules:\d+ ((GROUP|MODE|LINK|ENV|SYMLINK).*)$/).map { String($0.1) }
            }
        }
        var links: [String] {
            let property = "DEVLINKS="
            let line = output.split(separator: "\n").first { $0.hasPrefix(property) }?.dropFirst(property.count)
            return (line ?? "").split(separator: " ").map(String.init).sorted()
        }
        /// All other messages about our rules.
        var complaints: [Substring] {
            lines.filter { line in
                ["Invalid", "Unknown", "Failed", "ignoring", "no matching label"].contains { line.contains($0) }
            }
        }
        var description: String { lines.joined(separator: "\n") + "\n" + output.suffix(1500) }
    }

    private func test(_ device: String, at sys: String, rules: String? = nil) async throws -> Told {
        try await test(describing: UdevDevices.text[device] ?? "", at: sys, rules: rules)
    }

    private func test(describing device: String, at sys: String, rules: String? = nil) async throws -> Told {
        try await Kiosk.run { kiosk in
            let ours = try rules ?? Self.ours()
            try Data(ours.utf8).write(to: URL(fileURLWithPath: kiosk.path("70-till.rules")))
            try Data(device.utf8).write(to: URL(fileURLWithPath: kiosk.path("device")))
            let flags = OwnMounts.flags.split(separator: " ").map(String.init)
            let script = OwnMounts.script(in: kiosk.path("."), at: sys)
            let ended = try await kiosk.start("/usr/bin/unshare", flags + ["--mount", "sh", "-c", script]).end()
            return Told(output: ended.output)
        }
    }

    private static func ours() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "udev/70-till.rules"), encoding: .utf8)
    }
}

/// A namespace in which files of the machine can be replaced without harm.
private enum OwnMounts {
    /// The extra options that `unshare` needs when the user is not root.
    static let flags = getuid() == 0 ? "" : "--user --map-root-user"
    static let arePossible = shell("unshare \(flags) --mount true && command -v udevadm && command -v umockdev-run")

    /// A script that tests the rules file and the device in `folder` without changing anything on the machine.
    static func script(in folder: String, at sys: String) -> String {
        """
        set -e
        cd \(folder)
        cp /etc/group group; echo till:x:911: >> group; mount --bind group /etc/group
        mkdir dev; mount -t tmpfs till dev
        for node in null zero full random urandom; do touch dev/$node; mount --bind /dev/$node dev/$node; done
        mkdir dev/pts; mount -t devpts -o ptmxmode=0666 till dev/pts; ln -s pts/ptmx dev/ptmx
        mount --rbind dev /dev
        mount -t tmpfs till /run
        mkdir -p /run/udev/rules.d; cp 70-till.rules /run/udev/rules.d
        [ ! -d /etc/udev/rules.d ] || mount -t tmpfs till /etc/udev/rules.d
        exec umockdev-run --device device -- udevadm test --action=add \(sys) 2>&1
        """
    }

    private static func shell(_ command: String) -> Bool { system("(\(command)) >/dev/null 2>&1") == 0 }
}

/// Devices as umockdev reads them: each is at port `1-9` of a hub with a serial number, and has SN0815 if it has a
/// serial number of its own.
private enum UdevDevices {
    static let text = [
        "printer": device("1234", "0001", "070102"), "epson": device("04b8", "0202", "ffffff"),
        "serial-line": device("1234", "0002", "020201"), "idtech": device("0acd", "3530", "030000"),
        "keyboard": device("1234", "0003", "030101"), "storage": device("1234", "0004", "080650"),
        "tty": device("1234", "0002", "020201") + tty(), "second-tty": device("1234", "0002", "020201") + tty(on: 2),
        "other-tty": device("4321", "0002", "020201") + tty(), "lp": device("1234", "0001", "070102") + lp,
        "nameless-lp": device("1234", "0001", "070102", serialNumber: nil) + lp,
    ]

    private static let controller = "/devices/pci0000:00/0000:00:01.0"
    private static let place = controller + "/usb1/1-9"

    /// One interface with an endpoint; its class, subclass and protocol stand in the descriptors (USB 2.0 §9.6).
    private static func device(
        _ vendor: String, _ product: String, _ kind: String, serialNumber: String? = "SN0815"
    ) -> String {
        let swapped = [vendor, product].map { String($0.suffix(2) + $0.prefix(2)) }.joined()
        let serial = serialNumber.map { "\nA: serial=\($0)\\n" } ?? ""
        return """
            P: \(controller)
            E: SUBSYSTEM=pci

            P: \(controller)/usb1
            N: bus/usb/001/001
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: DEVNAME=/dev/bus/usb/001/001
            E: MAJOR=189
            E: MINOR=0
            A: idVendor=1d6b\\n
            A: idProduct=0002\\n
            A: serial=0000:00:01.0\\n

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
            A: idProduct=\(product)\\n\(serial)
            H: descriptors=1201000200000040\(swapped)00010102030109021900010100C0320904000001\(kind)0007050102400000

            """
    }

    private static let lp = child("usbmisc", "lp0", "usb/lp0", on: 0, driver: "usblp", major: 180)

    private static func tty(on interface: Int = 0) -> String {
        child("tty", "ttyACM0", "ttyACM0", on: interface, driver: "cdc_acm", major: 166)
    }

    private static func child(
        _ subsystem: String, _ name: String, _ node: String, on interface: Int, driver: String, major: Int
    ) -> String {
        """

        P: \(place)/1-9:1.\(interface)
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_interface
        E: DRIVER=\(driver)
        A: bInterfaceNumber=0\(interface)\\n
        A: bInterfaceClass=02\\n
        L: driver=../../../../../../bus/usb/drivers/\(driver)

        P: \(place)/1-9:1.\(interface)/\(subsystem)/\(name)
        N: \(node)
        E: SUBSYSTEM=\(subsystem)
        E: DEVNAME=/dev/\(node)
        E: MAJOR=\(major)
        E: MINOR=0

        """
    }
}
