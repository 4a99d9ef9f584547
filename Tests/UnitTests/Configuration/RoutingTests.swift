import Model
import Receipts
import Testing

@testable import Configuration

/// Which printer prints which receipt.
@Suite struct RoutingTests {
    private func routed(_ routing: String, office copies: String = "\"customer\", \"merchant\"") -> ReadConfiguration {
        read(
            """
            [routing]
            \(routing)
            [[printers]]
            name = "front"
            address = "file:/front"
            copies = ["customer"]
            [[printers]]
            name = "office"
            address = "file:/office"
            copies = [\(copies)]
            """)
    }

    private func places(_ read: ReadConfiguration, usually usual: String?) -> [String?] {
        ReceiptTemplates.Kind.allCases.map {
            read.configuration.printer(of: $0, usually: usual.flatMap(DeviceAddress.init))?.description
        }
    }

    @Test func whatIsNotRoutedComesOutOfTheUsualPrinterWhereThatPrintsIt() {
        let read = routed("")
        #expect(read.lines == [])
        #expect(places(read, usually: "file:/front") == ["file:/front", "file:/front", nil, nil])
        #expect(places(read, usually: "file:/office") == Array(repeating: "file:/office", count: 4))
        #expect(read.configuration.printers(of: ReceiptTemplates.Kind.allCases, besides: nil) == [])
    }

    @Test func whatIsRoutedComesOutThereWhicheverPrinterIsUsed() {
        let read = routed("merchant_copy = \"office\"\nend_of_day = \"office\"")
        #expect(read.lines == [])
        #expect(places(read, usually: "file:/front") == ["file:/front", "file:/front", "file:/office", "file:/office"])
        #expect(places(read, usually: nil) == [nil, nil, "file:/office", "file:/office"])
        let office = DeviceAddress("file:/office")
        #expect(read.configuration.printers(of: ReceiptTemplates.Kind.allCases, besides: office) == [office])
        #expect(read.configuration.printers(of: [.orderReceipt], besides: nil) == [])
    }

    @Test(arguments: [
        ("merchant_copy = \"ofice\"", "there is no printer called ofice; did you mean office?"),
        ("merchant_copy = \"front\"", "front prints no receipts of the merchant's: they are not among its copies"),
        ("end_of_day = \"front\"", "front prints no receipts of the merchant's: they are not among its copies"),
        ("merchants_copy = \"office\"", "routing has no option merchants_copy; did you mean merchant_copy?"),
    ])
    func aRouteToNowhereIsRefusedInItsPlace(routing: String, complaint: String) {
        let lines = routed(routing).lines
        #expect(lines.count == 1 && lines[0].hasPrefix("till.toml:2:") && lines[0].hasSuffix("error: \(complaint)"))
    }

    @Test func aVariableGoesOverTheFile() {
        let configuration = TillConfiguration.read(
            [("till.toml", Array("[[printers]]\nname = \"a\"\naddress = \"file:/a\"".utf8))],
            environment: ["TILL_ROUTING_END_OF_DAY": "a"])
        #expect(configuration.lines == [])
        #expect(configuration.configuration.route(of: .endOfDay)?.description == "file:/a")
    }
}
