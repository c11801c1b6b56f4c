package httpx

import (
	"errors"
	"io/fs"
	"net"
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
