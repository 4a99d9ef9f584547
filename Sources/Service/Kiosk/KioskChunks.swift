import Flow
import Stores

/// The kiosk's document as server-sent events (WHATWG HTML 9.2): at once, and after each change. A listener that is slow gets
/// the newest and none in between.
struct KioskChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let environment: Environment
    let subscription: JournalFeed.Subscription
    let watch: KioskRevisions
    let document: @Sendable () -> [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    struct Iterator: AsyncIteratorProtocol {
        private let chunks: KioskChunks
        private var wakes: AsyncStream<Void>.Iterator
        private var told: KioskRevisions.Mark?
        private var spoke: Uptime

        fileprivate init(_ chunks: KioskChunks) {
            self.chunks = chunks
            wakes = chunks.subscription.wakes.makeAsyncIterator()
            spoke = chunks.environment.uptime()
        }

        mutating func next() async -> [UInt8]? {
            while !Task.isCancelled {
                let mark = chunks.watch.current
                if mark != told {
                    told = mark
                    spoke = chunks.environment.uptime()
                    return Array("retry: 1000\nevent: state\ndata: ".utf8) + chunks.document() + Array("\n\n".utf8)
                }
                guard await wakes.next() != nil else { return nil }
                let now = chunks.environment.uptime()
                if now - spoke >= JournalFeed.longestSilence {
                    spoke = now
                    return Array(":\n\n".utf8)
                }
            }
            return nil
        }
    }
}
