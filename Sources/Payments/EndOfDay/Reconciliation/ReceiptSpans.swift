import Model

/// Receipt numbers in text, with consecutive ones joined: `0043, 0045–0047`.
struct ReceiptSpans {
    let text: String

    init(_ receipts: [Int]) {
        var spans: [ClosedRange<Int>] = []
        for receipt in receipts {
            if let last = spans.last, last.upperBound + 1 == receipt {
                spans[spans.count - 1] = last.lowerBound...receipt
            } else {
                spans.append(receipt...receipt)
            }
        }
        text = spans.map {
            $0.count == 1
                ? $0.lowerBound.receiptNumber : "\($0.lowerBound.receiptNumber)–\($0.upperBound.receiptNumber)"
        }.joined(separator: ", ")
    }
}
