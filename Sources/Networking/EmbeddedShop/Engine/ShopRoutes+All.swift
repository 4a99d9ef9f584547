extension ShopRoutes {
    /// Everything that the shop answers.
    static let all = ShopRoutes(
        [
            OrderRoutes.all, OrderNotes.all, OrderRefunds.all, OrderReceipts.all, OrderTrackings.all,
            ReviewResources.all, ProductResources.all, CustomerResources.all, CouponResources.all, TaxResources.all,
            SettingResources.all, WebhookResources.all, ReportResources.all, AnalyticsResources.all, SiteResources.all,
            CardPaymentResources.all,
        ].flatMap { $0 })
}
