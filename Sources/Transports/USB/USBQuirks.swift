/// Devices that are known by their numbers, because their descriptors say less than is true, or because they need other
/// care.
///
/// Source of the printers: the list of CUPS (backend/org.cups.usb-quirks), as far as it has receipt printers and the
/// cables they are sold with.
enum USBQuirks {
    /// Those whose interface is of the vendor's own class.
    static let printersOfVendorClass: Set<USBModel> = [USBModel(vendor: 0x04B8, product: 0x0202)]

    /// The kernel's driver is not to have them back (`no-reattach`): they hang, or print what is meant for it. Cables from
    /// USB to a parallel port: Prolific PL2305, QinHeng CH340S.
    static let withoutTheirDriver: Set<USBModel> = [
        USBModel(vendor: 0x067B, product: 0x2305), USBModel(vendor: 0x1A86, product: 0x7584),
    ]

    /// ID TECH.
    static let makersOfReaders: Set<UInt16> = [0x0ACD]
}

/// What devices of one kind have in common.
struct USBModel: Hashable, Sendable {
    let vendor: UInt16
    let product: UInt16
}

extension USBDevice {
    var model: USBModel { USBModel(vendor: vendor, product: product) }
}
