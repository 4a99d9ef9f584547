import Flow
import Hardware
import LogEvents

/// Logs the steps and facts of a payment as they are performed, never their contents.
struct PaymentLog: Sendable {
    let environment: Environment
    let intent: PaymentIntent

    /// Logs that this step was performed.
    func done(_ step: PaymentMachine.Step) {
        switch step {
        case .write(let event): written(event)
        case .reached(.s4): note(.paymentProgress, .step(Checkpoint.s4.rawValue))
        case .reached(let checkpoint): note(.paymentStep, .step(checkpoint.rawValue))
        case .request(.repeatReceipt), .request(.openPreauthorisations): note(.recoveryAsked)
        case .request, .answer, .giveGoods, .cancelTerminal, .connect, .pause, .startGiveUpClock, .show, .phase,
            .finish:
            break
        }
    }

    /// Logs that a fact could not be written.
    func notWritten(_ failure: Failure) { note(.storageFailed, .failure(failure)) }

    func connectedAgain() { note(.deviceReconnected) }

    private func written(_ event: PaymentEvent) {
        switch event {
        case .cancelRequested: note(.cancelRequested)
        case .disturbed(let failure): note(.paymentDisturbed, .failure(failure))
        case .evidence(_, let finding): note(.recoveryAnswered, .outcome(finding.word))
        case .inDoubt(let reason): note(.paymentInDoubt, .words(reason.description))
        case .settled(let outcome), .operatorSettled(_, let outcome): note(.paymentEnded, .outcome(outcome.word))
        case .operatorWithdrew(let words, _, _): note(.paymentInDoubt, .words(words))
        case .seemsBooked: note(.paymentInDoubt, .words(PaymentHistory.bookedAfterAll.description))
        case .intended, .sending, .refused, .result, .text, .textsCompleted, .repeatedText, .completed, .aborted,
            .asking, .mayTake, .dayEnded, .operatorConfirmed,
            .goods,
            .goodsTooLate:
            break
        }
    }

    private func note(_ event: LoggedEvent, _ more: LogField...) {
        let order = (intent.orderNumber ?? intent.order?.written).map { [LogField.order($0)] } ?? []
        let fields = [.payment(intent.payment), .device(intent.terminal)] + order + more
        environment.writeLog(LogEntry(event, fields))
    }
}
