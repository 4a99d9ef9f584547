import Foundation
import Glibc

/// The report that a till can connect to a simulated device.
struct Ready {
    let sentence: String
    /// The keys of the JSON report besides `ready` and the version. `address` is the device address to give to `till`.
    let facts: [String: String]

    init(_ sentence: String, _ facts: [String: String] = [:]) {
        self.sentence = sentence
        self.facts = facts
    }

    var json: String {
        let document = (facts as [String: Any]).merging(["ready": true, "schema_version": 1]) { $1 }
        let data = try? JSONSerialization.data(
            withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
