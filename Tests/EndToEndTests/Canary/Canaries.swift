import Foundation
import Glibc
import Testing

/// Card data that is planted in every input. Each input has a number of its own, so that a find tells where it came
/// from. Every number passes its check digit; none occurs anywhere else.
enum Canary: String, CaseIterable {
    case status = "4539682074139251"
    case printedLine = "5424836091753081"
    case printedBlock = "6011958273640196"
    case splitNumber = "5342871960483717"
    case intermediate = "3538271649058130"
    case abort = "378492160538172"
    case container = "6762948317509261485"
    case malformed = "2228417395602848"
    case shop = "4582639174028566"
    case argument = "5163947281506372"
    case environment = "4117385926047181"
    case track = "5472819364051723"

    /// The discretionary data of a track.
    static let discretionary = "84629517"
    static let cardholder = "KANARIE/VOGEL"
    static let expiry = "07/39"
    static let expiryInFull = "07/2039"
    static let expiryYearFirst = "2039-07"

    var digits: String { rawValue }
    /// The digits that must never appear: all but the last four. The first two are left out because they are too common
    /// to search for.
    var secret: String { String(rawValue.dropFirst(2).dropLast(4)) }

    var grouped: String {
        stride(from: 0, to: digits.count, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }

    /// The number as terminals print it: grouped, padded, and with each group on a line of its own.
    var printedForms: [String] {
        let (first, second) = (digits.prefix(6), digits.dropFirst(6).prefix(4))
        let singles = digits.map { String($0) }
        let dotted = singles.joined(separator: ".")
        let groups = grouped.split(separator: " ").map(String.init)
        return [
            "\(first) \(second) \(digits.dropFirst(10))", groups.joined(separator: "    "), dotted, "0000\(digits)",
            "9\(digits)1", "Danke",
        ] + groups
    }

    /// The number in two parts, each on a line of its own.
    var printedSplit: [String] { [beginning(12), rest(12), beginning(10), rest(10)] }
    func beginning(_ count: Int) -> String { "PAN \(digits.prefix(count))" }
    func rest(_ count: Int) -> String { String(digits.dropFirst(count)) }

    var packed: [UInt8] { Self.packed(digits) }

    /// Track 1 as the card stores it, with its sentinels.
    var track1: String { "%B\(digits)^\(Self.cardholder)^3907101\(Self.discretionary)?" }
    var track2: String { ";\(digits)=3907101\(Self.discretionary)?" }
    var packedTrack2: [UInt8] { Self.packed("\(digits)D3907101\(Self.discretionary)") }

    /// Packs digits as BCD, with `D` for the separator and padded with `F`.
    static func packed(_ digits: String) -> [UInt8] {
        let nibbles = (digits + (digits.count.isMultiple(of: 2) ? "" : "F")).compactMap(\.hexDigitValue)
        return stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
    }
}

/// One encoding in which a secret may appear in a file or an output.
struct Disguise: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let form: @Sendable (String) -> [UInt8]

    static let all: [Disguise] = [
        Disguise(testDescription: "text") { Array($0.utf8) },
        Disguise(testDescription: "packed decimal") { Canary.packed(evenly($0)) },
        Disguise(testDescription: "packed decimal, half a byte off") {
            Canary.packed(evenly(String($0.dropFirst())))
        },
        Disguise(testDescription: "UTF-16, little end first") { $0.utf8.flatMap { [$0, 0] } },
        Disguise(testDescription: "UTF-16, big end first") { $0.utf8.flatMap { [0, $0] } },
        Disguise(testDescription: "hexadecimal of text") { Array($0.utf8.map { String($0, radix: 16) }.joined().utf8) },
        Disguise(testDescription: "hexadecimal, parted") {
            Array($0.utf8.map { String($0, radix: 16) }.joined(separator: " ").utf8)
        },
        Disguise(testDescription: "a list of numbers") {
            Array($0.utf8.map { String($0) }.joined(separator: ", ").utf8)
        },
        Disguise(testDescription: "blanks between") { Array($0.map { String($0) }.joined(separator: " ").utf8) },
        Disguise(testDescription: "base64 of text") { base64(Array($0.utf8), skipping: 0) },
        Disguise(testDescription: "base64 of text, one off") { base64(Array($0.utf8), skipping: 1) },
        Disguise(testDescription: "base64 of text, two off") { base64(Array($0.utf8), skipping: 2) },
    ]

    /// Drops an odd last digit, which would share its byte with whatever follows.
    private static func evenly(_ digits: String) -> String { String(digits.prefix(digits.count / 2 * 2)) }

    /// The Base64 characters that are the same whatever stands before and after the bytes.
    private static func base64(_ bytes: [UInt8], skipping count: Int) -> [UInt8] {
        let rest = bytes.dropFirst(count)
        return Array(Data(rest.prefix(rest.count / 3 * 3)).base64EncodedString().utf8)
    }
}

/// Looks for every canary in every disguise.
struct CanarySearch {
    private let wanted: [(name: String, bytes: Data)]

    init() {
        var wanted: [(String, Data)] = []
        for canary in Canary.allCases {
            for disguise in Disguise.all {
                wanted.append(("\(canary), \(disguise.testDescription)", Data(disguise.form(canary.secret))))
            }
            for part in Self.groups(of: canary) { wanted.append(("\(canary), grouped", Data(part.utf8))) }
        }
        for disguise in Disguise.all where !disguise.testDescription.hasPrefix("packed") {
            wanted.append(("a track, \(disguise.testDescription)", Data(disguise.form(Canary.discretionary))))
            wanted.append(("a cardholder, \(disguise.testDescription)", Data(disguise.form(Canary.cardholder))))
        }
        // The split number stands in two places; the first holds all but the last four digits.
        wanted.append(("a beginning", Data(Canary.splitNumber.digits.dropFirst(2).prefix(8).utf8)))
        for expiry in [Canary.expiry, Canary.expiryInFull, Canary.expiryYearFirst] {
            wanted.append(("an expiry", Data(expiry.utf8)))
        }
        // Shorter sequences would be found by chance.
        self.wanted = wanted.filter { $0.1.count >= 3 }
    }

    /// Two adjacent groups of digits, as on a card: one digit more than may be shown at either end.
    private static func groups(of canary: Canary) -> [String] {
        let groups = canary.grouped.split(separator: " ")
        return [" ", "-", "  ", "    ", "."].map { groups[1] + $0 + groups[2] }
    }

    func finds(in data: Data, called name: String) -> [String] {
        data.withUnsafeBytes { text in
            wanted.filter { find in find.bytes.withUnsafeBytes { Self.holds(text, $0) } }
        }.map { "\(name): \($0.name)" }
    }

    /// Searches with the C library, because megabytes are searched for a hundred things.
    private static func holds(_ text: UnsafeRawBufferPointer, _ find: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, let wanted = find.baseAddress else { return false }
        var place = 0
        while place + find.count <= text.count {
            guard let next = memchr(start + place, Int32(find[0]), text.count - place - find.count + 1) else {
                return false
            }
            if memcmp(next, wanted, find.count) == 0 { return true }
            place = next - UnsafeMutableRawPointer(mutating: start) + 1
        }
        return false
    }

    /// Searches every file below the folder, and the file names too.
    func finds(below folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.flatMap { file -> [String] in
            let path = folder + "/" + file
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            let contents = type == .typeRegular ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
            return finds(in: contents, called: file) + finds(in: Data(file.utf8), called: "the name of \(file)")
        }
    }
}
