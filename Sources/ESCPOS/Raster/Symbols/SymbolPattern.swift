import CZint
import Flow
import Receipts

/// A symbol made by zint from a printer's data.
struct SymbolPattern {
    enum Code: Hashable {
        case upcA, upcE, ean, code39, itf, codabar, code93, code128, gs1_128
        case dataBar(Symbol.DataBar)
        /// DataBar in several rows.
        case stacked(Symbol.DataBar)
        /// QR code with correction level 1 (low) to 4 (high).
        case qr(level: Int32)
        /// PDF417 with data columns (0: automatic) and correction level (-1: recommended).
        case pdf417(columns: Int32, level: Int32)
        case maxiCode
        case dataMatrix
        case aztec
    }

    /// One dot per module; a MaxiCode has its fixed size at 203 dpi instead.
    let dots: Bitmap

    /// Makes the symbol. Throws `symbol.notDrawn` with the library's words when the data is invalid.
    ///
    /// - Parameter isText: whether the data is UTF-8 instead of raw bytes.
    init(_ code: Code, _ data: some Collection<UInt8>, isText: Bool) throws(Failure) {
        guard let symbol = ZBarcode_Create() else { throw RasterError.drawing("zint").failure }
        defer { ZBarcode_Delete(symbol) }
        symbol.pointee.input_mode = isText ? UNICODE_MODE : DATA_MODE
        Self.prepare(&symbol.pointee, code)
        let bytes = Array(data)
        let result =
            code == .maxiCode
            ? ZBarcode_Encode_and_Buffer(symbol, bytes, Int32(bytes.count), 0)
            : ZBarcode_Encode(symbol, bytes, Int32(bytes.count))
        guard result < ZINT_ERROR else { throw RasterError.noSymbol(Self.words(of: symbol)).failure }
        dots = code == .maxiCode ? Self.picture(symbol.pointee) : Self.modules(symbol)
    }

    private static func prepare(_ symbol: inout zint_symbol, _ code: Code) {
        symbol.symbology = code.number
        symbol.show_hrt = 0
        switch code {
        case .qr(let level): symbol.option_1 = level
        case .pdf417(let columns, let level): (symbol.option_1, symbol.option_2) = (level, columns)
        case .gs1_128, .dataBar(.expanded), .stacked(.expanded): symbol.input_mode = GS1_MODE | GS1PARENS_MODE
        case .maxiCode:
            symbol.option_1 = 4
            symbol.scale = maxiCodeScale
        case .upcA, .upcE, .ean, .code39, .itf, .codabar, .code93, .code128, .dataBar, .stacked, .dataMatrix, .aztec:
            break
        }
    }

    /// The scale that gives a MaxiCode of 28 mm (ISO/IEC 16023).
    private static let maxiCodeScale: Float = 0.75

    private static func modules(_ symbol: UnsafeMutablePointer<zint_symbol>) -> Bitmap {
        Bitmap(width: Int(symbol.pointee.width), height: Int(symbol.pointee.rows)) { x, y in
            till_zint_is_black(symbol, Int32(y), Int32(x)) != 0
        }
    }

    /// Converts zint's picture of three bytes per dot.
    private static func picture(_ symbol: zint_symbol) -> Bitmap {
        guard let bytes = symbol.bitmap else { return Bitmap(width: 0, height: 0) }
        let width = Int(symbol.bitmap_width)
        return Bitmap(width: width, height: Int(symbol.bitmap_height)) { x, y in bytes[(y * width + x) * 3] < 128 }
    }

    private static func words(of symbol: UnsafeMutablePointer<zint_symbol>) -> String {
        withUnsafeBytes(of: symbol.pointee.errtxt) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension SymbolPattern.Code {
    fileprivate var number: Int32 {
        switch self {
        case .upcA: BARCODE_UPCA
        case .upcE: BARCODE_UPCE
        case .ean: BARCODE_EANX
        case .code39: BARCODE_CODE39
        case .itf: BARCODE_C25INTER
        case .codabar: BARCODE_CODABAR
        case .code93: BARCODE_CODE93
        case .code128: BARCODE_CODE128
        case .gs1_128: BARCODE_GS1_128
        case .dataBar(.omnidirectional), .dataBar(.truncated): BARCODE_DBAR_OMN
        case .dataBar(.limited): BARCODE_DBAR_LTD
        case .dataBar(.expanded): BARCODE_DBAR_EXP
        case .stacked(.truncated), .stacked(.limited): BARCODE_DBAR_STK
        case .stacked(.omnidirectional): BARCODE_DBAR_OMNSTK
        case .stacked(.expanded): BARCODE_DBAR_EXPSTK
        case .qr: BARCODE_QRCODE
        case .pdf417: BARCODE_PDF417
        case .maxiCode: BARCODE_MAXICODE
        case .dataMatrix: BARCODE_DATAMATRIX
        case .aztec: BARCODE_AZTEC
        }
    }
}
