/// The tables of a configuration and every option in them.
package enum OptionTable: String, CaseIterable, Sendable {
    case shop, policy, journal, routing, recorder, retention, email, kiosk, service, readers, printers

    /// Whether the table is a list in the file, such as `[[readers]]`, whose items have names.
    package var isList: Bool {
        switch self {
        case .shop, .policy, .journal, .routing, .recorder, .retention, .email, .kiosk, .service: false
        case .readers, .printers: true
        }
    }

    /// Whether environment variables cannot override the table. Money limits, the journal's proofs and what others may do are not
    /// for a person who starts the till.
    package var isForFilesOnly: Bool {
        switch self {
        case .policy, .journal, .service: true
        case .shop, .routing, .recorder, .retention, .email, .kiosk, .readers, .printers: false
        }
    }

    /// The table's options, in the order of the documentation.
    package var options: [OptionDescription] {
        switch self {
        case .shop: ShopOptions.all
        case .policy: PolicyOptions.all
        case .journal: JournalOptions.all
        case .routing: RoutingOptions.all
        case .recorder: RecorderOptions.all
        case .retention: RetentionOptions.all
        case .email: EmailOptions.all
        case .kiosk: KioskOptions.all
        case .service: ServiceOptions.all
        case .readers: ReaderOptions.all
        case .printers: PrinterOptions.all
        }
    }
}
