package httpx

import (
	"fmt"
	"net"
	"testing"
)

func TestFreePort(t *testing.T) {
	for range 20 {
		port, err := FreePort()
		if err != nil || port < 20_000 || port >= 30_000 {
			t.Fatal(port, err)
		}
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
}
