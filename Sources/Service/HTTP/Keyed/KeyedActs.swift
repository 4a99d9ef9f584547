import Crypto
import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Synchronization

/// Does what must not happen twice, such as a print, once for each idempotency key. The request is on the disk before its act
/// begins, and the answer after it, so that a repeated request has the answer of the first one, also from a service that was
/// started anew. A request without a key is done each time.
struct KeyedActs: Sendable {
    /// How long a key is known, in seconds.
    static let longestKept: TimeInterval = 30 * 86_400
    /// The most keys that are known. The oldest ones go first.
    static let mostKept = 10_000

    let storage: any StorageManagerType
    let environment: Environment
    private let turns = KeyedTurns()

    init(_ till: any ServedTill) { self.init(storage: till.storage, environment: till.environment) }

    init(storage: any StorageManagerType, environment: Environment) {
        self.storage = storage
        self.environment = environment
    }

    /// The answer of the work, or of the request that came with the same key before. The work goes on whether or not the caller
    /// waits. Throws `request.keyConflict` for a key that belongs to another request, and `request.interrupted` if the act may
    /// have been done by a process that was stopped.
    func perform(
        _ act: KeyedAct, for request: ServiceRequest,
        _ work: @escaping KeyedAct.Work
    ) async throws(Failure) -> ServiceResponse {
        guard let key = try IdempotencyKey.ifAny(of: request) else { return try await work() }
        let fingerprint = Self.fingerprint(of: act.name, request)
        // What a caller calls its request is nothing that has to be kept: only a digest of it is.
        return try await environment.toTheEnd(act.name) { () async throws(Failure) in
            try await performOnce(act, Self.digest([key]), fingerprint, work)
        }
    }

    /// What an earlier request with the same key had this act done to; nil if there was none, or none of the same request.
    func subject(ofEarlier name: String, for request: ServiceRequest) throws(Failure) -> String? {
        guard let key = try IdempotencyKey.ifAny(of: request),
            let known = try storage.reading({ try $0.keyedRequest(Self.digest([key]), as: KeyedRecord.self) }),
            known.fingerprint == Self.fingerprint(of: name, request)
        else { return nil }
        return known.subject
    }

    private func performOnce(
        _ act: KeyedAct, _ key: String, _ fingerprint: String, _ begin: KeyedAct.Work
    ) async throws(Failure) -> ServiceResponse {
        await turns.take(key)
        defer { turns.release(key) }
        let place = act.place.map { "at " + $0 }
        if let place { await turns.take(place) }
        defer { if let place { turns.release(place) } }
        var work = begin
        let known = try storage.reading { try $0.keyedRequest(key, as: KeyedRecord.self) }
        if let known {
            guard known.fingerprint == fingerprint else { throw .keyConflict }
            if let answer = known.answer { return answer.response }
            // What is found of the act would be about something else.
            if let subject = known.subject, subject != act.subject { throw .interrupted }
            switch try await act.earlierAttempt(known.mark) {
            case .nothing: break
            case .underWay(let finish): work = finish
            case .done(let response): return keep(response, of: known, key)
            case .unknown: throw .interrupted
            }
        }
        let record = if let known { known } else { try keepRequest(act, key, fingerprint) }
        do throws(Failure) { return keep(try await work(), of: record, key) } catch {
            // A request that has done nothing may be sent again with its key.
            if case .nothing = act.failsWhole ? .nothing : (try? await act.earlierAttempt(record.mark)) ?? .unknown {
                forget(key)
            }
            throw error
        }
    }

    // MARK: What is kept

    private func keepRequest(
        _ act: KeyedAct, _ key: String, _ fingerprint: String
    ) throws(Failure) -> KeyedRecord {
        let now = environment.now()
        let record = KeyedRecord(fingerprint: fingerprint, at: now, mark: try act.mark(), subject: act.subject)
        try storage.writing { transaction in
            try transaction.dropKeyedRequests(before: now - Self.longestKept, beyond: Self.mostKept)
            try transaction.setKeyedRequest(key, at: now, to: record)
        }
        return record
    }

    /// Keeps the answer. If that fails, a repeated request is told what is found of the act.
    private func keep(_ response: ServiceResponse, of record: KeyedRecord, _ key: String) -> ServiceResponse {
        var ended = record
        ended.answer = KeyedRecord.Answer(response)
        try? storage.writing { [ended] in try $0.setKeyedRequest(key, at: ended.at, to: ended) }
        return response
    }

    private func forget(_ key: String) { try? storage.writing { try $0.removeKeyedRequest(key) } }

    // MARK: Digests

    private static func fingerprint(of name: String, _ request: ServiceRequest) -> String {
        // Two texts of the same value are the same request.
        let body = (try? JSONValue(parsing: Data(request.body)).data) ?? Data(request.body)
        let values = [request.parameters, request.query].map { values in
            values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        }
        return digest([name] + values + [String(decoding: body, as: UTF8.self)])
    }

    /// Each part has its length before it, so that no two lists of parts have the same text.
    private static func digest(_ parts: [String]) -> String {
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return Hexadecimal.text(Data(SHA256.hash(data: Data(text.utf8)).prefix(16)))
    }
}

extension Failure {
    fileprivate static let keyConflict = Failure(
        RequestFailure.keyConflict, Sentence("failure.request.keyConflict"),
        remedy: Sentence("remedy.request.keyConflict"), recovery: .giveUp)

    fileprivate static let interrupted = Failure(
        RequestFailure.interrupted, Sentence("failure.request.interrupted"),
        remedy: Sentence("remedy.request.interrupted"), recovery: .askOperator)
}
