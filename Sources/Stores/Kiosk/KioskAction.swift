import Flow

/// Requests for the kiosk. They work without a signed-in operator; what a customer does may fail without one.
/// - Shop: by the actions of Order, Product and CardPresentPayments
package enum KioskAction: Action {
    /// Serves a kiosk from now on. The reply comes as soon as the state contains it.
    case serve(any KioskHost, KioskSettings, Reply<Void>)
    /// Shows a made-up screen of this name (`KioskSample`), for which nothing is done, until `serve`. Fails with
    /// `kiosk.noScreen` if there is none.
    case showSample(String, KioskSettings, Reply<Void>)
    /// A reading of the kiosk's state. Fails with `kiosk.off` if no kiosk is served.
    case read(Reply<Reading<KioskState>>)
    /// Does what somebody did at the page, on the screen with this number. Fails with `kiosk.otherScreen` if another screen is
    /// shown by now, and with `kiosk.notTaken` if the screen does not take it. Neither changes anything.
    case act(KioskAct, screen: Int, Reply<Void>)
    /// Notes that a page has drawn the kiosk.
    case pageAnswered(Reply<Void>)
}
