import Configuration
import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Payments
import Stores
import Transports

/// What the doctor finds in a database that can be opened.
struct OpenStorageFacts: Sendable {
    var settings: DatabaseSettings
    /// The database's size and how fast it grows.
    var size: StorageSize?
    /// Nil if the database is too large to check here.
    var integrity: Check?
    var chain: Chain?
    var doubts: [PaymentRecord] = []
    /// Interrupted ends of day.
    var openDays: [EndOfDayIntent] = []
    var owedGoods: [UndeliveredCharge] = []
    /// Terminals whose clocks are wrong.
    var clocks: [ClockDeviation] = []
    /// Prints that are known to have been cut off (`isEnded`), and prints that were begun and have not ended.
    var cutOff: [(print: CutOffPrint, isEnded: Bool)] = []
    /// Prints that wait for their printers.
    var waitingPrints: [PrintJob] = []
    /// Prints that have ended, and of which nobody knows whether they came out, without those that were cut off.
    var unclearPrints: [PrintJob] = []
    /// The receipts that were deleted because they were old; nil if none were.
    var droppedReceipts: DroppedReceipts?
    /// E-mails that were not handed over.
    var mails: [MailReport] = []
    var account: Failure?
    var signing = Signing()

    /// The keys that sign the journal's head, by fingerprint.
    struct Signing: Sendable {
        /// The key that the journal names.
        var enrolled: String?
        /// The key that the configuration names.
        var configured: String?
        /// Why the configured key cannot be used.
        var failure: Failure?
    }

    enum Check: Sendable {
        case sound
        case failed(Failure)
    }

    enum Chain: Sendable {
        /// The number of entries, and how many of the newest were compared with their hashes.
        case intact(Int64, newest: Int64)
        case broken(Int64, Sentence)
        case failed(Failure)
    }
}
