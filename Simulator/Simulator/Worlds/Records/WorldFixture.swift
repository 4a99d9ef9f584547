/// One run that is stored in a file and can be played again: its story, its departures from the usual run, and what it
/// is about.
///
/// ```
/// # The line breaks while the card is in, and the terminal books when the till has looked already.
/// story: pay 1042 a, pay 1042 b
/// departs: till.receive#11=3
/// departs: payment.after-break#1=2
/// ```
///
/// A line `setup: serial` or `setup: sqlite` names a setup that is not the usual one.
package struct WorldFixture: Hashable, Sendable {
    package var about: String
    package var story: WorldStory
    package var setup: WorldRun.Setup
    package var departures: [Departure]

    package init(about: String, story: WorldStory, setup: WorldRun.Setup, departures: [Departure]) {
        self.about = about
        self.story = story
        self.setup = setup
        self.departures = departures
    }

    /// Parses a fixture; nil when the text cannot be read completely.
    package init?(_ text: String) {
        var fixture = WorldFixture(about: "", story: WorldStory(steps: []), setup: WorldRun.Setup(), departures: [])
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#") {
                fixture.about += (fixture.about.isEmpty ? "" : " ") + line.drop { $0 == "#" || $0 == " " }
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, fixture.take(String(parts[0]), parts[1].drop { $0 == " " }) else { return nil }
        }
        guard !fixture.story.steps.isEmpty else { return nil }
        self = fixture
    }

    private mutating func take(_ name: String, _ value: Substring) -> Bool {
        switch name {
        case "story":
            guard let story = WorldStory(value) else { return false }
            self.story = story
        case "departs":
            guard let departure = Departure(value.prefix { $0 != " " }) else { return false }
            departures.append(departure)
        case "setup":
            switch value {
            case "serial": setup.isSerial = true
            case "sqlite": setup.isSQLite = true
            default: return false
            }
        default: return false
        }
        return true
    }

    package var text: String {
        let setups = (setup.isSerial ? ["setup: serial"] : []) + (setup.isSQLite ? ["setup: sqlite"] : [])
        let lines = ["# \(about)", "story: \(story)"] + setups + departures.map { "departs: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    package func play(keepsStory: Bool = false) throws -> WorldRun.Outcome {
        try WorldRun(story, on: setup).play(departures, keepsStory: keepsStory)
    }
}
