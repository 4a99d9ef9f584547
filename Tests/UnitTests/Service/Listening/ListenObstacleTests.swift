import Foundation
import Glibc
import Model
import NIOCore
import Testing

@testable import Service

/// What is said when the service cannot listen somewhere.
@Suite struct ListenObstacleTests {
    @Test(arguments: [
        (EADDRINUSE, "another program listens there"),
        (EACCES, "this user may not listen there"),
        (EADDRNOTAVAIL, "no network interface of this machine has this address"),
        (ENOENT, "the folder of the socket is missing"),
        (ENAMETOOLONG, "File name too long"),
    ])
    func theReasonIsInPlainWords(_ code: Int32, _ reason: String) {
        let error = IOError(errnoCode: code, reason: "bind(descriptor:ptr:bytes:)")
        let failure = ListenObstacle(error).failure(at: "127.0.0.1:80")
        #expect(failure.sentence == "The service cannot listen at 127.0.0.1:80: \(reason).")
        #expect(failure.code == "service.cannotListen")
        #expect((failure.remedy == nil) == (code == ENAMETOOLONG))
    }
}
