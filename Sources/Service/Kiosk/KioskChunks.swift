/// The kiosk's document as server-sent events (WHATWG HTML 9.2): at once, and after each change. A listener that is slow gets
/// the newest and none in between.
struct KioskChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let subscription: JournalFeed.Subscription
    let tokens: ListenerTokens
    let watch: KioskRevisions
    let document: @Sendable () -> [UInt8]

    func makeAsyncIterator() -> ListenerIterator<Events> { ListenerIterator(Events(self), subscription, tokens) }

    struct Events: ListenerEvents {
        private let chunks: KioskChunks
        private var told: KioskRevisions.Mark?

        fileprivate init(_ chunks: KioskChunks) { self.chunks = chunks }

        mutating func events() -> [UInt8] {
            let mark = chunks.watch.current
            guard mark != told else { return [] }
            told = mark
            return Array("retry: 1000\nevent: state\ndata: ".utf8) + chunks.document() + Array("\n\n".utf8)
        }
    }
}
