import Model
import Simulator
import Storage

/// The rows of the crash table (docs/payment-steps.md, "Cut between two steps"): where a payment was, by what was on
/// disk and on the wire at that moment, and how it may end. The rows are data; the test compares each run with them.
enum CrashRow: String, CaseIterable, Comparable {
    case beforeS1 = "before S1"
    case s1s2 = "S1-S2"
    case s2s3 = "S2-S3"
    case s3s5 = "S3-S5"
    case s5Unwritten = "S5 (no write)-S6"
    case s5Written = "S5 write-S6"
    case s6s7 = "S6-S7"
    case s7s8 = "S7-S8"
    case s8s9 = "S8-S9"
    case s9s10 = "S9-S10"

    static func < (left: CrashRow, right: CrashRow) -> Bool { left.order < right.order }
    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// How a payment that the host approves may end, under any reading.
    private var endsHere: Set<String> {
        switch self {
        case .beforeS1: ["none"]
        case .s1s2: ["not_charged"]
        case .s2s3, .s3s5, .s5Unwritten: ["not_charged", "approved", "reversed", "declined", "cancelled"]
        case .s5Written, .s6s7: ["approved", "reversed", "declined", "cancelled"]
        case .s7s8, .s8s9, .s9s10: ["approved"]
        }
    }

    func legalEnds(of run: CrashCase) -> Set<String> {
        // A till that loses the terminal before it asked for anything, and survives, goes on or begins after all.
        if run.cut.tillSurvives, self <= .s1s2 { return endsHere.union(CrashRow.s2s3.legalEnds(of: run)) }
        guard self >= .s2s3 else { return endsHere }
        return ends(of: run.kind).union(run.canBeResolved ? [] : ["in_doubt"])
    }

    private func ends(of kind: PaymentKind) -> Set<String> {
        switch kind {
        case .approve, .wrongPIN: endsHere
        case .goodsGiven, .goodsInPart: endsHere.union(["goods_unpaid"])
        case .goodsNotGiven: endsHere.union(["goods_not_given"])
        case .cashierCancels: endsHere.union(["cancelled", "not_charged"])
        case .tip, .partial, .wrongEcho: ["reversed", "not_charged", "declined", "cancelled"]
        case .decline, .customerCancels, .nobodyComes: ["declined", "cancelled", "not_charged"]
        }
    }

    /// The row in which the till was after these deeds, with this payment on its disk.
    init(_ payment: PaymentRecord?, _ deeds: [Deed]) {
        switch payment?.stage {
        case nil: self = .beforeS1
        case .intended: self = .s1s2
        case .sending: self = Self.sending(LineTraffic(deeds))
        case .resulted: self = Self.resulted(LineTraffic(deeds))
        case .completed, .aborted: self = .s8s9
        case .settled: self = .s9s10
        }
    }

    private static func sending(_ traffic: LineTraffic) -> CrashRow {
        guard traffic.wasAccepted else { return .s2s3 }
        return traffic.wasToldSuccess ? .s5Unwritten : .s3s5
    }

    private static func resulted(_ traffic: LineTraffic) -> CrashRow {
        guard traffic.wasToldSuccess else { return .s3s5 }
        guard !traffic.hasEnded else { return .s7s8 }
        return traffic.hasAnswered ? .s6s7 : .s5Written
    }

    /// What passed on the line since the authorisation was sent.
    private struct LineTraffic {
        private static let movingMoney: Set<UInt16> = [0x0601, 0x0622, 0x0623, 0x0624, 0x0625, 0x0630, 0x0631]

        var wasAccepted = false
        var wasToldSuccess = false
        var hasAnswered = false
        var hasEnded = false

        init(_ deeds: [Deed]) {
            var isSent = false
            for deed in deeds {
                switch deed {
                case .commit, .print, .ask: break
                case .send(let bytes):
                    let controls = bytes.zvtControls
                    isSent = isSent || controls.contains(where: Self.movingMoney.contains)
                    if wasToldSuccess, controls.contains(0x8000) { hasAnswered = true }
                case .receive(let bytes) where isSent:
                    let controls = bytes.zvtControls
                    wasAccepted = wasAccepted || controls.contains(0x8000)
                    hasEnded = hasEnded || controls.contains(0x060F)
                    wasToldSuccess = wasToldSuccess || bytes.firstRange(of: [0x27, 0x00, 0x04]) != nil
                case .receive: break
                }
            }
        }
    }
}

extension PaymentOutcome? {
    /// The word that the table uses; an open payment is in doubt.
    var end: String { self?.word ?? "in_doubt" }
}
