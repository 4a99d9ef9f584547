/// Cuts a job into pieces that end between commands, so that a printer never waits inside one for what does not come.
enum PrintChunks {
    /// A chunk grows no further once it is this long; a longer command is a chunk by itself.
    static let usualSize = 1024

    /// - Parameter wish: what the printer is told besides: behind each `ESC @`, which undoes it; before a job without one.
    static func split(_ bytes: [UInt8], wish: [UInt8] = []) -> [[UInt8]] {
        var decoder = StreamDecoder()
        let commands = decoder.decode(bytes) + decoder.finish()
        var chunks: [[UInt8]] = []
        var chunk = commands.contains { $0.operation == .initialize } ? [] : wish
        for command in commands {
            if !chunk.isEmpty && chunk.count + command.count > usualSize {
                chunks.append(chunk)
                chunk = []
            }
            chunk += command.bytes
            if command.operation == .initialize { chunk += wish }
        }
        return chunk.isEmpty ? chunks : chunks + [chunk]
    }
}
