/// A file whose limits no other file may loosen.
package struct PolicyFile: Sendable {
    package let name: String
    let bytes: [UInt8]
    /// Whether the file holds only a policy. Otherwise it is the machine's whole configuration, and only its limits bind.
    let isPolicyOnly: Bool

    package init(name: String, bytes: [UInt8], isPolicyOnly: Bool) {
        self.name = name
        self.bytes = bytes
        self.isPolicyOnly = isPolicyOnly
    }
}
