import Flow

/// The service's figures, for Prometheus.
struct MetricsRoutes: Sendable {
    let till: any ServedTill
    let enquiries: TerminalEnquiries
    private let journal: JournalFigures
    private let reconnects: ReconnectFigures

    init(till: any ServedTill, enquiries: TerminalEnquiries) {
        self.till = till
        self.enquiries = enquiries
        let journal = JournalFigures(storage: till.storage)
        self.journal = journal
        reconnects = ReconnectFigures(till.watched)
        // What happens from now on counts, whenever somebody asks.
        _ = till.environment.spawn("figures") { await journal.begin() }
    }

    var routes: [Route] {
        [
            Route("GET", "/metrics", .audit) { _ throws(Failure) in
                let page = MetricsPage(till: till, enquiries: enquiries, journal: journal, reconnects: reconnects)
                let text = try await page.text()
                return ServiceResponse(body: .bytes(Array(text.utf8), type: ExpositionText.mediaType))
            }
        ]
    }
}
