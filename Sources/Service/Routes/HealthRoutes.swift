import Flow
import Model
import Stores

/// Whether the service lives, and whether it could take a payment now.
struct HealthRoutes: Sendable {
    let till: any ServedTill
    let readiness: ReadinessCheck

    var routes: [Route] {
        [
            Route("GET", "/healthz", nil) { _ throws(Failure) in try .json(Health(status: "ok")) },
            Route("GET", "/readyz", nil) { request throws(Failure) in
                let obstacles = await readiness.obstacles()
                let isReady = !obstacles.contains(where: \.stops)
                let remarks = await remarks().map { Reason($0, for: request) }
                return try .json(
                    Readiness(
                        ready: isReady, reasons: obstacles.map { Reason($0, for: request) },
                        remarks: remarks.isEmpty ? nil : remarks),
                    status: isReady ? 200 : 503)
            },
        ]
    }

    /// What somebody has to look after though payments can begin.
    private func remarks() async -> [Failure] {
        guard till.servedKiosk != nil, let kiosk = try? await till.ask({ KioskAction.read($0) }) else { return [] }
        switch kiosk.current.pagePresence {
        case .awaited, .answering: return []
        case .silent: return [.kioskPageSilent]
        case .missing: return [.kioskPageMissing]
        }
    }

    private struct Health: Encodable {
        let status: String
    }

    private struct Readiness: Encodable {
        let ready: Bool
        let reasons: [Reason]
        /// Nil if there is none.
        let remarks: [Reason]?
    }

    /// Sentences name devices and transactions, so only those hear them who may look at these.
    private struct Reason: Encodable {
        let code: String
        let sentence: String?
        let remedy: String?
        /// The name of the device that is concerned; nil if none is.
        let device: String?
        /// Whether payments that name no device do not begin; nil of a remark.
        let stops: Bool?

        init(_ obstacle: ReadinessObstacle, for request: ServiceRequest) {
            self.init(obstacle.failure, for: request, device: obstacle.device, stops: obstacle.stops)
        }

        init(_ failure: Failure, for request: ServiceRequest, device: String? = nil, stops: Bool? = nil) {
            let mayLook = request.caller.rights.contains(.look)
            code = failure.code
            self.device = mayLook ? device?.presentable : nil
            self.stops = stops
            sentence = mayLook ? failure.said.text(in: request.language).presentable : nil
            remedy = mayLook ? failure.advice?.text(in: request.language).presentable : nil
        }
    }
}
