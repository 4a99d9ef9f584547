import Foundation
import Testing

@testable import ESCPOS

/// Cairo and Pango are loaded while Till runs, and Till calls them through functions of the same names.
@Suite struct DrawingLibrariesTests {
    /// The addresses of this program, without those of its libraries.
    private static func ownAddresses() throws -> [Range<UInt>] {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        return maps.split(separator: "\n").filter { $0.hasSuffix(program) }.compactMap { line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? ends[0]..<ends[1] : nil
        }
    }

    /// Otherwise the libraries would call Till's functions while they are loaded, which wait until that is done.
    @Test(
        "A library finds no function of Till under a library's name",
        arguments: [
            "g_free", "g_object_unref", "cairo_create", "cairo_destroy", "pango_layout_set_text",
            "pango_cairo_show_layout",
        ])
    func noNameOfALibraryIsExported(name: String) throws {
        #expect(DrawingLibraries.missing == nil)
        let own = try Self.ownAddresses()
        #expect(!own.isEmpty)
        // As the loader looks for it. What is loaded for Till alone is not found, which is as good.
        guard let found = dlsym(nil, name) else { return }
        #expect(!own.contains { $0.contains(UInt(bitPattern: found)) })
    }
}
