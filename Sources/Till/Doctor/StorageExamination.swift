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
                    .stops, "disk.readOnly", Sentence("doctor.disk.readOnly", ["path": directory.path]),
                    remedy: .command("sudo mount -o remount,rw \(mount.point)")))
        } else if !directory.isWritable {
            let cure = "sudo mkdir -p \(directory.path) && sudo chown \(facts.user.name) \(directory.path)"
            findings.append(notWritable(directory.path, directory.isOwn ? "chmod u+rwx \(directory.path)" : cure))
        } else if let file = directory.closed.first {
            let cure = "sudo chown -R \(facts.user.name) \(directory.path)"
            findings.append(notWritable(file, directory.isOwn ? "chmod -R u+rwX \(directory.path)" : cure))
        }
        findings += mount + exposure
        if directory.freeBytes < StorageManager.leastFreeBytes {
            findings.append(
                Finding(
                    .stops, "disk.full",
                    Sentence("doctor.disk.full", ["path": directory.path, "free": directory.freeBytes >> 10]),
                    remedy: Sentence("doctor.do.freeSpace")))
        }
        guard findings.isEmpty else { return findings }
        let room: [String: any CustomStringConvertible] = ["path": directory.path, "free": directory.freeBytes >> 20]
        return [
            .ok(
                "directory",
                directory.exists
                    ? Sentence("doctor.directory.there", room) : Sentence("doctor.directory.toMake", room))
        ]
    }

    private func notWritable(_ path: String, _ cure: String) -> Finding {
        Finding(
            .stops, "directory.notWritable",
            Sentence("doctor.directory.notWritable", ["user": facts.user.name, "path": path]), remedy: .command(cure))
    }

    private var mount: [Finding] {
        let path = facts.directory.path
        guard let mount = facts.directory.mount else { return [] }
        if Self.remote.contains(mount.type) {
            return [
                Finding(
                    .stops, "disk.remote",
                    Sentence("doctor.disk.remote", ["path": path, "type": mount.type]),
                    remedy: Sentence("doctor.do.localDisk"))
            ]
        }
        if ["tmpfs", "ramfs"].contains(mount.type) {
            return [
                Finding(
                    .warning, "disk.volatile", Sentence("doctor.disk.volatile", ["path": path]),
                    remedy: Sentence("doctor.do.anyDisk"))
            ]
        }
        return []
    }

    private var exposure: [Finding] {
        let directory = facts.directory
        guard directory.exists else { return [] }
        let mode = ["path": directory.path, "mode": String(directory.mode, radix: 8)]
        if directory.mode & 0o002 != 0 {
            return [
                Finding(
                    .stops, "directory.othersWrite",
                    Sentence("doctor.directory.othersWrite", mode),
                    remedy: Sentence("doctor.do.closeAndVerify", ["path": directory.path]))
            ]
        }
        if directory.mode & 0o077 != 0 {
            return [
                Finding(
                    .warning, "directory.open",
                    Sentence("doctor.directory.open", mode),
                    remedy: .command("chmod 700 \(directory.path)"))
            ]
        }
        return directory.exposed.map {
            Finding(
                .warning, "directory.fileOpen", Sentence("doctor.directory.fileOpen", ["file": $0]),
                remedy: .command("chmod 600 \($0)"))
        }
    }

    // MARK: The database

    var storage: [Finding] {
        switch facts.storage {
        case .none: return [.ok("database", Sentence("doctor.database.none"))]
        case .failed(let failure):
            let severity: Finding.Severity = failure.is(StorageFailure.olderVersion) ? .warning : .stops
            return [Finding(severity, failure)]
        case .open(let storage):
            return database(storage) + size(storage) + chain(storage) + signing(storage) + doubts(storage)
                + openDays(storage)
                + owedGoods(storage)
                + cutOff(storage) + waitingPrints(storage) + unclearPrints(storage) + droppedReceipts(storage)
                + account(storage)
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
                    .stops, "database.settings", Sentence("doctor.database.settings", ["found": found]),
                    remedy: Sentence("doctor.do.moveDatabase"))
            ]
        }
        switch storage.integrity {
        case .failed(let failure): return [Finding(.stops, failure)]
        case .sound: return [.ok("database", Sentence("doctor.database.sound", ["found": found]))]
        case nil: return [.ok("database", Sentence("doctor.database.notChecked", ["found": found]))]
        }
    }

    /// The number of days until the disk is full below which there is a warning.
    private static let fewDays = 90.0

    /// The size of the database, and its size to come at the pace of the newest payments.
    private func size(_ storage: OpenStorageFacts) -> [Finding] {
        guard let size = storage.size else { return [] }
        let now = Sentence(size: Double(size.bytes))
        guard size.payments > 0, let pace = size.bytesADay else {
            return [.ok("size", Sentence("doctor.size", ["size": now]))]
        }
        let found = Sentence(
            "doctor.sizeAndGrowth",
            [
                "size": now, "each": Sentence(size: Double(size.bytes) / Double(size.payments)),
                "payments": size.payments, "growth": Sentence(size: pace * 365),
            ])
        let days = pace > 0 ? Double(facts.directory.freeBytes) / pace : .infinity
        guard days < Self.fewDays else { return [.ok("size", found)] }
        return [
            Finding(
                .warning, "disk.filling", found.followed(by: Sentence("doctor.disk.filling", ["days": Int(days)])),
                remedy: Sentence("doctor.do.makeRoom", ["path": facts.directory.path]))
        ]
    }

    private func chain(_ storage: OpenStorageFacts) -> [Finding] {
        switch storage.chain {
        case .intact(let count, let newest) where newest < count:
            [.ok("journal", Sentence("doctor.journal.newest", ["count": count, "newest": newest]))]
        case .intact(let count, _): [.ok("journal", Sentence("doctor.journal.intact", ["count": count]))]
        case .broken(let sequence, let why):
            [
                Finding(
                    .stops, "journal.broken", Sentence("doctor.journal.broken", ["entry": sequence, "why": why]),
                    remedy: Sentence("doctor.do.keepCopy"))
            ]
        case .failed(let failure): [Finding(.stops, failure)]
        case nil:
            [Finding(.notAsked, "journal", Sentence("doctor.journal.long"), remedy: .command("till journal verify"))]
        }
    }

    /// Findings about the signature of the journal's head; empty if no key signs it and none is configured.
    private func signing(_ storage: OpenStorageFacts) -> [Finding] {
        let signing = storage.signing
        if let failure = signing.failure {
            return [Finding(.stops, failure)]
        }
        if let key = signing.configured {
            return signing.enrolled == key
                ? [.ok("journal.key", Sentence("doctor.key.signed", ["key": key]))]
                : [.ok("journal.key", Sentence("doctor.key.willSign", ["key": key]))]
        }
        guard let key = signing.enrolled else { return [] }
        return [
            Finding(
                .warning, "journal.key",
                Sentence("doctor.key.noLonger", ["key": key]), remedy: Sentence("doctor.do.nameKey"))
        ]
    }

    /// Devices that another command has: transactions that run there are not in doubt yet, and prints go on.
    var busy: [DeviceAddress] {
        facts.devices.filter { if case .claimed = $0.state { true } else { false } }.map(\.address)
    }

    /// Findings about open ends of day. They hold up no payment, only the comparison of books.
    private func openDays(_ storage: OpenStorageFacts) -> [Finding] {
        storage.openDays.filter { !busy.contains($0.terminal.address) }.map { day in
            Finding(
                .warning, "endOfDay.open",
                Sentence("doctor.endOfDay", ["day": day.id, "terminal": day.terminal.address]),
                remedy: Sentence("doctor.do.endOfDay", ["day": day.id, "terminal": day.terminal.address]))
        }
    }

    /// Findings about goods that were charged and not given. The money is not given back automatically.
    private func owedGoods(_ storage: OpenStorageFacts) -> [Finding] {
        storage.owedGoods.map { owed in
            Finding(
                .warning, "goods.charged",
                Sentence("doctor.goods", ["payment": owed.payment, "amount": owed.amount]),
                remedy: .command(owed.command))
        }
    }

    /// Findings about cut-off prints. A print that has not ended is still running if another command has its printer.
    private func cutOff(_ storage: OpenStorageFacts) -> [Finding] {
        let busy = busy.map(\.place)
        let left = storage.cutOff.filter { print, isEnded in
            isEnded || DeviceAddress(print.printer).map { !busy.contains($0.place) } ?? true
        }.map(\.print)
        return left.suffix(Self.mostCutOff).map { print in
            Finding(.warning, "receipt.cutOff", print.finding, remedy: print.advice)
        }
    }

    /// Reports the day before which receipts were dropped.
    private func droppedReceipts(_ storage: OpenStorageFacts) -> [Finding] {
        guard let dropped = storage.droppedReceipts else { return [] }
        let day = ["day": WrittenMoment(day: dropped.madeBefore)]
        return [.ok("receipts", Sentence("doctor.receiptsDropped", day))]
    }

    /// How many cut-off prints are named: the newest ones, oldest first.
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
                Sentence(
                    "doctor.doubt",
                    ["payment": payment.id, "amount": payment.amount, "terminal": payment.terminalAddress]),
                remedy: Sentence(
                    "doctor.do.resolve", ["payment": payment.id, "terminal": payment.terminalAddress]))
        }
    }

    /// Whether the terminal in doubt is the one that a payment would use.
    private func blocksPayments(_ payment: PaymentRecord) -> Bool {
        guard let doubtful = DeviceAddress(payment.terminalAddress) else { return true }
        return facts.devices.contains {
            $0.kind == .terminal && $0.isUsual && $0.address.place == doubtful.place
        }
    }

    private func account(_ storage: OpenStorageFacts) -> [Finding] {
        guard let failure = storage.account else { return [] }
        return [Finding(.stops, failure)]
    }
}
