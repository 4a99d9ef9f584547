import Flow
import Hardware
import Model
import Payments
import Stores

/// What a person does to a terminal or a printer between payments.
struct DeviceServiceRoutes: Sendable {
    let till: any ServedTill
    let gate: ShutdownGate
    let enquiries: TerminalEnquiries
    let acts: KeyedActs

    /// The name in a path that means the usual device. The configuration gives it to no device.
    private static let usual = "usual"

    var routes: [Route] {
        [
            Route("POST", "/v1/readers/{reader}/diagnosis", .manage) { request throws(Failure) in
                try await diagnose(request)
            },
            Route("GET", "/v1/readers/{reader}/status", .manage) { request throws(Failure) in
                try await perform(.status, request)
            },
            Route("POST", "/v1/printers/{printer}/drawer", .manage) { request throws(Failure) in
                try await openDrawer(request)
            },
            Route("POST", "/v1/printers/{printer}/test-page", .manage) { request throws(Failure) in
                try await printTestPage(request)
            },
            Route("POST", "/v1/printers/{printer}/recover", .manage) { request throws(Failure) in
                try await recover(request)
            },
            Route("GET", "/v1/printers/{printer}/status", .manage) { request throws(Failure) in
                let printer = try await printer(request)
                return try .json(
                    Output.PrinterState(printer, try await till.ask { PrinterServiceAction.status(printer, $0) }))
            },
            Route("GET", "/v1/readers/{reader}/profile", .look) { request throws(Failure) in
                let terminal = try await terminal(request)
                guard let known = try await till.ask({ TerminalServiceAction.profile(terminal, $0) }) else {
                    throw .noProfile(terminal)
                }
                return try .json(Output.Profile(known.profile, known.foundAt, [], in: request.language))
            },
            Route("POST", "/v1/readers/{reader}/profile", .manage) { request throws(Failure) in
                try await findOut(request)
            },
            Route("POST", "/v1/readers/{reader}/confirmation", .manage) { request throws(Failure) in
                try await confirm(request)
            },
        ] + Self.services.map(service)
    }

    // MARK: Terminals

    /// What is asked of a terminal without anything else being said, by its word in the path.
    private static let services: [(word: String, TerminalService)] = [
        ("register", .register), ("initialise", .initialise), ("set-clock", .setClock), ("log-off", .logOff),
    ]

    private func service(_ word: String, _ service: TerminalService) -> Route {
        Route("POST", "/v1/readers/{reader}/\(word)", .manage) { request throws(Failure) in
            try BodyReader(request).end()
            return try await perform(service, request)
        }
    }

    private func diagnose(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let named = try body.text("type")
        try body.end()
        guard let diagnosis = Self.diagnoses[named ?? "line"] else {
            let words = Self.diagnoses.keys.sorted().joined(separator: ", ")
            throw .invalid("type", Sentence("detail.request.oneOf", ["words": words]))
        }
        return try await perform(.diagnose(diagnosis), request)
    }

    private static let diagnoses: [String: Diagnosis] = [
        "line": .line, "extended": .extended, "configuration": .configuration, "emv": .emvConfiguration,
        "ep2": .ep2Configuration,
    ]

    private func perform(_ service: TerminalService, _ request: ServiceRequest) async throws(Failure) -> ServiceResponse
    {
        let terminal = try await terminal(request)
        let currency = till.currency
        let report = try await gate.admit { () async throws(Failure) in
            try await enquiries.using(terminal) { () async throws(Failure) in
                try await till.ask { TerminalServiceAction.perform(service, on: terminal, currency, $0) }
            }
        }
        return try .json(Output.Reader(report))
    }

    /// Finds out how a terminal behaves, and keeps that as its profile.
    private func findOut(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let terminal = try await terminal(request)
        var body = try BodyReader(request)
        let isDeep = try body.flag("deep")
        try body.end()
        let currency = till.currency
        let diagnosis = try await gate.admit { () async throws(Failure) in
            try await enquiries.using(terminal) { () async throws(Failure) in
                try await till.ask { TerminalServiceAction.diagnose(terminal, currency, isDeep: isDeep, $0) }
            }
        }
        return try .json(Output.Profile(diagnosis.profile, nil, diagnosis.asked, in: request.language))
    }

    /// Records that a person has compared the terminal's journal after a restore.
    private func confirm(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let terminal = try await terminal(request)
        var body = try BodyReader(request)
        let words = try body.evidence()
        try body.end()
        guard let words else { throw .missing("evidence") }
        try await till.ask { RecoveryAction.confirmTerminal(terminal, evidence: words, by: request.requester, $0) }
        return ServiceResponse(status: 204)
    }

    private func terminal(_ request: ServiceRequest) async throws(Failure) -> DeviceAddress {
        let name = request.parameter("reader")
        var known = try await till.terminal(name)
        if known == nil, name == Self.usual { known = try await till.terminal(nil) }
        guard let terminal = known else { throw .invalid("reader", Sentence("detail.request.reader")) }
        return terminal
    }

    // MARK: Printers

    private func openDrawer(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let printer = try await printer(request)
        var body = try BodyReader(request)
        let number = try body.number("number", 1...2).map(Int.init)
        try body.end()
        let commands = try till.drawerCommands(number, of: printer)
        let till = till
        return try await acts.perform(.drawer(of: printer, at: till), for: request) { () async throws(Failure) in
            let report = try await till.ask {
                PrinterServiceAction.openDrawer(
                    commands.inOrder, atOnce: commands.atOnce, of: printer, by: request.requester, $0)
            }
            return try .json(Output.SentBytes(printer, report.end))
        }
    }

    private func printTestPage(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let printer = try await printer(request)
        try BodyReader(request).end()
        let data = till.testPage(for: printer)
        return try .json(
            Output.SentBytes(printer, try await till.ask { PrinterServiceAction.send(data, to: printer, $0) }))
    }

    private func recover(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let printer = try await printer(request)
        try BodyReader(request).end()
        let command = try till.recoveryCommand(of: printer)
        return try .json(
            Output.PrinterState(printer, try await till.ask { PrinterServiceAction.recover(command, printer, $0) }))
    }

    private func printer(_ request: ServiceRequest) async throws(Failure) -> DeviceAddress {
        try gate.check()
        let name = request.parameter("printer")
        var known = try await till.printer(name)
        if known == nil, name == Self.usual { known = try await till.printer(nil) }
        guard let printer = known else { throw .invalid("printer", Sentence("detail.request.printer")) }
        try till.checkApart(terminal: nil, printer: printer)
        return printer
    }
}
