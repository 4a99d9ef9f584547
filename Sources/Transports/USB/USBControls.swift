import Model
import Failures
import Flow
import Hardware
import Synchronization

/// The questions for endpoint 0 while the loop runs. Each one is answered, by the device or by the end of the loop.
final class USBControls: Sendable {
    typealias Answer = @Sendable (Result<[UInt8], Failure>) -> Void

    enum Question {
        case deviceID, portStatus, softReset, softResetOfOld

        func request(_ function: USBFunction) -> USBControlRequest {
            switch self {
            case .deviceID: .deviceID(function)
            case .portStatus: .portStatus(function)
            case .softReset: .softReset(function)
            case .softResetOfOld: .softResetOfOld(function)
            }
        }
    }

    struct Asked {
        let request: USBControlRequest
        let answer: Answer
    }

    static let mostWaiting = 16

    private struct State {
        var waiting: [(Question, Answer)] = []
        var end: Failure?
    }

    private let state = Mutex(State())

    func post(_ question: Question, _ answer: @escaping Answer) {
        let refused = state.withLock { state -> Failure? in
            if let end = state.end { return end }
            guard state.waiting.count < Self.mostWaiting else { return .tooManyQuestions }
            state.waiting.append((question, answer))
            return nil
        }
        if let refused { answer(.failure(refused)) }
    }

    func next(for function: USBFunction) -> Asked? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            let (question, answer) = state.waiting.removeFirst()
            return Asked(request: question.request(function), answer: answer)
        }
    }

    func end(_ device: USBDevice) {
        let failure = USBError.gone(device).failure
        let waiting = state.withLock { state in
            state.end = failure
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, answer) in waiting { answer(.failure(failure)) }
    }
}

extension Failure {
    static let tooManyQuestions = Failure(
        LineFailure.busy, Sentence("failure.line.busy.tooManyQuestions"),
        remedy: Sentence("remedy.line.busy.tooManyQuestions"), recovery: .retry)
}
