extension USBDevice {
    package var isPrinter: Bool { USBFunction.printer(of: self) != nil }
    package var isSerialLine: Bool { USBFunction.serialLine(of: self) != nil }
    /// Whether it is an encrypting reader with HID reports. Only the vendor id tells: the device class is shared with
    /// keyboards and scales.
    package var isEncryptingReader: Bool {
        USBQuirks.makersOfReaders.contains(vendor) && USBFunction.humanInterface(of: self) != nil
    }
    /// Whether the kernel already provides it as a serial line.
    package var hasTTY: Bool { SysFS.hasTTY(self) }
}

/// The function for which a device is used, with its interfaces and endpoints. It is chosen from descriptors alone, which
/// may contain anything.
struct USBFunction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// USB printer class, or a vendor-specific class of known printers.
        case printer
        /// CDC-ACM: a serial line, and the interface that takes its settings.
        case serialLine(control: UInt8)
        /// HID reports of a fixed size.
        case humanInterface
    }

    let kind: Kind
    let interface: UInt8
    let alternate: UInt8
    /// The output endpoint; nil when reports are sent by control requests.
    let output: USBEndpoint?
    /// The input endpoint; nil for a printer that never answers.
    let input: USBEndpoint?

    /// The interfaces to claim.
    var interfaces: [UInt8] {
        if case .serialLine(let control) = kind, control != interface { [control, interface] } else { [interface] }
    }
}

// MARK: - Printers

extension USBFunction {
    /// The interface for print data: class 7/1, preferring protocol 2 (bidirectional) to 3 and 1; protocol 4 is IPP.
    static func printer(of device: USBDevice) -> USBFunction? {
        let isKnown = USBQuirks.printersOfVendorClass.contains(device.model)
        return device.interfaces
            .filter { rank($0.kind, isKnown: isKnown) != nil }
            .sorted { (rank($0.kind, isKnown: isKnown) ?? 0) < (rank($1.kind, isKnown: isKnown) ?? 0) }
            .lazy.compactMap(printer(by:)).first
    }

    private static func rank(_ kind: USBClass, isKnown: Bool) -> Int? {
        switch (kind.code, kind.subclass, kind.proto) {
        case (7, 1, 2): 0
        case (7, 1, 3): 1
        case (7, 1, 1): 2
        case (0xFF, _, _) where isKnown: 3
        default: nil
        }
    }

    private static func printer(by interface: USBInterface) -> USBFunction? {
        guard let output = interface.endpoint(.bulk, isInput: false) else { return nil }
        return USBFunction(
            kind: .printer, interface: interface.number, alternate: interface.alternate, output: output,
            input: interface.endpoint(.bulk, isInput: true))
    }
}

// MARK: - Serial lines

extension USBFunction {
    /// The communication interface with abstract control, and the data interface that it names, or else the next one.
    static func serialLine(of device: USBDevice) -> USBFunction? {
        device.interfaces.lazy.filter { $0.kind.code == 2 && $0.kind.subclass == 2 }.compactMap { control in
            let named = dataInterface(named: control.extra)
            let candidates = device.interfaces.filter { candidate in
                candidate.kind.code == 0x0A && candidate.number == (named ?? control.number &+ 1)
            }
            return candidates.lazy.compactMap { serialLine(control.number, $0) }.first
        }.first
    }

    private static func serialLine(_ control: UInt8, _ data: USBInterface) -> USBFunction? {
        guard let output = data.endpoint(.bulk, isInput: false), let input = data.endpoint(.bulk, isInput: true) else {
            return nil
        }
        return USBFunction(
            kind: .serialLine(control: control), interface: data.number, alternate: data.alternate, output: output,
            input: input)
    }

    /// The first subordinate interface of the union descriptor: `05 24 06 control data` (CDC 1.2 §5.2.3.2).
    private static func dataInterface(named extra: [UInt8]) -> UInt8? {
        var rest = extra[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            let descriptor = Array(rest.prefix(Int(length)))
            if descriptor.count >= 5, descriptor[1] == 0x24, descriptor[2] == 0x06 { return descriptor[4] }
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }
}

// MARK: - Readers

extension USBFunction {
    /// A HID interface with interrupt input that is no keyboard or mouse. Without interrupt output its reports are sent by
    /// control requests.
    static func humanInterface(of device: USBDevice) -> USBFunction? {
        device.interfaces.lazy.filter { $0.kind.code == 3 && $0.kind.proto == 0 }.compactMap { interface in
            guard let input = interface.endpoint(.interrupt, isInput: true) else { return nil }
            return USBFunction(
                kind: .humanInterface, interface: interface.number, alternate: interface.alternate,
                output: interface.endpoint(.interrupt, isInput: false), input: input)
        }.first
    }
}
