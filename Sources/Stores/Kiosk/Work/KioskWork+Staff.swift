import Failures
import Flow
import Model

/// What the staff does at a kiosk: with the right that a PIN gives, which each act renews.
extension KioskWork {
    /// What tells the kiosk from other callers, for the rights that it holds.
    private static let holder = "kiosk"

    func staffNames(_ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) { return .staffNames(try await host.ask { OperatorAction.list($0) }.map(\.name)) } catch {
            return .failed(code: error.code)
        }
    }

    func enter(_ name: String, _ digits: KioskPINDigits, _ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) {
            let pin = try OperatorPIN(digits.text)
            let entry = try await host.ask {
                OperatorAction.enter(name: name, pin, caller: Self.holder, holder: Self.holder, $0)
            }
            switch entry {
            case .entered(let right):
                self.right.withLock { $0 = right }
                return .entered(name: right.person.name)
            case .wrong(_, let lock): return lock > .zero ? Self.locked(lock) : .wrongPIN
            case .locked(let lock): return Self.locked(lock)
            }
        } catch { return .failed(code: error.code) }
    }

    private static func locked(_ lock: Duration) -> KioskAnswer {
        .lockedPIN(milliseconds: lock.wholeNanoseconds / 1_000_000)
    }

    func endRight(_ host: any KioskHost) async -> KioskAnswer {
        let ended = right.withLock { right in
            defer { right = nil }
            return right
        }
        if let ended {
            try? await host.ask { OperatorAction.leave(right: ended.secret, holder: Self.holder, $0) }
        }
        return .done
    }

    /// The operator who is there. Throws `operator.rightEnded` if nobody is, any more.
    private func requester(_ host: any KioskHost) async throws(Failure) -> Requester {
        let secret = right.withLock { $0?.secret } ?? ""
        let renewed = try await host.ask { OperatorAction.renew(right: secret, holder: Self.holder, $0) }
        right.withLock { $0 = renewed }
        return Requester(
            caller: Self.holder, operatorID: renewed.person.id, operatorName: renewed.person.name)
    }

    func staffPage(
        _ place: KioskStaffPage.Place, _ limit: Int, _ language: String, _ host: any KioskHost
    ) async -> KioskAnswer {
        do throws(Failure) {
            _ = try await requester(host)
            return .staffContent(try await host.staffPage(place, limit: limit, language: language))
        } catch { return Self.refusal(error) }
    }

    func doStaffWork(_ work: KioskStaffWork, _ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) {
            let begun = try await host.perform(work, by: try await requester(host))
            return begun.map(KioskAnswer.begun) ?? .done
        } catch { return Self.refusal(error) }
    }

    /// Tells what the terminal shows and how the journal has it, until the work is cancelled.
    func followGivingBack(_ payment: PaymentID, tell: @escaping @Sendable (KioskAnswer) -> Void) async {
        await follow(payment) { what in
            switch what {
            case .terminalShows(let display): tell(.shows(display))
            case .looked(let look): tell(.looked(look))
            default: break
            }
        }
    }

    private static func refusal(_ failure: Failure) -> KioskAnswer {
        failure.is(OperatorFailure.rightEnded) ? .rightEnded : .refused(failure)
    }
}
