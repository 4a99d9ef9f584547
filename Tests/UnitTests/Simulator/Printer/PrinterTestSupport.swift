import ESCPOS
import Receipts
import Simulator

/// Draws every character as white space.
struct White: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap { Bitmap(width: key.width, height: key.height) }
}

func replies(_ outputs: [VirtualPrinter.Output]) -> [UInt8] {
    outputs.flatMap { output -> [UInt8] in if case .reply(let bytes) = output { bytes } else { [] } }
}

func pages(_ outputs: [VirtualPrinter.Output]) -> [PrintedPage] {
    outputs.compactMap { output in if case .page(let page) = output { page } else { nil } }
}
