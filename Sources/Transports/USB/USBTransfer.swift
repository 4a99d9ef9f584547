import CLibUSB
import Glibc

/// A reusable libusb transfer with its buffer, for the queue of its device only.
///
/// A running transfer keeps itself alive, so that its buffer is never freed while the kernel may still write to it.
final class USBTransfer {
    enum Status: Hashable {
        case completed, timedOut, cancelled, stalled, gone, overflow, failed

        init(_ raw: libusb_transfer_status) {
            switch raw {
            case LIBUSB_TRANSFER_COMPLETED: self = .completed
            case LIBUSB_TRANSFER_TIMED_OUT: self = .timedOut
            case LIBUSB_TRANSFER_CANCELLED: self = .cancelled
            case LIBUSB_TRANSFER_STALL: self = .stalled
            case LIBUSB_TRANSFER_NO_DEVICE: self = .gone
            case LIBUSB_TRANSFER_OVERFLOW: self = .overflow
            default: self = .failed
            }
        }
    }

    /// How the transfer ended, and how many bytes were transferred, whatever the status.
    struct Ending: Hashable {
        let status: Status
        let count: Int
    }

    let capacity: Int
    private let raw: UnsafeMutablePointer<libusb_transfer>
    private let buffer: UnsafeMutablePointer<UInt8>
    private(set) var isUnderWay = false
    private var ending: Ending?

    /// Whether it may be submitted again: it is not running and its ending was taken.
    var isFree: Bool { !isUnderWay && ending == nil }

    /// Nil when there is not enough memory.
    init?(capacity: Int) {
        guard let raw = libusb_alloc_transfer(0) else { return nil }
        self.raw = raw
        self.capacity = capacity
        buffer = .allocate(capacity: max(1, capacity))
        buffer.initialize(repeating: 0, count: max(1, capacity))
    }

    deinit {
        libusb_free_transfer(raw)
        wipe()
        buffer.deallocate()
    }

    /// Returns the ending once.
    func takeEnding() -> Ending? {
        defer { ending = nil }
        return ending
    }

    /// Takes the first bytes of the buffer and overwrites them, because they may be card data.
    func takeBytes(_ count: Int, from offset: Int = 0) -> [UInt8] {
        let bytes = Array(UnsafeBufferPointer(start: buffer + offset, count: min(count, capacity - offset)))
        wipe()
        return bytes
    }

    private func wipe() { explicit_bzero(buffer, capacity) }

    func fill(with bytes: some Collection<UInt8>) {
        _ = UnsafeMutableBufferPointer(start: buffer, count: capacity).update(fromContentsOf: bytes.prefix(capacity))
    }

    /// Submits a bulk transfer; `timeout` is in milliseconds, 0 for none. Returns libusb's error, 0 for success.
    func submitBulk(_ handle: OpaquePointer, _ endpoint: USBEndpoint, count: Int, timeout: UInt32) -> Int32 {
        let fill = endpoint.transfer == .interrupt ? libusb_fill_interrupt_transfer : libusb_fill_bulk_transfer
        fill(raw, handle, endpoint.address, buffer, Int32(count), Self.ended, nil, timeout)
        return submit()
    }

    /// Submits a control transfer; the buffer holds the eight bytes of the request, then its data.
    func submitControl(_ handle: OpaquePointer, timeout: UInt32) -> Int32 {
        libusb_fill_control_transfer(raw, handle, buffer, Self.ended, nil, timeout)
        return submit()
    }

    /// Cancels the transfer, which still ends by itself and reports the bytes transferred.
    func cancel() {
        if isUnderWay { libusb_cancel_transfer(raw) }
    }

    private func submit() -> Int32 {
        raw.pointee.user_data = Unmanaged.passRetained(self).toOpaque()
        let code = libusb_submit_transfer(raw)
        isUnderWay = code == 0
        if code != 0 { Unmanaged.passUnretained(self).release() }
        return code
    }

    private static let ended: libusb_transfer_cb_fn = { raw in
        guard let raw, let data = raw.pointee.user_data else { return }
        let transfer = Unmanaged<USBTransfer>.fromOpaque(data).takeRetainedValue()
        transfer.isUnderWay = false
        transfer.ending = Ending(status: Status(raw.pointee.status), count: Int(raw.pointee.actual_length))
    }
}
