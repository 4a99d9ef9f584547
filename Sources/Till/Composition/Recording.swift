import Configuration
import Flow
import Recorder

extension TillSetup {
    /// The folder of the flight recorder.
    var recordings: String { directory + "/recorder" }
}

extension FlightRecorder {
    /// Makes a till's recorder with its configured size; nil if it is switched off.
    convenience init?(_ setup: TillSetup, environment: Environment) {
        guard let plan = setup.configuration.recorder.plan else { return nil }
        self.init(directory: setup.recordings, plan: plan, environment: environment)
    }
}

extension TillConfiguration.Recorder {
    fileprivate var plan: RingPlan? { megabytes > 0 ? RingPlan(bytes: megabytes << 20) : nil }
}
