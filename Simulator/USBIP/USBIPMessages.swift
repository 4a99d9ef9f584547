import Simulator

/// Messages of USB/IP 1.1.1 (Linux, Documentation/usb/usbip_protocol.rst), in network byte order.
enum USBIPMessage {
    static let version: UInt16 = 0x0111

    /// The operations before a device is imported.
    enum Operation: UInt16 {
        case list = 0x8005
        case `import` = 0x8003

        var answer: UInt16 { rawValue & 0x7FFF }
    }

    /// How an operation ended (usbip_common.h).
    enum Status: UInt32 {
        case ok = 0
        case busy = 2
        case noDevice = 4
        case error = 5
    }

    static let operationLength = 8
    static let busIDLength = 32
    static let headerLength = 48

    static func head(_ operation: Operation, _ status: Status) -> [UInt8] {
        bytes(version) + bytes(operation.answer) + bytes(status.rawValue)
    }

    static func list(_ devices: [USBIPDescription]) -> [UInt8] {
        head(.list, .ok) + bytes(UInt32(devices.count))
            + devices.flatMap { $0.bytes + $0.interfaces.flatMap { $0 + [0] } }
    }

    static func imported(_ device: USBIPDescription) -> [UInt8] { head(.import, .ok) + device.bytes }

    /// RET_SUBMIT. `data` is empty for output.
    static func submitted(_ sequence: UInt32, _ completion: USBCompletion) -> [UInt8] {
        words([3, sequence, 0, 0, 0, completion.status.word, UInt32(completion.count), 0, 0, 0, 0, 0]) + completion.data
    }

    /// RET_UNLINK with status 0: the request had already ended and its RET_SUBMIT was sent.
    static func unlinked(_ sequence: UInt32) -> [UInt8] {
        words([4, sequence, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    private static func words(_ values: [UInt32]) -> [UInt8] { values.flatMap { bytes($0) } }
}

/// A request to an imported device (CMD_SUBMIT, CMD_UNLINK), without its data.
struct USBIPCommand {
    enum Kind: Hashable {
        case submit(setup: [UInt8])
        case unlink(UInt32)
    }

    /// The longest transfer in bytes: Linux's default limit for transfers in progress (usbfs_memory_mb).
    static let longest = 16 << 20

    let kind: Kind
    let sequence: UInt32
    /// Bit 7 is set for reading.
    let endpoint: UInt8
    /// The length of the transfer in bytes.
    let length: Int
    /// URB_ZERO_PACKET.
    private let endsEmpty: Bool

    /// Parses a header; nil for an invalid or unsupported request: isochronous, too long, or an endpoint beyond 15.
    init?(_ header: [UInt8]) {
        func word(_ index: Int) -> UInt32 { header[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard header.count == USBIPMessage.headerLength, word(3) <= 1, word(4) <= 15 else { return nil }
        sequence = word(1)
        endsEmpty = word(0) == 1 && word(5) & 0x40 != 0
        endpoint = UInt8(word(4)) | (word(3) == 1 ? 0x80 : 0)
        switch word(0) {
        case 1:
            guard word(6) <= UInt32(Self.longest), word(8) == 0 || word(8) == .max else { return nil }
            kind = .submit(setup: Array(header[40...]))
            length = Int(word(6))
        case 2:
            kind = .unlink(word(5))
            length = 0
        default: return nil
        }
    }

    var isInput: Bool { endpoint & 0x80 != 0 }
    /// How many bytes follow the header.
    var dataLength: Int { isInput ? 0 : length }

    /// Returns the request as the device takes it; nil for one that unlinks another.
    ///
    /// - Parameter id: identifies the request at the device.
    func request(_ id: UInt64, data: [UInt8]) -> USBRequest? {
        guard case .submit(let setup) = kind else { return nil }
        let isControl = endpoint & 0x7F == 0
        return USBRequest(
            id: id, endpoint: isControl ? 0 : endpoint, kind: isControl ? .control(setup) : .stream, data: data,
            room: isInput ? length : 0, endsEmpty: endsEmpty)
    }
}

/// The description of a device before it is imported (struct usbip_usb_device).
struct USBIPDescription: Hashable, Sendable {
    let busID: String
    /// The device's number from 1; `1-1` is device 1 of bus 1.
    let number: UInt8
    let descriptors: USBDescriptors

    private static let fullSpeed: UInt32 = 2

    var bytes: [UInt8] {
        let device = descriptors.device
        let codes = [device[4], device[5], device[6], 1, 1, UInt8(interfaces.count)]
        return Self.padded("/sys/devices/till/usb1/\(busID)", to: 256)
            + Self.padded(busID, to: USBIPMessage.busIDLength)
            + [1, UInt32(number), Self.fullSpeed].flatMap { USBIPMessage.bytes($0) }
            + [9, 8, 11, 10, 13, 12].map { device[$0] } + codes
    }

    /// Class, subclass and protocol of each interface.
    var interfaces: [[UInt8]] { descriptors.interfaces.map(\.kind) }

    private static func padded(_ text: String, to length: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(length - 1))
        return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }
}

extension USBStatus {
    /// The status as in a URB: 0, or minus an error number.
    fileprivate var word: UInt32 { UInt32(bitPattern: -error) }
}
