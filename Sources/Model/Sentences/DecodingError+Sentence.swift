/// What is wrong with a value of a document, for people: the underlying error of a `DecodingError`.
struct DecodingMistake: Error {
    let said: Sentence
}

extension DecodingError {
    /// Returns the error for a value of which people are told what is wrong with it. It names the value's place.
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
