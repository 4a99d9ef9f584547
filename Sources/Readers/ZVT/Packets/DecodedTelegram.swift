/// The result of decoding: the telegram or an error, and in both cases a copy of the bytes that may be stored.
package struct DecodedTelegram: Sendable {
    package let telegram: Result<Telegram, PacketError>
    /// The copy, as long as the original: card data, passwords and everything not understood are replaced.
    package let redacted: [UInt8]
    /// The ranges of text.
    let texts: [Range<Int>]

    package init(_ bytes: [UInt8]) {
        var body = TelegramBody(bytes)
        do throws(PacketError) {
            telegram = .success(try Telegram(&body))
        } catch {
            telegram = .failure(error)
        }
        redacted = body.redaction.traceable(header: (try? APDUHeader(decoding: bytes))?.length ?? 0)
        texts = body.redaction.texts
    }
}
