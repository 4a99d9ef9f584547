/// Devices known by their numbers, because their descriptors tell too little or because they need special treatment.
///
/// Source of the printers: the list of CUPS (backend/org.cups.usb-quirks), as far as it has receipt printers and the cables
/// sold with them.
enum USBQuirks {
    /// Printers whose interface has a vendor-specific class.
    static let printersOfVendorClass: Set<USBModel> = [USBModel(vendor: 0x04B8, product: 0x0202)]

    /// Devices to which the kernel's driver must not be attached again (`no-reattach`): they hang, or print its requests.
    /// These are cables from USB to a parallel port: Prolific PL2305, QinHeng CH340S.
    static let withoutTheirDriver: Set<USBModel> = [
        USBModel(vendor: 0x067B, product: 0x2305), USBModel(vendor: 0x1A86, product: 0x7584),
    ]

    /// The vendor id of ID TECH.
    static let makersOfReaders: Set<UInt16> = [0x0ACD]
}

/// The vendor and product id of a device.
struct USBModel: Hashable, Sendable {
    let vendor: UInt16
    let product: UInt16
}

extension USBDevice {
    var model: USBModel { USBModel(vendor: vendor, product: product) }
}
