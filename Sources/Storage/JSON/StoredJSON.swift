import Foundation
import Model
import ZVTCodes

/// JSON as it is stored: keys sorted, so that equal values are equal bytes. Result codes are stored as the numbers of ZVT.
enum StoredJSON {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.milliseconds)
        }
        return encoder
    }()

    private static let userInfo: [CodingUserInfoKey: any Sendable] = {
        guard let key = DeviceCode.reasons else { return [:] }
        return [key: { ZVTResultCode.reason(of: $0) } as DeviceCode.Reasons]
    }()

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.userInfo = userInfo
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
        }
        return decoder
    }()

    static func data(_ value: some Encodable) throws -> Data {
        try PlainJSONEncoder.data(value) ?? encoder.encode(value)
    }

    /// What Foundation alone writes, for comparison in tests.
    static func foundationsData(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try data(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try PlainJSONDecoder.value(type, from: data, userInfo: userInfo) ?? decoder.decode(type, from: data)
    }

    /// What Foundation alone reads, for comparison in tests.
    static func foundationsValue<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decoder.decode(type, from: data)
    }

    static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try value(type, from: Data(text.utf8))
    }
}
