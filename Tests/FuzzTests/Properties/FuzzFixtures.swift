import ESCPOS
import Foundation

/// Where fixtures and references are.
extension FuzzSeeds {
    static let typesetter = Typesetter { _ in }

    /// A build may reach this file through a link.
    static let fixtures = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    /// The files of a folder, in the order of their names.
    static func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    /// The reference data of other projects, which is not part of the repository: beside it, or where TILL_SHARED says.
    /// Without it there are fewer seeds.
    private static let shared: URL? = {
        let root = fixtures.deletingLastPathComponent().deletingLastPathComponent().path
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"]
        return ([named] + ["\(root)/../shared", "\(root)/../../shared"]).compactMap(\.self)
            .map { URL(filePath: $0).appending(path: "reference") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The hexadecimal texts under this key, wherever they are in the reference.
    static func references(_ name: String, _ key: String) throws -> [[UInt8]] {
        guard let shared else { return [] }
        let data = try Data(contentsOf: shared.appending(path: "\(name).json"))
        return texts(under: key, in: try JSONSerialization.jsonObject(with: data)).map { [UInt8](fixture: $0) }
    }

    /// The files of a folder of references.
    static func samples(_ folder: String) throws -> [[UInt8]] {
        guard let shared else { return [] }
        return try files(in: shared.appending(path: folder)).filter { $0.pathExtension == "json" }.map {
            Array(try Data(contentsOf: $0))
        }
    }

    private static func texts(under key: String, in value: Any) -> [String] {
        switch value {
        case let object as [String: Any]:
            (object[key] as? String).map { [$0] }
                ?? object.sorted { $0.key < $1.key }.flatMap { texts(under: key, in: $0.value) }
        case let list as [Any]: list.flatMap { texts(under: key, in: $0) }
        default: []
        }
    }
}

extension [UInt8] {
    /// Reads the hexadecimal digits of a fixture, and skips everything else.
    init(fixture hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
