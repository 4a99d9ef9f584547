/// A value and its place in its file.
struct PlacedValue: Hashable, Sendable {
    let key: TextPlace
    let place: TextPlace
    let value: ConfiguredValue
}
