import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Testing

@testable import Service

/// Who may do what.
@Suite struct AccessTests {
    private let storage: MemoryStorage
    private let tokens: AccessTokens

    init() {
        let environment = VirtualWorld(seed: 1).environment
        storage = MemoryStorage(now: environment.now)
        tokens = AccessTokens(storage: storage, environment: environment)
    }

    @Test func onlyAnOperatorSettlesDoubtsAndEndsTheDay() {
        let scopes = TokenScope.allCases.filter { $0.rights.contains(.manage) }
        #expect(scopes == [.operator])
    }

    @Test func aKioskTakesPaymentsAndGivesNothingBack() {
        #expect(TokenScope.kiosk.rights == [.look, .collect])
    }

    @Test func whoOnlyReadsMovesNothing() {
        #expect(TokenScope.readOnly.rights.isDisjoint(with: [.collect, .giveBack, .print, .manage, .configure]))
    }

    @Test func aTokenIsFoundByItsSecretUntilItIsRevoked() throws {
        let (secret, made) = try tokens.create("kiosk-7", .kiosk)
        #expect(secret.hasPrefix("till_kiosk_"))
        #expect(try tokens.token(of: secret)?.id == made.id)
        #expect(try tokens.token(of: secret + "x") == nil)
        _ = try tokens.revoke(made.id)
        #expect(try tokens.token(of: secret) == nil)
        #expect(try tokens.all().count == 1)
    }

    /// As `till tokens` does beside a service that has looked at the tokens before.
    @Test func whatAnotherProcessDoesCountsAtOnce() throws {
        let other = AccessTokens(storage: storage, environment: VirtualWorld(seed: 2).environment)
        let (first, made) = try tokens.create("kiosk-7", .kiosk)
        #expect(try tokens.token(of: first) != nil)
        let (second, _) = try other.create("kiosk-8", .kiosk)
        #expect(try tokens.token(of: second)?.name == "kiosk-8")
        _ = try other.revoke(made.id)
        #expect(try tokens.token(of: first) == nil)
        #expect(try tokens.token(of: second) != nil)
    }

    /// Keeps so many tokens, as if they had been made one by one.
    private func keep(_ count: Int, revoked: Bool) throws {
        let made = (0..<count).map {
            AccessToken(
                id: "tok-\($0)", name: "t", scope: .kiosk, hash: "\($0)", createdAt: .distantPast,
                revokedAt: revoked ? .distantPast : nil)
        }
        try storage.writing { try $0.setSetting(AccessTokens.setting, to: made) }
    }

    @Test func onlyValidTokensCountForTheLimit() throws {
        try keep(AccessTokens.most, revoked: false)
        #expect(throws: Failure.self) { try tokens.create("one too many", .kiosk) }
        _ = try tokens.revoke("tok-0")
        _ = try tokens.create("in the place of the revoked one", .kiosk)
        #expect(throws: Failure.self) { try tokens.create("one too many", .kiosk) }
    }

    @Test func theOldestRevokedTokensAreDropped() throws {
        try keep(AccessTokens.mostRevoked + 1, revoked: true)
        let valid = try tokens.create("valid", .kiosk).token
        let all = try tokens.all()
        #expect(all.count == AccessTokens.mostRevoked + 1)
        #expect(!all.contains { $0.id == "tok-0" } && all.last == valid)
    }

    /// Ends what a restore does not let in, in the storage of these tokens.
    private func endRestored(over replaced: MemoryStorage?) throws -> [String] {
        try storage.writing { transaction throws -> [AccessToken] in
            guard let replaced else {
                return try AccessTokens.endRestored(in: transaction, unlessIn: nil, at: .distantFuture)
            }
            return try replaced.read {
                try AccessTokens.endRestored(in: transaction, unlessIn: $0, at: .distantFuture)
            }
        }.map(\.name)
    }

    @Test func aRestoreIntoAnEmptyPlaceRevokesAllTokens() throws {
        let secrets = try ["a", "b"].map { try tokens.create($0, .kiosk).secret }
        #expect(try endRestored(over: nil) == ["a", "b"])
        for secret in secrets { #expect(try tokens.token(of: secret) == nil) }
        #expect(try tokens.all().allSatisfy { $0.revokedAt != nil })
        #expect(try endRestored(over: nil) == [], "what is revoked is not revoked again")
    }

    @Test func aRestoreKeepsTheTokensThatTheReplacedDataHave() throws {
        let (kept, _) = try tokens.create("kept", .kiosk)
        let (revokedHere, revoked) = try tokens.create("revoked since", .operator)
        let backup = try tokens.all()
        let present = MemoryStorage(now: VirtualWorld(seed: 3).environment.now)
        try present.writing { try $0.setSetting(AccessTokens.setting, to: backup) }
        let others = AccessTokens(storage: present, environment: VirtualWorld(seed: 3).environment)
        _ = try others.revoke(revoked.id)
        let (new, _) = try others.create("made since", .integrator)
        #expect(try endRestored(over: present) == ["revoked since"])
        #expect(try tokens.token(of: kept)?.name == "kept")
        #expect(try tokens.token(of: revokedHere) == nil)
        #expect(try tokens.token(of: new)?.name == "made since")
    }

    /// The backup is newer than the data that it replaces.
    @Test func aTokenThatTheBackupHasRevokedStaysRevoked() throws {
        let (secret, made) = try tokens.create("a", .kiosk)
        let present = MemoryStorage(now: VirtualWorld(seed: 3).environment.now)
        let before = try tokens.all()
        try present.writing { try $0.setSetting(AccessTokens.setting, to: before) }
        _ = try tokens.revoke(made.id)
        #expect(try endRestored(over: present) == [])
        #expect(try tokens.token(of: secret) == nil)
    }

    @Test func theSecretIsNotKept() throws {
        let (secret, _) = try tokens.create("kiosk-7", .kiosk)
        let kept = "\(try tokens.all())"
        #expect(!kept.contains(secret.suffix(43)))
    }

    @Test func everySecretDiffers() throws {
        let secrets = try (0..<50).map { try tokens.create("t\($0)", .operator).secret }
        #expect(Set(secrets).count == 50)
    }

    @Test func anUnknownTokenCannotBeRevoked() {
        #expect(throws: Failure.self) { try tokens.revoke("tok-NONE") }
    }

    @Test(arguments: [(UInt32(0), true), (1000, true), (1001, false)])
    func atTheSocketTheOwnerAndRootMayDoEverything(_ user: UInt32, _ isOperator: Bool) {
        let caller = Caller(user: user, own: 1000)
        #expect(caller.rights.contains(.manage) == isOperator)
        #expect(caller.rights.contains(.collect))
    }

    /// What is configured for a group counts in place of a kiosk's rights.
    @Test func atTheSocketAGroupHasTheRightsOfItsScope() {
        let reader = Caller(user: 1001, own: 1000, scopes: [.readOnly])
        #expect(reader.rights == TokenScope.readOnly.rights)
        let both = Caller(user: 1001, own: 1000, scopes: [.readOnly, .integrator])
        #expect(both.rights == TokenScope.readOnly.rights.union(TokenScope.integrator.rights))
        #expect(Caller(user: 1001, own: 1000, scopes: [.operator]).rights.contains(.manage))
        #expect(Caller(user: 0, own: 1000, scopes: [.readOnly]).rights.contains(.manage), "root may do everything")
    }

    /// The machine's database has root in the group root, and nobody in no other group than its own.
    @Test func aUsersGroupsAreThoseOfTheMachineAndOfItsProcess() {
        let roles = SocketRoles([("root", .operator), ("nobody-knows-this-group", .integrator)])
        #expect(roles.scopes(of: 0, group: 0) == [.operator])
        #expect(roles.scopes(of: 65_534, group: 65_534) == [])
        #expect(roles.scopes(of: 65_534, group: 0) == [.operator], "the main group of the process counts")
        #expect(SocketRoles().scopes(of: 0, group: 0) == [])
    }

    @Test func anOperatorsPINGivesAKioskTheRightsOfThePersonAtIt() throws {
        let kiosk = Caller(user: 1001, own: 1000)
        for right in [Right.giveBack, .print, .manage] { try kiosk.check(right, isOperator: true) }
        for right in [Right.audit, .configure] {
            #expect(throws: Failure.self) { try kiosk.check(right, isOperator: true) }
        }
    }

    @Test func anOperatorsPINGivesNothingToWhoOnlyReads() throws {
        let reader = Caller(try tokens.create("reader", .readOnly).token)
        #expect(throws: Failure.self) { try reader.check(.giveBack, isOperator: true) }
        try reader.check(.look, isOperator: true)
    }

    @Test func aMissingRightIsNamed() {
        let caller = Caller(user: 1001, own: 1000)
        let failure = #expect(throws: Failure.self) { try caller.check(.giveBack) }
        #expect(failure?.code == "request.forbidden")
        #expect(failure?.sentence.contains("give-back") == true)
    }
}
