import Failures
import Flow
import Foundation
import LogEvents
import Model
import Storage
import Synchronization

/// Tells the endpoints what the journal says. The journal is the queue: an entry is durable before anybody hears of it, and each
/// endpoint has a place in it. So each endpoint hears every event at least once and in order, and one that does not answer delays
/// nothing else.
package final class EventDelivery: Sendable {
    private struct State {
        /// The endpoints that are being told, and whether there may be more for them.
        var running: [String: Bool] = [:]
        var isLooking = false
        var looksAgain = false
        var looksLater = false
        var works: [Int: any Running] = [:]
        var next = 0
        var isStopped = false
    }

    private let endpoints: EventEndpoints
    private let post: any EventPosting
    private let environment: Environment
    private let state = Mutex(State())

    /// The pauses after failed attempts; there is no last one.
    private static let pauses = Retry(
        first: .seconds(1), longest: .seconds(300), recoveries: [.retry, .askOperator, .askCardholder, .giveUp])
    /// How often an endpoint is looked at that has refused events, because a command may have decided about them.
    private static let look = Duration.seconds(15)

    package init(_ endpoints: EventEndpoints, post: any EventPosting) {
        (self.endpoints, self.post, environment) = (endpoints, post, endpoints.environment)
    }

    /// Looks for what is to be told. Never waits.
    package func wake() {
        let isFirst = state.withLock { state -> Bool in
            guard !state.isStopped else { return false }
            state.looksAgain = true
            guard !state.isLooking else { return false }
            state.isLooking = true
            return true
        }
        if isFirst { start("webhooks") { await self.lookAround() } }
    }

    /// Tells nothing more. What is under way may arrive, and is told again by the next process.
    package func stop() {
        let works = state.withLock { state in
            state.isStopped = true
            return Array(state.works.values)
        }
        for work in works { work.cancel() }
    }

    private func start(_ name: String, _ work: @escaping @Sendable () async -> Void) {
        // The work cannot end before it is noted: at its end it waits for the lock.
        state.withLock { state in
            state.next += 1
            let number = state.next
            state.works[number] = environment.spawn(name) { [self] in
                await work()
                self.state.withLock { $0.works[number] = nil }
            }
        }
    }

    private func lookAround() async {
        while true {
            let goesOn = state.withLock { state in
                guard state.looksAgain, !state.isStopped else {
                    state.isLooking = false
                    return false
                }
                state.looksAgain = false
                return true
            }
            guard goesOn else { return }
            for endpoint in (try? endpoints.all()) ?? [] {
                let isNew = state.withLock { state in
                    let isRunning = state.running[endpoint.id] != nil
                    state.running[endpoint.id] = true
                    return !isRunning
                }
                if isNew { start("webhook \(endpoint.id)") { await self.tell(endpoint.id) } }
            }
        }
    }

    /// Looks again in a while. What is under way meanwhile is not delayed by it.
    private func lookLater() {
        let isFirst = state.withLock { state in
            defer { state.looksLater = true }
            return !state.looksLater
        }
        guard isFirst else { return }
        start("webhooks later") {
            await self.pause(Self.look)
            self.state.withLock { $0.looksLater = false }
            self.wake()
        }
    }

    // MARK: One endpoint

    private enum Step {
        case told
        case rests(looks: Bool)
        case waits(Failure, atLeast: Duration)
        case isGone
    }

    private func tell(_ id: String) async {
        var failures = 0
        while !Task.isCancelled {
            state.withLock { $0.running[id] = false }
            switch await step(id) {
            case .told:
                failures = 0
                continue
            case .rests(let looks):
                failures = 0
                if looks { lookLater() }
                guard hasMore(id) else { return }
            case .waits(let failure, let least):
                failures += 1
                await pause(max(least, Self.pauses.delay(after: failures, failure) ?? least))
            case .isGone:
                state.withLock { $0.running[id] = nil }
                return
            }
        }
    }

    /// Whether the endpoint was woken since its last step; if not, its work has ended.
    private func hasMore(_ id: String) -> Bool {
        state.withLock { state in
            if state.running[id] == true { return true }
            state.running[id] = nil
            return false
        }
    }

    /// Each pause is longer by a random part of itself, so that many tills do not come back together.
    private func pause(_ span: Duration) async {
        let jitter = Int64(environment.random() % UInt64(max(1, span.wholeNanoseconds / 5)))
        try? await environment.sleep(environment.uptime() + span + .nanoseconds(jitter))
    }

    private func step(_ id: String) async -> Step {
        do throws(Failure) {
            let (endpoint, progress) = try endpoints.find(id)
            guard progress.setAside.count < EndpointProgress.mostSetAside else {
                try note(.fullEndpoint(endpoint), of: endpoint, progress)
                return .rests(looks: true)
            }
            let event: EventQueue.Event
            switch try EventQueue(storage: endpoints.storage).next(for: endpoint, progress) {
            case nil: return .rests(looks: !progress.setAside.isEmpty)
            case .skip(let last):
                try endpoints.change(id, .withNext) { $0.last = max($0.last, last) }
                return .told
            case .tell(let next): event = next
            }
            // No entry is told that a power cut could undo.
            do throws(StorageError) { try endpoints.storage.sync() } catch { throw error.failure }
            return try await tell(endpoint, event, progress)
        } catch {
            if error.is(EndpointFailure.notFound) { return .isGone }
            return .waits(error, atLeast: .zero)
        }
    }

    private func tell(
        _ endpoint: EventEndpoint, _ event: EventQueue.Event, _ progress: EndpointProgress
    ) async throws(Failure) -> Step {
        let answer: EventAnswer
        do throws(Failure) {
            answer = try await post.post(
                EventRequest(
                    url: endpoint.url, event: event.id, kind: event.kind, body: event.body,
                    secret: try endpoints.secret(of: endpoint), at: environment.now()))
        } catch {
            if Task.isCancelled { return .isGone }
            try note(error, of: endpoint, progress)
            return .waits(error, atLeast: .zero)
        }
        if answer.isTaken {
            try endpoints.change(endpoint.id, .withNext) { $0.pass(event) }
            return .told
        }
        if answer.isRefusal {
            let (refusal, now) = (Failure.refusedEvent(endpoint, event.id, answer.status), environment.now().asStored)
            try endpoints.change(endpoint.id) { progress in
                progress.pass(event)
                progress.setAside.append(
                    EndpointProgress.SetAside(event: event.id, kind: event.kind, at: now, refusal: refusal))
            }
            environment.log(.endpointRefused, .failure(refusal))
            return .told
        }
        let failure = Failure.endpointFails(endpoint, answer.status)
        try note(failure, of: endpoint, progress)
        return .waits(failure, atLeast: min(answer.retryAfter ?? .zero, Self.longestWait))
    }

    /// The longest pause that an endpoint can ask for.
    private static let longestWait = Duration.seconds(3_600)

    /// Notes why the next event waits, once for each reason.
    private func note(
        _ trouble: Failure, of endpoint: EventEndpoint, _ progress: EndpointProgress
    ) throws(Failure) {
        guard progress.trouble != trouble else { return }
        environment.log(.endpointWaits, .failure(trouble))
        try endpoints.change(endpoint.id, .withNext) { $0.trouble = trouble }
    }
}

extension EndpointProgress {
    /// Notes that an event needs nothing any more.
    fileprivate mutating func pass(_ event: EventQueue.Event) {
        if let place = again.firstIndex(of: event.id) { again.remove(at: place) } else { last = event.through }
        trouble = nil
    }
}

extension Failure {
    fileprivate static func fullEndpoint(_ endpoint: EventEndpoint) -> Failure {
        Failure(
            EndpointFailure.full,
            Sentence("failure.endpoint.full", ["id": endpoint.id, "count": EndpointProgress.mostSetAside]),
            remedy: Sentence("remedy.endpoint.full"), recovery: .askOperator)
    }

    fileprivate static func refusedEvent(_ endpoint: EventEndpoint, _ event: Int64, _ status: Int) -> Failure {
        Failure(
            EndpointFailure.refused,
            Sentence(
                "failure.endpoint.refused",
                ["place": endpoint.place.presentable, "event": Int(event), "status": status]),
            remedy: Sentence("remedy.endpoint.refused"), recovery: .askOperator)
    }

    fileprivate static func endpointFails(_ endpoint: EventEndpoint, _ status: Int) -> Failure {
        Failure(
            EndpointFailure.unanswered,
            Sentence("failure.endpoint.status", ["place": endpoint.place.presentable, "status": status]),
            recovery: .retry)
    }

    /// The endpoint did not answer. `reason` tells what is wrong with the way to it.
    package static func noAnswer(from url: String, _ reason: Sentence) -> Failure {
        Failure(
            EndpointFailure.unanswered,
            Sentence("failure.endpoint.unanswered", ["place": EndpointAddress.place(of: url).presentable]),
            recovery: .retry, causes: [reason])
    }
}
