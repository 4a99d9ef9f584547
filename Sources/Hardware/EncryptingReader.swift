import Flow
import Model

/// A reader that encrypts what it reads of a card for an acquirer (ID TECH NEO 2). It has no host and moves no money;
/// an `Acquirer` decides what becomes of the card.
///
/// There is one request at a time: to call `start` while one runs is a programming error. Events come in order, on the
/// reader's own queue, and end with exactly one `.finished`; handlers must not block.
package protocol EncryptingReader: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    func start(_ request: ReaderRequest, events: @escaping @Sendable (ReaderEvent) -> Void)
    /// Asks to end the running request. A card that is read meanwhile is thrown away.
    func cancel()
    /// Closes the connection. A running request ends as disturbed.
    func close()
}

/// A request to an encrypting reader.
package enum ReaderRequest: Hashable, Sendable {
    /// Ends whatever an earlier process left running, checks that the reader is there, and sets it up.
    case prepare
    /// Waits for a card, and reads it for that amount.
    case readCard(Money, TransactionKind, within: Duration)
}

/// What an encrypting reader tells while a request runs.
package enum ReaderEvent: Sendable {
    /// What the reader shows. It is progress and never an outcome.
    case progress(TerminalProgress)
    /// The request has ended; no event follows.
    case finished(ReaderEnd)
}

/// How a request ended. None of these ends charges anything.
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

/// A card that was presented: the part that only its acquirer can read, and the part that anybody may.
package struct PresentedCard: Sendable {
    package let data: EncryptedCardData
    package let masked: MaskedCard

    package init(data: EncryptedCardData, masked: MaskedCard) {
        self.data = data
        self.masked = masked
    }
}

/// What a receipt may say of a card. It never contains the card's number or expiry date.
package struct MaskedCard: Hashable, Codable, Sendable {
    /// The last digits of the card's number, at most four.
    package var lastDigits: String?
    package var name: String?
    /// The chip's application id in hexadecimal.
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
