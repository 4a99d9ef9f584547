import Failures
import Flow
import Model
import Stores
import Testing

@testable import Service

/// How often a device came back.
@Suite struct ReconnectFigureTests {
    private static let printer = DeviceAddress(scheme: "test", path: "printer")
    private let world = VirtualWorld(seed: 1)

    @Test func aDeviceThatComesBackIsCountedAndOneThatIsThereIsNot() {
        let state = StateStore<DevicesState.Standing, DevicesState.Standing>(
            .unknown, environment: world.environment
        ) { state, event in state = event }
        let figures = ReconnectFigures(state.reading { Devices(standing: $0) as any KnowsTheDevices })
        let gone = DevicesState.Standing.notReady(Failure(LineFailure.notFound, "gone", recovery: .askOperator))
        var counts: [Int] = []
        for standing in [.ready, .ready, gone, gone, .unknown, .ready, gone, .ready] as [DevicesState.Standing] {
            state.dispatch(standing)
            world.run()
            counts.append(figures.counts[Self.printer] ?? 0)
        }
        #expect(counts == [0, 0, 0, 0, 0, 1, 1, 2])
    }

    private struct Devices: KnowsTheDevices {
        let standing: DevicesState.Standing

        var watched: [DeviceAddress] { [ReconnectFigureTests.printer] }
        func standing(of device: DeviceAddress) -> DevicesState.Standing? { standing }
    }
}
