import Failures
import Payments
import ArgumentParser
import Configuration
import Flow
import Foundation
import Model
import Service
import Storage
import Stores

struct ArchiveCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Moves old entries of the journal into an archive file.",
        discussion: """
            Till moves all entries from before a date, with their receipts, into a file that `till journal verify --archive` \
            verifies; the journal continues it by its hash. Entries of the last 400 days stay, and so does everything that is \
            not finished, and what Till needs to never charge twice. Then the database returns the disk space. The archive is \
            part of the journal: keep it. `till why` and `till receipts show` read it as long as it stays in its place.

            Exit codes: 0 moved; 8 nothing can be moved, or the file exists; 64 the date is too late; 75 the till is at work. \
            After 8, 64 and 75 nothing was moved.
            """)

    @Option(
        help: ArgumentHelp(
            "Move the entries from before this day, in the shop's time, such as 2025-01-01.", valueName: "date"))
    var before: String?
    @Option(
        help: ArgumentHelp(
            "The archive file to create. Default: archive-<date>.sqlite in the data directory.", valueName: "file"))
    var to: String?
    @Flag(
        help:
            "Also move payments of terminals whose day Till has not ended, for terminals that end it by themselves or are gone."
    )
    var withOpenDays = false
    @Flag(help: "Show what would be moved, and move nothing.")
    var dryRun = false
    @Flag(
        help: "Move nothing; only return the disk space that the database no longer needs. Not with any other option.")
    var onlyRoom = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard onlyRoom != (before != nil) else { throw ValidationError("Give --before DATE, or --only-room.") }
        if let before, Self.day(before, .gmt) == nil {
            throw ValidationError("--before is a day: YYYY-MM-DD.")
        }
        if onlyRoom, dryRun || withOpenDays || to != nil {
            throw ValidationError("--only-room goes with nothing else.")
        }
        if to?.isEmpty == true { throw ValidationError("--to names a file.") }
    }

    /// Midnight at the beginning of the day; nil if the text is not a day.
    private static func day(_ text: String, _ zone: TimeZone) -> Date? {
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        let parts = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        guard let date = calendar.date(from: parts),
            calendar.dateComponents([.year, .month, .day], from: date) == parts
        else { return nil }
        return date
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        let directory = setup.directory
        guard FileManager.default.fileExists(atPath: directory + "/till.sqlite") else {
            throw .nothingStored(directory)
        }
        let clock = ShopClock(zone: setup.configuration.shop.timeZone ?? .current)
        var document = ArchiveDocument(language: OperatorLanguage(of: setup.configuration), clock: clock)
        if let before, let date = Self.day(before, clock.zone) {
            let storage = try asFailure { () throws(StorageError) in try setup.openStorage(.live.logged) }
            defer { try? storage.close() }
            let request = ArchiveRequest(
                before: date, file: to?.absolutePath ?? "\(directory)/archive-\(before).sqlite",
                withOpenDays: withOpenDays, by: (try? Account.signedIn(in: storage))?.name)
            let archiving = TestHooks.archiving(storage, directory)
            if dryRun {
                document.plan = try archiving.plan(request)
            } else {
                document.report = try archiving.run(request)
                document.file = request.file
            }
        }
        if !dryRun { document.room = StorageManager.giveRoomBack(in: directory, waiting: LockNotice.say) }
        if output.json { console.print(try Output.json(document)) } else { console.write(document.text) }
        if let obstacle = document.room?.obstacle { console.say(obstacle) }
        return .done
    }
}

/// The JSON document of `till archive`.
struct ArchiveDocument: Encodable {
    let language: OperatorLanguage
    let clock: ShopClock
    var plan: ArchivePlan?
    var report: ArchiveReport?
    var file: String?
    var room: RoomGivenBack?

    private enum Key: String, CodingKey {
        case moved, file, number, firstEntry, lastEntry, entries, transactions, until, hash, sha256, heldBack, cleared
        case bytesBefore, bytesAfter
    }

    private struct Hold: Encodable {
        let reason: String
        let id: String
        let entry: Int64
        let text: String
        let remedy: String?
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(report != nil, forKey: .moved)
        if let known = report?.plan ?? plan {
            try values.encode(known.start + 1, forKey: .firstEntry)
            try values.encode(known.through, forKey: .lastEntry)
            try values.encode(known.entries, forKey: .entries)
            try values.encodeIfPresent(known.until, forKey: .until)
            let holds = known.holds.map {
                Hold(
                    reason: $0.reason.rawValue, id: $0.id, entry: $0.sequence, text: $0.sentence(in: language),
                    remedy: $0.remedy(in: language))
            }
            try values.encode(holds, forKey: .heldBack)
        }
        if let report {
            try values.encodeIfPresent(file, forKey: .file)
            try values.encode(report.archive.number, forKey: .number)
            try values.encode(report.archive.payments, forKey: .transactions)
            try values.encode(report.archive.hash, forKey: .hash)
            try values.encode(report.archive.sha256, forKey: .sha256)
            try values.encode(report.cleared, forKey: .cleared)
        }
        if let room {
            try values.encode(room.before, forKey: .bytesBefore)
            try values.encode(room.after, forKey: .bytesAfter)
        }
    }

    /// The text for a person.
    var text: String {
        var lines =
            report?.cleared.map {
                language.text("archive.removed", ["file": $0])
            } ?? []
        if let known = report?.plan ?? plan { lines.append(sentence(of: known)) }
        for hold in (report?.plan ?? plan)?.holds.prefix(Self.mostHolds) ?? [] {
            let remedy = hold.remedy(in: language).map { " (\($0))" } ?? ""
            lines.append(language.text("archive.heldBack") + hold.sentence(in: language).printable + remedy)
        }
        if let file, report != nil {
            lines.append(
                language.text("archive.keep", ["file": file.printable]))
        }
        if let room {
            lines.append(
                language.text(
                    "archive.room",
                    [
                        "before": Sentence(roughSize: room.before), "now": Sentence(roughSize: room.after),
                        "freed": Sentence(roughSize: room.bytes),
                    ]))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let mostHolds = 10

    private func sentence(of plan: ArchivePlan) -> String {
        let until = plan.until.map { language.text("archive.until", ["time": clock.moment($0)]) } ?? ""
        let range = "\(plan.start + 1)–\(plan.through)"
        guard let report else {
            return plan.entries == 0
                ? language.text("archive.nothingWouldMove")
                : language.text("archive.wouldMove", ["entries": plan.entries, "range": range, "until": until])
        }
        let arguments: [String: any CustomStringConvertible] = [
            "entries": plan.entries, "range": range, "payments": report.archive.payments, "until": until,
        ]
        return plan.entries == 1
            ? language.text("archive.movedOne", arguments) : language.text("archive.moved", arguments)
    }

}

extension Failure {
    fileprivate static func nothingStored(_ directory: String) -> Failure {
        Failure(
            ArchiveFailure.nothing, Sentence("failure.archive.nothing.nothingStored", ["directory": directory]),
            remedy: Sentence("remedy.archive.nothing.nothingStored"), recovery: .giveUp)
    }
}
