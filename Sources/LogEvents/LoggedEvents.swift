import Flow

/// All events that Till logs. A new entry needs a new event with an id of its own (`systemd-id128 new`); the meaning, name
/// and id of an event never change.
extension LoggedEvent {
    package static let programStarted = LoggedEvent(
        "program.started", .info, "Started", id: "532ec46765128d936649b1afa97315b8")
    package static let programStopped = LoggedEvent(
        "program.stopped", .info, "Stopped", id: "75ac9384ef31e1d79527e89ac83d9958")
    package static let configurationLoaded = LoggedEvent(
        "configuration.loaded", .info, "Configuration loaded", id: "72fe8a7b7d226f7fd9b4aa626cff70dd")
    package static let signedIn = LoggedEvent(
        "session.signedIn", .info, "Signed in", id: "e8469f0b8bce0d79d06d7fdbd25f1892")
    package static let signedOut = LoggedEvent(
        "session.signedOut", .info, "Signed out", id: "1c4fe62eef496d26550edbfc9645a6da")
    package static let credentialsUnreadable = LoggedEvent(
        "session.credentialsUnreadable", .error, "The login for a shop cannot be used",
        id: "5c0e9a7b3d1f4e62a8b41d7c90f2e653")
    package static let deviceConnected = LoggedEvent(
        "device.connected", .info, "Device connected", id: "7b3fb40e8b0b1710c08d986fcd362a3e")
    package static let deviceLost = LoggedEvent(
        "device.lost", .warning, "Device lost", id: "640b59e3266f0bee6b5eef5c89b6dff6")
    package static let deviceReconnected = LoggedEvent(
        "device.reconnected", .notice, "Device connected again", id: "d10bc10dbc655b4922c397261975503e")
    package static let paymentRefused = LoggedEvent(
        "payment.refused", .notice, "Payment refused, nothing charged", id: "f186803e6d85218b82b5803400430e74")
    package static let orderPaidOffline = LoggedEvent(
        "order.paidOffline", .notice, "The shop cannot be asked; the order is paid as it was known",
        id: "b4f1c7d2a9e84c0d9a6b3f5e7d182c64")
    package static let orderUnreadable = LoggedEvent(
        "order.unreadable", .warning, "An order of the shop cannot be read and is left out",
        id: "3f9a1c58d27e4b0b96c4e1708a5d3b62")
    package static let rowUnreadable = LoggedEvent(
        "shop.rowUnreadable", .warning, "Something of a list of the shop cannot be read and is left out",
        id: "5d0c7b1e94f84a3d8e2b60f7c1a9d354")
    package static let webhooksEnded = LoggedEvent(
        "shop.webhooksEnded", .warning,
        "The shop does not tell any more what happens there and is asked instead: till notifications register",
        id: "77384e4ed5344f7cae627128c478c28b")
    package static let paymentStep = LoggedEvent(
        "payment.step", .info, "Payment reached a step", id: "565e275bb60df50e251eb73dcd89a7d6")
    package static let paymentProgress = LoggedEvent(
        "payment.progress", .debug, "The terminal shows progress", id: "9e134c602b024efaea4868240cbef9d1")
    package static let cancelRequested = LoggedEvent(
        "payment.cancelRequested", .notice, "Asked to cancel", id: "4a6fd44ed061aed168165de99138bfc6")
    package static let paymentDisturbed = LoggedEvent(
        "payment.disturbed", .warning, "Payment disturbed", id: "2fd74f4a0ef3092ac5dbd60fbb38e921")
    package static let recoveryAsked = LoggedEvent(
        "recovery.asked", .info, "The terminal is asked what happened", id: "0704f22a651971a92013767bcd780c27")
    package static let recoveryAnswered = LoggedEvent(
        "recovery.answered", .notice, "The terminal told what happened", id: "6cb5445a879649e9b02170d278e53c95")
    package static let paymentInDoubt = LoggedEvent(
        "payment.inDoubt", .error, "A transaction is in doubt; it must not be begun again",
        id: "3aad1613958a3fce1856606cae802d6f")
    package static let paymentEnded = LoggedEvent(
        "payment.ended", .notice, "Payment ended", id: "3d51559d0ed2b8f5b4d18046bdf92c5b")
    package static let receiptPrinted = LoggedEvent(
        "receipt.printed", .info, "Receipt printed", id: "a8675b2901de8cd23559dbeb22ea8158")
    package static let receiptNotPrinted = LoggedEvent(
        "receipt.notPrinted", .warning, "Receipt not printed for certain", id: "aa487c5e7bd2d955757ab222c37ebbc7")
    package static let textNotDrawn = LoggedEvent(
        "receipt.textNotDrawn", .warning, "Text that the printer lacks cannot be drawn as it should be",
        id: "077049a6168e40a4bc14527b6a412122")
    package static let storageFailed = LoggedEvent(
        "storage.failed", .error, "Storage failed", id: "cd95dff54e61dd0789fffacafb3ef889")
    package static let serviceReady = LoggedEvent(
        "service.ready", .notice, "The service is ready", id: "78c6868f7adb4bee83aab21763849e02")
    package static let kioskPageSilent = LoggedEvent(
        "kiosk.pageSilent", .warning, "The kiosk's page has stopped answering", id: "5d0f7c1ab3e64f7f9a4c52e8d1b06a93")
    package static let kioskPageMissing = LoggedEvent(
        "kiosk.pageMissing", .warning, "No page of the kiosk has answered since the start",
        id: "b7d3c1f09a2e4f58861d5e7ca4930b2f")
    package static let serviceStopping = LoggedEvent(
        "service.stopping", .notice, "The service stops", id: "73ec5c288359478d9bb12446b527a8de")
    package static let serviceNeedsRestart = LoggedEvent(
        "service.needsRestart", .warning, "Changed options count from the next start on",
        id: "f7ed1ddb8ceb4162afc37f537d8baf5d")
    package static let certificateDoubtful = LoggedEvent(
        "service.certificate", .warning, "The service's certificate is not valid, or not for long",
        id: "50b490c5fc5a4f2a95e5a364e4fa406d")
    package static let requestFailed = LoggedEvent(
        "request.failed", .error, "A request to the service failed", id: "bf50978a26f6429c8a42ad294d9469b7")
    package static let requestRefused = LoggedEvent(
        "request.refused", .info, "A request to the service cannot be done now", id: "0e6b8c5d41f74a2c9d3be07f5a12c846")
    package static let endpointRefused = LoggedEvent(
        "endpoint.refused", .warning, "A webhook refused an event", id: "c1a1cc1285994e97aa37615ceda3b89c")
    package static let endpointWaits = LoggedEvent(
        "endpoint.waits", .warning, "Events for a webhook wait", id: "341470d0263848f4b2f6260ca0d5900b")
    package static let operatorEntered = LoggedEvent(
        "operator.entered", .notice, "An operator has entered the PIN", id: "17c674a7ddb848b59d8626db5cc55be5")
    package static let operatorPINWrong = LoggedEvent(
        "operator.pinWrong", .warning, "An operator's PIN was wrong", id: "978fcce197a04001b0329b03b6d649bb")
    package static let operatorLocked = LoggedEvent(
        "operator.locked", .warning, "Too many PINs were wrong, none is taken for some time",
        id: "be6af8a566cb4a5fb483f082bcb15732")
    package static let linesWithheld = LoggedEvent(
        "log.withheld", .error, "A log line was withheld, it held card data", id: "f5d7f2153087a4b5043860d3e2336da7")
    package static let linesDropped = LoggedEvent(
        "log.dropped", .error, "Log lines were dropped, the log was not taken fast enough",
        id: "9f1c07e2ab5d4be3a86f02d1c7b4e95a")

    /// All events that Till logs.
    package static let ofTill: [LoggedEvent] = [
        .programStarted, .programStopped, .configurationLoaded, .signedIn, .signedOut, .credentialsUnreadable,
        .deviceConnected, .deviceLost, .deviceReconnected, .paymentRefused, .orderPaidOffline, .orderUnreadable,
        .rowUnreadable, .webhooksEnded, .paymentStep, .paymentProgress, .cancelRequested, .paymentDisturbed,
        .recoveryAsked, .recoveryAnswered, .paymentInDoubt, .paymentEnded, .receiptPrinted, .receiptNotPrinted,
        .textNotDrawn, .storageFailed, .serviceReady, .kioskPageSilent, .kioskPageMissing, .serviceStopping,
        .serviceNeedsRestart, .certificateDoubtful, .requestFailed, .requestRefused, .endpointRefused, .endpointWaits,
        .operatorEntered, .operatorPINWrong, .operatorLocked, .linesWithheld, .linesDropped,
    ]
}
