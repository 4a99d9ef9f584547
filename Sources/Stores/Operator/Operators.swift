import Failures
import Flow
import Foundation
import Model
import Storage

/// The operators of a till and their PINs, in its storage. A service need not run for it.
package struct Operators: Sendable {
    private let storage: any StorageManagerType
    private let environment: Environment
    private let cost: PINHash.Cost

    package init(storage: any StorageManagerType, environment: Environment) {
        self.init(storage: storage, environment: environment, cost: .usual)
    }

    init(storage: any StorageManagerType, environment: Environment, cost: PINHash.Cost) {
        self.storage = storage
        self.environment = environment
        self.cost = cost
    }

    /// All operators, in the order in which they were created.
    package func all() throws(Failure) -> [TillOperator] {
        try storage.reading { try StoredOperator.all(in: $0).map(\.person) }
    }

    /// Makes an operator. Takes as long as a PIN takes to be derived.
    package func create(_ name: String, _ pin: OperatorPIN, by requester: Requester) throws(Failure) -> TillOperator {
        guard (1...TillOperator.longestName).contains(name.count), name.printable == name,
            !CardData.isIn(written: name),
            name.first?.isWhitespace == false, name.last?.isWhitespace == false
        else { throw .badOperatorName }
        try pin.checkNotTrivial()
        let new = StoredOperator(
            person: TillOperator(id: environment.newID("opr"), name: name, createdAt: environment.now().asStored),
            pin: try PINHash(pin, cost, environment))
        try storage.writing { transaction in
            let known = try StoredOperator.all(in: transaction)
            guard known.count < TillOperator.most else { throw StorageError.refused(.tooManyOperators) }
            guard !known.contains(where: { $0.isNamed(name) }) else {
                throw StorageError.refused(.operatorNameTaken(name))
            }
            try StoredOperator.keep(known + [new], in: transaction)
            try Self.note(.created, new.person, by: requester, in: transaction)
        }
        return new.person
    }

    /// Gives an operator another PIN, and forgets the wrong ones that were typed. Rights that were entered with the old one end.
    package func changePIN(of name: String, to pin: OperatorPIN, by requester: Requester) throws(Failure)
        -> TillOperator
    {
        try pin.checkNotTrivial()
        let hash = try PINHash(pin, cost, environment)
        return try storage.writing { transaction in
            var known = try StoredOperator.all(in: transaction)
            guard let place = known.firstIndex(where: { $0.isNamed(name) }) else {
                throw StorageError.refused(.noOperator(name))
            }
            known[place].pin = hash
            try StoredOperator.keep(known, in: transaction)
            try PINTries(storage: storage, environment: environment).forget(known[place].person.id, in: transaction)
            try Self.note(.pinChanged, known[place].person, by: requester, in: transaction)
            return known[place].person
        }
    }

    /// Removes an operator. The rights that the operator has end; what the operator did stays in the journal.
    package func remove(_ name: String, by requester: Requester) throws(Failure) -> TillOperator {
        try storage.writing { transaction in
            var known = try StoredOperator.all(in: transaction)
            guard let place = known.firstIndex(where: { $0.isNamed(name) }) else {
                throw StorageError.refused(.noOperator(name))
            }
            let gone = known.remove(at: place).person
            try StoredOperator.keep(known, in: transaction)
            try PINTries(storage: storage, environment: environment).forget(gone.id, in: transaction)
            try Self.note(.removed, gone, by: requester, in: transaction)
            return gone
        }
    }

    /// Removes from a restored till the operators of the backup whom the replaced data do not have with the same PIN. Nobody can
    /// tell whether the others were removed, or got another PIN, since the backup was made.
    ///
    /// - Returns: those who are removed now.
    package static func endRestored(
        in transaction: any StorageTransaction, unlessIn replaced: (any SettingsReading)?, by requester: Requester
    ) throws -> [TillOperator] {
        // A list that cannot be read gives nobody a right.
        let restored = (try? StoredOperator.all(in: transaction)) ?? []
        let present = replaced.flatMap { try? StoredOperator.all(in: $0) } ?? []
        let ended = restored.filter { !present.contains($0) }
        guard !ended.isEmpty else { return [] }
        try StoredOperator.keep(restored.filter(present.contains), in: transaction)
        for one in ended { try note(.removed, one.person, by: requester, in: transaction) }
        return ended.map(\.person)
    }

    private static func note(
        _ kind: OperatorChange.Kind, _ person: TillOperator, by requester: Requester,
        in transaction: any StorageTransaction
    ) throws {
        try transaction.append(
            kind: kind.rawValue, payment: nil,
            encoding: OperatorChange(id: person.id, name: person.name, by: requester))
    }
}

extension Failure {
    fileprivate static let badOperatorName = Failure(
        OperatorFailure.badName, Sentence("failure.operator.badName", ["most": TillOperator.longestName]),
        recovery: .giveUp)

    fileprivate static let tooManyOperators = Failure(
        OperatorFailure.tooMany, Sentence("failure.operator.tooMany", ["most": TillOperator.most]),
        recovery: .askOperator)

    fileprivate static func operatorNameTaken(_ name: String) -> Failure {
        Failure(
            OperatorFailure.nameTaken, Sentence("failure.operator.nameTaken", ["name": name.presentable]),
            remedy: Sentence("remedy.operator.nameTaken"), recovery: .giveUp)
    }

    fileprivate static func noOperator(_ name: String) -> Failure {
        Failure(
            OperatorFailure.notFound, Sentence("failure.operator.notFound", ["name": name.presentable]),
            remedy: Sentence("remedy.operator.notFound"), recovery: .giveUp)
    }
}
