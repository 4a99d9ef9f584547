import Flow
import Foundation
import Networking

/// Requests for what happens in the shop: new and changed orders, and reviews. A shop tells it to an address of the till
/// (webhooks), or is asked for it (polling). What was read or seen is known to this till only.
package enum NotificationAction: Action {
    /// Has the shop call an address when an order is made or changed, and sign that with the secret. The webhooks' ids are
    /// the device's. May be repeated.
    /// - Endpoint: GET, POST and PUT wc/v3/webhooks
    /// - Offline: fails
    /// - Test: NotificationStoreTests
    case registerDevice(url: String, name: String, WebhookSecret, Reply<[Webhook]>)
    /// Asks for webhooks, which a shop disables after deliveries that failed. One that the shop does not have any more is missing.
    /// - Endpoint: GET wc/v3/webhooks/{id}
    /// - Offline: fails
    /// - Test: NotificationStoreTests
    case loadDevice([Int64], Reply<[Webhook]>)
    /// Removes webhooks. One that the shop does not have any more counts as removed.
    /// - Endpoint: DELETE wc/v3/webhooks/{id}?force=true
    /// - Offline: fails
    /// - Test: NotificationStoreTests
    case unregisterDevice([Int64], Reply<Void>)
    /// Takes in what a signed delivery of a webhook says. A delivery that comes again under its id changes nothing.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case receive(WebhookEvent, delivery: String? = nil, Reply<Void>)
    /// A live query of what is kept: an observer hears of the list again whenever it has become another.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case observeNotifications(Reply<ResultsController<ShopNotification>>)
    /// Asks the shop what has happened since it was asked last, and answers everything that is not deleted, newest first.
    /// When only the reviews cannot be asked for, that is the failure in the answer.
    /// - Endpoint: GET wc/v3/orders?modified_after, GET wc/v3/products/reviews
    /// - Offline: what is kept, with its time
    /// - Test: NotificationStoreTests
    case synchronizeNotifications(Reply<Cached<[ShopNotification]>>)
    /// Asks for one notification again. One whose order or review is gone is removed.
    /// - Endpoint: GET wc/v3/orders/{id} or wc/v3/products/reviews/{id}
    /// - Offline: what is kept, with its time
    /// - Test: NotificationStoreTests
    case synchronizeNotification(ShopNotification.Kind, Int64, Reply<Cached<ShopNotification>>)
    /// Remembers up to which time somebody has looked at the list. An earlier time than before changes nothing.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case updateLastSeen(Date, Reply<Void>)
    /// The time up to which somebody has looked at the list; nil if nobody has.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case loadLastSeen(Reply<Date?>)
    /// Marks a notification as read or unread, at this till.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case updateReadStatus(String, isRead: Bool, Reply<Void>)
    /// Marks several notifications as read or unread, at this till.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case updateMultipleReadStatus([String], isRead: Bool, Reply<Void>)
    /// Hides a notification while it is being deleted, or shows it again.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: NotificationStoreTests
    case updateLocalDeletedStatus(String, isDeleted: Bool, Reply<Void>)
}
