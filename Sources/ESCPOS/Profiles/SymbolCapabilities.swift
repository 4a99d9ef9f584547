import Receipts

/// The symbols that a printer draws itself.
package struct SymbolCapabilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// UPC-A, UPC-E, EAN-13 and EAN-8.
    package static let retail = SymbolCapabilities(rawValue: 1)
    package static let code39 = SymbolCapabilities(rawValue: 2)
    package static let itf = SymbolCapabilities(rawValue: 4)
    package static let codabar = SymbolCapabilities(rawValue: 8)
    package static let code93 = SymbolCapabilities(rawValue: 0x10)
    /// CODE128 with code sets selected in the data, and GS1-128. Not for compatible printers that print the selection as
    /// letters.
    package static let code128 = SymbolCapabilities(rawValue: 0x20)
    package static let dataBar = SymbolCapabilities(rawValue: 0x40)
    package static let qr = SymbolCapabilities(rawValue: 0x80)
    package static let pdf417 = SymbolCapabilities(rawValue: 0x100)
    package static let maxiCode = SymbolCapabilities(rawValue: 0x200)
    package static let dataMatrix = SymbolCapabilities(rawValue: 0x400)
    package static let aztec = SymbolCapabilities(rawValue: 0x800)
    /// Function B of `GS k`, with counted data instead of a closing NUL. The barcodes after CODABAR need it.
    package static let countedData = SymbolCapabilities(rawValue: 0x1000)

    package static let none: SymbolCapabilities = []
    /// The original barcodes of `GS k`.
    package static let barcodesA: SymbolCapabilities = [.retail, .code39, .itf, .codabar]
    package static let barcodesB: SymbolCapabilities = [.barcodesA, .code93, .code128, .countedData]
    package static let everything: SymbolCapabilities = [
        .barcodesB, .dataBar, .qr, .pdf417, .maxiCode, .dataMatrix, .aztec,
    ]

    /// The ability needed for a kind of symbol.
    package init(_ kind: Symbol.Kind) {
        switch kind {
        case .qr: self = .qr
        case .pdf417: self = .pdf417
        case .maxiCode: self = .maxiCode
        case .dataMatrix: self = .dataMatrix
        case .aztec: self = .aztec
        case .dataBar: self = .dataBar
        case .upcA, .upcE, .ean13, .ean8: self = .retail
        case .code39: self = .code39
        case .itf: self = .itf
        case .codabar: self = .codabar
        case .code93: self = .code93
        case .code128, .gs1_128: self = .code128
        }
    }
}
