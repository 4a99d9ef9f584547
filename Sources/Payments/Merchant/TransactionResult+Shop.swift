import Model

/// What a shop is told of a card payment: nothing that identifies the card or its holder.
extension TransactionResult {
    /// By the keys of an order's metadata. A leading underscore keeps them from the customer's pages.
    var shopDetails: [String: String] {
        var details: [String: String] = [:]
        details["_till_card"] = cardName
        details["_till_card_last4"] = panLastDigits
        details["_till_approval_code"] = approvalCode
        details["_till_terminal"] = terminalID
        details["_till_receipt"] = receiptNumber.map(String.init)
        details["_till_trace"] = trace.map(String.init)
        return details
    }

    /// In words for the shop's staff.
    var shopWords: String {
        [
            cardName, panLastDigits.map { "…\($0)" }, approvalCode.map { "approval \($0)" },
            terminalID.map { "terminal \($0)" }, trace.map { "trace \($0)" },
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
