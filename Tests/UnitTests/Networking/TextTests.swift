import Foundation
import Testing

@testable import Networking

@Suite struct PlainTextTests {
    @Test(arguments: [
        ("Tom &amp; Jerry", "Tom & Jerry"), ("&#8222;Kiosk&#8220;", "„Kiosk“"), ("&#x20AC; 5", "€ 5"),
        ("<strong>Tasse</strong> groß<br/>", "Tasse groß"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"), ("a <b", "a <b"),
        ("&amp;lt;", "&lt;"), ("&unknown; &;", "&unknown; &;"), ("&#7;&#xD800;", "&#7;&#xD800;"), ("  x \n", "x"),
        ("", ""),
    ])
    func htmlIsReadAsAPersonReadsIt(html: String, plain: String) {
        #expect(PlainText.from(html: html) == plain)
    }
}

@Suite struct JSONValueTests {
    @Test(arguments: [
        #"{"a":[1,2.5,"x",true,null,{}]}"#, #"{"price":11.25,"rate":4.663551}"#, "-9223372036854775808", "\"/é\"",
    ])
    func aBodyThatIsPassedOnStaysWhatItWas(text: String) throws {
        #expect(String(decoding: try JSONValue(parsing: Data(text.utf8)).data, as: UTF8.self) == text)
    }

    @Test func aMemberOfSomethingElseIsNothing() {
        #expect(JSONValue.array([])["a"] == nil)
        #expect(JSONValue.integer(1).text == nil)
    }
}
