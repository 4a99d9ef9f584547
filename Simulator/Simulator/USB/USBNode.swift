/// The kernel's view of a USB device for programs: which driver is bound to which interface, and which program has
/// claimed it. It refuses what a kernel refuses. Pure.
package struct USBNode: Sendable {
    /// The errors of linux/usbdevice_fs.h; nil is success.
    package enum Refusal: Hashable, Sendable {
        /// Another driver or another program has the interface (EBUSY).
        case busy
        /// There is no such interface (ENOENT).
        case absent
        /// No driver is bound (ENODATA).
        case unbound
        /// The program has not taken the interface (EINVAL).
        case notTaken
    }

    private enum Owner: Hashable, Sendable {
        case nobody
        case driver
        case program(UInt64)
    }

    private let descriptors: USBDescriptors
    private var owners: [UInt8: Owner] = [:]
    private let drivers: [UInt8: String]

    /// The state after plugging in: the kernel's drivers are bound.
    package init(_ descriptors: USBDescriptors) {
        self.descriptors = descriptors
        let interfaces = descriptors.interfaces
        drivers = Dictionary(
            interfaces.compactMap { part in Self.driver(part.kind[0], part.kind[1]).map { (part.number, $0) } },
            uniquingKeysWith: { first, _ in first })
        for part in interfaces { owners[part.number] = drivers[part.number] == nil ? .nobody : .driver }
    }

    private static func driver(_ code: UInt8, _ subclass: UInt8) -> String? {
        switch (code, subclass) {
        case (7, 1): "usblp"
        case (2, 2), (10, _): "cdc_acm"
        case (3, _): "usbhid"
        default: nil
        }
    }

    /// The kernel's driver that is bound to the interface.
    package func boundDriver(of interface: UInt8) -> String? {
        owners[interface] == .driver ? drivers[interface] : nil
    }

    package func driver(of interface: UInt8) -> Result<String, RefusalError> {
        switch owners[interface] {
        case .driver: drivers[interface].map { .success($0) } ?? .failure(RefusalError(.unbound))
        case .program: .success("usbfs")
        case .nobody, nil: .failure(RefusalError(.unbound))
        }
    }

    package mutating func claim(_ interface: UInt8, by opener: UInt64) -> Refusal? {
        switch owners[interface] {
        case nil: return .absent
        case .driver: return .busy
        case .program(let other) where other != opener: return .busy
        case .program, .nobody:
            owners[interface] = .program(opener)
            return nil
        }
    }

    /// A program sends a request, which claims a free interface implicitly (drivers/usb/core/devio.c, `checkintf`);
    /// endpoint 0 is open to all.
    package mutating func use(_ request: USBRequest, by opener: UInt64) -> Refusal? {
        switch request.kind {
        case .stream:
            guard let interface = descriptors.interface(with: request.endpoint) else { return .absent }
            return claim(interface, by: opener)
        case .control(let setup):
            guard let interface = Self.recipient(of: setup) else { return nil }
            return claim(interface, by: opener)
        }
    }

    /// The interface of a control request. Vendor requests and a printer's GET_DEVICE_ID need none (`check_ctrlrecip`).
    private static func recipient(of setup: [UInt8]) -> UInt8? {
        guard setup.count == 8, setup[0] & 0x1F == 1, setup[0] & 0x60 != 0x40, setup[..<2] != [0xA1, 0] else {
            return nil
        }
        return setup[4]
    }

    package mutating func release(_ interface: UInt8, by opener: UInt64) -> Refusal? {
        guard owners[interface] == .program(opener) else { return .notTaken }
        owners[interface] = .nobody
        return nil
    }

    package mutating func detachDriver(_ interface: UInt8) -> Refusal? {
        guard owners[interface] == .driver else { return .unbound }
        owners[interface] = .nobody
        return nil
    }

    package mutating func attachDriver(_ interface: UInt8) -> Refusal? {
        switch owners[interface] {
        case nil: return .absent
        case .program: return .busy
        case .driver: return nil
        case .nobody:
            if drivers[interface] != nil { owners[interface] = .driver }
            return nil
        }
    }

    /// A program has ended: its claims are released, but the kernel's drivers are not bound again.
    package mutating func closed(_ opener: UInt64) {
        for (interface, owner) in owners where owner == .program(opener) { owners[interface] = .nobody }
    }

    package struct RefusalError: Error {
        package let refusal: Refusal
        init(_ refusal: Refusal) { self.refusal = refusal }
    }
}
