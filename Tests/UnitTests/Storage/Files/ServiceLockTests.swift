import Failures
import Flow
import Foundation
import Testing

@testable import Storage

/// One service owns a data directory, or any number of commands share it.
@Suite struct ServiceLockTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func aServiceOwnsADirectoryUntilItLetsGo() throws {
        let service = try ServiceLock.own(place.path, now: Sample.later)
        #expect(
            ServiceLock.owner(of: place.path) == ServiceLock.Owner(process: Int(getpid()), since: Sample.later))
        let other = #expect(throws: Failure.self) { try ServiceLock.own(place.path, now: Sample.later) }
        #expect(other?.code == "service.alreadyRuns")
        let command = #expect(throws: Failure.self) { try ServiceLock.share(place.path) }
        #expect(command?.code == "service.ownsTill")
        service.release()
        #expect(ServiceLock.owner(of: place.path) == nil)
        try ServiceLock.own(place.path, now: Sample.later).release()
    }

    @Test func commandsShareADirectory() throws {
        let commands = try (1...2).map { _ in try ServiceLock.share(place.path) }
        #expect(ServiceLock.owner(of: place.path) == nil)
        for command in commands { command.release() }
        try ServiceLock.own(place.path, now: Sample.later).release()
    }

    /// Such a directory belongs to no service, and commands only read it.
    @Test func whereNoLockCanBeMadeCommandsRunAndNoServiceDoes() throws {
        try Data().write(to: URL(filePath: place.path + "/locks"))
        try ServiceLock.share(place.path).release()
        let failure = #expect(throws: Failure.self) { try ServiceLock.own(place.path, now: Sample.later) }
        #expect(failure?.code == "storage.cannotOpen")
    }
}
