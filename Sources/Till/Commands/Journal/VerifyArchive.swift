import Flow
import Foundation
import Model
import Service
import Storage
import Stores

// `till journal verify --archive FILE`, and the archives in the report of `till journal verify`.
extension VerifyJournal {
    func verify(
        archive file: String, _ kept: [KeptHead], _ key: JournalPublicKey?, _ console: Console
    ) throws(Failure) -> Exit {
        let setup = try data.setup()
        let path = file.absolutePath
        let clock = ShopClock(zone: setup.configuration.shop.timeZone ?? .current)
        let journal = try? StorageManager(readingOnly: setup.directory, environment: .live)
        defer { try? journal?.close() }
        let verified = try ArchiveVerification.run(
            file: path, kept: kept, publicKey: key, replays: !chain, journal: journal, environment: .live)
        let (label, found) = (verified.label, verified.found)
        var document = Document(
            intact: verified.isIntact, forgeries: Self.forgeries(found, []),
            signature: found.signature.map(Signature.init), unsigned: found.unsigned.map(Unsigned.init),
            differences: found.differences,
            differenceCount: found.count,
            archives: [
                Archive(
                    file: path, number: label.number, firstEntry: label.first, lastEntry: label.through,
                    state: verified.link.rawValue)
            ])
        document.take(found.chain)
        if output.json {
            console.print(try Output.json(document))
        } else {
            tell(document, kept: kept.count, clock, console, in: .asked(setup.configuration))
        }
        tellTroubles(document, nil, clock, console)
        return verified.isIntact ? .done : .malformed
    }
}

extension VerifyJournal.Document {
    mutating func take(_ chain: JournalVerdict) {
        switch chain {
        case .intact(let count, let hash): (entries, head) = (count, Hexadecimal.text(hash))
        case .broken(let sequence, let why, _): (brokenAt, reason) = (sequence, EnglishSentence(sentence: why))
        }
    }
}

extension VerifyJournal.Archive {
    init(_ state: ArchiveState) {
        self.init(
            file: state.path, number: state.archive.number, firstEntry: state.archive.first,
            lastEntry: state.archive.through, state: state.condition.rawValue)
    }

    var sentence: Sentence {
        let what: [String: any CustomStringConvertible] = [
            "archive": number, "first": firstEntry, "last": lastEntry, "file": file,
        ]
        return switch state {
        case ArchiveState.Condition.unchanged.rawValue: Sentence("verify.archive.unchanged", what)
        case ArchiveState.Condition.missing.rawValue:
            Sentence("verify.archive.missing", what)
        case ArchiveVerification.Link.continued.rawValue: Sentence("verify.archive.continued", what)
        case ArchiveVerification.Link.notCompared.rawValue:
            Sentence("verify.archive.notCompared", what)
        default: Sentence("verify.archive.other", what)
        }
    }
}
