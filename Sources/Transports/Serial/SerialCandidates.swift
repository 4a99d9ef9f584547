import Foundation
import Model

extension SerialPort {
    /// The serial lines of this machine, for discovery; nothing is opened.
    ///
    /// First come the links of /dev/serial/by-id, which keep their names when a device is plugged in elsewhere, then USB and
    /// built-in lines without such a link. Built-in lines without a chip are left out.
    package static func candidates() -> [DeviceAddress] {
        candidates(root: "").map { DeviceAddress(scheme: "serial", path: $0) }
    }

    /// Like `candidates()`, in a tree that replaces `/`.
    package static func candidates(root: String) -> [String] {
        let devices = "\(root)/dev"
        let links = names(in: "\(devices)/serial/by-id").map { "\(devices)/serial/by-id/\($0)" }
            .filter { FileManager.default.fileExists(atPath: $0) }
        let linked = Set(links.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
        let lines = names(in: devices).filter { name in
            if name.hasPrefix("ttyUSB") || name.hasPrefix("ttyACM") { return true }
            return name.hasPrefix("ttyS") && Int(name.dropFirst(4)) != nil && hasChip(name, root: root)
        }
        return links
            + lines.map { "\(devices)/\($0)" }.filter {
                !linked.contains(URL(fileURLWithPath: $0).resolvingSymlinksInPath().path)
            }
    }

    static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }

    /// Whether a built-in line exists: the kernel creates nodes for possible lines; type 0 means that no chip was found
    /// (serial_core.h, PORT_UNKNOWN).
    private static func hasChip(_ name: String, root: String) -> Bool {
        let type = try? String(contentsOfFile: "\(root)/sys/class/tty/\(name)/type", encoding: .utf8)
        return type?.trimmingCharacters(in: .whitespacesAndNewlines) != "0"
    }
}
