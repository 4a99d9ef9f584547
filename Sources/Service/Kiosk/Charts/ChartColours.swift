/// The colours of a chart: those of the page, on its surface. Text and bars have 4.5 to 1 against the ground (WCAG 2.2, 1.4.3 and 1.4.11).
struct ChartColours: Hashable, Sendable {
    let ground, text, line, bar, good, bad: String

    /// The colours for the page's appearance: `dark` or `contrast`; anything else is light.
    init(appearance: String?) {
        switch appearance {
        case "dark":
            (ground, text, line) = ("#191f23", "#f1f3f2", "#2f383d")
            (bar, good, bad) = ("#62d3b4", "#84d99b", "#ff9d90")
        case "contrast":
            (ground, text, line) = ("#000000", "#ffffff", "#ffffff")
            (bar, good, bad) = ("#ffe94a", "#ffffff", "#ffe94a")
        default:
            (ground, text, line) = ("#ffffff", "#1a1d21", "#d9d6cf")
            (bar, good, bad) = ("#0b6152", "#1b6b35", "#a3261c")
        }
    }
}
