import Flow
import Stores

extension RouteTable {
    /// The whole interface of a till.
    ///
    /// - Parameter enquiries: those of the whole service; nil for new ones.
    init(serving till: any ServedTill, gate: ShutdownGate, enquiries shared: TerminalEnquiries? = nil) {
        let enquiries = shared ?? TerminalEnquiries(till: till)
        let readiness = ReadinessCheck(till: till, gate: gate, enquiries: enquiries)
        let starts = PaymentStarts(till: till, gate: gate, enquiries: enquiries)
        let transactions = TransactionRequests(till: till, starts: starts)
        let acts = KeyedActs(till)
        let serving = till.servedKiosk.map { kiosk in
            KioskServing(
                till: till, kiosk: kiosk, starts: starts,
                readiness: ReadinessCheck(
                    till: till, gate: gate, enquiries: enquiries,
                    of: .kiosk(terminal: kiosk.reader, printer: kiosk.printer)),
                enquiries: enquiries, gate: gate)
        }
        let parts: [[Route]] = [
            serving.map { KioskRoutes(till: till, kiosk: $0.kiosk).routes } ?? [],
            HealthRoutes(till: till, readiness: readiness).routes,
            OrderRoutes(till: till).routes,
            PaymentRoutes(transactions: transactions).routes,
            ReservationRoutes(transactions: transactions).routes,
            DoubtRoutes(till: till, enquiries: enquiries).routes,
            DayRoutes(till: till, gate: gate, enquiries: enquiries, acts: acts).routes,
            ReceiptRoutes(till: till, gate: gate, acts: acts).routes,
            MailRoutes(till: till, acts: acts).routes + OutboxRoutes(till: till).routes,
            StatusRoutes(till: till).routes,
            ProductRoutes(till: till).routes,
            DeviceRoutes(till: till).routes + FindingRoutes(till: till, enquiries: enquiries).routes,
            DeviceServiceRoutes(till: till, gate: gate, enquiries: enquiries, acts: acts).routes,
            JournalRoutes(till: till).routes + BackupRoutes(till: till).routes,
            EventRoutes(till: till).routes + NotificationRoutes(till: till).routes,
            WebhookRoutes(till: till).routes,
            MetricsRoutes(till: till, enquiries: enquiries).routes,
            SessionRoutes(till: till).routes + OperatorRoutes(till: till).routes,
            ConfigurationRoutes(till: till).routes,
            DescriptionRoutes().routes,
        ]
        self.init(parts.flatMap(\.self)) { () async throws(Failure) in
            if let serving { try await Self.begin(serving, at: till) }
        }
    }

    /// Shows the kiosk, or a sample of one of its screens.
    private static func begin(_ serving: KioskServing, at till: any ServedTill) async throws(Failure) {
        if let sample = serving.kiosk.sample {
            return try await till.ask { KioskAction.showSample(sample, serving.kiosk.settings, $0) }
        }
        try await till.ask { KioskAction.serve(serving, serving.kiosk.settings, $0) }
    }
}
