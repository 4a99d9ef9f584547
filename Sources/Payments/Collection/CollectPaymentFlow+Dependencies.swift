import Flow
import Model
import Storage

extension CollectPaymentFlow {
    /// What a payment flow needs from its surroundings. The store of card payments needs the same.
    package struct Dependencies: Sendable {
        package var environment: Environment
        package var storage: any StorageManagerType
        /// What was decoded of earlier payments.
        package var told: ToldPayments
        package var orders: any OrderLoading
        package var merchantProfile: MerchantProfile
        package var rights: OperatorRights
        package var scheduler: TerminalScheduler
        /// Throws unless each of these printers, or its stand-in, can print now.
        package var checkPrinters:
            @Sendable (_ printers: [DeviceAddress], _ usual: DeviceAddress) async throws(Failure) -> Void
        /// Finds out what became of an interrupted end of day before another payment is put on the terminal.
        package var settleOpenDays: @Sendable (PaymentRequest) async -> Void
        /// Whether these addresses are configured as two terminals.
        package var areTwo: @Sendable (DeviceAddress, DeviceAddress) -> Bool
        /// The terminals of the configuration.
        package var configuredTerminals: [DeviceAddress]

        package init(
            environment: Environment, storage: any StorageManagerType, told: ToldPayments, orders: any OrderLoading,
            merchantProfile: MerchantProfile,
            rights: OperatorRights, scheduler: TerminalScheduler,
            checkPrinters:
                @escaping @Sendable (_ printers: [DeviceAddress], _ usual: DeviceAddress)
                async throws(Failure) -> Void,
            settleOpenDays: @escaping @Sendable (PaymentRequest) async -> Void,
            areTwo: @escaping @Sendable (DeviceAddress, DeviceAddress) -> Bool,
            configuredTerminals: [DeviceAddress]
        ) {
            self.environment = environment
            self.storage = storage
            self.told = told
            self.orders = orders
            self.merchantProfile = merchantProfile
            self.rights = rights
            self.scheduler = scheduler
            self.checkPrinters = checkPrinters
            self.settleOpenDays = settleOpenDays
            self.areTwo = areTwo
            self.configuredTerminals = configuredTerminals
        }
    }
}

extension CollectPaymentFlow.Dependencies {
    /// What the journal or one of its archives knows of a payment; nil if neither knows it.
    package func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        try storage.history(of: payment)
    }

    /// Whether the intent of a payment was written. Nothing was sent of one that was not.
    package func isWritten(_ payment: PaymentID) throws(Failure) -> Bool {
        try storage.reading { try $0.payment(id: payment) } != nil
    }

    /// Throws if the storage is not usable, or if it does not note the terminal's open end of day as the journal tells it.
    func checkStorage(for terminal: DeviceAddress) throws(Failure) {
        try asFailure { () throws(StorageError) in try storage.checkReady() }
        _ = try storage.reading { try OpenEndOfDay.checked(of: TerminalName(address: terminal, id: nil), in: $0) }
    }
}
