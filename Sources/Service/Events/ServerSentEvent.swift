/// What is told of the moment: a server-sent event (WHATWG HTML 9.2) without an id, so that nobody resumes from it.
enum ServerSentEvent {
    /// Nothing if the document cannot be written.
    static func bytes(_ name: String, _ document: some Encodable) -> [UInt8] {
        guard let text = try? Output.json(document) else { return [] }
        return Array("event: \(name)\ndata: \(text)\n\n".utf8)
    }
}
