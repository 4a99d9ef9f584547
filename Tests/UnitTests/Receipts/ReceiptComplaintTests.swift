import Model
import Testing

@testable import Receipts

/// Complaints of users of other printing libraries that concern the layout. docs/complaints.md lists all of them.
@Suite("Complaints: receipts") struct ReceiptComplaintTests {
    private func receipt(_ lines: [OrderLine]) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: "rcp-1"), copy: .customer, merchant: Sample.kiosk, payment: Sample.payment,
            orderNumber: "1", issuedAt: Sample.afternoon, utcOffset: 0, lines: lines, taxes: [],
            total: Sample.euro(100), tip: nil, card: .terminalText(lines: [], result: .approved), footer: [],
            language: "en")
    }

    /// Each amount ends in the last cell of the paper, whatever stands before it.
    @Test(arguments: [32, 42, 48])
    func escPosUtils62_columnsStayStraightBesideEastAsianCharacters(columns: Int) {
        let names = ["龙井茶", "抹茶ラテ", "커피", "ｶﾌｪ", "Kaffee", "q\u{301}uz", "日本語の長い商品名はここで折り返される抹茶ラテ"]
        let goods = receipt(names.map { OrderLine(name: $0, quantity: 1, total: Sample.euro(123)) })
        let amounts = ReceiptLayout(columns: columns).lay(goods, mark: .original).lines.filter {
            $0.text.hasSuffix(" 1.23")
        }
        #expect(amounts.count == names.count)
        #expect(amounts.allSatisfy { $0.cells == columns })
    }

    @Test func odoo47635_aReceiptOfAThousandGoodsIsWhole() {
        let goods = receipt(
            (1...1000).map { OrderLine(name: "Item \($0)", quantity: 1, total: Sample.euro(Int64($0))) })
        let laid = ReceiptLayout(columns: 48).lay(goods, mark: .original).lines.map(\.text)
        let items = laid.filter { $0.contains("x Item ") }
        #expect(items.count == 1000)
        #expect(items.first?.hasSuffix(" 0.01") == true && items.last?.hasSuffix(" 10.00") == true)
    }
}
