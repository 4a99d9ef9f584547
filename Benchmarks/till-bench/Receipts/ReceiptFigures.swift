import ESCPOS
import Flow
import Foundation
import Model
import Receipts

/// The cost of a receipt on one core: layout, encoding, decoding, drawing.
struct ReceiptFigures: Benchmark {
    static let name = "receipt_"
    private static let rounds = 20

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() throws -> [Figure] { try bytes() + paper() + logos() }

    /// The renderer of one printer and the measured receipt.
    struct Press {
        let encoder = ESCPOSEncoder(profile: .generic80, typesetter: .ofSimulation)
        let layout: ReceiptLayout

        init() throws {
            let logo = try PictureFile.dots(of: Self.file(SampleReceipt.logoPNG), upToWidth: 576)
            layout = ReceiptLayout(columns: encoder.columns, logos: ["kiosk": logo])
        }

        static func file(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

        func bytes(_ receipt: Receipt) -> [UInt8] { encoder.encode(layout.lay(receipt, mark: .original)).bytes }
    }

    private func bytes() throws -> [Figure] {
        let renderer = try Press()
        let laidOut = renderer.layout.lay(SampleReceipt.plain, mark: .original)
        let peer = try PythonPeer(place).receipts()
        let plain = rate("bytes", peer: peer?.plain) { renderer.bytes(SampleReceipt.plain).count }
        let logo = rate("bytes_with_logo", peer: peer?.logo) { renderer.bytes(SampleReceipt.withLogo).count }
        return [
            rate("layout") { renderer.layout.lay(SampleReceipt.plain, mark: .original).laid.lines.count },
            rate("encode") { renderer.encoder.encode(laidOut).bytes.count }, plain, logo,
            Self.ratio("bytes_ratio", of: plain, goal: 46), Self.ratio("bytes_with_logo_ratio", of: logo, goal: 100),
            decoding("decode", renderer.bytes(SampleReceipt.plain)),
            decoding("decode_with_logo", renderer.bytes(SampleReceipt.withLogo)),
        ]
    }

    private func rate(_ name: String, peer: PythonPeer.Rate? = nil, _ work: () -> Int) -> Figure {
        Figure(
            name: Self.name + name, value: 1e9 / nanoseconds(500, work), unit: "receipts/s",
            peer: peer.map { (PythonPeer.name, $0.perSecond) })
    }

    /// A ratio, which the machine's speed does not influence.
    private static func ratio(_ name: String, of figure: Figure, goal: Double) -> Figure {
        figure.ratio(Self.name + name, goal: .atLeast(goal))
            ?? Figure(name: Self.name + name, missing: "\(PythonPeer.name) is not installed (scripts/python)")
    }

    private func decoding(_ name: String, _ stream: [UInt8]) -> Figure {
        let nanoseconds = nanoseconds(200) {
            var decoder = StreamDecoder()
            return decoder.decode(stream).count + decoder.finish().count
        }
        let rate = Double(stream.count) / nanoseconds * 1e3
        return Figure(name: Self.name + name, value: rate, unit: "MB/s", goal: .atLeast(200))
    }

    /// Draws the page of the actual bytes, with all glyphs cached.
    private func paper() throws -> [Figure] {
        let stream = try Press().bytes(SampleReceipt.withLogo)
        let glyphs = try CairoGlyphs()
        func page() throws -> Int {
            try PaperComposer.pages(of: stream, glyphs: glyphs).reduce(0) { try $0 + PaperPNG.encode($1).count }
        }
        return [milliseconds("png", try nanoseconds(2, page), atMost: 30)]
    }

    private func logos() throws -> [Figure] {
        try [("png", SampleReceipt.logoPNG), ("jpeg", SampleReceipt.logoJPEG)].map { kind, path in
            let file = try Press.file(path)
            let dots = try nanoseconds(5) { try PictureFile.dots(of: file, upToWidth: 576).height }
            return milliseconds("logo_\(kind)", dots, atMost: 2)
        }
    }

    private func milliseconds(_ name: String, _ nanoseconds: Double, atMost limit: Double) -> Figure {
        Figure(name: Self.name + name, value: nanoseconds / 1e6, unit: "ms", goal: .atMost(limit))
    }

    private func nanoseconds(_ repetitions: Int, _ work: () throws -> Int) rethrows -> Double {
        var taken = 0
        let best = try place.stopwatch.best(of: Self.rounds, repetitions: repetitions) { taken &+= try work() }
        precondition(taken > 0, "the work was optimised away")
        return best
    }
}
