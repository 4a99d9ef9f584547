import Model

/// A syntax error of TOML and its place.
struct TOMLMistake: Error, Hashable {
    let place: TextPlace
    let sentence: Sentence

    init(_ place: TextPlace, _ sentence: Sentence) {
        self.place = place
        self.sentence = sentence
    }
}
