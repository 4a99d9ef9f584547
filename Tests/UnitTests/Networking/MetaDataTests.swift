import Foundation
import Model
import Testing

@testable import Networking

/// WooCommerce filters an order's metadata without numbering them anew, so that PHP may write the list as an object.
@Suite struct MetaDataTests {
    private func object(_ body: String) throws -> ShopObject {
        try ShopObject(try JSONValue(parsing: Data(body.utf8)), at: "")
    }

    @Test(arguments: [
        #"[{"id": 7, "key": "_till_request", "value": "r1"}, {"id": 9, "key": "x", "value": 2}]"#,
        #"{"0": {"id": 7, "key": "_till_request", "value": "r1"}, "2": {"id": 9, "key": "x", "value": 2}}"#,
        #"{"10": {"id": 9, "key": "x", "value": 2}, "9": {"id": "7", "key": "_till_request", "value": "r1"}}"#,
        #"[{"id": "7", "key": "_till_request", "value": "r1"}, {"id": "9", "key": "x", "value": 2}, {"id": 1}]"#,
    ])
    func metadataAreReadAlsoFromAListWithGaps(list: String) throws {
        let object = try object(#"{"id": 1, "meta_data": \#(list)}"#)
        #expect(
            MetaData.list(object)
                == [MetaData(id: 7, key: "_till_request", value: "r1"), MetaData(id: 9, key: "x", value: 2)])
        #expect(try RequestedOrder(object).request == "r1")
    }

    @Test(arguments: ["[]", "{}", "null", #""x""#, #"{"a": {"id": 1, "key": "k", "value": "v"}}"#, "[1, null]"])
    func whatIsNoListOfMetadataHasNone(list: String) throws {
        #expect(MetaData.list(try object(#"{"meta_data": \#(list)}"#)).isEmpty)
    }

    @Test func theTagOfAPaymentIsFoundInAListWithGaps() throws {
        let body = """
            {"id": 1, "status": "processing", "total": "1.00", "currency": "EUR",
             "meta_data": {"1": {"id": 3, "key": "_till_payment", "value": "pay-1"}}}
            """
        #expect(try OrderPaymentState(try object(body)).payment == "pay-1")
    }

    @Test func theOptionsOfAnItemAreReadFromAListWithGaps() throws {
        let body = """
            {"id": 1, "name": "Tee", "total": "1.00",
             "meta_data": {"2": {"key": "size", "display_key": "Size", "display_value": "250 g"}}}
            """
        #expect(try WooOrder.Item(try object(body)).choices == ["Size: 250 g"])
    }
}
