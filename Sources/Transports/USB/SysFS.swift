import Foundation

/// What the kernel tells of a USB device to everybody, without opening it.
enum SysFS {
    private static let devices = "/sys/bus/usb/devices"
    /// A string descriptor holds no more characters.
    private static let longestText = 126

    /// A string of the device, without anything that could harm a terminal or a log. Nil where it has none.
    static func text(_ attribute: String, of port: String) -> String? {
        guard let text = try? String(contentsOfFile: "\(devices)/\(port)/\(attribute)", encoding: .utf8) else {
            return nil
        }
        let clean = String(text.prefix(longestText).unicodeScalars.filter { $0.properties.generalCategory.isVisible })
            .trimmingCharacters(in: .whitespaces)
        return clean.isEmpty ? nil : clean
    }

    /// The driver that is bound to an interface, in any configuration.
    static func driver(of interface: UInt8, of device: USBDevice) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(devices)/\(device.port)")) ?? []
        let ending = ".\(interface)"
        return names.lazy.filter { $0.hasPrefix("\(device.port):") && $0.hasSuffix(ending) }.compactMap { name in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(devices)/\(device.port)/\(name)/driver")
        }.first.map { URL(fileURLWithPath: $0).lastPathComponent }
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
