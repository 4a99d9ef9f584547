import Flow
import Model
import Storage
import Stores

/// Receipts: look in every form, print, and print again.
struct ReceiptRoutes: Sendable {
    let till: any ServedTill
    let gate: ShutdownGate
    let acts: KeyedActs

    private static let path = "/v1/receipts"

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in try await list(request) },
            Route("GET", Self.path + "/{receipt}", .look) { request throws(Failure) in try await show(request) },
            Route("GET", Self.path + "/{receipt}/prints", .look) { request throws(Failure) in
                try await prints(request)
            },
            Route("POST", Self.path + "/{receipt}/print", .print) { request throws(Failure) in
                try await print(request)
            },
            Route("POST", Self.path + "/{receipt}/reprint", .print) { request throws(Failure) in
                try await reprint(request)
            },
            Route("POST", Self.path + "/{receipt}/waive", .print) { request throws(Failure) in
                try await waive(request)
            },
        ]
    }

    /// Does without the paper of a receipt that waits for its printer or could not be printed.
    private func waive(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try BodyReader(request).end()
        var query = QueryReader(request)
        let reference = try reference(request, &query)
        try query.end()
        let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
        let named = ReceiptReference(stored.id.rawValue)
        try await till.ask { PrintSpoolAction.waive(named, by: request.requester, $0) }
        return try .json(
            Output.Page(
                items: try await till.ask { ReceiptAction.listPrints(named, $0) }
                    .map(Output.PrintRow.init), next: nil))
    }

    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let (limit, cursor) = (try query.limit(), try query.text("cursor"))
        let site = try query.number("site", 0...Int(Int32.max)).map { SiteID(rawValue: Int64($0)) }
        try query.end()
        let before = cursor.map(ReceiptID.init(rawValue:))
        if let before, try till.storage.reading({ try $0.receipt(id: before) }) == nil { throw .unknownCursor }
        let page = try await till.ask { ReceiptAction.listReceipts(before: before, of: site, limit: limit, $0) }
        return try .json(
            Output.Page(items: page.receipts.map(Output.Receipt.init), next: page.next?.rawValue))
    }

    /// The receipt in the form that the query names, as its first print has it.
    private func show(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let form = try query.word("format", ReceiptForm.allCases.map(\.rawValue)).flatMap(ReceiptForm.init)
        let reference = try reference(request, &query)
        try query.end()
        let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
        guard let form, form != .json else {
            return ServiceResponse(
                body: .bytes(Array(try Output.json(receipt: stored.document).utf8), type: ReceiptForm.json.mediaType))
        }
        return ServiceResponse(body: .bytes(try till.draw(stored.document, as: form), type: form.mediaType))
    }

    private func prints(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let reference = try reference(request, &query)
        try query.end()
        let prints = try await till.ask { ReceiptAction.listPrints(reference, $0) }
        return try .json(Output.Page(items: prints.map(Output.PrintRow.init), next: nil))
    }

    /// The named receipt: by its id, an order number, or `last`.
    private func reference(_ request: ServiceRequest, _ query: inout QueryReader) throws(Failure) -> ReceiptReference {
        let copy = try query.word("copy", ReceiptCopy.allCases.map(\.rawValue)).flatMap(ReceiptCopy.init)
        return ReceiptReference(request.parameter("receipt"), copy: copy)
    }

    // MARK: Paper

    /// Prints a receipt that was never printed. A repeated request prints nothing: the receipt was printed before then.
    private func print(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let (receipt, printer) = try await paper(.print, request, &body)
        let till = till
        let act = KeyedAct.paper(.print, of: receipt, at: till)
        return try await acts.perform(act, for: request) { () async throws(Failure) in
            let report = try await till.ask {
                PrintSpoolAction.print(
                    ReceiptReference(receipt.rawValue), printer: printer, by: request.requester, $0)
            }
            return try .json(Output.Print(report))
        }
    }

    private func reprint(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let copies = try body.number("copies", 1...Int64(PrintSpoolAction.mostCopies)) ?? 1
        let (receipt, printer) = try await paper(.reprint, request, &body)
        let till = till
        let act = KeyedAct.paper(.reprint, of: receipt, at: till)
        return try await acts.perform(act, for: request) { () async throws(Failure) in
            let reports = try await till.ask {
                PrintSpoolAction.printCopies(
                    ReceiptReference(receipt.rawValue), Int(copies), printer: printer, by: request.requester, $0)
            }
            return try .json(Output.Page(items: reports.map(Output.Print.init), next: nil))
        }
    }

    /// The receipt and the printer that a request names. Takes the rest of its body. A request that is sent again means the receipt
    /// that it meant at first.
    private func paper(
        _ paper: KeyedAct.Paper, _ request: ServiceRequest, _ body: inout BodyReader
    ) async throws(Failure) -> (ReceiptID, DeviceAddress) {
        try gate.check()
        let asked = try body.text("printer")
        try body.end()
        var query = QueryReader(request)
        let named = try reference(request, &query)
        try query.end()
        let earlier = try acts.subject(ofEarlier: paper.rawValue, for: request)
        let reference = earlier.map { ReceiptReference($0) } ?? named
        let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
        let usual = asked == nil ? till.route(of: stored.document) : nil
        let printer = if let usual { usual } else { try await ServedDevices(till: till).printer(asked) }
        try till.checkApart(terminal: nil, printer: printer)
        return (stored.id, printer)
    }
}
