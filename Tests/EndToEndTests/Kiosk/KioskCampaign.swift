import Foundation

/// How much of what takes long is played: `TILL_KIOSK=all` plays all of it, as `scripts/soak` does.
enum KioskCampaign {
    static let isWhole = ProcessInfo.processInfo.environment["TILL_KIOSK"] == "all"

    /// All of the cases, or some of them in a usual run.
    static func cases<Value>(_ all: [Value], usually some: [Value]) -> [Value] { isWhole ? all : some }
}
