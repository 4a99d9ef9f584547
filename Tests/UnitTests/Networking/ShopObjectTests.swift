import Foundation
import Testing

@testable import Networking

/// Reading a shop's objects, which write the same thing in several ways.
@Suite struct ShopObjectTests {
    private func object(_ text: String) throws -> ShopObject {
        try ShopObject(try JSONValue(parsing: Data(text.utf8)), at: "")
    }

    @Test func numbersAndTextsAreReadForEachOther() throws {
        let object = try object(
            #"{"a":"7","b":7,"c":"12.50","d":12.5,"e":"","f":null,"g":[],"h":"x","i":true,"j":"yes","k":1,"l":"no"}"#)
        #expect(try object.integer("a") == 7)
        #expect(try object.text("b") == "7")
        #expect(try object.decimal("c") == object.decimal("d"))
        #expect(object.optionalDecimal("e") == nil)
        #expect(object.optionalDecimal("h") == nil)
        #expect(object.flag("i") && object.flag("j") && object.flag("k") && !object.flag("l"))
        #expect(throws: NetworkError.malformed(field: "f", reason: "it is null")) { try object.text("f") }
        #expect(throws: NetworkError.malformed(field: "g", reason: "it is of another type")) { try object.text("g") }
        #expect(throws: NetworkError.malformed(field: "z", reason: "it is missing")) { try object.integer("z") }
    }

    @Test func anEmptyListInPlaceOfAnObjectIsNone() throws {
        let object = try object(#"{"billing":[],"shipping":{"city":"Bonn"}}"#)
        #expect(object.object("billing") == nil)
        #expect(object.object("shipping")?.plainText("city") == "Bonn")
    }

    @Test func aListWithGapsWrittenAsAnObjectIsAList() throws {
        let object = try object(#"{"lines":{"2":{"id":2},"10":{"id":10}},"other":{"a":{}}}"#)
        #expect(try object.objects("lines").map { try $0.integer("id") } == [2, 10])
        #expect(throws: NetworkError.malformed(field: "other", reason: "it is of another type")) {
            try object.objects("other")
        }
        #expect(throws: NetworkError.malformed(field: "lines[1].total", reason: "it is missing")) {
            try object.objects("lines")[1].text("total")
        }
    }

    @Test func aTimeIsReadInUTC() throws {
        let object = try object(#"{"date_paid_gmt":"2026-11-25T21:33:46","date_created_gmt":"","date_x_gmt":"soon"}"#)
        #expect(object.time("date_paid") == Date(timeIntervalSince1970: 1_795_642_426))
        #expect(object.time("date_created") == nil)
        #expect(object.time("date_x") == nil)
        #expect(ShopDate.text(Date(timeIntervalSince1970: 1_795_642_426)) == "2026-11-25T21:33:46")
    }
}
