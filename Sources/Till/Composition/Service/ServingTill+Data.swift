import Configuration
import Failures
import Flow
import Foundation
import Model
import Payments
import Service
import Storage
import Stores

/// What the service tells of the whole machine and of all data.
extension ServingTill {
    private var setup: TillSetup { TillSetup(directory: till.directory, configuration: configuration) }

    func findings(
        _ answers: [DeviceAddress: DeviceAnswer], in language: OperatorLanguage
    ) async throws(Failure) -> [Output.Finding] {
        let doctor = Doctor(of: setup, environment: environment)
        let usual = (try? await terminal(nil), try? await printer(nil))
        let found = try asFailure { () throws(StorageError) in
            try doctor.findings(answers, terminal: usual.0, printer: usual.1, till.storage)
        }
        return found.map { Output.Finding($0, in: language) }
    }

    func backUp() async throws(Failure) -> ServedBackup {
        let taken = try asFailure { () throws(StorageError) in
            try FileDeviceLocks(directory: till.directory).claim("backup")
        }
        guard let claim = taken else { throw .backupRuns }
        let (storage, environment) = (till.storage, environment)
        let folder = till.directory + "/backup.new"
        // A backup that was stopped may be left.
        try? FileManager.default.removeItem(atPath: folder)
        let remove: @Sendable () -> Void = {
            try? FileManager.default.removeItem(atPath: folder)
            claim.release()
        }
        // A large backup takes long, so it has a thread of its own, and no other request waits for it.
        let made = await withCheckedContinuation {
            (done: CheckedContinuation<Result<BackupManifest, Failure>, Never>) in
            _ = environment.spawnThread("back up") { _ in
                do throws(StorageError) {
                    done.resume(
                        returning: .success(
                            try storage.backUp(
                                into: folder, environment: environment, apart: true, check: RestoredTill.check)))
                } catch { done.resume(returning: .failure(error.failure)) }
            }
        }
        do throws(Failure) { return ServedBackup(try made.get(), in: folder, end: remove) } catch {
            remove()
            throw error
        }
    }
}

extension Output.Finding {
    fileprivate init(_ finding: Finding, in language: OperatorLanguage) {
        self.init(
            finding.severity, finding.code, finding.said.text(in: language), remedy: finding.advice?.text(in: language))
    }
}
