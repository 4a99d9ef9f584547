/// What is wrong with a value of a document, for people: the underlying error of a `DecodingError`.
struct DecodingMistake: Error {
    let said: Sentence
}

extension DecodingError {
    /// - Parameter said: what is wrong with the value.
    package static func mistake(in container: any SingleValueDecodingContainer, _ said: Sentence) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: container.codingPath, debugDescription: said.description,
                underlyingError: DecodingMistake(said: said)))
    }
}

extension DecodingError.Context {
    /// What is wrong; in the decoder's own words where Till has none.
    package var said: Sentence {
        (underlyingError as? DecodingMistake)?.said ?? Sentence(stored: debugDescription)
    }
}
