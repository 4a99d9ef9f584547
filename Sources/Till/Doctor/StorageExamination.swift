import Failures
import Flow
import Model
import Storage
import Payments

/// Findings about the data directory and its contents.
extension Examination {
    /// Network file systems. SQLite's write-ahead log needs shared memory and reliable locks.
    private static let remote: Set = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "fuse.rclone",
        "davfs",
    ]

    var directory: [Finding] {
        let directory = facts.directory
        var findings: [Finding] = []
        if let mount = directory.mount, mount.isReadOnly {
            findings.append(
                Finding(
                    .stops, "disk.readOnly", "\(directory.path) is on a disk that is mounted read-only.",
                    remedy: "sudo mount -o remount,rw \(mount.point)"))
        } else if !directory.isWritable {
            let cure = "sudo mkdir -p \(directory.path) && sudo chown \(facts.user.name) \(directory.path)"
            findings.append(notWritable(directory.path, cure))
        } else if let file = directory.closed.first {
            findings.append(notWritable(file, "sudo chown -R \(facts.user.name) \(directory.path)"))
        }
        findings += mount + exposure
        if directory.freeBytes < StorageManager.leastFreeBytes {
            findings.append(
                Finding(
                    .stops, "disk.full", "The disk of \(directory.path) has \(directory.freeBytes >> 10) KiB left.",
                    remedy: "free some space: sudo journalctl --vacuum-size=100M; sudo apt-get clean"))
        }
        guard findings.isEmpty else { return findings }
        let room = "\(directory.freeBytes >> 20) MiB free"
        return [
            .ok(
                "directory",
                directory.exists ? "\(directory.path), \(room)." : "\(directory.path) will be made, \(room).")
        ]
    }

    private func notWritable(_ path: String, _ cure: String) -> Finding {
        Finding(.stops, "directory.notWritable", "\(facts.user.name) may not write to \(path).", remedy: cure)
    }

    private var mount: [Finding] {
        let path = facts.directory.path
        guard let mount = facts.directory.mount else { return [] }
        if Self.remote.contains(mount.type) {
            return [
                Finding(
                    .stops, "disk.remote",
                    "\(path) is on a network file system (\(mount.type)), which loses what it keeps.",
                    remedy: "name a directory on a disk of this machine: --data DIR")
            ]
        }
        if ["tmpfs", "ramfs"].contains(mount.type) {
            return [
                Finding(
                    .warning, "disk.volatile", "\(path) is in memory: a power cut takes the journal with it.",
                    remedy: "name a directory on a disk: --data DIR")
            ]
        }
        return []
    }

    private var exposure: [Finding] {
        let directory = facts.directory
        guard directory.exists else { return [] }
        if directory.mode & 0o002 != 0 {
            return [
                Finding(
                    .stops, "directory.othersWrite",
                    "Others may write to \(directory.path) (mode \(String(directory.mode, radix: 8))), and could put another "
                        + "journal there.",
                    remedy: "chmod 700 \(directory.path), then till journal verify")
            ]
        }
        if directory.mode & 0o077 != 0 {
            return [
                Finding(
                    .warning, "directory.open",
                    "Others can look into \(directory.path) (mode \(String(directory.mode, radix: 8))).",
                    remedy: "chmod 700 \(directory.path)")
            ]
        }
        return directory.exposed.map {
            Finding(.warning, "directory.fileOpen", "Others can read \($0).", remedy: "chmod 600 \($0)")
        }
    }

    // MARK: The database

    var storage: [Finding] {
        switch facts.storage {
        case .none: return [.ok("database", "Nothing is stored yet.")]
        case .failed(let failure):
            let severity: Finding.Severity = failure.is(StorageFailure.olderVersion) ? .warning : .stops
            return [Finding(severity, failure.code, failure.sentence, remedy: failure.remedy)]
        case .open(let storage):
            return database(storage) + size(storage) + chain(storage) + signing(storage) + doubts(storage)
                + openDays(storage)
                + owedGoods(storage)
                + cutOff(storage) + account(storage)
        }
    }

    private func database(_ storage: OpenStorageFacts) -> [Finding] {
        let settings = storage.settings
        let found =
            "journal_mode \(settings.journalMode), synchronous \(settings.synchronous), "
            + "foreign_keys \(settings.foreignKeys ? "on" : "off"), schema \(settings.schema)"
        guard settings.isDurable else {
            return [
                Finding(
                    .stops, "database.settings", "The database is not set up to survive a power cut: \(found).",
                    remedy: "move it to a disk of this machine, and keep other programs from opening it")
            ]
        }
        switch storage.integrity {
        case .failed(let failure): return [Finding(.stops, failure.code, failure.sentence, remedy: failure.remedy)]
        case .sound: return [.ok("database", "\(found); sound.")]
        case nil: return [.ok("database", "\(found); its pages are looked through by till journal verify.")]
        }
    }

    /// The number of days until the disk is full below which there is a warning.
    private static let fewDays = 90.0

    /// The size of the database, and its size to come at the pace of the newest payments.
    private func size(_ storage: OpenStorageFacts) -> [Finding] {
        guard let size = storage.size else { return [] }
        let now = "till.sqlite has \(Self.words(Double(size.bytes)))"
        guard size.payments > 0, let pace = size.bytesADay else { return [.ok("size", "\(now).")] }
        let each = Self.words(Double(size.bytes) / Double(size.payments))
        let found =
            "\(now), \(each) for each of \(size.payments) payments; it grows by \(Self.words(pace * 365)) a year at the pace of"
            + " the newest."
        let days = pace > 0 ? Double(facts.directory.freeBytes) / pace : .infinity
        guard days < Self.fewDays else { return [.ok("size", found)] }
        return [
            Finding(
                .warning, "disk.filling", "\(found) The disk is full in \(Int(days)) days.",
                remedy: "make room on the disk of \(facts.directory.path), or move the data to a larger one")
        ]
    }

    private static func words(_ bytes: Double) -> String {
        let units = [(1e9, "GB"), (1e6, "MB")]
        let (unit, name) = units.first { bytes >= $0.0 } ?? (1e3, "kB")
        let tenths = Int64((bytes / unit * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }

    private func chain(_ storage: OpenStorageFacts) -> [Finding] {
        switch storage.chain {
        case .intact(let count, let newest) where newest < count:
            [.ok("journal", "\(count) entries, the newest \(newest) intact; till journal verify reads all.")]
        case .intact(let count, _): [.ok("journal", "\(count) entries, intact.")]
        case .broken(let sequence, let why):
            [
                Finding(
                    .stops, "journal.broken", "The journal does not verify at entry \(sequence): \(why).",
                    remedy: "keep a copy of the data directory, and find out who changed it: till journal verify")
            ]
        case .failed(let failure): [Finding(.stops, failure.code, failure.sentence, remedy: failure.remedy)]
        case nil: [Finding(.notAsked, "journal", "The journal is long.", remedy: "till journal verify")]
        }
    }

    /// Findings about the signature of the journal's head; empty if no key signs it and none is configured.
    private func signing(_ storage: OpenStorageFacts) -> [Finding] {
        let signing = storage.signing
        if let failure = signing.failure {
            return [Finding(.stops, failure.code, failure.sentence, remedy: failure.remedy)]
        }
        if let key = signing.configured {
            return signing.enrolled == key
                ? [.ok("journal.key", "The journal's head is signed with the key \(key).")]
                : [
                    .ok(
                        "journal.key", "The journal's head will be signed with the key \(key) from the next command on."
                    )
                ]
        }
        guard let key = signing.enrolled else { return [] }
        return [
            Finding(
                .warning, "journal.key",
                "The journal names the key \(key), and signing_key in [journal] names none: its head is signed no longer.",
                remedy: "name the key's file in the configuration (docs/configuration.md)")
        ]
    }

    /// Terminals that another command has: transactions that run there are not in doubt yet.
    private var busy: [DeviceAddress] {
        facts.devices.filter { if case .claimed = $0.state { true } else { false } }.map(\.address)
    }

    /// Findings about open ends of day. They hold up no payment, only the comparison of books.
    private func openDays(_ storage: OpenStorageFacts) -> [Finding] {
        storage.openDays.filter { !busy.contains($0.terminal.address) }.map { day in
            Finding(
                .warning, "endOfDay.open",
                "The end of day \(day.id) of \(day.terminal.address) was cut off; whether it has happened is not known.",
                remedy:
                    "till end-of-day --reader \(day.terminal.address); the next payment there asks as well. Where the terminal"
                    + " cannot tell: till settle \(day.id)")
        }
    }

    /// Findings about goods that were charged and not given. The money is not given back automatically.
    private func owedGoods(_ storage: OpenStorageFacts) -> [Finding] {
        storage.owedGoods.map { owed in
            Finding(
                .warning, "goods.charged", "\(owed.payment) is charged \(owed.amount) for which no goods were given.",
                remedy: owed.command)
        }
    }

    /// Findings about cut-off prints. A print that has not ended is still running if another command has its printer.
    private func cutOff(_ storage: OpenStorageFacts) -> [Finding] {
        let busy = busy.map(\.description)
        let left = storage.cutOff.filter { $0.isEnded || !busy.contains($0.print.printer) }.map(\.print)
        return left.suffix(Self.mostCutOff).map { print in
            let sentence = print.sentence(in: .en)
            return Finding(
                .warning, "receipt.cutOff", sentence.prefix(1).uppercased() + sentence.dropFirst() + ".",
                remedy: print.remedy(in: .en))
        }
    }

    /// The most cut-off prints that are named, newest first.
    private static let mostCutOff = 5

    /// Findings about payments in doubt. The next command settles those that the journal can decide alone.
    private func doubts(_ storage: OpenStorageFacts) -> [Finding] {
        let busy = busy.map(\.description)
        let open = storage.doubts.filter { payment in
            switch payment.stage {
            case .sending, .resulted, .settled: !busy.contains(payment.terminalAddress)
            case .intended, .completed, .aborted: false
            }
        }
        return open.map { payment in
            Finding(
                blocksPayments(payment) ? .stops : .warning, "payment.inDoubt",
                "Payment \(payment.id) of \(payment.amount) on \(payment.terminalAddress) is in doubt.",
                remedy:
                    "connect the terminal at \(payment.terminalAddress): till resolve \(payment.id). All that is known: till why \(payment.id)"
            )
        }
    }

    /// Whether the terminal in doubt is the one that a payment would use.
    private func blocksPayments(_ payment: PaymentRecord) -> Bool {
        guard let doubtful = DeviceAddress(payment.terminalAddress) else { return true }
        return facts.devices.contains {
            $0.kind == .reader && $0.isUsual && $0.address.place == doubtful.place
        }
    }

    private func account(_ storage: OpenStorageFacts) -> [Finding] {
        guard let failure = storage.account else { return [] }
        return [Finding(.stops, failure.code, failure.sentence, remedy: failure.remedy)]
    }
}
