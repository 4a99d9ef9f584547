/// A syntax error of TOML and its place.
struct TOMLMistake: Error, Hashable {
    let place: TextPlace
    let sentence: String

    init(_ place: TextPlace, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }
}
