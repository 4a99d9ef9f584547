/// Cuts a job into chunks that end between commands, so that the printer never waits inside a command.
enum PrintChunks {
    /// The usual size of a chunk in bytes; a longer command is a chunk by itself.
    static let usualSize = 1024

    /// - Parameter wish: an extra command, inserted behind each `ESC @`, which would undo it; else before the job.
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
