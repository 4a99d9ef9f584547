import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// The scanner zxing-cpp, which shares no code with our symbols. `scripts/deps` installs it.
enum Scanner {
    /// One symbol that the scanner found in a picture.
    struct Reading: Hashable, Decodable {
        let format: String
        let text: String
    }

    static let missing = Comment("needs zxing-cpp, which scripts/deps installs where PyPI can be reached")

    /// The folder in which `scripts/python` installs.
    private static let place: URL = {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "/var/tmp")/.cache"
        return URL(filePath: cache).appending(path: "till/python")
    }()

    static let isInstalled: Bool = {
        let packages = (try? FileManager.default.contentsOfDirectory(atPath: "\(place.path)/have")) ?? []
        return ["pillow", "zxing-cpp"].allSatisfy { name in packages.contains { $0.hasPrefix("\(name)==") } }
    }()

    /// The symbols on each page, read from its PNG.
    static func read(_ pages: [Bitmap]) throws -> [[Reading]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try pages.enumerated().map { number, page in
            let file = folder.appending(path: "\(number).png")
            try Data(try PaperPNG.encode(page)).write(to: file)
            return file.path
        }
        return try JSONDecoder().decode([[Reading]].self, from: run(files))
    }

    /// The program crops the hairline at the end of the paper, because zxing-cpp finds a MaxiCode only if nothing else
    /// is in the picture.
    private static let program = """
        import json, sys, zxingcpp
        from PIL import Image, ImageOps
        def read(path):
            codes = zxingcpp.read_barcodes(ImageOps.crop(Image.open(path), 2))
            return [dict(format=code.format.name, text=code.text) for code in codes]
        print(json.dumps([read(path) for path in sys.argv[1:]]))
        """

    private static func run(_ files: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = place.appending(path: "bin/python3")
        process.arguments = ["-c", program] + files
        process.standardOutput = output
        try process.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return read
    }
}
