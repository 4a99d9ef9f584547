import Foundation
import Glibc
import Testing

/// Output that cannot be written is not dropped in silence: the command says so, and what it did stands.
@Suite struct OutputTests {
    private static let receipt = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/receipts/order.json").path

    @Test(arguments: [
        ["render", "receipt", Self.receipt, "--format", "pdf", "--out", "-"],
        ["inspect", "zvt", "06 0F 00", "--json"], ["journal", "export"], ["journal", "list", "--json"],
        ["doctor", "--udev-rules"], ["--help"], ["pay", "--help"],
    ])
    func dataThatHasNoRoomIsTold(words: [String]) async throws {
        try await Kiosk.run { kiosk in
            let isJournal = words.first == "journal"
            if isJournal { try await kiosk.paidDemo() }
            let told = try await kiosk.till(words + (isJournal ? ["--data", kiosk.data] : []), to: "> /dev/full")
            #expect(told.code == 6 && told.errors.contains("(output.notWritten)"), "\(told)")
            #expect(told.errors.contains("no space left on device"), "\(told)")
        }
    }

    @Test func aLevelOfTheLogThatDoesNotExistIsSaid() async throws {
        try await Kiosk.run { kiosk in
            let said = "TILL_LOG names no level of the log and is passed over. Levels are debug, info"
            let wrong = try await kiosk.till("whoami", environment: ["TILL_LOG": "verbose"])
            #expect(wrong.code == 0 && wrong.errors.contains(said), "\(wrong)")
            for (level, words) in [("error", ["whoami"]), ("", ["whoami"]), ("x", ["whoami", "--log-level", "error"])] {
                let told = try await kiosk.startTill(words, environment: ["TILL_LOG": level]).end()
                #expect(told.code == 0 && !told.errors.contains("TILL_LOG"), "\(told)")
            }
        }
    }

    @Test(arguments: ["till.sqlite", "till.head", "till.sqlite-wal", "credentials/shop-1"])
    func noFileOfTheTillsOwnDataIsAPrinter(
        name: String
    )
        async throws
    {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let words = [
                "pay", "--amount", "1.00", "--reader", kiosk.reader, "--printer", "file:\(kiosk.data)/\(name)",
            ]
            let refused = try await kiosk.startTill(words).end()
            #expect(refused.code == 64 && refused.errors.contains("(device.ownData)"), "\(refused)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    @Test(arguments: ["till.sqlite", "till.head", "link", "hard"])
    func noOutputReplacesAFileOfTheTillsOwnData(name: String) async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("orders", "list").code == 0)
            let database = kiosk.data + "/till.sqlite"
            try FileManager.default.createSymbolicLink(atPath: kiosk.data + "/link", withDestinationPath: database)
            try FileManager.default.linkItem(atPath: database, toPath: kiosk.data + "/hard")
            let before = try Data(contentsOf: URL(filePath: "\(kiosk.data)/\(name)"))
            let refused = try await kiosk.till(
                "render", "receipt", Self.receipt, "--format", "text", "--out", "\(kiosk.data)/\(name)")
            #expect(refused.code == 64 && refused.errors.contains("(output.ownData)"), "\(refused)")
            #expect(try Data(contentsOf: URL(filePath: "\(kiosk.data)/\(name)")) == before)
        }
    }

    /// More than a pipe holds, so that the writer is there when the reader leaves.
    @Test func aReaderThatHasSeenEnoughIsNoFailure() async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("stream")
            try Data(repeating: 0x0A, count: 100_000).write(to: URL(filePath: file))
            let whole = try await kiosk.start("till", ["inspect", "escpos", file]).end()
            #expect(whole.code == 0 && whole.output.utf8.count > 1_000_000)
            let told = try await kiosk.till(["inspect", "escpos", file], to: "| head -1; exit ${PIPESTATUS[0]}")
            #expect(told.code == 0 && told.errors.isEmpty, "\(told)")
            #expect(told.output.filter(\.isNewline).count == 1)
        }
    }

    /// The pipe is non-blocking: it accepts a part of what is written, and then nothing until that was read.
    @Test func aPipeThatTakesLittleAtATimeGetsAll() async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("stream")
            try Data(repeating: 0x0A, count: 100_000).write(to: URL(filePath: file))
            let whole = try await kiosk.start("till", ["inspect", "escpos", file]).end()
            let script = """
                import fcntl, os, subprocess, sys
                back, out = os.pipe()
                fcntl.fcntl(out, fcntl.F_SETFL, os.O_NONBLOCK)
                child = subprocess.Popen(sys.argv[1:], stdout=out)
                os.close(out)
                sys.stdout.buffer.write(os.fdopen(back, "rb").read())
                sys.exit(child.wait())
                """
            let told = try await kiosk.start(
                "/usr/bin/python3", ["-c", script, Programs.path("till"), "inspect", "escpos", file]
            ).end()
            #expect(told.code == 0 && told.output == whole.output, "\(told.errors)")
        }
    }

    @Test(arguments: [[], ["--json"], ["--events"]], ["> /dev/full", ">&-"])
    func aPaymentIsWhatItIsWhereNobodyCanReadOfIt(words: [String], to place: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paid = try await kiosk.till(kiosk.paymentToFile() + ["--data", kiosk.data] + words, to: place)
            #expect(paid.code == 0 && paid.output.isEmpty, "\(paid)")
            #expect(paid.errors.contains(": Paid ") && paid.errors.contains("(output.notWritten)"), "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    // MARK: Files

    private func words(_ file: String, format: String = "text") -> [String] {
        ["render", "receipt", Self.receipt, "--format", format, "--out", file]
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func aFullDiskKeepsTheFileThatWasThere() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.path("disk"))
            defer { disk.remove() }
            let file = disk.folder + "/receipt.txt"
            #expect(try await kiosk.start("till", words(file)).end().code == 0)
            let before = try Data(contentsOf: URL(filePath: file))
            try disk.fill()
            for name in ["receipt.txt", "another.pdf"] {
                let told = try await kiosk.start("till", words("\(disk.folder)/\(name)", format: "pdf")).end()
                #expect(told.code == 6 && told.errors.contains("(output.notWritten)"), "\(told)")
            }
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder).sorted()
            #expect(names == ["filling", "receipt.txt"])
        }
    }

    @Test func whatIsReplacedKeepsItsModeAndItsLink() async throws {
        try await Kiosk.run { kiosk in
            let (file, link) = (kiosk.path("receipt.txt"), kiosk.path("link"))
            try Data("before".utf8).write(to: URL(filePath: file))
            #expect(chmod(file, 0o640) == 0 && symlink(file, link) == 0)
            #expect(try await kiosk.start("till", words(link)).end().code == 0)
            var node = stat()
            #expect(lstat(link, &node) == 0 && node.st_mode & S_IFMT == S_IFLNK)
            #expect(lstat(file, &node) == 0 && node.st_mode & 0o777 == 0o640)
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Kiosk am Ring"))
        }
    }

    @Test func aDeviceIsWrittenToAndStaysOne() async throws {
        try await Kiosk.run { kiosk in
            let link = kiosk.path("full")
            #expect(symlink("/dev/full", link) == 0)
            let told = try await kiosk.start("till", words(link)).end()
            #expect(told.code == 6 && told.errors.contains("(output.notWritten)"), "\(told)")
            var node = stat()
            #expect(stat("/dev/full", &node) == 0 && node.st_mode & S_IFMT == S_IFCHR)
        }
    }

    @Test func aPlaceThatThereIsNotIsAMistakeOfTheCommandLine() async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start("till", words(kiosk.path("nowhere/receipt.txt"))).end()
            #expect(told.code == 64 && told.errors.contains("(output.cannotWrite)"), "\(told)")
        }
    }
}

extension Kiosk {
    /// Runs `till` with its standard output redirected as by a shell: `> /dev/full`.
    func till(_ words: [String], to place: String) async throws -> Ending {
        try await start("/bin/bash", ["-c", "\"$0\" \"$@\" \(place)", Programs.path("till")] + words).end()
    }
}
