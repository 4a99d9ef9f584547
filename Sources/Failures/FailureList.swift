import Flow

/// Every code that a failure of Till can have.
package enum FailureList {
    /// The layers, in the order of docs/errors.md. A new enum of codes needs a place here.
    package static let layers: [any ListedFailure.Type] = [
        PaymentFailure.self, GoodsFailure.self, RefundFailure.self, ReversalFailure.self, ReservationFailure.self,
        SettlementFailure.self, EndOfDayFailure.self, OrderFailure.self, ShopFailure.self, OutboxFailure.self,
        NoteFailure.self, CustomerFailure.self, ProductFailure.self, CouponFailure.self, ReviewFailure.self,
        SettingFailure.self, TaxClassFailure.self, TaxRateFailure.self, GatewayFailure.self, WebhookFailure.self,
        NotificationFailure.self,
        ShipmentFailure.self, ReportFailure.self,
        ReaderFailure.self, AcquirerFailure.self, PrinterFailure.self, LineFailure.self, DeviceFailure.self,
        ReceiptFailure.self, MailFailure.self, SymbolFailure.self, PictureFailure.self, PaperFailure.self,
        StorageFailure.self, JournalFailure.self, ArchiveFailure.self, BackupFailure.self, RestoreFailure.self,
        TraceFailure.self,
        AccountFailure.self, SessionFailure.self, FlowFailure.self,
        ServiceFailure.self, RequestFailure.self, KioskFailure.self, TokenFailure.self, OperatorFailure.self,
        EndpointFailure.self,
        UsageFailure.self, InputFailure.self, OutputFailure.self, ConfigFailure.self,
        SimulatorFailure.self, ReplayFailure.self, WorldFailure.self,
    ]

    fileprivate static let meanings = Dictionary(
        uniqueKeysWithValues: layers.flatMap { $0.codes }.map { ($0.code, $0.meaning) })

    /// The meaning of a code; nil for one that is not listed.
    package static func meaning(of code: String) -> FailureMeaning? { meanings[code] }
}

extension Failure {
    /// The meaning of the failure's code; nil for a code that is not listed, such as one of another release in a
    /// journal.
    package var meaning: FailureMeaning? { FailureList.meanings[code] }
}
