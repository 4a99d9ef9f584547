import Glibc

/// Drops packets of a connection by a filter on the receiving socket (`socket(7)`, `SO_ATTACH_FILTER`) before TCP sees
/// them. The sender's kernel goes on sending them, as behind a faulty router.
struct PacketLoss {
    /// `struct sock_filter` of `linux/filter.h`.
    private struct Instruction {
        let code: UInt16
        var ifTrue: UInt8 = 0
        var ifFalse: UInt8 = 0
        let value: UInt32
    }

    /// `struct sock_fprog`.
    private struct Program {
        let count: UInt16
        let first: UnsafePointer<Instruction>?
    }

    /// The first bytes of the dropped packets. Not empty, and shorter than any packet.
    let beginning: [UInt8]

    func begin(on connection: Int32) {
        let instructions = instructions
        instructions.withUnsafeBufferPointer { buffer in
            var program = Program(count: UInt16(buffer.count), first: buffer.baseAddress)
            setsockopt(connection, SOL_SOCKET, SO_ATTACH_FILTER, &program, socklen_t(MemoryLayout<Program>.size))
        }
    }

    static func end(on connection: Int32) {
        var unused: Int32 = 0
        setsockopt(connection, SOL_SOCKET, SO_DETACH_FILTER, &unused, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The filter program. It sees a packet from its TCP header on, whose length in words is in the upper half of byte
    /// 12.
    private var instructions: [Instruction] {
        let compared = beginning.enumerated().flatMap { offset, byte in
            [
                Instruction(code: Code.loadByteBehindX, value: UInt32(offset)),
                Instruction(
                    code: Code.jumpIfEqual, ifFalse: UInt8(2 * (beginning.count - offset) - 1), value: UInt32(byte)),
            ]
        }
        return [
            Instruction(code: Code.loadByte, value: 12),
            Instruction(code: Code.and, value: 0xF0),
            Instruction(code: Code.shiftRight, value: 2),
            Instruction(code: Code.toX, value: 0),
            Instruction(code: Code.loadLength, value: 0),
            Instruction(code: Code.subtractX, value: 0),
            Instruction(
                code: Code.jumpIfAtLeast, ifFalse: UInt8(compared.count + 1), value: UInt32(beginning.count)),
        ] + compared + [
            Instruction(code: Code.end, value: 0),
            Instruction(code: Code.end, value: .max),
        ]
    }

    /// Constants of `linux/bpf_common.h`.
    private enum Code {
        static let loadByte: UInt16 = 0x30
        static let loadByteBehindX: UInt16 = 0x50
        static let loadLength: UInt16 = 0x80
        static let and: UInt16 = 0x54
        static let shiftRight: UInt16 = 0x74
        static let subtractX: UInt16 = 0x1C
        static let toX: UInt16 = 0x07
        static let jumpIfEqual: UInt16 = 0x15
        static let jumpIfAtLeast: UInt16 = 0x35
        static let end: UInt16 = 0x06
    }
}
