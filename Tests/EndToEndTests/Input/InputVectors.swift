import Foundation

/// One telegram of `zvt-vectors.json`, which comes from other projects and stays outside this repository.
struct InputVector: Sendable {
    /// A card number that its source shows unmasked, and how it must be shown.
    private static let unmasked = (found: "5966666666D20021220100", shown: "EEEEEE6666DEEEEEEEEEEE")

    let meaning: String
    let hex: String
    let framing: String
    let mustReject: Bool
    /// The fields as JSON, with card data masked.
    let fields: Data

    /// The file beside the repository, or where TILL_SHARED says.
    private static let file: URL? = {
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"].map { URL(filePath: $0) }
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let beside = ["../shared", "../../shared"].map { repository.appending(path: $0).standardized }
        return ([named].compactMap(\.self) + beside).map { $0.appending(path: "reference/zvt-vectors.json") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static var areHere: Bool { file != nil }

    static func all() throws -> [InputVector] {
        guard let file else { return [] }
        let list = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [[String: Any]]
        return (list ?? []).compactMap(InputVector.init)
    }

    private init?(_ json: [String: Any]) {
        guard let hex = json["hex"] as? String, let meaning = json["meaning"] as? String,
            var fields = json["fields"] as? [String: Any]
        else { return nil }
        if fields["pan"] as? String == Self.unmasked.found { fields["pan"] = Self.unmasked.shown }
        guard let data = try? JSONSerialization.data(withJSONObject: fields) else { return nil }
        self.hex = hex
        self.meaning = meaning
        framing = json["transport"] as? String == "serial" ? "serial" : "apdu"
        mustReject = json["must_reject"] as? Bool ?? false
        self.fields = data
    }
}

extension Kiosk {
    /// Runs `till` with these bytes on its standard input.
    func till(_ arguments: [String], reading input: some Sequence<UInt8>) async throws -> Ending {
        let file = path("input")
        try Data(input).write(to: URL(fileURLWithPath: file))
        return try await start(
            "/bin/sh", ["-c", #"input=$1; shift; exec "$@" < "$input""#, "sh", file, Programs.path("till")] + arguments
        ).end()
    }
}
