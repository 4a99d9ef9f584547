import Foundation
import Testing

/// Cairo and Pango are loaded when something is drawn.
@Suite struct DrawingLibraryTests {
    private static let receipt = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Tests/Fixtures/receipts/sample-receipt.json").path

    private static func rendering(_ format: String, to file: String) -> [String] {
        ["render", "receipt", receipt, "--format", format, "--out", file]
    }

    /// The surroundings of a machine on which the libraries are broken: the loader finds an empty file first.
    private static func broken(_ kiosk: Kiosk) throws -> [String: String] {
        let folder = kiosk.path("libraries")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(folder)/libpangocairo-1.0.so.0"))
        return ["LD_LIBRARY_PATH": folder]
    }

    @Test(
        "Only what draws loads the libraries that draw", arguments: [("text", false), ("escpos", false), ("png", true)])
    func onlyWhatDrawsLoadsThem(format: String, draws: Bool) async throws {
        try await Kiosk.run { kiosk in
            let words = Self.rendering(format, to: kiosk.path("out"))
            let told = try await kiosk.startTill(words, environment: ["LD_DEBUG": "libs"]).end()
            #expect(told.code == 0 && told.errors.contains("libsqlite3"), "\(told)")
            #expect(told.errors.contains("libcairo") == draws && told.errors.contains("libpango") == draws)
        }
    }

    @Test("A picture that cannot be drawn says which library is missing", arguments: ["png", "pdf"])
    func aMissingLibraryIsNamed(format: String) async throws {
        try await Kiosk.run { kiosk in
            let words = Self.rendering(format, to: kiosk.path("out"))
            let told = try await kiosk.startTill(words, environment: Self.broken(kiosk)).end()
            #expect(told.code == 6 && told.errors.contains("Cairo could not draw the paper"), "\(told)")
            #expect(told.errors.contains("libpangocairo-1.0.so.0"), "\(told)")
        }
    }

    @Test("Without the libraries a payment is taken and its receipts are printed")
    func aPaymentNeedsNoDrawing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay(1042, environment: Self.broken(kiosk))
            #expect(paid.code == 0, "\(paid)")
            #expect(try kiosk.pages().count == 2)
        }
    }
}
