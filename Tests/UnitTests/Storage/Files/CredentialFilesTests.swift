import Failures
import Flow
import Foundation
import Glibc
import Model
import Testing

@testable import Storage

/// The till's logins for shops, in files of their own.
@Suite struct CredentialFilesTests {
    private let directory: TemporaryDirectory
    private let files: CredentialFiles
    private let site = SiteID(rawValue: 3)

    init() throws {
        directory = try TemporaryDirectory()
        files = CredentialFiles(directory: directory.path)
    }

    private var path: String { directory.path + "/credentials/shop-3" }

    @Test func whatIsKeptForAShopIsReadForThatShopOnly() throws {
        try files.write([1, 2, 3], for: site)
        #expect(try files.read(site) == [1, 2, 3])
        #expect(try files.read(SiteID(rawValue: 4)) == nil)
        try files.write([4], for: site)
        #expect(try files.read(site) == [4], "the new login is in the place of the old one")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/credentials") == ["shop-3"])
    }

    @Test func onlyTheOwnerMayReadThem() throws {
        let before = umask(0)
        defer { umask(before) }
        try files.write([1], for: site)
        for (name, mode) in [(path, 0o600), (directory.path + "/credentials", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        }
    }

    @Test func aFileThatOthersMayReadIsNotUsed() throws {
        try files.write([1], for: site)
        chmod(path, 0o640)
        let failure = #expect(throws: Failure.self) { try files.read(site) }
        #expect(failure?.is(AccountFailure.credentialsUnreadable) == true)
    }

    @Test func whyAFileIsNotUsedIsToldInTheOperatorsLanguage() throws {
        try files.write([1], for: site)
        chmod(path, 0o644)
        let failure = #expect(throws: Failure.self) { try files.read(site) }
        guard case .sentence(let reason)? = failure?.said.arguments["reason"] else {
            Issue.record("the reason has no key: \(String(describing: failure))")
            return
        }
        #expect(Set(OperatorLanguage.allCases.map { reason.text(in: $0) }).count == OperatorLanguage.allCases.count)
    }

    @Test func aLinkAFolderAnEmptyAndAnEndlessFileAreNotUsed() throws {
        try files.write([1], for: site)
        unlink(path)
        symlink("/dev/zero", path)
        #expect(throws: Failure.self) { try files.read(site) }
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: Failure.self) { try files.read(site) }
        rmdir(path)
        try files.write([], for: site)
        #expect(throws: Failure.self) { try files.read(site) }
        try files.write([UInt8](repeating: 1, count: CredentialFiles.longest + 1), for: site)
        #expect(throws: Failure.self) { try files.read(site) }
    }

    @Test func whatIsRemovedIsGoneAndRemovingItAgainDoesNothing() throws {
        try files.write([1], for: site)
        try files.remove(site)
        try files.remove(site)
        #expect(try files.read(site) == nil)
    }

    @Test func whatCannotBeRemovedIsSaid() throws {
        try files.write([1], for: site)
        unlink(path)
        mkdir(path, 0o700)
        let failure = #expect(throws: Failure.self) { try files.remove(site) }
        #expect(failure?.is(AccountFailure.credentialsUnwritten) == true)
    }

    @Test func aFileOfTheGreatestLengthIsRead() throws {
        let bytes = [UInt8](repeating: 1, count: CredentialFiles.longest)
        try files.write(bytes, for: site)
        #expect(try files.read(site) == bytes)
    }

    @Test func whatAKilledProcessLeftIsRemovedAndWhatALivingOneWritesStays() throws {
        try files.write([1], for: site)
        let folder = directory.path + "/credentials"
        // The number of no process, and that of init.
        for name in ["shop-3.2147483646", "shop-3.1", "shop-33.2147483646"] {
            try Data([7]).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try files.write([2], for: site)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["shop-3", "shop-3.1", "shop-33.2147483646"])
    }

    /// A process that waits, and is ended by every signal.
    private static func waitingProcess() throws -> pid_t {
        var (attributes, none, hangUp) = (posix_spawnattr_t(), sigset_t(), sigset_t())
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        sigemptyset(&hangUp)
        sigaddset(&hangUp, SIGHUP)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &hangUp)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sleep", nil, &attributes, words, nil)
        try #require(code == 0)
        return child
    }

    /// Whoever asks whether it lives sends it nothing.
    @Test func aProcessThatWritesAtTheSameTimeIsLeftAlone() throws {
        let child = try Self.waitingProcess()
        var status: Int32 = 0
        do {
            defer {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
            }
            try files.write([1], for: site)
            let folder = directory.path + "/credentials"
            for process in (2_147_483_640...2_147_483_646).map(pid_t.init) + [child] {
                try Data([7]).write(to: URL(fileURLWithPath: "\(folder)/shop-3.\(process)"))
            }
            try files.write([2], for: site)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(left == ["shop-3", "shop-3.\(child)"])
        }
        #expect(status & 0x7F == SIGKILL, "no other signal came before")
    }

    @Test func aCredentialOfSystemdComesBeforeTheTillsOwn() throws {
        try files.write([1], for: site)
        let given = directory.path + "/given"
        mkdir(given, 0o700)
        try Data([9]).write(to: URL(fileURLWithPath: given + "/till-shop-3"))
        #expect(try CredentialFiles(directory: directory.path, given: given).read(site) == [9])
        #expect(try CredentialFiles(directory: directory.path, given: given).read(SiteID(rawValue: 4)) == nil)
    }

    @Test func aDirectoryThatCannotBeWrittenIsSaid() {
        let failure = #expect(throws: Failure.self) {
            try CredentialFiles(directory: "/proc").write([1], for: site)
        }
        #expect(failure?.is(AccountFailure.credentialsUnwritten) == true)
        #expect(failure?.advice != nil)
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func aDiskThatIsFullIsSaidToBe(_ code: Int32) {
        #expect(Failure.unwritten("\(directory.path)/credentials/webhook-hook-1", code).is(StorageFailure.diskFull))
    }

    @Test func aSecretThatCannotBeStoredIsNotCalledALogin() {
        let failure = Failure.unwritten("/data/credentials/webhook-hook-1", EACCES)
        #expect(!failure.said.text(in: .en).lowercased().contains("login"), "\(failure.said)")
    }
}
