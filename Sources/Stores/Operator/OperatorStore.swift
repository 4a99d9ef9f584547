import Failures
import Flow
import LogEvents
import Model
import Storage

/// The operators of the till, their PINs, and the rights that these give for some minutes
/// (docs/decisions/0072-operators-and-pins.md). It belongs to the process: rights end with it.
package final class OperatorStore: Store {
    package typealias Handled = OperatorAction

    /// How many PINs may wait to be looked at. One takes a tenth of a second.
    static let mostWaiting = 16

    private let environment: Environment
    private let storage: any StorageManagerType
    private let operators: Operators
    private let tries: PINTries
    private let rights: HeldRights
    private let cost: PINHash.Cost
    /// PINs are derived here, one after the other, so that no other action waits for it.
    private let lane: any Lane

    package convenience init(environment: Environment, storage: any StorageManagerType) {
        self.init(environment: environment, storage: storage, cost: .usual)
    }

    init(environment: Environment, storage: any StorageManagerType, cost: PINHash.Cost) {
        self.environment = environment
        self.storage = storage
        operators = Operators(storage: storage, environment: environment, cost: cost)
        tries = PINTries(storage: storage, environment: environment)
        rights = HeldRights(environment: environment, storage: storage)
        self.cost = cost
        lane = environment.lane("operators", Self.mostWaiting)
    }

    package func onAction(_ action: OperatorAction) {
        let (operators, rights) = (operators, rights)
        switch action {
        case .list(let reply): reply { () throws(Failure) in try operators.all() }
        case .create(let name, let pin, let requester, let reply):
            onLane(reply) { () throws(Failure) in try operators.create(name, pin, by: requester) }
        case .changePIN(let name, let pin, let requester, let reply):
            onLane(reply) { () throws(Failure) in try operators.changePIN(of: name, to: pin, by: requester) }
        case .remove(let name, let requester, let reply):
            reply { () throws(Failure) in try operators.remove(name, by: requester) }
        case .enter(let name, let pin, let caller, let holder, let reply):
            onLane(reply) { [self] () throws(Failure) in try enter(name, pin, caller, holder) }
        case .renew(let secret, let holder, let reply):
            reply { () throws(Failure) in try rights.renew(secret, for: holder) }
        case .leave(let secret, let holder, let reply):
            rights.end(secret, of: holder)
            reply()
        }
    }

    private func onLane<Value>(
        _ reply: Reply<Value>, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) {
        if !lane.enqueue({ reply(with: work) }) { reply(failing: .tooManyPINs) }
    }

    /// The PIN counts as wrong before it is looked at.
    private func enter(
        _ name: String, _ pin: OperatorPIN, _ caller: String, _ holder: String
    ) throws(Failure) -> OperatorEntry {
        let attempt: PINTries.Attempt
        switch try tries.begin(name) {
        case .locked(let lock): return .locked(lock)
        case .admitted(let admitted): attempt = admitted
        }
        // Where nobody has the name it takes as long.
        let isRight = try (attempt.owner?.pin ?? .ofNobody(cost, environment)).matches(pin)
        guard isRight, let owner = attempt.owner, try tries.succeed(attempt) else {
            let end = try tries.fail(attempt)
            // What was typed in the place of a name may be anything, a PIN too.
            environment.log(.operatorPINWrong, .words("\(attempt.owner?.person.name ?? "-"), \(caller)"))
            if case .wrong(_, let lock) = end, lock > .zero {
                environment.log(.operatorLocked, .words("\(lock.components.seconds) s"))
            }
            return end
        }
        environment.log(.operatorEntered, .words("\(owner.person.name), \(caller)"))
        return .entered(rights.grant(owner, to: holder))
    }
}

extension Failure {
    fileprivate static let tooManyPINs = Failure(
        OperatorFailure.busy, Sentence("failure.operator.busy"), recovery: .retry)

    /// The failure of an attempt; nil for one that gave a right.
    package static func of(_ entry: OperatorEntry) -> Failure? {
        switch entry {
        case .entered: nil
        case .wrong(let left, _):
            Failure(
                OperatorFailure.wrongPIN, Sentence("failure.operator.wrongPIN", ["tries": left]), recovery: .askOperator
            )
        case .locked(let lock):
            Failure(
                OperatorFailure.locked, Sentence("failure.operator.locked", ["seconds": lock.components.seconds + 1]),
                recovery: .retry)
        }
    }
}
