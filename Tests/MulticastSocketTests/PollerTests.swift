import MulticastSocket
import Testing

struct PollerTests {
    @Test func `only what can be read is ready`() throws {
        let (quiet, loud) = (try WakePipe(), try WakePipe())
        var poller = Poller()
        loud.wake()
        poller.wait(for: [quiet.descriptor, loud.descriptor], microseconds: nil)
        #expect(poller.ready == [loud.descriptor])
        loud.drain()
        poller.wait(for: [quiet.descriptor, loud.descriptor], microseconds: 0)
        #expect(poller.ready.isEmpty)
    }

    @Test func `a timer ends the wait at its time, until it is stopped`() throws {
        let timer = try WakeTimer()
        var poller = Poller()
        poller.wait(for: [timer.descriptor], microseconds: 0)
        #expect(poller.ready.isEmpty)
        timer.set(to: 1)
        poller.wait(for: [timer.descriptor], microseconds: nil)
        #expect(poller.ready == [timer.descriptor])
        timer.stop()
        poller.wait(for: [timer.descriptor], microseconds: 0)
        #expect(poller.ready.isEmpty)
    }
}
