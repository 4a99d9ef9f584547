import Failures
import Flow
import Foundation
import Model
import Networking
import Stores

/// What is on one screen, as the document has it.
struct KioskScreenFields {
    let state: KioskState
    let kiosk: ServedKiosk
    let language: OperatorLanguage
    let now: KioskTime

    typealias Fields = [String: JSONValue]

    var fields: Fields {
        switch state.screen {
        case .attract: [:]
        case .home:
            [
                "can_find": .bool(state.settings.start != .compose),
                "can_compose": .bool(state.settings.start != .find),
            ]
        case .find(let search): Self.find(search)
        case .orders(let orders): Self.orders(orders)
        case .catalogue(let catalogue): self.catalogue(catalogue)
        case .product(let product): Self.product(product)
        case .review(let review): Self.review(review)
        case .orderChanged(let attempt, let before):
            Self.bill(attempt.bill).merging(["before": .amount(before), "now": .amount(attempt.bill.total)]) { $1 }
        case .printerEmpty(_, let code), .terminalAway(_, let code), .outOfService(let code): ["code": .string(code)]
        case .tip(let tip): Self.tip(tip)
        case .paying(let paying): pay(paying)
        case .declined(let end, let reason):
            ["reason": .string(reason.rawValue), "can_again": .bool(end.canTryAgain)]
        case .cancelled(let end, let canceller):
            ["by": .string(canceller.rawValue), "can_again": .bool(end.canTryAgain)]
        case .partial, .receipt, .printing, .email, .show, .thanks: afterPaying
        case .staff(.pin(let entry)): pin(entry)
        case .staff(.page(let page)): self.page(page)
        }
    }

    // MARK: Staff

    private func pin(_ entry: KioskPINEntry) -> Fields {
        var fields: Fields = [
            "names": .array(entry.names.map(JSONValue.string)), "chosen": .string(entry.chosen),
            "entered": .count(entry.digits.count), "locked_ms": .null,
        ]
        switch entry.stage {
        case .loading, .typing, .checking: fields["state"] = "typing"
        case .wrong: fields["state"] = "wrong"
        case .none: fields["state"] = "none_configured"
        case .locked(let until):
            let left = now.untilThen(until)
            fields["state"] = left > 0 ? "locked" : "typing"
            fields["locked_ms"] = .integer(left)
        }
        return fields
    }

    private func page(_ page: KioskStaffPage) -> Fields {
        var fields = (try? JSONValue(parsing: Data(page.content.utf8)))?.members ?? [:]
        fields["state"] = page.stage == .ready ? "ready" : "loading"
        fields["code"] = .optional(page.failure?.code)
        fields["problem"] = page.failure.map(problem) ?? .null
        fields["digits"] = .string(page.digits)
        fields["done"] = .optional(page.did?.rawValue)
        if case .payment = page.place { fields["giving_back"] = page.givingBack.map(Self.givingBack) ?? .null }
        guard let form = page.form else { return fields }
        return fields.merging(Self.form(form)) { $1 }
    }

    /// What the terminal asks for while money is given back. How it ended is in the page's `returns`.
    private static func givingBack(_ back: KioskRefundProgress) -> JSONValue {
        [
            "id": .string(back.payment.rawValue), "picture": .string(back.picture.rawValue),
            "checking": .bool(back.isChecking), "text": .optional(back.text?.presentable),
        ]
    }

    /// Why something was not done, and what to do about it.
    private func problem(_ failure: Failure) -> JSONValue {
        [
            "text": .string(failure.said.text(in: language).presentable),
            "remedy": .optional(failure.advice?.text(in: language).presentable),
        ]
    }

    /// The question that an operator answers now, and the answers until then.
    private static func form(_ form: KioskStaffForm) -> Fields {
        let entries = form.entries.map { step -> JSONValue in
            let value: JSONValue =
                switch step {
                case .statement: .optional(form.statement?.rawValue)
                case .receipt, .trace, .newest: .optional(form.numbers[step])
                case .amount, .total: form.number(step).map(JSONValue.integer) ?? .null
                case .words: .string(form.words)
                case .restarted, .anothers, .otherTerminal: .bool(form.isYes.contains(step))
                case .look, .confirm: .null
                }
            return ["step": .string(step.rawValue), "value": value]
        }
        return [
            "step": .string(form.step.rawValue), "statement": .optional(form.statement?.rawValue),
            "entries": .array(entries), "can_submit": .bool(form.canSubmit),
            "digits": .string(form.step == .words ? "" : form.typed),
            "text": .string(form.step == .words ? form.typed : ""),
        ]
    }

    // MARK: Finding and choosing

    private static func find(_ search: KioskOrderSearch) -> Fields {
        var fields: Fields = ["digits": .string(search.digits), "code": .null]
        switch search.stage {
        case .typing: fields["state"] = "typing"
        case .looking: fields["state"] = "looking"
        case .notFound: fields["state"] = "not_found"
        case .paid: fields["state"] = "paid"
        case .ended: fields["state"] = "ended"
        case .failed(let code):
            fields["state"] = "failed"
            fields["code"] = .string(code)
        }
        return fields
    }

    private static func loading(_ loading: KioskLoading) -> Fields {
        switch loading {
        case .loading: ["state": "loading", "code": .null]
        case .ready: ["state": "ready", "code": .null]
        case .failed(let code): ["state": "failed", "code": .string(code)]
        }
    }

    private static func orders(_ orders: KioskOrders) -> Fields {
        let rows = orders.rows.map { row -> JSONValue in
            [
                "id": .integer(row.id.rawValue), "number": .string(row.number), "name": .string(row.name),
                "total": .amount(row.total), "when": row.time.map(JSONValue.time) ?? .null,
            ]
        }
        let shown = orders.chosen == nil ? orders.loading : .loading
        return loading(shown).merging(["rows": .array(rows), "whole": .bool(orders.isWhole)]) { $1 }
    }

    private func catalogue(_ catalogue: KioskCatalogue) -> Fields {
        let categories = catalogue.categories.map { category -> JSONValue in
            ["id": .integer(category.id), "name": .string(category.name)]
        }
        let products = catalogue.tiles.map { tile -> JSONValue in
            [
                "id": .integer(tile.id), "name": .string(tile.name), "price": .amount(tile.price),
                "from": .bool(tile.isFrom), "picture": .bool(tile.hasPicture), "available": .bool(tile.isAvailable),
            ]
        }
        return Self.loading(catalogue.loading).merging([
            "categories": .array(categories), "category": catalogue.category.map(JSONValue.integer) ?? .null,
            "products": .array(products), "page": .count(catalogue.page), "pages": .count(catalogue.pages),
            "cart": [
                "count": .count(state.cart.count), "total": state.cart.total.map(JSONValue.amount) ?? .null,
            ],
            "whole": .bool(catalogue.isWhole),
        ]) { $1 }
    }

    private static func product(_ product: KioskProduct) -> Fields {
        let options = (product.facts?.choices ?? []).map { choice -> JSONValue in
            let values = choice.values.map { value -> JSONValue in
                ["value": .string(value), "available": .bool(product.isAvailable(value, of: choice.name))]
            }
            return [
                "name": .string(choice.name), "values": .array(values),
                "chosen": .optional(product.chosen[choice.name]),
            ]
        }
        return loading(product.loading).merging([
            "product": .integer(product.id), "title": .string(product.facts?.name ?? ""),
            "description": .string(product.facts?.description ?? ""),
            "price": product.price.map(JSONValue.amount) ?? .null, "picture": .bool(product.facts?.hasPicture ?? false),
            "available": .bool(product.facts?.isAvailable ?? false), "options": .array(options),
            "quantity": .count(product.quantity), "most": .count(product.most), "complete": .bool(product.isComplete),
        ]) { $1 }
    }

    // MARK: Paying

    private static func bill(_ bill: KioskBill) -> Fields {
        let lines = bill.lines.map { line -> JSONValue in
            [
                "id": .count(line.id), "name": .string(line.name), "detail": .string(line.detail),
                "quantity": .count(line.quantity), "amount": .amount(line.amount),
                "most": .count(KioskSettings.mostQuantity),
            ]
        }
        return [
            "source": .string(bill.source.rawValue), "number": .optional(bill.number), "lines": .array(lines),
            "adjustments": .array(bill.extras.map { ["name": .string($0.name), "amount": .amount($0.amount)] }),
            "total": .amount(bill.total),
        ]
    }

    private static func review(_ review: KioskReview) -> Fields {
        var fields = bill(review.attempt.bill)
        fields["can_change"] = .bool(review.attempt.bill.source == .composed)
        fields["code"] = .null
        switch review.stage {
        case .ready: fields["state"] = "ready"
        case .asking: fields["state"] = "asking"
        case .failed(let code):
            fields["state"] = "failed"
            fields["code"] = .string(code)
        }
        return fields
    }

    private static func tip(_ tip: KioskTip) -> Fields {
        [
            "base": .amount(tip.attempt.bill.total), "digits": .string(tip.digits),
            "suggestions": .array(
                tip.percents.map { ["percent": .count($0), "amount": .amount(tip.amount($0))] }),
        ]
    }

    private func pay(_ paying: KioskPaying) -> Fields {
        var fields: Fields = [
            "due": .amount(paying.due), "since_ms": .integer(paying.since.untilThen(now)),
            "text": .optional(paying.text?.presentable),
        ]
        switch paying.stage {
        case .goods: return fields
        case .doubt:
            fields["reference"] = .optional(paying.payment?.rawValue)
            return fields
        case .preparing, .authorising, .cancelling:
            fields["phase"] = .string(paying.stage.rawValue)
            fields["picture"] = .optional(paying.picture?.rawValue)
            fields["step"] = .optional(paying.step?.rawValue)
            fields["waiting_for"] = .optional(paying.awaited?.rawValue)
            fields["can_cancel"] = .bool(paying.canCancel)
            return fields
        }
    }

    // MARK: The receipt

    private var afterPaying: Fields {
        switch state.screen {
        case .partial(let paid):
            let open = paid.open ?? .zero(paid.amount.currency)
            let total = (try? paid.amount.adding(open)) ?? paid.amount
            return ["approved": .amount(paid.amount), "open": .amount(open), "total": .amount(total)]
        case .receipt(let paid): return receipt(paid)
        case .printing(let printing): return Self.printing(printing)
        case .email(let email): return Self.email(email)
        case .show(let paid): return ["svg_path": "/kiosk/qr.svg", "text": .string(kiosk.code(of: paid))]
        case .thanks(let isShopTold, let isPrinted):
            return ["shop_told": .bool(isShopTold), "printed": .bool(isPrinted)]
        default: return [:]
        }
    }

    private func receipt(_ paid: KioskPaid) -> Fields {
        let choices = paid.choices(of: state.settings.receipts)
        let unavailable = paid.unavailable.sorted { $0.key.rawValue < $1.key.rawValue }
            .filter { choices.contains($0.key) }
        return [
            "paid": .amount(paid.amount), "tip": paid.tip.map(JSONValue.amount) ?? .null, "total": .amount(paid.amount),
            "choices": .array(choices.map { .string($0.rawValue) }),
            "unavailable": .array(
                unavailable.map { ["choice": .string($0.key.rawValue), "code": .string($0.value)] }),
            "by_terminal": .bool(paid.isPrintedByTerminal), "shop_told": .bool(!state.isShopOwedNews),
        ]
    }

    private static func printing(_ printing: KioskPrinting) -> Fields {
        switch printing.stage {
        case .printing: ["state": "printing", "code": .null]
        case .printed: ["state": "printed", "code": .null]
        case .unconfirmed: ["state": "unconfirmed", "code": .null]
        case .waiting(let code): ["state": "waiting", "code": .string(code)]
        case .failed(let code): ["state": "failed", "code": .string(code)]
        }
    }

    private static func email(_ email: KioskEmail) -> Fields {
        var fields: Fields = ["text": .string(email.text), "code": .null]
        switch email.stage {
        case .typing: fields["state"] = "typing"
        case .sending: fields["state"] = "sending"
        case .sent: fields["state"] = "sent"
        case .queued: fields["state"] = "queued"
        case .problem(let code):
            fields["state"] = "problem"
            fields["code"] = .string(code)
        }
        return fields
    }
}
