import Foundation
import Testing

@testable import Readers

/// One telegram of `zvt-vectors.json`, which comes from other projects and stays outside this repository.
struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let framing: ZVTInspector.Framing
    let mustReject: Bool
    /// The expected fields as JSON.
    let fields: Data

    var testDescription: String { name }

    /// The file beside the repository, or in the folder that TILL_SHARED names.
    static let file: URL? = {
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"].map { URL(filePath: $0) }
        let repository = Fixtures.root.deletingLastPathComponent()
        let beside = ["../shared", "../../shared"].map { repository.appending(path: $0).standardized }
        return ([named].compactMap(\.self) + beside).map { $0.appending(path: "reference/zvt-vectors.json") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static var isThere: Bool { file != nil }

    static let all: [Vector] = {
        guard let file, let data = try? Data(contentsOf: file),
            let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return list.compactMap(Vector.init)
    }()

    private init?(_ json: [String: Any]) {
        guard let hex = json["hex"] as? String, let meaning = json["meaning"] as? String,
            let fields = json["fields"], let data = try? JSONSerialization.data(withJSONObject: fields)
        else { return nil }
        name = meaning
        bytes = [UInt8](hex: hex)
        framing = json["transport"] as? String == "serial" ? .serial : .apdu
        mustReject = json["must_reject"] as? Bool ?? false
        self.fields = data
    }
}

@Suite struct InspectorTests {
    @Test(.enabled(if: Vector.isThere, "zvt-vectors.json is not beside this repository (TILL_SHARED)"))
    func theVectorsAreAllHere() { #expect(Vector.all.count == 59) }

    @Test(
        .enabled(if: Vector.isThere, "zvt-vectors.json is not beside this repository (TILL_SHARED)"),
        arguments: Vector.all)
    func everyVectorIsTakenApartAsItsFieldsSay(_ vector: Vector) throws {
        guard !vector.mustReject else {
            #expect(throws: InspectionError.self) { try ZVTInspector.inspect(vector.bytes, framing: vector.framing) }
            return
        }
        let inspections = try ZVTInspector.inspect(vector.bytes)
        #expect(inspections.count == 1)
        let inspection = try #require(inspections.first)
        #expect(inspection.framing == vector.framing)
        #expect(inspection.checksumIsGood == (vector.framing == .serial ? true : nil))
        let found = try dictionary(Data(InspectorValue.object(inspection.fields).json.utf8))
        let expected = try dictionary(vector.fields)
        let masked = expected.mutableCopy() as? NSMutableDictionary ?? [:]
        if masked["pan"] as? String == "5966666666D20021220100" { masked["pan"] = "EEEEEE6666DEEEEEEEEEEE" }
        #expect(found == masked)
    }

    private func dictionary(_ json: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    @Test func theTranscriptsFieldsAgreeToo() throws {
        struct Step: Decodable { let hex: String }
        let data = try Data(contentsOf: Fixtures.root.appending(path: "Fixtures/zvt-transcripts.json"))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
        for transcript in json.values {
            for step in try #require(transcript["steps"] as? [[String: Any]]) {
                guard let hex = step["hex"] as? String, let fields = step["fields"] as? NSDictionary else { continue }
                let inspection = try #require(try ZVTInspector.inspect([UInt8](hex: hex)).first)
                #expect(try dictionary(Data(InspectorValue.object(inspection.fields).json.utf8)) == fields)
            }
        }
    }

    @Test func anUnmaskedCardNumberIsShownMasked() throws {
        let status = [UInt8](hex: "04 0F 10 27 00 22 F0 F8 41 11 11 11 11 11 11 11 0E 28 12")
        let fields = try #require(try ZVTInspector.inspect(status).first).fields
        #expect(fields["pan"] == .text("EEEEEEEEEEEE1111"))
        #expect(fields["expiry"] == .text("2812"))
    }

    @Test func tracksAreNotShown() throws {
        let status = [UInt8](hex: "04 0F 0A 27 00 23 F0 F5 41 11 D2 81 22")
        #expect(try #require(try ZVTInspector.inspect(status).first).fields["track2"] == .text("masked"))
    }

    @Test func aResponseKeepsTheNumberOfItsMessage() throws {
        let response = [UInt8](hex: "80 00 08 06 06 1F 73 03 00 00 07")
        let fields = try #require(try ZVTInspector.inspect(response).first).fields
        #expect(fields["tlv"] == .list([.object(InspectorObject(["tag": "1F73", "value": "000007"]))]))
        #expect(fields["data"] == nil)
        #expect(DecodedTelegram(response).redacted == response)
        #expect(
            try DecodedTelegram(response).telegram.get() == .response(Response(0x8000, data: Array(response[3...]))))
    }

    @Test func aRefusalNamesItsReasonAndTheCurrency() throws {
        let refusal = try #require(try ZVTInspector.inspect([UInt8](hex: "84 1E 04 6F 49 09 78")).first).fields
        #expect(refusal["result_code"] == .text("6F") && refusal["currency"] == .number(978))
        #expect(refusal["data"] == nil)
        let bare = try #require(try ZVTInspector.inspect([UInt8](hex: "84 1E 02 C9 C9")).first).fields
        #expect(bare["result_code"] == nil && bare["data"] == .text("c9c9"))
    }

    @Test func severalTelegramsAreTakenApartInOrder() throws {
        let stream = [UInt8](hex: "80 00 00 06 0F 00")
        #expect(try ZVTInspector.inspect(stream).map { $0.fields["ctrl"] } == [.text("8000"), .text("060F")])
    }

    @Test func aWrongChecksumIsToldAndTheTelegramReadAllTheSame() throws {
        let inspection = try #require(try ZVTInspector.inspect([UInt8](hex: "10 02 80 00 00 10 03 F5 1E")).first)
        #expect(inspection.checksumIsGood == false)
        #expect(inspection.json.hasPrefix(#"{"framing":"serial","crc_ok":false,"fields":{"ctrl":"8000","len":0,"#))
    }

    @Test func theOffsetOfAnErrorCountsInWhatWasGiven() {
        // BMP 60 with an invalid length, after a doubled DLE.
        let block = SerialBlock.encode([0x04, 0x0F, 0x06, 0x27, 0x10, 0x60, 0x78, 0xF2, 0x76])
        let error = #expect(throws: InspectionError.self) { try ZVTInspector.inspect(block) }
        #expect(error?.offset == 9)
        #expect(error?.sentence.description == "not a variable length (Fx Fy with decimal digits)")
    }

    @Test(arguments: ["06 0", "06 0G"])
    func whatIsNoHexadecimalIsNamed(_ text: String) {
        #expect(throws: InspectionError.self) { try ZVTInspector.bytes(hex: text) }
    }

    @Test func theTextForPeopleNamesTheTelegram() throws {
        let inspection = try #require(try ZVTInspector.inspect([UInt8](hex: "06 1E 01 6C")).first)
        #expect(inspection.text.hasPrefix("Abort by the terminal\n  ctrl: 061E"))
    }
}

extension InspectorObject {
    fileprivate init(_ texts: KeyValuePairs<String, String>) {
        self.init()
        for (key, text) in texts { put(key, text) }
    }
}
