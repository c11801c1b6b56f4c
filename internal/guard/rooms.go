package guard

import "cmp"

// Rooms is what can be held at the same time of what a server takes.
type Rooms struct {
	Connections, Requests, Streams Room
	Bodies, Answers                Room // bytes that are being read, or wait for clients
}

// DefaultConnections is how many connections a server holds by default. A connection takes 100 to
// 200 KiB at worst, with its buffers in the kernel.
const DefaultConnections = 4000

// HalfOfFiles is a number of connections for a program that needs as many files besides.
func HalfOfFiles() int { return int(min(DefaultConnections, maxDescriptors()/2)) }

// NewRooms divides a number of connections, 0 for [DefaultConnections], as far as the process may
// open files: 3/8 for requests, a half for streams, and the rest for new connections. Of each part,
// an address may take a quarter, and a network a half.
func NewRooms(connections int) Rooms {
	n := min(int64(cmp.Or(connections, DefaultConnections)), maxDescriptors())
	of := func(n int64) Room {
		return Room{Bounds: Bounds{Address: max(1, n/4), Network: max(1, n/2), All: max(1, n)}}
	}
	return Rooms{
		Connections: Room{Bounds: Bounds{Address: 500, All: n}},
		Requests:    of(n * 3 / 8),
		Streams:     of(n / 2),
		Bodies:      Room{Bounds: Bounds{Address: 16 << 20, All: 64 << 20}},
		Answers:     Room{Bounds: Bounds{Player: 8 << 20, Address: 32 << 20, All: 128 << 20}},
	}
}
