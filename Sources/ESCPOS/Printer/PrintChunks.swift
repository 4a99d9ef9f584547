/// Cuts a job into pieces that end between commands, so that a printer never waits inside one for what does not come.
enum PrintChunks {
    /// A chunk grows no further once it is this long; a longer command is a chunk by itself.
    static let usualSize = 1024

    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var decoder = StreamDecoder()
        var chunks: [[UInt8]] = []
        var chunk: [UInt8] = []
        for command in decoder.decode(bytes) + decoder.finish() {
            if !chunk.isEmpty && chunk.count + command.count > usualSize {
                chunks.append(chunk)
                chunk = []
            }
            chunk += command.bytes
        }
        return chunk.isEmpty ? chunks : chunks + [chunk]
    }
}
