import Configuration
import ESCPOS
import Flow
import Foundation
import Model
import Receipts
import Stores

/// The configuration of the printers: their models and logos, and what they do for a receipt besides printing it.
struct PrinterSetups: Sendable {
    let configuration: TillConfiguration
    private let memory: LogoMemory
    private let logos: Logos
    let typesetter: Typesetter

    init(_ configuration: TillConfiguration, memory: LogoMemory, typesetter: Typesetter) {
        self.typesetter = typesetter
        self.configuration = configuration
        self.memory = memory
        logos = Logos(of: configuration.templates)
    }

    func profile(of printer: DeviceAddress) -> PrinterProfile { configuration.profile(ofPrinterAt: printer) }

    /// The logos by their names in the templates, as dots for that printer.
    func logos(for printer: DeviceAddress) -> [LogoName: Bitmap] {
        logos.pictures(upToDots: profile(of: printer).widthDots)
    }

    /// The logo of an order's receipt.
    func logo(for printer: DeviceAddress) -> Bitmap? {
        let template = configuration.templates[.orderReceipt]
        return template.logo.flatMap { logos(for: printer)[LogoName($0, template.logoDithering)] }
    }

    /// The logo for the printer's memory; nil if none is configured for that, or if it is too large.
    func logoToKeep(for printer: DeviceAddress) -> StoredPicture? {
        guard let key = configuration.extras(ofPrinterAt: printer).logoKey, let logo = logo(for: printer) else {
            return nil
        }
        return StoredPicture(key: key, logo)
    }

    /// The encoder for a printer. It prints the logo from the printer's memory if it was stored there and is unchanged.
    func encoder(for printer: DeviceAddress) -> ESCPOSEncoder {
        let stored = isLogoKept(by: printer) == true ? logoToKeep(for: printer) : nil
        return ESCPOSEncoder(
            profile: profile(of: printer), stored: stored, isForSlowLine: printer.scheme == "serial",
            typesetter: typesetter)
    }

    /// Whether the logo is stored in the printer; nil if it should not be.
    func isLogoKept(by printer: DeviceAddress) -> Bool? {
        logoToKeep(for: printer).map { StoredLogo($0) == (try? memory.logo(at: printer)) }
    }

    /// The bytes sent before the first print of a receipt, once for all of its copies: drawer and buzzer. Empty unless
    /// the receipt states that money was taken.
    func signals(with receipt: Receipt, on printer: DeviceAddress) -> [UInt8] {
        guard receipt.card.result == .approved, receipt.sheetKind != .endOfDay, receipt.kind.takesMoney,
            isFirst(receipt, on: printer)
        else { return [] }
        let extras = configuration.extras(ofPrinterAt: printer)
        let orders = [extras.drawer.map(PrinterOrder.openDrawer), extras.buzzes ? .buzz : nil]
        return orders.compactMap { $0?.bytes(for: profile(of: printer)) }.flatMap(\.self)
    }

    /// Whether the receipt is the first of a payment's copies that this printer prints.
    private func isFirst(_ receipt: Receipt, on printer: DeviceAddress) -> Bool {
        let copies = configuration.copies(printedAt: printer)
        return copies.contains(receipt.copy)
            && copies.prefix { $0 != receipt.copy }.allSatisfy { copy in
                ![nil, printer].contains(configuration.route(of: receipt.sheetKind(of: copy)))
            }
    }

    var renderer: ReceiptRenderer {
        ReceiptRenderer(
            templates: configuration.templates, logos: logos(for:), signals: signals(with:on:), encoder: encoder(for:))
    }
}

extension StoredLogo {
    init(_ stored: StoredPicture) {
        self.init(key: stored.key, width: stored.picture.width, dots: Data(stored.picture.bytes))
    }
}
