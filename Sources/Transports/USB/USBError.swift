import CLibUSB
import Failures
import Flow
import Hardware
import Model

/// Why a USB device cannot be used or was lost.
enum USBError: LayerError {
    case address(DeviceAddress)
    case option(String)
    case notFound(USBAddress)
    /// Several devices match the address.
    case ambiguous(USBAddress, [USBDevice])
    case noSuchFunction(USBDevice, USBUse)
    case permission(USBDevice, LineAccess?)
    case busy(USBDevice, USBHolder?)
    case gone(USBDevice)
    /// A transfer failed for good.
    case broken(USBDevice, LineCall, code: Int32)
    /// An error of libusb itself.
    case system(LineCall, code: Int32)

    /// Reads the result of a call that opened or claimed `device`.
    init(_ code: Int32, during call: LineCall, of device: USBDevice) {
        switch libusb_error(rawValue: code) {
        case LIBUSB_ERROR_ACCESS: self = .permission(device, LineAccess(of: device.node))
        case LIBUSB_ERROR_BUSY: self = .busy(device, USBHolder.of(device))
        case LIBUSB_ERROR_NO_DEVICE: self = .gone(device)
        default: self = .broken(device, call, code: code)
        }
    }

    var failure: Failure {
        switch self {
        case .address(let address): .usbAddress(address)
        case .option(let option): .usbOption(option)
        case .notFound(let address):
            Failure(
                LineFailure.notFound, Sentence("failure.line.notFound.usb", ["deviceAddress": address.deviceAddress]),
                remedy: Sentence("remedy.line.notFound.plugged"), recovery: .askOperator)
        case .ambiguous(let address, let devices): .ambiguousUSB(address, devices)
        case .noSuchFunction(let device, let use): .notThat(device, use)
        case .permission(let device, let access):
            Failure(
                LineFailure.permission,
                Sentence(
                    "failure.line.permission.usb",
                    ["node": device.node, "access": access.clause, "device": device]),
                remedy: Sentence("remedy.line.permission.usb"), recovery: .askOperator)
        case .busy(let device, let holder):
            Failure(
                LineFailure.busy,
                Sentence(
                    "failure.line.busy.usb",
                    ["device": device, "holder": holder?.title ?? Sentence("detail.otherProcess")]),
                remedy: holder?.remedy ?? Sentence("remedy.line.busy.usb"), recovery: .askOperator)
        case .gone(let device):
            Failure(
                LineFailure.unplugged, Sentence("failure.line.unplugged.usb", ["device": device]),
                remedy: Sentence("remedy.line.unplugged"), recovery: .askOperator)
        case .broken(let device, let call, let code):
            Failure(
                LineFailure.system, Sentence("failure.line.system.usbCall", ["device": device, "call": call.name]),
                remedy: Sentence("remedy.line.system.usbCall"), recovery: .retry,
                causes: [Sentence(stored: Self.text(code))])
        case .system(let call, let code):
            Failure(
                LineFailure.system, Sentence("failure.line.system.usb", ["call": call.name]),
                remedy: Sentence("remedy.line.system.serial"), recovery: .retry,
                causes: [Sentence(stored: Self.text(code))])
        }
    }

    /// libusb's name and text of an error: `LIBUSB_ERROR_PIPE: Pipe error`.
    private static func text(_ code: Int32) -> String {
        "\(String(cString: libusb_error_name(code))): \(String(cString: libusb_strerror(code)))"
    }
}

extension Failure {
    fileprivate static func usbAddress(_ address: DeviceAddress) -> Failure {
        Failure(
            LineFailure.badAddress, Sentence("failure.line.badAddress.usb", ["address": address]),
            remedy: Sentence("remedy.line.badAddress.usb"), recovery: .askOperator)
    }

    fileprivate static func usbOption(_ option: String) -> Failure {
        Failure(
            LineFailure.badOption, Sentence("failure.line.badOption.usb", ["option": option]),
            remedy: Sentence(
                "remedy.line.badOption.unknown", ["options": USBAddress.options.joined(separator: ", ")]),
            recovery: .askOperator)
    }

    fileprivate static func notThat(_ device: USBDevice, _ use: USBUse) -> Failure {
        let remedy =
            switch use {
            case .serialLine where device.isEncryptingReader:
                Sentence("remedy.line.notThat.encryptingReader")
            case .serialLine: Sentence("remedy.line.notThat.serialLine")
            case .printer, .reports: Sentence("remedy.line.notThat.otherDevice")
            }
        return Failure(
            LineFailure.notThat, Sentence("failure.line.notThat.printer", ["device": device, "name": use.name]),
            remedy: remedy, recovery: .askOperator)
    }

    fileprivate static func ambiguousUSB(_ address: USBAddress, _ devices: [USBDevice]) -> Failure {
        let each = devices.map { "\(USBAddress(of: $0, among: devices).deviceAddress)" }
        return Failure(
            LineFailure.ambiguous,
            Sentence("failure.line.ambiguous", ["count": devices.count, "deviceAddress": address.deviceAddress]),
            remedy: Sentence("remedy.line.ambiguous.usb", ["devices": each.joined(separator: ", ")]),
            recovery: .askOperator)
    }
}

/// The user of a USB device: a kernel driver or a program.
enum USBHolder: Hashable, Sendable {
    case driver(String)
    case program(LineHolder)

    /// The process that has the node open, else the driver bound to one of its interfaces.
    static func of(_ device: USBDevice) -> USBHolder? {
        if let holder = LineHolder.of(device.node) { return .program(holder) }
        return device.interfaces.lazy.compactMap { SysFS.driver(of: $0.number, of: device) }.first.map(USBHolder.driver)
    }

    var title: Sentence {
        switch self {
        case .driver(let name): Sentence("detail.driver", ["name": name])
        case .program(let holder): holder.title
        }
    }

    var remedy: Sentence {
        switch self {
        case .driver(let name): Sentence("remedy.line.busy.driver", ["name": name])
        case .program(let holder) where ["usb", "cupsd"].contains(holder.name):
            Sentence("remedy.line.busy.cups")
        case .program: Sentence("remedy.line.busy.program")
        }
    }
}
