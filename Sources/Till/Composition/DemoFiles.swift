import ESCPOS
import Flow
import Foundation
import Model
import Stores

/// What a demonstration leaves behind: each receipt as the printer's bytes, as the picture they make, and as text.
struct DemoFiles {
    let directory: String

    func write(_ prints: [PrintReport]) throws(Failure) {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch { throw Self.cannotWrite(directory, error) }
        let glyphs = try CairoGlyphs()
        for print in prints {
            let name = "\(directory)/receipt-\(print.copy.rawValue)"
            try Self.write(print.bytes, to: name + ".escpos")
            try Self.write(Array(print.text.utf8), to: name + ".txt")
            guard let page = try PaperComposer.pages(of: print.bytes, glyphs: glyphs).first else { continue }
            try Self.write(try PaperPNG.encode(page), to: name + ".png")
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch { throw cannotWrite(path, error) }
    }

    static func cannotWrite(_ path: String, _ error: any Error) -> Failure {
        Failure(
            "output.cannotWrite", "\(path) cannot be written.", remedy: "name another place with --out",
            recovery: .askOperator, causes: [error.localizedDescription])
    }
}
