import Foundation

/// What the kernel publishes about a USB device without opening it.
enum SysFS {
    private static let folder = "/sys/bus/usb/devices"
    /// The most characters of a string descriptor.
    private static let longestText = 126

    /// A string of the device without control characters. Nil when it has none.
    static func text(_ attribute: String, of port: String) -> String? {
        guard let text = try? String(contentsOfFile: "\(folder)/\(port)/\(attribute)", encoding: .utf8) else {
            return nil
        }
        let clean = String(text.prefix(longestText).unicodeScalars.filter { $0.properties.generalCategory.isVisible })
            .trimmingCharacters(in: .whitespaces)
        return clean.isEmpty ? nil : clean
    }

    /// Every plugged-in USB device, hubs too, as its port and its number, which changes whenever it is plugged in.
    static var devices: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.contains(":") }.map { "\($0) \(text("devnum", of: $0) ?? "")" }
    }

    /// The driver bound to an interface, in any configuration.
    static func driver(of interface: UInt8, of device: USBDevice) -> String? {
        folders(of: device).lazy.filter { $0.hasSuffix(".\(interface)") }.compactMap { folder in
            try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/driver")
        }.first.map { URL(fileURLWithPath: $0).lastPathComponent }
    }

    /// Whether the kernel provides one of its interfaces as a serial line.
    static func hasTTY(_ device: USBDevice) -> Bool {
        folders(of: device).contains { folder in
            // `tty/ttyACM0` for CDC-ACM, `ttyUSB0` for adapters.
            names(in: folder).contains { $0.hasPrefix("tty") }
        }
    }

    /// The nodes through which the kernel's drivers offer the device: serial lines and printers.
    static func nodes(of device: USBDevice) -> [String] {
        folders(of: device).flatMap { folder in
            let lines = names(in: folder).filter { $0.hasPrefix("tty") && $0 != "tty" } + names(in: folder + "/tty")
            return lines.map { "/dev/\($0)" } + names(in: folder + "/usbmisc").map { "/dev/usb/\($0)" }
        }
    }

    /// Whether one of the links in a folder such as `/proc/self/fd` leads to the node of a USB device.
    static func isUSBNode(amongLinksIn folder: String) -> Bool {
        names(in: folder).contains { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.contains("/dev/bus/usb/") == true
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The folders of the device's interfaces.
    private static func folders(of device: USBDevice) -> [String] {
        let folder = "\(folder)/\(device.port)"
        return names(in: folder).filter { $0.hasPrefix("\(device.port):") }.map { "\(folder)/\($0)" }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isVisible: Bool {
        switch self {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
