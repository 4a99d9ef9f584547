import Failures
import Flow
import Model
import Payments
import Testing

@testable import Stores

/// What an operator says question by question.
@Suite struct KioskStaffFormTests {
    private static let contradiction = Failure(
        SettlementFailure.contradiction, "That contradicts what is known.", recovery: .askOperator)

    /// A kiosk at whose screen one doubt, or one message, is open.
    private func opened(_ tile: String, _ id: String = "pay-1") -> KioskBench {
        var bench = KioskWay.home.bench
        bench.act(.staff)
        bench.answer(.staffNames(["Ada"]))
        for digit in ["4", "7", "1", "1"] { bench.act(.staffAct(.digit(KioskPINDigits(text: digit)))) }
        bench.act(.staffAct(.submit))
        bench.answer(.entered(name: "Ada"))
        bench.answer(.staffContent("{}"))
        bench.act(.staffAct(.open(tile)))
        bench.answer(.staffContent("{}"))
        bench.act(.staffAct(.show(id)))
        bench.answer(.staffContent("{}"))
        return bench
    }

    private func page(_ bench: KioskBench) -> KioskStaffPage? {
        if case .staff(.page(let page)) = bench.state.screen { page } else { nil }
    }

    private func form(_ bench: KioskBench) -> KioskStaffForm? { page(bench)?.form }

    private func type(_ number: String, _ bench: inout KioskBench) {
        for digit in number { bench.act(.staffAct(.digit(KioskPINDigits(text: String(digit))))) }
        bench.act(.staffAct(.submit))
    }

    private func say(_ words: String, _ bench: inout KioskBench) {
        bench.act(.staffAct(.type(words)))
        bench.act(.staffAct(.submit))
    }

    /// Every question about a payment that the terminal has booked is answered.
    private func answeredAsBooked() -> KioskBench {
        var bench = opened("doubts")
        bench.act(.staffAct(.answer("paper")))
        bench.act(.staffAct(.answer("booked")))
        type("43", &bench)
        type("118", &bench)
        type("1150", &bench)
        say("Printed journal", &bench)
        return bench
    }

    /// The last screen would not show it.
    @Test func whatWasSaidBesideOneStatementIsNotSaidBesideAnother() {
        var bench = answeredAsBooked()
        bench.act(.staffAct(.change("other_terminal")))
        bench.act(.staffAct(.answer("yes")))
        #expect(form(bench)?.isYes == [.otherTerminal])
        bench.act(.staffAct(.change("statement")))
        bench.act(.staffAct(.answer("not_booked")))
        #expect(form(bench)?.isYes == [])
    }

    @Test func eachQuestionHasAScreenOfItsOwn() {
        var bench = opened("doubts")
        var seen: [KioskStaffForm.Step?] = [form(bench)?.step]
        var screens: [Int] = [bench.state.screenID]
        func note() {
            seen.append(form(bench)?.step)
            screens.append(bench.state.screenID)
        }
        bench.act(.staffAct(.answer("paper")))
        note()
        bench.act(.staffAct(.answer("booked")))
        note()
        for number in ["43", "118", "1150"] {
            type(number, &bench)
            note()
        }
        say("Printed journal", &bench)
        note()
        #expect(seen == [.look, .statement, .receipt, .trace, .amount, .words, .confirm])
        #expect(Set(screens).count == screens.count)
    }

    /// An entry that has no receipt number is believed only with the place where it was read.
    @Test func aReceiptNumberOfZeroSaysThatThereIsNoneAndNeedsThePlace() {
        func asked(_ receipt: String) -> KioskBench {
            var bench = opened("doubts")
            bench.act(.staffAct(.answer("paper")))
            bench.act(.staffAct(.answer("booked")))
            for number in [receipt, "118", "1150"] { type(number, &bench) }
            return bench
        }
        #expect(form(asked("43"))?.step == .words && form(asked("43"))?.canSubmit == true)
        var bench = asked("0")
        #expect(form(bench)?.step == .words && form(bench)?.canSubmit == false)
        say("Printed journal", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.number(.receipt) == 0)
    }

    @Test func typingLeavesTheScreenAsItIs() {
        var bench = opened("doubts")
        bench.act(.staffAct(.answer("paper")))
        bench.act(.staffAct(.answer("not_booked")))
        let screen = bench.state.screenID
        bench.act(.staffAct(.digit(KioskPINDigits(text: "4"))))
        bench.act(.staffAct(.digit(KioskPINDigits(text: "2"))))
        bench.act(.staffAct(.erase))
        #expect(bench.state.screenID == screen && form(bench)?.typed == "4")
    }

    @Test func theSecondTapOfADoubleTapAnswersNothing() {
        var bench = opened("doubts")
        let screen = bench.state.screenID
        #expect(bench.act(.staffAct(.answer("paper")), on: screen) == .done)
        #expect(bench.act(.staffAct(.answer("paper")), on: screen) == .otherScreen)
        #expect(form(bench)?.step == .statement)
    }

    @Test func whatWasAnsweredIsToldAtOnceAndAsAWhole() throws {
        var bench = answeredAsBooked()
        #expect(bench.act(.staffAct(.confirm)) == .done)
        guard case .working(let work)? = page(bench)?.stage else {
            Issue.record("nothing is being done")
            return
        }
        let told = try #require(work.form)
        #expect(work.verb == .settle && work.target == "pay-1" && told.statement == .booked)
        #expect(told.number(.receipt) == 43 && told.number(.trace) == 118 && told.number(.amount) == 1150)
        #expect(told.words == "Printed journal" && told.isYes.isEmpty)
        #expect(bench.act(.staffAct(.confirm)) == .notTaken)
        bench.answer(.done)
        #expect(form(bench)?.step == .look && page(bench)?.stage == .loading)
    }

    @Test func aRefusalLosesNothingAndSaysWhatToDo() {
        var bench = answeredAsBooked()
        bench.act(.staffAct(.confirm))
        bench.answer(.refused(Self.contradiction))
        bench.answer(.staffContent("{}"))
        #expect(page(bench)?.failure == Self.contradiction)
        #expect(form(bench)?.step == .confirm && form(bench)?.number(.receipt) == 43)
        bench.act(.staffAct(.change("restarted")))
        #expect(form(bench)?.step == .restarted && page(bench)?.failure == nil)
        bench.act(.staffAct(.answer("yes")))
        #expect(form(bench)?.step == .confirm && form(bench)?.isYes == [.restarted])
        bench.act(.staffAct(.change("receipt")))
        #expect(form(bench)?.typed == "43")
        bench.act(.staffAct(.erase))
        type("4", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.number(.receipt) == 44)
        #expect(form(bench)?.number(.amount) == 1150)
    }

    // MARK: What is withdrawn

    /// What a person said of a payment is open.
    private func openedSettlement() -> KioskBench {
        var bench = opened("payments")
        bench.act(.staffAct(.show("pay-1")))
        bench.answer(.staffContent("{}"))
        return bench
    }

    @Test func aStatementIsWithdrawnFromItsPaymentWithWhyAfterAllWasShown() throws {
        var bench = openedSettlement()
        #expect(bench.name == "operator_settlement" && form(bench)?.step == .look)
        #expect(bench.act(.staffAct(.confirm)) == .notTaken)
        #expect(bench.act(.staffAct(.answer("withdraw"))) == .done)
        #expect(form(bench)?.step == .words)
        #expect(bench.act(.staffAct(.submit)) == .notTaken, "why has to be said")
        say("Typed by mistake", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.entries == [.words])
        #expect(bench.act(.staffAct(.confirm)) == .done)
        guard case .working(let work)? = page(bench)?.stage else {
            Issue.record("nothing is being done")
            return
        }
        #expect(work.verb == .withdraw && work.target == "pay-1" && work.form?.words == "Typed by mistake")
        bench.answer(.done)
        #expect(bench.name == "operator_payment", "what came of it is shown there")
    }

    @Test func aRefusedWithdrawalLosesNothing() {
        var bench = openedSettlement()
        bench.act(.staffAct(.answer("withdraw")))
        say("Typed by mistake", &bench)
        bench.act(.staffAct(.confirm))
        bench.answer(.refused(Self.contradiction))
        bench.answer(.staffContent("{}"))
        #expect(bench.name == "operator_settlement" && form(bench)?.step == .confirm)
        #expect(form(bench)?.words == "Typed by mistake" && page(bench)?.failure == Self.contradiction)
        bench.act(.staffAct(.change("words")))
        #expect(form(bench)?.typed == "Typed by mistake")
    }

    @Test func nothingElseIsSaidThereAndItIsWithdrawnNowhereElse() {
        var bench = openedSettlement()
        for choice in ["paper", "done", "ask", "booked", "withdrawn"] {
            #expect(bench.act(.staffAct(.answer(choice))) == .notTaken, "\(choice)")
        }
        bench.act(.staffAct(.back))
        #expect(bench.name == "operator_payment")
        let withdraw = KioskStaffWork(verb: .withdraw, target: "pay-1")
        #expect(bench.act(.staffAct(.work(withdraw))) == .notTaken)
        #expect(bench.act(.staffAct(.show("pay-2"))) == .notTaken, "another payment's is opened from that payment")
        var doubt = opened("doubts")
        #expect(doubt.act(.staffAct(.answer("withdraw"))) == .notTaken)
        #expect(doubt.act(.staffAct(.answer("done"))) == .notTaken)
    }

    @Test func backGoesToTheQuestionBeforeAndThenToTheList() {
        var bench = answeredAsBooked()
        var seen: [KioskStaffForm.Step?] = []
        while bench.name == "operator_doubt" {
            seen.append(form(bench)?.step)
            bench.act(.staffAct(.back))
        }
        #expect(seen == [.confirm, .words, .amount, .trace, .receipt, .statement, .look])
        #expect(bench.name == "operator_doubts")
    }

    @Test func whatTheJournalDoesNotShowNeedsItsNewestNumberAndWhereItWasRead() {
        var bench = opened("doubts")
        bench.act(.staffAct(.answer("paper")))
        bench.act(.staffAct(.answer("not_booked")))
        #expect(bench.act(.staffAct(.submit)) == .notTaken)
        type("0", &bench)
        #expect(form(bench)?.step == .words)
        #expect(bench.act(.staffAct(.submit)) == .notTaken)
        bench.act(.staffAct(.type("   ")))
        #expect(bench.act(.staffAct(.submit)) == .notTaken)
        say("Terminal's display", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.number(.newest) == 0)
        #expect(form(bench)?.exceptions == [.restarted, .anothers])
    }

    @Test func theNumbersOfABookingProveEnoughWithoutWords() {
        var bench = opened("doubts")
        bench.act(.staffAct(.answer("paper")))
        bench.act(.staffAct(.answer("booked")))
        type("43", &bench)
        bench.act(.staffAct(.digit(KioskPINDigits(text: "0"))))
        #expect(bench.act(.staffAct(.submit)) == .notTaken, "there is no trace 0")
        bench.act(.staffAct(.clear))
        for number in ["118", "1150"] { type(number, &bench) }
        #expect(bench.act(.staffAct(.submit)) == .done)
        #expect(form(bench)?.step == .confirm)
    }

    @Test func theTotalOfADayMayBeLeftOut() {
        var bench = opened("doubts", "eod-1")
        bench.act(.staffAct(.answer("paper")))
        bench.act(.staffAct(.answer("day_ended")))
        #expect(form(bench)?.step == .total)
        bench.act(.staffAct(.submit))
        say("Printed journal", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.number(.total) == nil)
    }

    @Test func anotherAnswerAboutTheJournalAsksOnlyWhatIsMissing() {
        var bench = answeredAsBooked()
        bench.act(.staffAct(.change("statement")))
        bench.act(.staffAct(.answer("taken_back")))
        #expect(form(bench)?.step == .newest)
        type("44", &bench)
        #expect(form(bench)?.step == .confirm && form(bench)?.words == "Printed journal")
        #expect(form(bench)?.entries == [.statement, .newest, .words, .restarted])
    }

    @Test func aMessageIsDoneWithWhatWasDone() {
        var bench = opened("deliveries", "order.paid-pay-1")
        #expect(bench.name == "operator_delivery")
        bench.act(.staffAct(.answer("done")))
        say("Marked as paid by Ada", &bench)
        #expect(bench.act(.staffAct(.confirm)) == .done)
        guard case .working(let work)? = page(bench)?.stage else {
            Issue.record("nothing is being done")
            return
        }
        #expect(work.verb == .finish && work.target == "order.paid-pay-1")
        #expect(work.form?.words == "Marked as paid by Ada")
        bench.answer(.done)
        #expect(bench.name == "operator_deliveries")
    }

    @Test func nothingIsToldBeforeEverythingWasAnswered() {
        for act in [KioskStaffAct.confirm, .submit, .change("receipt"), .answer("booked"), .type("x")] {
            var bench = opened("doubts")
            #expect(bench.act(.staffAct(act)) == .notTaken, "\(act)")
        }
        var bench = opened("doubts")
        #expect(bench.act(.staffAct(.work(KioskStaffWork(verb: .settle, target: "pay-1")))) == .notTaken)
        #expect(bench.act(.staffAct(.answer("ask"))) == .done)
        #expect(bench.tasks.contains { if case .doStaffWork(let work, _) = $0 { work.verb == .ask } else { false } })
    }
}
