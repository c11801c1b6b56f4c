package mail

import (
	"context"
	"crypto/tls"
	"net"
)

// sending is the key of the context of a whole try to send, among the values of the one that is for connecting alone.
type sending struct{}

// dial returns how connections are made, with TLS from the first byte where the server wants it so.
func dial(host string, encrypted bool) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		cut := &cutConn{Conn: c}
		if whole, ok := ctx.Value(sending{}).(context.Context); ok {
			cut.spare = context.AfterFunc(whole, func() { c.Close() })
		}
		if !encrypted {
			return cut, nil
		}
		return tls.Client(cut, &tls.Config{ServerName: host}), nil
	}
}

// cutConn is a connection that is closed when the try to send ends, whatever is being waited for.
type cutConn struct {
	net.Conn
	spare func() bool // keeps that from happening
}

// Close closes the connection.
func (c *cutConn) Close() error {
	if c.spare != nil {
		c.spare()
	}
	return c.Conn.Close()
}
