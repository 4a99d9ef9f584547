import Model

/// A sentence that a JSON document has in English.
struct EnglishSentence: Encodable {
    let sentence: Sentence

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(sentence.description)
    }
}
