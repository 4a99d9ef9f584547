import Flow
import Model

/// Everything about a kiosk: what it shows, what its customer has chosen, and what is being done.
///
/// Events change it and nothing else. What has to be done is in `tasks`, which follow from the rest. A payment that may
/// have moved money is never left before its outcome is known, whatever is done and however long it takes.
package struct KioskState: Hashable, Codable, Sendable {
    /// The time until which somebody has to do something.
    struct Idle: Hashable, Codable, Sendable {
        var until: KioskTime
        /// Whether it was asked if somebody is there.
        var isWarning = false
    }

    /// An act of the page, with the answer that it was given.
    private struct Answered: Hashable, Codable, Sendable {
        let tap: Int
        let verdict: KioskTap.Verdict
    }

    package internal(set) var settings = KioskSettings()
    /// Distinguishes this run of the service from every other.
    package private(set) var boot = ""
    /// Counts the changes of what is shown.
    package private(set) var revision = 0
    /// Counts the screens. An act on an earlier one is refused.
    package private(set) var screenID = 0
    package internal(set) var screen = KioskScreen.outOfService(code: Self.starting)
    /// The screen that the staff has left, and to which they go back; nil if no staff is there.
    package internal(set) var behind: KioskScreen?
    /// The language of the customer's screen that lies below the staff's; nil if no staff is there.
    var languageBehind: String?
    /// The name of the operator whose right lasts; nil if nobody has entered a PIN.
    package internal(set) var staffName: String?
    /// Whether the journal has been read.
    var isOpen = false
    package internal(set) var presentation = KioskPresentation(language: "en")
    package internal(set) var cart = KioskCart()
    /// The place at which the customer was in the catalogue.
    var catalogue: KioskCatalogue?
    /// Whether the shop's last answer came from what the till keeps.
    package internal(set) var isShopAway = false
    /// Whether the till still has messages for the shop that it could not deliver.
    package internal(set) var isShopOwedNews = false
    /// Why the printer cannot print now; nil if it can.
    package internal(set) var printerProblem: String?
    /// Whether a page draws this kiosk.
    package internal(set) var pagePresence = KioskPagePresence.awaited
    var idle: Idle?
    /// When a page has to have answered; nil if it has not, and before the kiosk is served.
    var pageUntil: KioskTime?
    /// Counts how often work was begun that can be begun again.
    var rounds = 0
    /// The work that goes on whatever is shown.
    var chores: [KioskTask] = []
    /// How a payment that was begun is asked to end before it has an id.
    var withdrawal: String?
    package internal(set) var tasks = EffectStates<KioskTask>()
    private var answers: [Answered] = []

    /// The code that is shown until the journal has been read.
    package static let starting = "kiosk.starting"
    /// How long a page may take to answer again.
    static let pagePatience = Duration.seconds(30)
    /// How long the first page may take from the start of the service on.
    static let firstPagePatience = Duration.seconds(120)
    private static let mostAnswers = 64
    private static let mostChores = 32

    package init() {}

    /// What became of an act; nil while it was not answered, or if it is too long ago.
    package func verdict(of tap: Int) -> KioskTap.Verdict? { answers.last { $0.tap == tap }?.verdict }

    /// The languages that can be chosen on this screen. On those of the staff they are only the ones in which the till explains itself
    /// too, so that no page is half in one language and half in another; English if the configuration has none of them.
    package var languages: [String] {
        guard case .staff = screen else { return settings.languages }
        let whole = settings.languages.filter { OperatorLanguage.allCases.map(\.tag).contains($0) }
        return whole.isEmpty ? [OperatorLanguage.original.tag] : whole
    }

    /// Until when somebody has to do something, and whether it was asked if somebody is there; nil if nothing is waited for.
    package var timeout: (until: KioskTime, isWarning: Bool)? { idle.map { ($0.until, $0.isWarning) } }

    package mutating func reduce(_ event: KioskEvent) {
        let before = shown
        let screenBefore = screen
        apply(event)
        if screen.name != screenBefore.name || isNewPlace(from: screenBefore) {
            screenID += 1
            restartIdle(event.at)
        }
        if case .sampled = event.what { idle = nil }
        if shown != before { revision += 1 }
        arrangeTasks()
    }

    private mutating func apply(_ event: KioskEvent) {
        switch event.what {
        case .began(let settings, let boot): begin(settings, boot, event.at)
        case .sampled(let name, let settings): show(sample: name, settings)
        case .tapped(let tap): answer(tap, event)
        case .pageAnswered:
            pagePresence = .answering
            pageUntil = event.at + Self.pagePatience
        case .timePassed(let task): pass(task, event)
        case .answered(let task, let answer):
            // The answer to something that nobody waits for any more says nothing about what is shown now.
            guard wanted.contains(task) else { return }
            take(answer, to: task, event)
        case .terminalShows(let display): follow(display, event)
        case .looked(let look): settle(look, event)
        case .shopOwedNews(let isOwed): isShopOwedNews = isOwed
        }
    }

    private mutating func begin(_ settings: KioskSettings, _ boot: String, _ now: KioskTime) {
        self.settings = settings
        (pagePresence, pageUntil) = (.awaited, now + Self.firstPagePatience)
        self.boot = boot
        presentation = KioskPresentation(language: settings.languages.first ?? "en")
        chores = [.open]
    }

    private mutating func answer(_ tap: KioskTap, _ event: KioskEvent) {
        let verdict: KioskTap.Verdict =
            tap.screen != screenID ? .otherScreen : take(tap.act, event) ? .done : .notTaken
        if verdict == .done { restartIdle(event.at) }
        answers.append(Answered(tap: tap.number, verdict: verdict))
        if answers.count > Self.mostAnswers { answers.removeFirst() }
    }

    // MARK: What is shown

    /// What a page can see: a change of it is a new revision.
    private struct Shown: Equatable {
        let screen: KioskScreen
        let presentation: KioskPresentation
        let cart: KioskCart
        let isShopAway: Bool
        let isShopOwedNews: Bool
        let printerProblem: String?
        let isWarning: Bool
        let boot: String
        let staffName: String?
    }

    private var shown: Shown {
        Shown(
            screen: screen, presentation: presentation, cart: cart, isShopAway: isShopAway,
            isShopOwedNews: isShopOwedNews, printerProblem: printerProblem, isWarning: idle?.isWarning ?? false,
            boot: boot, staffName: staffName)
    }

    /// Whether a screen of the same name is another place: another customer's bill, another product.
    private func isNewPlace(from before: KioskScreen) -> Bool {
        switch (before, screen) {
        case (.review(let old), .review(let new)): old.attempt.key != new.attempt.key
        case (.product(let old), .product(let new)): old.id != new.id
        case (.staff(.page(let old)), .staff(.page(let new))):
            old.place != new.place || old.form?.step != new.form?.step
        default: false
        }
    }

    // MARK: Time

    private var idleSpan: Duration? {
        switch screen {
        case .attract, .paying, .outOfService: nil
        case .thanks: .seconds(settings.thanksSeconds)
        case .staff(.page): OperatorRight.span
        case .home, .find, .orders, .catalogue, .product, .review, .orderChanged, .printerEmpty, .terminalAway, .tip,
            .declined, .cancelled, .partial, .receipt, .printing, .email, .show, .staff(.pin):
            .seconds(settings.idleSeconds)
        }
    }

    mutating func restartIdle(_ now: KioskTime) { idle = idleSpan.map { Idle(until: now + $0) } }

    private mutating func pass(_ task: KioskTask, _ event: KioskEvent) {
        switch task {
        case .idle(let until): if idle?.until == until { idlePassed(event.at) }
        case .page(let until, let isFirst):
            guard pageUntil == until else { return }
            (pagePresence, pageUntil) = (isFirst ? .missing : .silent, nil)
        case .slow(let until):
            guard case .paying(var paying) = customerScreen, paying.changed + KioskPaying.patience == until else {
                return
            }
            paying.isSlow = true
            customerScreen = .paying(paying)
        default: break
        }
    }

    private mutating func idlePassed(_ now: KioskTime) {
        if case .thanks = screen { return goHome() }
        // The right of the staff has ended.
        if case .staff(.page) = screen { return leaveStaff() }
        if case .staff = screen, idle?.isWarning == true { return leaveStaff() }
        guard idle?.isWarning == true else {
            idle = Idle(until: now + .seconds(settings.warningSeconds), isWarning: true)
            return
        }
        goHome()
    }

    /// Forgets the customer. The caller has made sure that no money is in motion.
    mutating func goHome() {
        abandonOrder()
        cart = KioskCart()
        catalogue = nil
        staffName = nil
        presentation = KioskPresentation(language: settings.languages.first ?? "en")
        (behind, languageBehind) = (nil, nil)
        screen = .attract
    }

    /// What is shown to the customer, perhaps with the staff's screen over it.
    var customerScreen: KioskScreen {
        get { if case .staff = screen { behind ?? .attract } else { screen } }
        set { if case .staff = screen { behind = newValue } else { screen = newValue } }
    }

    mutating func nextRound() -> Int {
        rounds += 1
        return rounds
    }

    /// False if too much is being done already.
    @discardableResult
    mutating func addChore(_ task: KioskTask) -> Bool {
        guard !chores.contains(task) else { return true }
        guard chores.count < Self.mostChores else { return false }
        chores.append(task)
        return true
    }
}
