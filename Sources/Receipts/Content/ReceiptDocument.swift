import Foundation
import Model

/// A receipt as a JSON file for `till render receipt`, as described by `docs/receipt.schema.json`. Keys are sorted;
/// times are ISO 8601 to the second.
package enum ReceiptDocument {
    /// The most bytes: no receipt comes near this.
    package static let longest = 1 << 20

    /// The schema's version. A document may state it; another version is refused.
    package static let version = 1

    private static let versionKey = "schemaVersion"

    package static func encode(_ receipt: Receipt) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Versioned(receipt: receipt))
    }

    private struct Version: Decodable { let schemaVersion: Int? }

    private struct Versioned: Encodable {
        let receipt: Receipt

        private enum Key: String, CodingKey { case schemaVersion }

        func encode(to encoder: any Encoder) throws {
            try receipt.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(ReceiptDocument.version, forKey: .schemaVersion)
        }
    }

    /// Decodes a receipt. Unknown and repeated keys, and numbers that make no sense, are refused with their path and
    /// not ignored.
    package static func decode(_ data: Data) throws(ReceiptDocumentError) -> Receipt {
        guard data.count <= longest else {
            throw ReceiptDocumentError("", Sentence("detail.receipt.tooLong", ["most": longest]))
        }
        // JSON in UTF-8 contains no zero byte; in other encodings it has many.
        guard !data.contains(0) else { throw ReceiptDocumentError("", Sentence("detail.json.noText")) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(moment)
        do {
            let receipt = try decoder.decode(Receipt.self, from: data)
            let given = try JSONSerialization.jsonObject(with: data)
            if let mistake = ReceiptNumbers.mistake(in: given) { throw mistake }
            if let repeated = RepeatedKey.path(in: data) {
                throw ReceiptDocumentError(repeated, Sentence("detail.json.twice"))
            }
            let kept = try JSONSerialization.jsonObject(with: JSONEncoder().encode(receipt))
            if try decoder.decode(Version.self, from: data).schemaVersion ?? version != version {
                throw ReceiptDocumentError(versionKey, Sentence("detail.receipt.version", ["version": version]))
            }
            if let lost = lost(given, kept, "") { throw ReceiptDocumentError(lost, Sentence("detail.receipt.noKey")) }
            if let place = CardDataSearch(receipt).place(in: kept) {
                throw ReceiptDocumentError(place, Sentence("detail.receipt.cardData"))
            }
            return receipt
        } catch let error as ReceiptDocumentError {
            throw error
        } catch let error as DecodingError {
            guard let given = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
                throw ReceiptDocumentError("", Sentence("detail.json.noJSON"))
            }
            throw ReceiptNumbers.mistake(in: given) ?? ReceiptDocumentError(error)
        } catch {
            throw ReceiptDocumentError("", Sentence("detail.json.noJSON"))
        }
    }

    /// The years 1970 to 9999: before and after them, calendars write a time otherwise than they read it.
    private static let times = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 253_402_300_800)

    private static func moment(_ decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        // Foundation looks up the machine's time zone first, which takes longer than all the rest of a receipt.
        let moment = LocalTime.moment(text) ?? (try? Date(text, strategy: .iso8601))
        guard let moment, times.contains(moment) else {
            throw DecodingError.mistake(in: container, Sentence("detail.json.noTime"))
        }
        return moment
    }

    /// The path of the first key, by name, that was given and not decoded.
    private static func lost(_ given: Any, _ kept: Any, _ path: String) -> String? {
        if let given = given as? [String: Any], let kept = kept as? [String: Any] {
            // The type is compared, because a cast would copy each dictionary.
            for (key, value) in given.sorted(by: { $0.key < $1.key }) where type(of: value) != NSNull.self {
                let place = path.isEmpty ? key : "\(path).\(key)"
                guard let its = kept[key] else {
                    if place == versionKey { continue }
                    // An empty list means the same as no list.
                    if (value as? [Any])?.isEmpty == true { continue }
                    return place
                }
                if let lost = lost(value, its, place) { return lost }
            }
        }
        guard let given = given as? [Any], let kept = kept as? [Any] else { return nil }
        return zip(given, kept).enumerated().lazy.compactMap { index, pair in
            lost(pair.0, pair.1, "\(path)[\(index)]")
        }.first
    }
}
