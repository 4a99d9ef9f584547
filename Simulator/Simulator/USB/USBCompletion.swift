import Glibc

/// How a request ended.
package struct USBCompletion: Hashable, Sendable {
    package let id: UInt64
    package let status: USBStatus
    /// How many bytes were transferred, in either direction.
    package let count: Int
    /// The bytes from the device.
    package let data: [UInt8]

    package init(id: UInt64, status: USBStatus, count: Int = 0, data: [UInt8] = []) {
        self.id = id
        self.status = status
        self.count = count
        self.data = data
    }
}
