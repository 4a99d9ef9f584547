import Foundation
import Model

/// A receipt as a JSON file: what `till render receipt` reads. Sorted keys, times in ISO 8601 to the second.
public enum ReceiptDocument {
    public static func encode(_ receipt: Receipt) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(receipt)
    }

    /// Throws `DecodingError`, which names the key, for anything that is not a receipt.
    public static func decode(_ data: Data) throws -> Receipt {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Receipt.self, from: data)
    }
}
