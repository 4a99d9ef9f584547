import Foundation
import Model

/// The place to which an address leads, however it is written, to find out whether a reader and a printer share it.
package struct DevicePlace: Sendable {
    private enum Way: Sendable {
        /// A device node or a file.
        case file(String)
        case listener(TCPSettings)
        case usb(USBAddress)
        /// No place outside of this process.
        case none
    }

    private let way: Way

    /// - Parameter kind: readers and printers have different default ports on the network.
    package init(of address: DeviceAddress, as kind: DeviceIdentity.Kind) {
        switch address.scheme {
        case "serial", "usblp", "file": way = .file(address.path)
        case "tcp":
            let place = DeviceAddress(scheme: address.scheme, path: address.path)
            let port = kind == .printer ? TCPSettings.printerPort : TCPSettings.usualPort
            way = (try? TCPSettings(of: place, usualPort: port)).map { .listener($0) } ?? .none
        case USBAddress.scheme: way = (try? USBAddress(of: address.place)).map { .usb($0) } ?? .none
        default: way = .none
        }
    }

    /// Whether both addresses may mean one device.
    ///
    /// - Parameter isOneFile: whether two paths lead to one file; by default the file system is asked.
    package func isSame(
        as other: DevicePlace, isOneFile: (String, String) -> Bool = DevicePlace.isOneFile
    ) -> Bool {
        switch (way, other.way) {
        case (.file(let one), .file(let two)): isOneFile(one, two)
        case (.listener(let one), .listener(let two)): one.isSameListener(as: two)
        case (.usb(let one), .usb(let two)): one.mayMean(theDeviceOf: two)
        case (.file, _), (.listener, _), (.usb, _), (.none, _): false
        }
    }

    /// Whether two paths lead to one file, through links or as two nodes of one device. A missing file is compared by its
    /// path.
    package static func isOneFile(_ one: String, _ two: String) -> Bool {
        if one == two { return true }
        var (its, others) = (stat(), stat())
        guard stat(one, &its) == 0, stat(two, &others) == 0 else { return plain(one) == plain(two) }
        if its.st_mode & S_IFMT == S_IFCHR, others.st_mode & S_IFMT == S_IFCHR { return its.st_rdev == others.st_rdev }
        return its.st_dev == others.st_dev && its.st_ino == others.st_ino
    }

    private static func plain(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}

extension USBAddress {
    /// Whether both USB addresses fit one device: no option that both have differs.
    fileprivate func mayMean(theDeviceOf other: USBAddress) -> Bool {
        func agree(_ one: String?, _ two: String?) -> Bool { one == nil || two == nil || one == two }
        return vendor == other.vendor && product == other.product && agree(serialNumber, other.serialNumber)
            && agree(port, other.port)
    }
}
