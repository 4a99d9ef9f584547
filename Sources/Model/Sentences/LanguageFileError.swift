/// What is wrong with a language file.
package enum LanguageFileError: Error, Hashable, Sendable {
    /// The line is neither a comment, nor the rest of a sentence, nor a key with a sentence.
    case noKey(line: Int)
    case nothingSaid(key: String, line: Int)
    case twice(key: String, line: Int)
}
