import Failures
import Flow
import Foundation
import Model
import Storage

/// The endpoints of a till, in its storage, and how far each has been told. Their secrets are in files that only the owner of the
/// data may read, and in no backup.
package struct EventEndpoints: Sendable {
    private static let setting = "service.endpoints"
    /// The most endpoints of a till.
    package static let most = 20

    let storage: any StorageManagerType
    let environment: Environment
    private let secrets: CredentialFiles

    package init(storage: any StorageManagerType, environment: Environment, secrets: CredentialFiles) {
        (self.storage, self.environment, self.secrets) = (storage, environment, secrets)
    }

    // MARK: Endpoints

    /// All endpoints, oldest first.
    package func all() throws(Failure) -> [EventEndpoint] { try storage.reading { try Self.all(in: $0) } }

    private static func all(in reader: any StorageReader) throws -> [EventEndpoint] {
        try reader.setting(setting, as: [EventEndpoint].self) ?? []
    }

    private static func place(of id: String) -> String { setting + "." + id }

    /// Makes an endpoint, which is told of what happens from now on. Its secret is in the answer, and nowhere shown again.
    package func create(
        _ url: String, _ events: [String]
    ) throws(Failure) -> (secret: EndpointSecret, endpoint: EventEndpoint) {
        try EndpointAddress.check(url)
        try EventKinds.check(events)
        let endpoint = EventEndpoint(
            id: environment.newID("hook"), url: url, events: events, createdAt: environment.now().asStored)
        let secret = EndpointSecret(environment)
        // An endpoint is never without its secret; a secret without its endpoint opens nothing.
        try secrets.write(Array(secret.text.utf8), named: Self.file(of: endpoint.id))
        do throws(Failure) {
            try storage.writing { transaction in
                let known = try Self.all(in: transaction)
                guard known.count < Self.most else { throw StorageError.refused(.tooManyEndpoints) }
                try transaction.setSetting(Self.setting, to: known + [endpoint])
                let head = try transaction.journalHead().sequence
                try transaction.setSetting(Self.place(of: endpoint.id), to: EndpointProgress(last: head))
            }
        } catch {
            try? secrets.remove(named: Self.file(of: endpoint.id))
            throw error
        }
        return (secret, endpoint)
    }

    /// Removes an endpoint with everything that it was still to be told.
    package func remove(_ id: String) throws(Failure) -> EventEndpoint {
        let removed = try storage.writing { transaction in
            let known = try Self.all(in: transaction)
            guard let endpoint = known.first(where: { $0.id == id }) else {
                throw StorageError.refused(.noEndpoint(id))
            }
            try transaction.setSetting(Self.setting, to: known.filter { $0.id != id })
            try transaction.removeSetting(Self.place(of: id))
            return endpoint
        }
        try secrets.remove(named: Self.file(of: id))
        return removed
    }

    /// The endpoint and how far it is. Throws `endpoint.notFound` for an unknown one.
    package func find(_ id: String) throws(Failure) -> (endpoint: EventEndpoint, progress: EndpointProgress) {
        try storage.reading { reader in
            guard let endpoint = try Self.all(in: reader).first(where: { $0.id == id }) else {
                throw StorageError.refused(.noEndpoint(id))
            }
            return (endpoint, try Self.progress(of: id, in: reader))
        }
    }

    private static func progress(of id: String, in reader: any StorageReader) throws -> EndpointProgress {
        try reader.setting(place(of: id), as: EndpointProgress.self)
            ?? EndpointProgress(last: try reader.journalHead().sequence)
    }

    /// Throws `endpoint.noSecret` if its file is not there.
    func secret(of endpoint: EventEndpoint) throws(Failure) -> EndpointSecret {
        guard let bytes = try secrets.read(named: Self.file(of: endpoint.id)) else { throw .noSecret(endpoint) }
        return EndpointSecret(text: String(decoding: bytes, as: UTF8.self))
    }

    private static func file(of id: String) -> String { "webhook-\(id)" }

    // MARK: Progress

    /// Tells an endpoint anew of an event that it refused, before all others.
    package func retry(_ event: Int64, of id: String) throws(Failure) {
        try change(id) { progress throws(Failure) in
            try Self.take(event, from: &progress)
            progress.again.append(event)
        }
    }

    /// Gives up an event that the endpoint refused.
    package func discard(_ event: Int64, of id: String) throws(Failure) {
        try change(id) { progress throws(Failure) in try Self.take(event, from: &progress) }
    }

    private static func take(_ event: Int64, from progress: inout EndpointProgress) throws(Failure) {
        guard let place = progress.setAside.firstIndex(where: { $0.event == event }) else {
            throw .notSetAside(event)
        }
        progress.setAside.remove(at: place)
        if progress.trouble?.is(EndpointFailure.full) == true { progress.trouble = nil }
    }

    /// Changes what is stored of an endpoint. Throws `endpoint.notFound` if it was removed meanwhile.
    ///
    /// - Parameter sync: what is lost with power is told again.
    func change(
        _ id: String, _ sync: CommitSync = .now, _ change: (inout EndpointProgress) throws(Failure) -> Void
    ) throws(Failure) {
        try storage.writing(sync) { transaction in
            guard try Self.all(in: transaction).contains(where: { $0.id == id }) else {
                throw StorageError.refused(.noEndpoint(id))
            }
            var progress = try Self.progress(of: id, in: transaction)
            do throws(Failure) { try change(&progress) } catch { throw StorageError.refused(error) }
            try transaction.setSetting(Self.place(of: id), to: progress)
        }
    }
}

extension Failure {
    fileprivate static let tooManyEndpoints = Failure(
        EndpointFailure.tooMany, Sentence("failure.endpoint.tooMany", ["most": EventEndpoints.most]),
        recovery: .askOperator)

    fileprivate static func noEndpoint(_ id: String) -> Failure {
        Failure(
            EndpointFailure.notFound, Sentence("failure.endpoint.notFound", ["id": id.presentable]),
            remedy: Sentence("remedy.endpoint.notFound"), recovery: .giveUp)
    }

    fileprivate static func notSetAside(_ event: Int64) -> Failure {
        Failure(
            EndpointFailure.notSetAside, Sentence("failure.endpoint.notSetAside", ["event": Int(event)]),
            remedy: Sentence("remedy.endpoint.notSetAside"), recovery: .giveUp)
    }

    fileprivate static func noSecret(_ endpoint: EventEndpoint) -> Failure {
        Failure(
            EndpointFailure.noSecret, Sentence("failure.endpoint.noSecret", ["id": endpoint.id]),
            remedy: Sentence("remedy.endpoint.noSecret"), recovery: .askOperator)
    }
}
