import Configuration
import Flow
import Foundation
import Model
import Networking
import Storage
import Stores

#if DEBUG
    /// Hooks for tests with real processes: a process that dies at a named step of a payment, or a shop that does not
    /// answer.
    enum TestHooks {
        /// `TILL_TEST_KILL_AT=S5`: the process kills itself, as with `kill -9`, when a payment reaches that step. With
        /// `TILL_TEST_KILL_WITH=11` it uses that signal, as for a fault in the payment's thread.
        static func environment(_ environment: Environment) -> Environment {
            let variables = ProcessInfo.processInfo.environment
            guard let step = variables["TILL_TEST_KILL_AT"] else { return environment }
            let signal = variables["TILL_TEST_KILL_WITH"].flatMap { Int32($0) } ?? SIGKILL
            var environment = environment
            // A dispatch queue's threads block all signals but those of faults, so SIGABRT needs abort().
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

        /// `TILL_TEST_CARD_PHASE=2`: terminals count as finished that many seconds after their line broke. No
        /// configuration can do that outside of tests.
        static func configuration(_ configuration: TillConfiguration) -> TillConfiguration {
            guard let seconds = ProcessInfo.processInfo.environment["TILL_TEST_CARD_PHASE"].flatMap(Int.init) else {
                return configuration
            }
            var configuration = configuration
            configuration.policy.cardPhaseSeconds = seconds
            return configuration
        }

        /// `TILL_TEST_ARCHIVE=all`: no entry is held back for its age, or for being among the newest.
        static func archiving(_ storage: StorageManager, _ directory: String) -> JournalArchiving {
            let environment = environment(.live.logged)
            let locks = FileDeviceLocks(directory: directory)
            guard ProcessInfo.processInfo.environment["TILL_TEST_ARCHIVE"] == "all" else {
                return JournalArchiving(
                    storage: storage, directory: directory, locks: locks, environment: environment)
            }
            return JournalArchiving(
                storage: storage, directory: directory, locks: locks, environment: environment, leastAgeDays: -3,
                keptTransactions: 0)
        }

        private struct NoNetwork: Network {
            func response(for request: Request) async throws(NetworkError) -> Response {
                throw .unreachable(reason: Sentence(stored: "a test has cut it off"))
            }
        }
    }
#else
    /// Hooks for tests with real processes, of which a release build has none.
    enum TestHooks {
        static func environment(_ environment: Environment) -> Environment { environment }
        static func network(_ network: any Network) -> any Network { network }
        static func configuration(_ configuration: TillConfiguration) -> TillConfiguration { configuration }
        static func archiving(_ storage: StorageManager, _ directory: String) -> JournalArchiving {
            JournalArchiving(
                storage: storage, directory: directory, locks: FileDeviceLocks(directory: directory),
                environment: .live.logged)
        }
    }
#endif
