import Flow
import Hardware
import Model
import Simulator
import Testing

/// What holds for both kinds of readers behind the same interface: a terminal that does everything, and a reader that
/// only reads, with an acquirer that decides.
@Suite struct ReaderKindTests {
    @Test(arguments: ReaderKind.allCases) func aReaderThatIsThereSaysSo(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let terminal = try rig.registered()
            for question in [TerminalRequest.register(.eur), .enquireStatus] {
                let events = rig.ask(question, on: terminal)
                #expect(events.shape == "af")
                guard case .completed = events.end else { return #expect(Bool(false), "\(events)") }
            }
        }
    }

    @Test(arguments: ReaderKind.allCases) func aPaymentIsToldAsItStandsInTheBook(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.shape.hasPrefix("ars"))
            #expect(events.progress.first == .presentCard)
            #expect(events.end == .completed(TerminalState()))
            let result = try #require(events.results.first)
            let entry = try #require(rig.journal().standingCharges.first)
            #expect(events.results.count == 1 && result.resultCode == 0)
            #expect(result.amountMinor == 1250 && entry.amountMinor == 1250)
            #expect(result.receiptNumber == entry.receipt && result.trace == entry.trace)
            #expect(result.panLastDigits?.count == 4)
            #expect(result.technology == .contactless)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aDeclineChargesNothing(_ kind: ReaderKind) throws {
        try with(kind, .decline) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.shape == "arsf")
            #expect(events.results.map(\.resultCode) == [0x05])
            #expect(events.end == .aborted(code: 0x05))
            #expect(try rig.journal().charges.isEmpty)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aCancelledPaymentEndsAsCancelled(_ kind: ReaderKind) throws {
        try with(kind, .noCard) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.events.progress.contains(.presentCard) })
            terminal.cancel()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.end?.reason == .cancelled)
            #expect(try rig.journal().charges.isEmpty)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aRefusedResultIsTakenBack(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered()) { event in
                if case .result(_, let result) = event, result.resultCode == 0 { .refuse } else { .stored }
            }
            #expect(events.end?.reason == .processingError)
            #expect(try rig.journal().netCharged() == 0)
            #expect(try rig.journal().reversals.count == 1)
        }
    }

    @Test(arguments: ReaderKind.allCases) func whatIsAskedAboutIsToldAgainAndNotDoneAgain(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let terminal = try rig.registered()
            let name = PaymentID(rawValue: "pay-1")
            let paid = try #require(rig.ask(.authorise(.fare), for: name, on: terminal).results.first)
            terminal.close()
            #expect(rig.wait { rig.answers })
            for question in [name, nil] {
                let asked = try rig.service.connectToAsk(rig.address)
                _ = rig.ask(.register(.eur), on: asked)
                let events = rig.ask(.repeatReceipt, for: question, on: asked)
                #expect(events.shape == "arsf")
                #expect(events.results.map(\.trace) == [paid.trace])
                asked.close()
            }
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aPulledCableDisturbsOnceAndTheBookIsTold(_ kind: ReaderKind) throws {
        try with(kind, .cablePull) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            let name = PaymentID(rawValue: "pay-1")
            customer.start(.authorise(.fare), for: name)
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.wasDisturbed)
            terminal.close()
            #expect(rig.wait { rig.answers })
            let asked = try rig.registered()
            let told = rig.ask(.repeatReceipt, for: name, on: asked).results
            #expect(try told.map(\.amountMinor) == rig.journal().standingCharges.map(\.amountMinor))
            #expect(customer.finishes == 1)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aClosedConnectionEndsWhatRunsAndRefusesWhatComes(_ kind: ReaderKind)
        throws
    {
        try with(kind, .noCard) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.events.contains(.accepted) })
            terminal.close()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.wasDisturbed)
            #expect(rig.ask(.enquireStatus, on: terminal).wasDisturbed)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aReaderHasOneConnectionAtATime(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let first = try rig.registered()
            let failure = #expect(throws: Failure.self) { try rig.service.connect(rig.address) }
            #expect(failure?.code == "line.busy")
            first.close()
            #expect(rig.ask(.enquireStatus, on: try rig.registered()).shape == "af")
        }
    }

    @Test(arguments: ReaderKind.allCases) func aPaymentIsReversedByItsReceiptNumber(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let terminal = try rig.registered()
            let paid = try #require(rig.ask(.authorise(.fare), on: terminal).results.first)
            let receipt = try #require(paid.receiptNumber)
            let events = rig.ask(.reverse(receipt: receipt, .fare), on: terminal)
            #expect(events.results.map(\.originalTrace) == [paid.trace])
            #expect(events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 0)
        }
    }

    @Test(arguments: ReaderKind.allCases) func aRefundPaysBack(_ kind: ReaderKind) throws {
        try with(kind) { rig in
            let events = rig.ask(.refund(.fare), on: try rig.registered())
            #expect(events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == -1250)
        }
    }

    private func with(
        _ kind: ReaderKind, _ happening: ReaderKind.Happening = .approve, _ body: (any ReaderRig) throws -> Void
    ) throws {
        let rig = try kind.rig(happening)
        defer { rig.stop() }
        try body(rig)
    }
}

/// What only an acquirer promises.
@Suite struct AcquirerTests {
    private static let name = PaymentID(rawValue: "pay-1")

    @Test(arguments: [AcquiringScenario.Shipped.acquirerLate, .acquirerAnswerLost])
    func whatIsBookedAfterTheTillStoppedToWaitIsFound(_ scenario: AcquiringScenario.Shipped) throws {
        let rig = EncryptingRig(AcquiringScenario(scenario), .serial)
        #expect(rig.ask(.authorise(.fare), for: Self.name, on: try rig.registered()).wasDisturbed)
        let told = try rig.told(of: Self.name)
        #expect(told.map(\.resultCode) == [0])
        #expect(rig.journal().netCharged() == 1250)
    }

    @Test func whatArrivesAfterItWasMadeVoidIsNotBooked() throws {
        let rig = EncryptingRig(AcquiringScenario(.acquirerArrivesLate), .serial)
        #expect(rig.ask(.authorise(.fare), for: Self.name, on: try rig.registered()).wasDisturbed)
        #expect(try rig.told(of: Self.name).isEmpty)
        var waits = 0
        #expect(
            rig.wait {
                waits += 1
                return waits > 600
            })
        #expect(rig.journal().charges.isEmpty)
    }

    @Test func whatItWillNotTakeBackIsADisturbanceAndIsTold() throws {
        let rig = EncryptingRig(AcquiringScenario(.reversalRefused), .serial)
        let events = rig.ask(.authorise(.fare), for: Self.name, on: try rig.registered()) { _ in .refuse }
        #expect(events.wasDisturbed)
        #expect(try rig.told(of: Self.name).map(\.amountMinor) == [1350])
    }

    @Test func anAcquirerThatIsGoneSaysNothing() throws {
        let rig = EncryptingRig(AcquiringScenario(.acquirerGone), .serial)
        #expect(rig.ask(.authorise(.fare), for: Self.name, on: try rig.registered()).wasDisturbed)
        #expect(rig.ask(.repeatReceipt, for: Self.name, on: try rig.service.connectToAsk(rig.address)).wasDisturbed)
    }

    @Test func aReaderThatEncryptsNothingIsNotUsed() throws {
        let rig = EncryptingRig(AcquiringScenario(.notEncrypting), .serial)
        guard case .disturbed(let failure) = rig.ask(.authorise(.fare), on: try rig.registered()).end else {
            return #expect(Bool(false), "not disturbed")
        }
        #expect(failure.code == "reader.notEncrypting")
        #expect(rig.journal().entries.isEmpty)
    }

    @Test(arguments: [TerminalRequest.endOfDay, .turnoverTotals, .preauthorise(.fare), .initialise, .logOff])
    func whatNeitherCanDoIsRefused(_ request: TerminalRequest) throws {
        let rig = EncryptingRig(AcquiringScenario(), .serial)
        #expect(rig.ask(request, on: try rig.registered()).end?.reason == .notPossible)
    }
}

extension EncryptingRig {
    /// The results that are told of this transaction, as soon as there are any.
    fileprivate func told(of name: PaymentID) throws -> [TransactionResult] {
        let asked = try service.connectToAsk(address)
        var events: [TerminalEvent] = []
        for _ in 0..<100 {
            events = ask(.repeatReceipt, for: name, on: asked)
            guard events.wasDisturbed else { break }
            var waits = 0
            _ = wait {
                waits += 1
                return waits > 10
            }
        }
        return events.results
    }
}
