/// One event of a stream of server-sent events (WHATWG HTML 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    package var id: String?
    package var name = ""
    package var data = ""
}
