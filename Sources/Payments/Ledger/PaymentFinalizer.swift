import Failures
import Flow
import Foundation
import Model
import Receipts
import Storage

/// S9: writes everything that follows from a final outcome in the transaction that makes it final.
package struct PaymentFinalizer {
    let history: PaymentHistory
    let outcome: PaymentOutcome
    let merchantProfile: MerchantProfile
    package let now: Date

    package init(history: PaymentHistory, outcome: PaymentOutcome, merchantProfile: MerchantProfile, now: Date) {
        self.history = history
        self.outcome = outcome
        self.merchantProfile = merchantProfile
        self.now = now
    }

    var intent: PaymentIntent { history.intent }

    func write(to transaction: any StorageTransaction, newID: (String) -> String) throws {
        try remember(in: transaction)
        if case .approved(let result) = outcome {
            try checkUnclaimed(result, in: transaction)
            if let difference = AmountDifference(history) {
                try transaction.append(kind: AmountDifference.kind, payment: intent.payment, encoding: difference)
            }
            switch intent.purpose {
            case .payment, .booking: try markPaid(result, in: transaction)
            case .refund, .reversal: try giveBackForOrder(in: transaction)
            // An order is paid by booking a reservation, not by the reservation itself.
            case .reservation, .release: break
            }
        }
        try ReceiptWithdrawal.withdraw(receiptsOf: intent.payment, in: transaction, at: now)
        let receipts = try receipts(in: transaction, newID)
        for receipt in receipts {
            let (id, isOnPaper) = try ReceiptWithdrawal.archive(
                receipt.withJournalHead(in: transaction), in: transaction, at: now)
            guard !isOnPaper else { continue }
            if intent.isPrintedByTerminal {
                try TerminalPrint(of: history, outcome)?.note(id, in: transaction, at: now)
                continue
            }
            guard let printer = merchantProfile.printer(receipt.sheetKind, intent.printer) else { continue }
            if intent.leavesReceiptToPayer, printer == intent.printer { continue }
            try transaction.enqueuePrint(receipt: id, printer: printer.description, at: now)
        }
    }

    /// Remembers this terminal's newest receipt number for the next payment. It is stored by the id from registration
    /// or from the result, and by the address for terminals that tell no id at registration.
    private func remember(in transaction: any StorageTransaction) throws {
        // Numbers that a person typed were not told by the terminal.
        guard !history.wasSettledByOperator else { return }
        let names = TerminalMemory.names(of: intent.terminalID ?? history.latestResult?.terminalID, at: intent.terminal)
        if let number = history.latestResult?.receiptNumber {
            for name in names {
                try transaction.save(TerminalMemory(terminalID: name, lastReceiptNumber: number, updatedAt: now))
            }
        }
    }

    /// Throws if another payment has claimed the terminal's transaction. Recovery checks this before it judges; this
    /// check is for two processes that find it out at once, and for typed numbers. Typed numbers have no time, and a
    /// terminal's numbers may begin anew each day; the journal or the person may know that they did.
    private func checkUnclaimed(_ result: TransactionResult, in transaction: any StorageTransaction) throws {
        // A transaction without numbers matches no other.
        guard let receipt = result.receiptNumber, let trace = result.trace else { return }
        let holder = try transaction.approvedPayments(
            told: TransactionNumbers(receipt: receipt, trace: trace), amongNewest: ClaimedTransaction.lookedBack
        ).first { other in
            guard other.id != intent.payment, case .approved(let its)? = other.outcome,
                its.isSameTransaction(as: result)
            else { return false }
            guard let evidence = history.operatorEvidence, let receipt = its.receiptNumber else { return true }
            // A person says which terminal booked it only where no id proves the contrary.
            if evidence.isOfOtherTerminal, its.terminalID == nil || result.terminalID == nil,
                other.terminalAddress != intent.terminal.description
            {
                return false
            }
            if evidence.numbersRestarted, other.createdAt < intent.startedAt { return false }
            if let amount = its.amountMinor, amount != result.amountMinor, isToldByTerminal(result) { return false }
            return try !ReceiptNumberReuse(reader: transaction, transaction: other, receipt: receipt).isDayEnded()
        }
        if let holder { throw Failure.transactionClaimed(by: holder.id, isTyped: history.wasSettledByOperator) }
    }

    /// Whether the terminal itself told that transaction when it was last asked. Then another payment's typed numbers
    /// are a mistake.
    private func isToldByTerminal(_ typed: TransactionResult) -> Bool {
        guard let told = history.lastToldByItsTerminal, told.isSuccess else { return false }
        return told.receiptNumber == typed.receiptNumber && told.trace == typed.trace
            && told.amountMinor == typed.amountMinor
    }

    func order(in transaction: any StorageTransaction) throws -> Order? {
        guard let id = intent.order else { return nil }
        return try transaction.order(id: id, site: intent.site)?.order
    }

    func currencyFormat(in transaction: any StorageTransaction) -> CurrencyFormat? {
        ShopCurrencyMemory.format(of: history.amount.currency, at: intent.site, in: transaction)
    }

    /// The receipts of the outcome as they are made now: with the order, the head and the currency of the payment's own shop.
    package func receipts(
        in transaction: any StorageTransaction, _ newID: (String) -> String
    ) throws -> [Receipt] {
        let merchant = try merchantProfile.merchant(of: intent.site, in: transaction)
        return documents(try order(in: transaction), merchant, currencyFormat(in: transaction), newID)
    }

    /// The receipts of an outcome: both copies for an approval, the customer's for a decline, and otherwise only what
    /// the terminal itself printed.
    private func documents(
        _ order: Order?, _ merchant: Receipt.Merchant, _ format: CurrencyFormat?, _ newID: (String) -> String
    ) -> [Receipt] {
        switch outcome {
        // A statement for which no terminal was asked is printed on no receipt.
        case .approved where intent.isSaid: []
        case .approved(let result): compose(order, merchant, format, result, .approved, ReceiptCopy.allCases, newID)
        case .declined(let code, let text):
            compose(order, merchant, format, failed(code, text), .declined, [.customer], newID)
        case .cancelled(let code):
            history.texts.isEmpty
                ? [] : compose(order, merchant, format, failed(code, nil), .cancelled, [.customer], newID)
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: []
        }
    }

    private func failed(_ code: DeviceCode, _ text: String?) -> TransactionResult {
        if let result = history.latestResult, !result.isSuccess { return result }
        var result = TransactionResult(resultCode: code)
        result.additionalText = text
        return result
    }

    private func compose(
        _ order: Order?, _ merchant: Receipt.Merchant, _ format: CurrencyFormat?, _ result: TransactionResult,
        _ verdict: Receipt.Verdict, _ copies: [ReceiptCopy],
        _ newID: (String) -> String
    ) -> [Receipt] {
        let composer = ReceiptComposer(
            merchant: merchant, language: intent.language, utcOffset: merchantProfile.utcOffset(now),
            footer: merchantProfile.footer(intent.language), currencyFormat: format)
        let ids = copies.map { ($0, ReceiptID(rawValue: newID("rcp"))) }
        return composer.compose(
            payment: intent.payment, kind: intent.purpose.kind, order: order, total: history.amount, tip: intent.tip,
            result: result,
            verdict: verdict, texts: TerminalReceipts(history.texts(of: outcome)).byCopy, issuedAt: now,
            ids: Dictionary(uniqueKeysWithValues: ids), supplied: intent.supplied)
    }
}

extension TerminalMemory {
    /// The key of what is remembered about a terminal: the id from its registration, or else its address.
    static func name(of id: String?, at address: DeviceAddress) -> String { id ?? "at \(address.place)" }

    /// All keys of a terminal. Its data is stored under both, because not every terminal tells its id each time.
    static func names(of id: String?, at address: DeviceAddress) -> [String] {
        (id.map { [$0] } ?? []) + [name(of: nil, at: address)]
    }
}

extension Failure {
    /// Another payment already stands for the terminal's transaction; `isTyped` tells whether a person typed its
    /// numbers.
    static func transactionClaimed(by payment: PaymentID, isTyped: Bool = false) -> Failure {
        Failure(
            PaymentFailure.transactionClaimed,
            isTyped
                ? Sentence("failure.payment.transactionClaimed.typed", ["payment": payment])
                : Sentence("failure.payment.transactionClaimed.last", ["payment": payment]),
            remedy: isTyped
                ? Sentence("remedy.payment.transactionClaimed.typed")
                : Sentence("remedy.payment.transactionClaimed.last"),
            recovery: .askOperator)
    }
}

extension Failure {
    static func givenBackSince(_ payment: PaymentID) -> Failure {
        Failure(
            SettlementFailure.givenBack, Sentence("failure.settlement.givenBack", ["payment": payment]),
            remedy: Sentence("remedy.settlement.givenBack", ["payment": payment]), recovery: .giveUp)
    }

    static func shopWasToldOfRefund(_ refund: PaymentID) -> Failure {
        Failure(
            SettlementFailure.shopWasTold, Sentence("failure.settlement.shopWasTold", ["refund": refund]),
            remedy: Sentence("remedy.settlement.shopWasTold"), recovery: .giveUp)
    }
}
