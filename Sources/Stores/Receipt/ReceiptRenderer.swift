import Foundation
import Model
import Receipts

/// Turns a receipt into the bytes for one printer. It always starts from the stored document, so that a reprint has the
/// same contents.
package struct ReceiptRenderer: Sendable {
    struct RenderedReceipt: Sendable {
        let data: PrintData
        let text: String
        let replaced: [String]
    }

    private let templates: ReceiptTemplates
    private let logos: @Sendable (DeviceAddress) -> [LogoName: Bitmap]
    private let signals: @Sendable (Receipt, DeviceAddress) -> [UInt8]
    private let encoder: @Sendable (DeviceAddress) -> any LinesEncoder

    /// - Parameters:
    ///   - templates: the blocks of each kind of sheet and their order.
    ///   - logos: the logos that templates and receipts name, for the printer at an address.
    ///   - signals: the bytes for the printer at an address before a receipt's first print, for example to open a drawer.
    ///   - encoder: the encoder for the printer at an address.
    package init(
        templates: ReceiptTemplates = .builtIn,
        logos: @escaping @Sendable (DeviceAddress) -> [LogoName: Bitmap] = { _ in [:] },
        signals: @escaping @Sendable (Receipt, DeviceAddress) -> [UInt8] = { _, _ in [] },
        encoder: @escaping @Sendable (DeviceAddress) -> any LinesEncoder
    ) {
        self.templates = templates
        self.logos = logos
        self.signals = signals
        self.encoder = encoder
    }

    func render(_ receipt: Receipt, _ mark: PrintMark, for printer: DeviceAddress) -> RenderedReceipt {
        let encoder = encoder(printer).setting(templates[receipt.sheetKind].font)
        let layout = ReceiptLayout(columns: encoder.columns, templates: templates, logos: logos(printer))
        let lines = layout.lay(receipt, mark: mark)
        let encoded = encoder.encode(lines)
        return RenderedReceipt(
            data: PrintData(mark == .original ? signals(receipt, printer) : []) + encoded.data,
            text: TextRenderer().render(lines),
            replaced: encoded.replaced.map(\.description))
    }

    func recovery(of printer: DeviceAddress, lacking bytes: Int) -> [UInt8] {
        encoder(printer).recovery(lacking: bytes)
    }

    func text(_ receipt: Receipt, _ mark: PrintMark, columns: Int) -> String {
        let width = min(max(columns, ReceiptLayout.fewestColumns), ReceiptLayout.mostColumns)
        return TextRenderer().render(ReceiptLayout(columns: width, templates: templates).lay(receipt, mark: mark))
    }
}
