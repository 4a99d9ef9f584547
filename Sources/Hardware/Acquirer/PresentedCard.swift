/// A card that was presented: the part that only its acquirer can read, and the part that anybody may.
package struct PresentedCard: Sendable {
    package let data: EncryptedCardData
    package let masked: MaskedCard

    package init(data: EncryptedCardData, masked: MaskedCard) {
        self.data = data
        self.masked = masked
    }
}
