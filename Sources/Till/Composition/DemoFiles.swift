import ESCPOS
import Flow
import Model
import Storage
import Stores

/// The files of a demonstration: each receipt as the printer's bytes, as a picture of the paper, and as text.
struct DemoFiles {
    let directory: String
    /// What must not be written over.
    let own: OwnFiles

    func write(_ prints: [PrintReport]) throws(Failure) {
        try OutputFile.makeFolder(directory)
        let glyphs = try CairoGlyphs()
        for print in prints {
            let name = "\(directory)/receipt-\(print.copy.rawValue)"
            try OutputFile.write(print.bytes, to: name + ".escpos", besides: own)
            try OutputFile.write(Array(print.text.utf8), to: name + ".txt", besides: own)
            guard let page = try PaperComposer.pages(of: print.bytes, glyphs: glyphs).first else { continue }
            try OutputFile.write(try PaperPNG.encode(page), to: name + ".png", besides: own)
        }
    }
}
