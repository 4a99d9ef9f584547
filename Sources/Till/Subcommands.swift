import ArgumentParser

/// The commands of `till`.
enum Subcommands {
    /// All of them by name, in the order of `till --help`.
    static let all: KeyValuePairs<String, any ParsableCommand.Type> = [
        "demo": DemoCommand.self, "pay": PayCommand.self, "goods": GoodsCommand.self, "reserve": ReserveCommand.self,
        "reservations": ReservationsCommand.self, "refund": RefundCommand.self, "reverse": ReverseCommand.self,
        "resolve": ResolveCommand.self, "settle": SettleCommand.self, "end-of-day": EndOfDayCommand.self,
        "why": WhyCommand.self, "orders": OrdersCommand.self, "customers": CustomersCommand.self,
        "notes": NotesCommand.self, "settings": SettingsCommand.self, "shop": ShopCommand.self,
        "products": ProductsCommand.self, "coupons": CouponsCommand.self, "tax-classes": TaxClassesCommand.self,
        "shipments": ShipmentsCommand.self, "notifications": NotificationsCommand.self,
        "reviews": ReviewsCommand.self, "stats": StatsCommand.self, "receipts": ReceiptsCommand.self,
        "reprint": ReprintCommand.self, "status": StatusCommand.self, "journal": JournalCommand.self,
        "archive": ArchiveCommand.self, "backup": BackupCommand.self, "restore": RestoreCommand.self,
        "login": LoginCommand.self, "logout": LogoutCommand.self, "whoami": WhoAmICommand.self,
        "outbox": OutboxCommand.self, "readers": ReadersCommand.self, "printers": PrintersCommand.self,
        "inspect": InspectCommand.self, "render": RenderCommand.self, "config": ConfigCommand.self,
        "doctor": DoctorCommand.self, "errors": ErrorsCommand.self, "serve": ServeCommand.self,
        "tokens": TokensCommand.self, "operators": OperatorsCommand.self, "webhooks": WebhooksCommand.self,
        "listen": ListenCommand.self, "kiosk": KioskCommand.self,
    ]

    /// The command that is named first; nil if none is.
    static func named(by arguments: [String]) -> (any ParsableCommand.Type)? {
        arguments.dropFirst().first.flatMap { name in all.first { $0.key == name }?.value }
    }
}
