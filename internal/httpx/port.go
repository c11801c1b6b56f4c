package httpx

import (
	"fmt"
	"math/rand/v2"
	"net"
)

// FreePort returns a port of this computer that is free, for a program that is started next. It is none
// of those that connections take by themselves.
func FreePort() (port int, err error) {
	for range 100 {
		port = 20_000 + rand.IntN(10_000)
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprint(":", port)); err == nil {
			return port, l.Close()
		}
	}
	return 0, err
}
