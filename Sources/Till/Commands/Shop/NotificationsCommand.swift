import ArgumentParser
import Failures
import Flow
import Foundation
import Model
import Networking
import Service
import Storage
import Stores

struct NotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "Shows what has happened in the shop: new and changed orders, and reviews.",
        discussion: """
            The shop tells it to a service that it can reach (`till notifications register`); otherwise the service asks it now and \
            then (`policy.notifications_every`). `till listen` prints it as it happens. What was read is known to this till only.
            """,
        subcommands: [
            ListNotifications.self, ShowNotification.self, ReadNotifications.self, HideNotification.self,
            RegisterNotifications.self, UnregisterNotifications.self,
        ])
}

struct ListNotifications: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Asks the shop what has happened, and lists it, the newest first.",
        discussion: "A star marks what was not read yet.")

    @Flag(help: "Only what was not read yet.")
    var unread = false
    @Flag(help: "Only what has happened since this list was shown last.")
    var new = false
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let known = try await till.ask { NotificationAction.synchronizeNotifications($0) }
        let seen = try await till.ask { NotificationAction.loadLastSeen($0) } ?? .distantPast
        console.say(ageOf: known, at: till.environment.now(), in: till.language)
        let wanted = known.value.filter { !(unread && $0.isRead) && !(new && $0.time <= seen) }
        let shown = wanted.prefix(options.limit)
        if options.output.json {
            console.print(try Output.json(shown.map(Output.Notification.init)))
        } else {
            for note in shown { console.print(note.row(till).printable) }
            if shown.isEmpty { console.say(till.language.text("notifications.none")) }
        }
        if wanted.count > shown.count {
            console.say(Sentence("shop.listing.part", ["shown": shown.count, "total": wanted.count]))
        }
        if let latest = known.value.first?.time {
            try await till.ask { NotificationAction.updateLastSeen(latest, $0) }
        }
        return .done
    }
}

/// The notification that a command is about.
struct NamedNotification: ExpressibleByArgument {
    let kind: ShopNotification.Kind
    let subject: Int64
    var key: String { "\(kind.rawValue)-\(subject)" }

    init?(argument: String) {
        let parts = argument.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let kind = ShopNotification.Kind(rawValue: String(parts[0])),
            let subject = Int64(parts[1])
        else { return nil }
        (self.kind, self.subject) = (kind, subject)
    }
}

struct ShowNotification: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Asks the shop for one notification again, and shows it.")

    @Argument(help: ArgumentHelp("Its name in the list, such as storeOrder-1042.", valueName: "notification"))
    var notification: NamedNotification
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (kind, subject) = (notification.kind, notification.subject)
        let known = try await till.ask { NotificationAction.synchronizeNotification(kind, subject, $0) }
        console.say(ageOf: known, at: till.environment.now(), in: till.language)
        let note = known.value
        console.print(try output.json ? Output.json(Output.Notification(note)) : note.row(till).printable)
        return .done
    }
}

struct ReadNotifications: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Marks notifications as read. One that changes later is unread again.")

    @Argument(help: ArgumentHelp("Their names in the list, such as storeOrder-1042.", valueName: "notification"))
    var notifications: [NamedNotification] = []
    @Flag(help: "All that are known.")
    var all = false
    @Flag(help: "Mark them as unread.")
    var unread = false
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        if all == !notifications.isEmpty { throw ValidationError("Name notifications, or --all.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let kept = try await till.ask { NotificationAction.observeNotifications($0) }.listing()?.items ?? []
        let isRead = !unread
        let names = Set(notifications.map(\.key))
        let keys = kept.map(\.key).filter { all || names.contains($0) }
        if let missing = names.subtracting(keys).sorted().first { throw .noNotification(missing) }
        try await till.ask { NotificationAction.updateMultipleReadStatus(keys, isRead: isRead, $0) }
        let values: [String: any CustomStringConvertible] = ["count": keys.count]
        let said = isRead ? Sentence("notifications.read", values) : Sentence("notifications.unread", values)
        console.print(said.text(in: till.language))
        return .done
    }
}

struct HideNotification: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Leaves a notification out of the list until it changes.")

    @Argument(help: ArgumentHelp("Its name in the list, such as storeOrder-1042.", valueName: "notification"))
    var notification: NamedNotification
    @Flag(help: "List it again.")
    var undo = false
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let kept = try await till.ask { NotificationAction.observeNotifications($0) }.listing()?.items ?? []
        let (key, isHidden) = (notification.key, !undo)
        guard kept.contains(where: { $0.key == key }) else { throw .noNotification(key) }
        try await till.ask { NotificationAction.updateLocalDeletedStatus(key, isDeleted: isHidden, $0) }
        return .done
    }
}

extension Failure {
    fileprivate static func noNotification(_ name: String) -> Failure {
        Failure(
            NotificationFailure.notFound, Sentence("failure.notification.notFound", ["name": name.presentable]),
            remedy: Sentence("remedy.notification.notFound"), recovery: .giveUp)
    }
}

extension ShopNotification {
    fileprivate func row(_ till: LiveTill) -> String {
        let what: Sentence
        switch kind {
        case .storeOrder:
            let total = [plain("total"), plain("currency")].compactMap(\.self).joined(separator: " ")
            what = Sentence(
                "notifications.order",
                ["number": plain("number") ?? "\(subjectID)", "status": plain("status") ?? "", "total": total])
        case .review:
            what = Sentence(
                "notifications.review", ["product": plain("product_name") ?? "", "rating": plain("rating") ?? ""])
        }
        let start = "\(isRead ? " " : "*") \(till.clock.text(time))  \(key.padded(20))"
        return start + [what.text(in: till.language), person ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
