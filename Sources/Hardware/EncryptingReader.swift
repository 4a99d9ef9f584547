import Flow
import Model

/// A reader that hands out what it reads of a card, encrypted for an acquirer (ID TECH NEO 2). It has no host and moves
/// no money: what becomes of the card is an `Acquirer`'s business.
///
/// One request at a time: `start` while one runs is a programmer's error. Events come in order, on the reader's own
/// queue, and end with exactly one `.finished`; handlers must not block.
package protocol EncryptingReader: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    func start(_ request: ReaderRequest, events: @escaping @Sendable (ReaderEvent) -> Void)
    /// Asks to end the running request. A card that is read meanwhile is thrown away.
    func cancel()
    /// Ends the connection. A request under way ends as disturbed.
    func close()
}

/// What an encrypting reader can be asked for.
package enum ReaderRequest: Hashable, Sendable {
    /// Ends whatever an earlier life has left it in, asks whether it is there, and sets it up.
    case prepare
    /// Waits for a card, and reads it for that amount.
    case readCard(Money, TransactionKind, within: Duration)
}

/// What an encrypting reader tells while a request is under way.
package enum ReaderEvent: Sendable {
    /// What it shows. Progress only.
    case progress(TerminalProgress)
    /// This request is over; no event follows.
    case finished(ReaderEnd)
}

/// How a request ended. Nothing is charged by any of it.
package enum ReaderEnd: Sendable {
    case ready
    case card(PresentedCard)
    /// Nobody presented a card in time, or it was cancelled.
    case noCard
    /// A card was there and could not be read.
    case unreadable
    /// The line or the dialogue broke, or the reader cannot be used.
    case disturbed(Failure)
}

/// A card that was presented: what only its acquirer can read, and what anybody may.
package struct PresentedCard: Sendable {
    package let data: EncryptedCardData
    package let masked: MaskedCard

    package init(data: EncryptedCardData, masked: MaskedCard) {
        self.data = data
        self.masked = masked
    }
}

/// What a receipt says of a card. Never its number or its expiry date.
package struct MaskedCard: Hashable, Codable, Sendable {
    /// At most four.
    package var lastDigits: String?
    package var name: String?
    /// Of the chip, hex.
    package var applicationID: String?
    package var technology: CardTechnology?

    package init(
        lastDigits: String? = nil, name: String? = nil, applicationID: String? = nil, technology: CardTechnology? = nil
    ) {
        self.lastDigits = lastDigits.map { String($0.suffix(4)) }
        self.name = name
        self.applicationID = applicationID
        self.technology = technology
    }
}
