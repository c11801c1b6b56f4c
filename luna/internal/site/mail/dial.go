package mail

import (
	"context"
	"crypto/tls"
	"net"
)

// attemptKey is the key under which the context for connecting holds the context of the whole
// attempt to send.
type attemptKey struct{}

// dial returns a function that connects, with TLS from the first byte if encrypted.
func dial(host string, encrypted bool) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		bound := &boundConn{Conn: c}
		if attempt, ok := ctx.Value(attemptKey{}).(context.Context); ok {
			bound.release = context.AfterFunc(attempt, func() { c.Close() })
		}
		if !encrypted {
			return bound, nil
		}
		return tls.Client(bound, &tls.Config{ServerName: host}), nil
	}
}

// boundConn is a connection that is closed when the attempt to send ends, whatever it waits for.
type boundConn struct {
	net.Conn
	release func() bool // from the context; may be nil
}

// Close closes the connection.
func (c *boundConn) Close() error {
	if c.release != nil {
		c.release()
	}
	return c.Conn.Close()
}
