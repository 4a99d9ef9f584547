import Configuration
import Flow
import Recorder

extension TillSetup {
    /// Where the flight recorder's ring is.
    var recordings: String { directory + "/recorder" }
}

extension FlightRecorder {
    /// The recorder of a till, as large as it is configured; nil where it is switched off.
    convenience init?(_ setup: TillSetup, environment: Environment) {
        guard let plan = setup.configuration.recorder.plan else { return nil }
        self.init(directory: setup.recordings, plan: plan, environment: environment)
    }
}

extension TillConfiguration.Recorder {
    fileprivate var plan: RingPlan? { megabytes > 0 ? RingPlan(bytes: megabytes << 20) : nil }
}
