import Model

/// Gathers the commands of a job into chunks, so that the printer never waits inside a command.
enum PrintChunks {
    /// The usual size of a chunk in bytes; a longer command is a chunk by itself.
    static let usualSize = 1024

    /// Splits a job between its commands into chunks of about `usualSize` bytes. Only a longer command makes a longer
    /// chunk.
    ///
    /// - Parameter wish: an extra command, inserted behind each reset, which would undo it; else before the job.
    static func split(_ data: PrintData, wish: [UInt8] = []) -> [[UInt8]] {
        let parts = data.parts
        var chunks: [[UInt8]] = []
        var chunk = parts.contains { $0.resets } ? [] : wish
        for part in parts {
            if !chunk.isEmpty && chunk.count + part.bytes.count > usualSize {
                chunks.append(chunk)
                chunk = []
            }
            chunk += part.bytes
            if part.resets { chunk += wish }
        }
        return parts.isEmpty || chunk.isEmpty ? chunks : chunks + [chunk]
    }
}
