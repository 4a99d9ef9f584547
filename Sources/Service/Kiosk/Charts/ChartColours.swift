/// The colours of a chart. Text and bars have 4.5 to 1 against the ground (WCAG 2.2, 1.4.3 and 1.4.11).
struct ChartColours: Hashable, Sendable {
    let ground, text, line, bar, good, bad: String

    /// - Parameter appearance: `dark` or `contrast`; anything else is light.
    init(appearance: String?) {
        switch appearance {
        case "dark":
            (ground, text, line) = ("#16181d", "#f2f3f5", "#4a4f5a")
            (bar, good, bad) = ("#7db3ff", "#63d19a", "#ff9a8c")
        case "contrast":
            (ground, text, line) = ("#000000", "#ffffff", "#ffffff")
            (bar, good, bad) = ("#ffff00", "#ffffff", "#ffff00")
        default:
            (ground, text, line) = ("#ffffff", "#1c1f26", "#c9cdd4")
            (bar, good, bad) = ("#1f5fbf", "#1d7a4c", "#b3261e")
        }
    }
}
