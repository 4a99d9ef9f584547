import Flow

/// Why a payment could not begin now, or not with one of the devices.
struct ReadinessObstacle: Sendable {
    let failure: Failure
    /// The name of the device that is concerned; nil if none is.
    var device: String?
    /// Whether it keeps payments from beginning that name no device. Otherwise only those with this device do not begin.
    var stops = true
}
