import Flow
import Foundation
import LogEvents
import Model
import Storage

/// Counts the wrong PINs of each operator and of the till, in its storage, so that neither a restart nor a clock that was set
/// back gives anybody more tries.
struct PINTries: Sendable {
    let storage: any StorageManagerType
    let environment: Environment

    private static let setting = "operators.wrongPINs"

    /// What is kept.
    private struct Counts: Hashable, Codable, Sendable {
        var till = WrongPINs()
        /// The wrong PINs for all names that no operator has, counted together.
        var nobody = WrongPINs()
        /// By the operator's id.
        var people: [String: WrongPINs] = [:]

        subscript(_ person: TillOperator?) -> WrongPINs {
            get { person.map { people[$0.id] ?? WrongPINs() } ?? nobody }
            set { if let person { people[person.id] = newValue } else { nobody = newValue } }
        }
    }

    /// A PIN that may be looked at, and counts as wrong until it was right.
    struct Attempt: Sendable {
        /// Nil if nobody has the name.
        let owner: StoredOperator?
        fileprivate let till: WrongPINs
    }

    enum Admission: Sendable {
        case admitted(Attempt)
        case locked(Duration)
    }

    /// Counts a PIN for this name as wrong, unless none is taken now.
    func begin(_ name: String) throws(Failure) -> Admission {
        let now = WrongPINs.Moment(environment)
        return try storage.writing { transaction in
            let owner = try StoredOperator.all(in: transaction).first { $0.isNamed(name) }
            var counts = try transaction.setting(Self.setting, as: Counts.self) ?? Counts()
            let (till, own) = (counts.till.standing(at: now), counts[owner?.person].standing(at: now))
            (counts.till, counts[owner?.person]) = (till, own)
            let lock = max(till.lock(at: now, .till), own.lock(at: now, .person))
            if lock == .zero {
                counts.till.add(at: now, .till)
                counts[owner?.person].add(at: now, .person)
            }
            try transaction.setSetting(Self.setting, to: counts)
            return lock > .zero ? .locked(lock) : .admitted(Attempt(owner: owner, till: till))
        }
    }

    /// The PIN was right: the operator's wrong ones are forgotten, and the till has those of before. False if the operator was
    /// removed or got another PIN meanwhile.
    func succeed(_ attempt: Attempt) throws(Failure) -> Bool {
        guard let owner = attempt.owner else { return false }
        return try storage.writing { transaction in
            guard try StoredOperator.all(in: transaction).contains(owner) else { return false }
            var counts = try transaction.setting(Self.setting, as: Counts.self) ?? Counts()
            counts.till = attempt.till
            counts.people[owner.person.id] = nil
            try transaction.setSetting(Self.setting, to: counts)
            return true
        }
    }

    /// The PIN was wrong, as it was counted. A lock that follows is written in the journal.
    func fail(_ attempt: Attempt) throws(Failure) -> OperatorEntry {
        let (now, person) = (WrongPINs.Moment(environment), attempt.owner?.person)
        return try storage.writing { transaction in
            let counts = try transaction.setting(Self.setting, as: Counts.self) ?? Counts()
            let (own, till) = (counts[person].lock(at: now, .person), counts.till.lock(at: now, .till))
            if own > .zero { try note(own, person, in: transaction) }
            if till > .zero { try note(till, nil, in: transaction) }
            return .wrong(
                triesLeft: min(counts[person].triesLeft(at: now, .person), counts.till.triesLeft(at: now, .till)),
                lock: max(own, till))
        }
    }

    private func note(_ lock: Duration, _ person: TillOperator?, in transaction: any StorageTransaction) throws {
        try transaction.append(
            kind: OperatorChange.Kind.locked.rawValue, payment: nil,
            encoding: OperatorChange(id: person?.id, name: person?.name, seconds: lock.components.seconds))
    }

    /// Forgets the wrong PINs of an operator.
    func forget(_ id: String, in transaction: any StorageTransaction) throws {
        guard var counts = try transaction.setting(Self.setting, as: Counts.self) else { return }
        counts.people[id] = nil
        try transaction.setSetting(Self.setting, to: counts)
    }
}
