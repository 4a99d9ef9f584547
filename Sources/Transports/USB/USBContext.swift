import CLibUSB
import Flow

/// A libusb context, closed when the last reference goes. libusb allows calls from any thread.
final class USBContext {
    let raw: OpaquePointer

    init() throws(USBError) {
        var context: OpaquePointer?
        let code = libusb_init(&context)
        guard code == 0, let context else { throw .system(.other("libusb_init"), code: code) }
        raw = context
    }

    deinit { libusb_exit(raw) }

    /// Calls `use` with each plugged-in device except hubs, and libusb's pointer to it, which is valid during the call.
    func eachDevice(_ use: (USBDevice, OpaquePointer) -> Void) throws(USBError) {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = libusb_get_device_list(raw, &list)
        guard count >= 0, let list else { throw .system(.other("libusb_get_device_list"), code: Int32(count)) }
        defer { libusb_free_device_list(list, 1) }
        for index in 0..<count {
            guard let pointer = list[index], let device = USBDevice(pointer) else { continue }
            use(device, pointer)
        }
    }
}

extension USBDevice {
    private static let deepest = 7
    private static let hub: UInt8 = 9

    /// Nil for hubs and for devices that went away. Nothing is sent: libusb read the descriptors when it found the device.
    fileprivate init?(_ pointer: OpaquePointer) {
        var descriptor = libusb_device_descriptor()
        guard libusb_get_device_descriptor(pointer, &descriptor) == 0, descriptor.bDeviceClass != Self.hub else {
            return nil
        }
        var ports = [UInt8](repeating: 0, count: Self.deepest)
        let depth = libusb_get_port_numbers(pointer, &ports, Int32(Self.deepest))
        guard depth > 0 else { return nil }
        let bus = libusb_get_bus_number(pointer)
        let (configuration, interfaces) = Self.configuration(pointer)
        let port = "\(bus)-" + ports.prefix(Int(depth)).map { String($0) }.joined(separator: ".")
        self.init(
            vendor: descriptor.idVendor, product: descriptor.idProduct, bus: bus,
            number: libusb_get_device_address(pointer), port: port, manufacturer: SysFS.text("manufacturer", of: port),
            name: SysFS.text("product", of: port), serialNumber: SysFS.text("serial", of: port),
            configuration: configuration, interfaces: interfaces)
    }

    /// The number and the interfaces of the active configuration, else of the first. Empty when the descriptors are invalid.
    private static func configuration(_ pointer: OpaquePointer) -> (UInt8, [USBInterface]) {
        var read: UnsafeMutablePointer<libusb_config_descriptor>?
        var code = libusb_get_active_config_descriptor(pointer, &read)
        if code == LIBUSB_ERROR_NOT_FOUND.rawValue { code = libusb_get_config_descriptor(pointer, 0, &read) }
        guard code == 0, let read else { return (1, []) }
        defer { libusb_free_config_descriptor(read) }
        let interfaces = UnsafeBufferPointer(start: read.pointee.interface, count: Int(read.pointee.bNumInterfaces))
        let settings = interfaces.flatMap { interface in
            UnsafeBufferPointer(start: interface.altsetting, count: max(0, Int(interface.num_altsetting)))
                .map(USBInterface.init)
        }
        return (read.pointee.bConfigurationValue, settings)
    }
}

extension USBInterface {
    fileprivate init(_ raw: libusb_interface_descriptor) {
        let endpoints = UnsafeBufferPointer(
            start: raw.endpoint, count: raw.endpoint == nil ? 0 : Int(raw.bNumEndpoints))
        let extra = UnsafeBufferPointer(start: raw.extra, count: raw.extra == nil ? 0 : max(0, Int(raw.extra_length)))
        self.init(
            number: raw.bInterfaceNumber, alternate: raw.bAlternateSetting,
            kind: USBClass(raw.bInterfaceClass, raw.bInterfaceSubClass, raw.bInterfaceProtocol),
            endpoints: endpoints.compactMap(USBEndpoint.init), extra: Array(extra))
    }
}

extension USBEndpoint {
    /// The bits of a packet's size; the bits above count extra packets per microframe (USB 2.0 §9.6.6).
    private static let sizeBits: UInt16 = 0x7FF

    fileprivate init?(_ raw: libusb_endpoint_descriptor) {
        guard let transfer = Transfer(rawValue: raw.bmAttributes & 3) else { return nil }
        self.init(raw.bEndpointAddress, transfer, packetSize: Int(raw.wMaxPacketSize & Self.sizeBits))
    }
}
