package httpx

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// Listen is [net.Listen], except that it first removes a socket in the file system that a killed
// server has left behind, on which nobody listens.
func Listen(network, address string) (net.Listener, error) {
	l, err := net.Listen(network, address)
	if network != "unix" || !errors.Is(err, syscall.EADDRINUSE) {
		return l, err
	}
	// Of two servers that start at the same time, the second must find the first one's socket.
	defer atomicdir.LockFolder(filepath.Dir(address))()
	info, statErr := os.Lstat(address)
	if statErr != nil || info.Mode()&fs.ModeSocket == 0 {
		return nil, err
	}
	c, dialErr := net.DialTimeout(network, address, time.Second)
	if dialErr == nil {
		c.Close()
		return nil, err
	}
	if !errors.Is(dialErr, syscall.ECONNREFUSED) {
		return nil, err
	}
	if err := os.Remove(address); err != nil {
		return nil, err
	}
	return net.Listen(network, address)
}

// FreePort returns a port of this computer that is free, for a program that is started next. It is
// none of those that connections take by themselves.
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

// Client returns a client with the given transport, or with one of its own if that is nil. It
// follows no redirects: they would carry what it sends, including keys, to a host that nobody has
// named, perhaps one that only this computer can reach. All requests of the programs go through
// such a client.
func Client(t http.RoundTripper) *http.Client {
	if t == nil {
		t = http.DefaultTransport.(*http.Transport).Clone()
	}
	return &http.Client{Transport: t, CheckRedirect: NoRedirects}
}

// NoRedirects is the CheckRedirect of [Client].
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
