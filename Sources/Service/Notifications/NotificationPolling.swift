import Flow
import LogEvents
import Model
import Networking
import Stores

/// Asks the shop now and then what has happened there: it may not be able to reach the till. Where it tells by itself, it is asked
/// seldom, for what was lost on the way, for reviews, of which webhooks do not tell, and whether it still tells: WooCommerce disables
/// a webhook after five deliveries that failed.
struct NotificationPolling: Sendable {
    /// The pause at a shop that tells by itself.
    static let longPause = Duration.seconds(3_600)
    /// The longest pause before the shop is asked for the first time: something may have happened while no service ran.
    static let firstPause = Duration.seconds(30)
    /// How often the configuration is looked at while it says that the shop is not asked.
    static let restingPause = Duration.seconds(60)

    let till: any ServedTill
    let gate: ShutdownGate

    func begin() -> any Running {
        let environment = till.environment
        return environment.spawn("ask for notifications") { [self] in
            var pause = min(till.notificationPause ?? Self.restingPause, Self.firstPause)
            var silent: SiteID?
            while (try? await environment.sleep(environment.uptime() + pause)) != nil, !gate.isClosed {
                pause = await ask(&silent)
            }
        }
    }

    /// Asks once, and returns the pause after that. What fails is tried again next time.
    ///
    /// - Parameter silent: the shop that does not tell any more, though it was asked to.
    private func ask(_ silent: inout SiteID?) async -> Duration {
        guard let pause = till.notificationPause else { return Self.restingPause }
        guard let account = try? await till.ask({ AccountAction.loadAccount($0) }) else { return pause }
        let isTold = await isTold(by: account.site, &silent)
        _ = try? await till.ask { NotificationAction.synchronizeNotifications($0) }
        return isTold ? max(pause, Self.longPause) : pause
    }

    /// Whether the shop tells by itself what happens there. Logs once that it does not any more.
    private func isTold(by site: SiteID, _ silent: inout SiteID?) async -> Bool {
        guard let ids = try? till.shopWebhooks.registration(at: site)?.ids else { return false }
        do throws(Failure) {
            let active = try await till.ask { NotificationAction.loadDevice(ids, $0) }.filter(\.isActive)
            guard active.count < ids.count else {
                silent = nil
                return true
            }
            if silent != site { till.environment.log(.webhooksEnded) }
            silent = site
            return false
        } catch {
            // As before, until the shop answers.
            return silent != site
        }
    }
}
