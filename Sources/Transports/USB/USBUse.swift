import Model

/// The purpose for which a USB device is opened.
package enum USBUse: Hashable, Sendable {
    case printer
    case serialLine(SerialSettings)
    /// A reader with HID reports.
    case reports

    /// The kind of device that is needed, for error messages.
    var name: Sentence {
        switch self {
        case .printer: Sentence("detail.use.printer")
        case .serialLine: Sentence("detail.use.serialLine")
        case .reports: Sentence("detail.use.reports")
        }
    }

    func function(_ device: USBDevice) -> USBFunction? {
        switch self {
        case .printer: .printer(of: device)
        case .serialLine: .serialLine(of: device)
        case .reports: .humanInterface(of: device)
        }
    }

    /// The requests to the device before the line is opened.
    func preparation(_ function: USBFunction) -> [USBControlRequest] {
        guard case .serialLine(let settings) = self, case .serialLine(let control) = function.kind else { return [] }
        return [.setLineCoding(settings, control), .setControlLines(on: true, control)]
    }
}

extension USBUse {
    /// The last request to the device: a serial line that is no longer used, as the kernel's driver sends it.
    func farewell(_ function: USBFunction) -> USBControlRequest? {
        guard case .serialLine(let control) = function.kind else { return nil }
        return .setControlLines(on: false, control)
    }
}
