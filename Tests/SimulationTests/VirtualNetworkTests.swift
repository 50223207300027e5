import Testing

@testable import SessionSimulation

@Suite struct VirtualNetworkTests {
    private func network(seed: UInt64, _ weather: Weather) -> VirtualNetwork {
        var generator = Generator(seed: seed)
        var network = VirtualNetwork(using: &generator)
        for _ in 0..<3 { network.connect(uplink: weather, downlink: Weather()) }
        return network
    }

    private func arrivals(_ network: inout VirtualNetwork, from: Int, to: Int) -> Int {
        var count = 0
        for _ in 0..<1_000
        where network.departs(3, from: from, isMulticast: true, at: 0) {
            network.carry([1, 2, 3], from: from, to: to, isMulticast: true, at: 0) { _ in
                count += 1
            }
        }
        return count
    }

    @Test func `a network without faults delivers each datagram once`() {
        var network = network(seed: 1, Weather())
        #expect(arrivals(&network, from: 0, to: 1) == 1_000)
    }

    @Test func `loss loses its portion`() {
        var weather = Weather()
        weather.loss.good = 2_000
        weather.loss.bad = 2_000
        var network = network(seed: 2, weather)
        #expect((750...850).contains(arrivals(&network, from: 0, to: 1)))
    }

    @Test func `a one-way cut stops one direction until it is removed`() {
        var network = network(seed: 3, Weather())
        let cut = network.add(VirtualNetwork.Cut(sides: 0b001, isOneWay: true))
        #expect(arrivals(&network, from: 0, to: 1) == 0)
        #expect(arrivals(&network, from: 1, to: 0) == 1_000)
        #expect(arrivals(&network, from: 1, to: 2) == 1_000)
        network.removeCut(cut)
        #expect(arrivals(&network, from: 0, to: 1) == 1_000)
    }

    @Test func `healing ends all faults for good`() {
        var weather = Weather()
        weather.losesMulticast = true
        var network = network(seed: 4, weather)
        network.heal(at: 0)
        _ = network.set(weather, .up, of: 0)
        _ = network.add(VirtualNetwork.Cut(sides: 1))
        #expect(arrivals(&network, from: 0, to: 1) == 1_000)
    }
}
