import Configuration
import Flow
import Foundation
import Networking
import Storage
import Stores

#if DEBUG
    /// Hooks of the tests with real processes: a process that dies at a named step of a payment, a shop that is not there.
    enum TestHooks {
        /// `TILL_TEST_KILL_AT=S5`: the process kills itself, as with `kill -9`, when a payment reaches that step; with
        /// `TILL_TEST_KILL_WITH=11` by that signal, as a fault in the thread that carries the payment.
        static func environment(_ environment: Environment) -> Environment {
            let variables = ProcessInfo.processInfo.environment
            guard let step = variables["TILL_TEST_KILL_AT"] else { return environment }
            let signal = variables["TILL_TEST_KILL_WITH"].flatMap { Int32($0) } ?? SIGKILL
            var environment = environment
            // Threads of a queue listen to no signal but a fault's; who aborts makes himself heard.
            environment.reached = { reached in
                guard reached == step else { return }
                if signal == SIGABRT { abort() } else { raise(signal) }
            }
            return environment
        }

        /// `TILL_TEST_SHOP=unreachable`: the shop does not answer.
        static func network(_ network: any Network) -> any Network {
            ProcessInfo.processInfo.environment["TILL_TEST_SHOP"] == "unreachable" ? NoNetwork() : network
        }

        /// `TILL_TEST_CARD_PHASE=2`: terminals have ended what they were in the middle of so many seconds after their line
        /// broke. No variable does that outside of tests.
        static func configuration(_ configuration: TillConfiguration) -> TillConfiguration {
            guard let seconds = ProcessInfo.processInfo.environment["TILL_TEST_CARD_PHASE"].flatMap(Int.init) else {
                return configuration
            }
            var configuration = configuration
            configuration.policy.cardPhaseSeconds = seconds
            return configuration
        }

        /// `TILL_TEST_ARCHIVE=all`: nothing stays in the journal for its age, or for being among the newest.
        static func archiving(_ storage: StorageManager, _ directory: String) -> JournalArchiving {
            let environment = environment(.live.logged)
            let claims = FileClaims(directory: directory)
            guard ProcessInfo.processInfo.environment["TILL_TEST_ARCHIVE"] == "all" else {
                return JournalArchiving(
                    storage: storage, directory: directory, claims: claims, environment: environment)
            }
            return JournalArchiving(
                storage: storage, directory: directory, claims: claims, environment: environment, leastAgeDays: -3,
                keptTransactions: 0)
        }

        private struct NoNetwork: Network {
            func response(for request: Request) async throws(NetworkError) -> Response {
                throw .unreachable(reason: "a test has cut it off")
            }
        }
    }
#else
    /// Hooks of the tests with real processes: there are none in a release build.
    enum TestHooks {
        static func environment(_ environment: Environment) -> Environment { environment }
        static func network(_ network: any Network) -> any Network { network }
        static func configuration(_ configuration: TillConfiguration) -> TillConfiguration { configuration }
        static func archiving(_ storage: StorageManager, _ directory: String) -> JournalArchiving {
            JournalArchiving(
                storage: storage, directory: directory, claims: FileClaims(directory: directory),
                environment: .live.logged)
        }
    }
#endif
