import Failures
import Flow
import LogEvents
import Model
import Payments
import Storage
import Synchronization

/// The kiosk's branch of the state tree, and the work that its state asks for.
///
/// The state is the only place where it is known what the page shows: a page that is loaded again, a second one, and one of
/// a restarted browser show the same. A restarted service derives the screen from the journal.
package final class KioskStore: Store {
    package typealias Handled = KioskAction

    private let environment: Environment
    private let branch: StateStore<KioskState, KioskEvent>
    private let outbox: Reading<any KnowsTheOutbox>
    private let work: KioskWork
    private let taps = Atomic(0)
    private let watching = Mutex<Subscription?>(nil)

    init(
        environment: Environment, storage: any StorageManagerType, display: PaymentDisplayStore,
        root: StateStore<TillState, TillEvent>
    ) {
        self.environment = environment
        branch = root.with(KioskState(), embed: TillEvent.kiosk) { state, event in state.reduce(event) }
        outbox = root.reading { $0.outbox }
        work = KioskWork(environment: environment, storage: storage) { [weak display] in display?.reading(of: $0) }
        let work = work
        let printers = root.reading { $0.printers }
        branch.effects(\.tasks) { task, state, dispatch in
            let tell: KioskWork.Tell = { what in dispatch(KioskEvent(at: environment, what)) }
            return Effect { await work.perform(task, state.presentation.language, printers, tell) }
        }
    }

    package func onAction(_ action: KioskAction) {
        switch action {
        case .serve(let host, let settings, let reply):
            environment.answer(reply, "begin the kiosk") { [self] () throws(Failure) in
                try serve(host, settings)
                await reduced()
            }
        case .showSample(let name, let settings, let reply):
            environment.answer(reply, "show a made-up screen") { [self] () throws(Failure) in
                guard KioskSample.names.contains(name) else { throw .noScreen(name) }
                work.pretend()
                try tell(.sampled(name, settings))
                await reduced()
            }
        case .read(let reply):
            reply { () throws(Failure) in
                guard work.isServed else { throw .noKiosk }
                return branch.reading { $0 }
            }
        case .act(let act, let screen, let reply):
            environment.answer(reply, "act at the kiosk") { [self] () throws(Failure) in
                try await take(act, on: screen)
            }
        case .pageAnswered(let reply):
            reply { () throws(Failure) in
                guard work.isServed else { throw .noKiosk }
                if [.silent, .missing].contains(branch.state.pagePresence) { work.forgetSilentPage() }
                try tell(.pageAnswered)
            }
        }
    }

    private func serve(_ host: any KioskHost, _ settings: KioskSettings) throws(Failure) {
        work.serve(host)
        work.forgetSilentPage()
        try tell(.began(settings, boot: environment.newID("boot")))
        let branch = branch
        let environment = environment
        let subscription = outbox.subscribe { outbox in
            let isOwed = outbox.lastFailure != nil
            guard branch.state.isShopOwedNews != isOwed else { return }
            branch.dispatch(KioskEvent(at: environment, .shopOwedNews(isOwed)))
        }
        watching.withLock { $0 = subscription }
    }

    private func take(_ act: KioskAct, on screen: Int) async throws(Failure) {
        guard work.isServed else { throw .noKiosk }
        let tap = KioskTap(
            number: taps.wrappingAdd(1, ordering: .relaxed).newValue, screen: screen, act: act)
        try tell(.tapped(tap))
        // The event is reduced before the first state that is seen here.
        switch await branch.reading({ $0 }).first({ $0.verdict(of: tap.number) }) {
        case .done: return
        case .otherScreen: throw .otherScreen
        case .notTaken: throw .notTaken
        case nil: throw .unwaited
        }
    }

    /// Waits until the state has taken what it was told. Whoever reads it next, on whatever thread, sees that.
    private func reduced() async { _ = await branch.reading { $0.revision }.first { $0 } }

    private func tell(_ what: KioskEvent.What) throws(Failure) {
        if let failure = branch.dispatch(KioskEvent(at: environment, what)) { throw failure }
    }
}

extension KioskEvent {
    /// An event of now.
    fileprivate init(at environment: Environment, _ what: What) {
        self.init(at: KioskTime(environment.uptime()), fresh: environment.newID("k"), what)
    }
}

extension Failure {
    fileprivate static let noKiosk = Failure(
        KioskFailure.off, Sentence("failure.kiosk.off"), remedy: Sentence("remedy.kiosk.off"), recovery: .askOperator)
    fileprivate static func noScreen(_ name: String) -> Failure {
        Failure(
            KioskFailure.noScreen,
            Sentence(
                "failure.kiosk.noScreen",
                ["name": name.presentable, "names": KioskSample.names.joined(separator: ", ")]), recovery: .giveUp)
    }

    fileprivate static let otherScreen = Failure(
        KioskFailure.otherScreen, Sentence("failure.kiosk.otherScreen"), recovery: .giveUp)
    fileprivate static let notTaken = Failure(
        KioskFailure.notTaken, Sentence("failure.kiosk.notTaken"), recovery: .giveUp)
}
