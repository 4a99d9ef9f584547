import Configuration
import Flow
import Foundation
import Model
import Service

/// The files that the configuration names for the service alone. No command reads them, so they are no mistakes of the
/// configuration: `till config check` and `till doctor` look at them.
enum ServiceFiles {
    /// What is to be said of a file.
    struct Remark: Sendable {
        let origin: ConfigurationOrigin
        let failure: Failure
        /// Whether the service does not start with it.
        let isMistake: Bool

        /// What is wrong, without the place.
        var said: Sentence {
            failure.reasons.first.map { Sentence("config.because", ["failure": failure.said, "reason": $0]) }
                ?? failure.said
        }

        /// The remark in the form of a compiler's, so that editors jump to the place.
        var report: Sentence {
            isMistake
                ? Sentence("config.problem", ["place": origin.name, "mistake": said])
                : Sentence("config.warning", ["place": origin.name, "mistake": said])
        }
    }

    static func remarks(on read: ReadConfiguration, now: Date) -> [Remark] {
        let configuration = read.configuration
        var remarks: [Remark] = []
        if let certificate = configuration.service.tlsCertificate {
            let origin = origin(of: "service", "certificate", in: read)
            do throws(Failure) {
                if let warning = try certificate.validity().warning(at: now) {
                    remarks.append(Remark(origin: origin, failure: warning, isMistake: false))
                }
            } catch { remarks.append(Remark(origin: origin, failure: error, isMistake: true)) }
        }
        if let logo = configuration.kiosk.logo, let obstacle = KioskLogo(path: logo).obstacle {
            remarks.append(Remark(origin: origin(of: "kiosk", "logo", in: read), failure: obstacle, isMistake: false))
        }
        return remarks
    }

    private static func origin(of table: String, _ key: String, in read: ReadConfiguration) -> ConfigurationOrigin {
        read.options.first { $0.table == table && $0.key == key }?.origin ?? .builtIn
    }
}
