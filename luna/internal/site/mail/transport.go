package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// letter is a letter with its address.
type letter struct {
	to, subject, text string
	unsubscribe       string // link that ends such letters, or ""
}

// transport hands letters to a mail server.
type transport struct {
	client *gomail.Client
	from   string
}

// sendTimeout bounds one attempt to send.
const sendTimeout = 30 * time.Second

// newTransport parses the address of a server, smtps://USER:PASSWORD@HOST:PORT or smtp://HOST:PORT.
// With smtp:// the server must offer STARTTLS, unless it is on this machine.
func newTransport(server, from string) (*transport, error) {
	u, err := url.Parse(server)
	if err != nil {
		// the parser's error would reveal the password
		return nil, errors.New("the mail server cannot be read as a URL")
	}
	host := u.Hostname()
	if u.Scheme != "smtp" && u.Scheme != "smtps" || host == "" || u.Path != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("mail server: found %s://%s%s, "+
			"expected smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT", u.Scheme, u.Host,
			u.Path)
	}
	options := []gomail.Option{
		gomail.WithTimeout(sendTimeout),
		gomail.WithDialContextFunc(dial(host, u.Scheme == "smtps")),
	}
	switch {
	case u.Scheme == "smtps":
		options = append(options, gomail.WithSSL(), gomail.WithPort(465))
	case loopback(host):
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic), gomail.WithPort(25))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithPort(587))
	}
	if u.Port() != "" {
		port, err := strconv.Atoi(u.Port())
		if err != nil {
			return nil, fmt.Errorf("mail server: found port %q", u.Port())
		}
		options = append(options, gomail.WithPort(port))
	}
	if name := u.User.Username(); name != "" {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(name), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(host, options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	t := &transport{client, from}
	if _, err := t.message(letter{to: from}); err != nil {
		return nil, fmt.Errorf("mail from %q: expected an address as luna@example.org: %w", from, err)
	}
	return t, nil
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

func (t *transport) message(l letter) (*gomail.Msg, error) {
	m := gomail.NewMsg()
	if err := errors.Join(m.From(t.from), m.To(l.to)); err != nil {
		return nil, err
	}
	m.Subject(l.subject)
	m.SetDate()
	m.SetMessageID()
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.unsubscribe != "" {
		m.SetListUnsubscribe(l.unsubscribe)
		m.SetListUnsubscribePost()
	}
	m.SetBodyString(gomail.TypeTextPlain, l.text)
	return m, nil
}

// bounded limits an attempt in time, whatever it waits for.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	return context.WithValue(ctx, attemptKey{}, ctx), cancel
}

// send makes one attempt. It returns what the server answered.
func (t *transport) send(ctx context.Context, l letter) (answer string, err error) {
	m, err := t.message(l)
	if err != nil {
		return "", err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	err = t.client.DialAndSendWithContext(ctx, m)
	if m.IsDelivered() {
		return m.ServerResponse(), nil // whatever happened at QUIT
	}
	if _, sending := errors.AsType[*gomail.SendError](err); !sending && err != nil {
		err = connectError{err}
	}
	return "", err
}

// connect tries to connect, to log in, and nothing else.
func (t *transport) connect(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := t.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return connectError{err}
	}
	_ = t.client.CloseWithSMTPClient(c) // it has answered
	return nil
}

// connectError is a failure before anything about a letter was sent, so that its text contains no
// address.
type connectError struct{ error }

// Unwrap returns the failure.
func (e connectError) Unwrap() error { return e.error }

// refusal is the SMTP code by which a server refused a letter, 0 for other failures.
func refusal(err error) int {
	var refused *gomail.SendError
	var reply *textproto.Error
	switch {
	case errors.As(err, &refused):
		return refused.ErrorCode()
	case errors.As(err, &reply):
		return reply.Code
	}
	return 0
}

// permanentError is a failure that another attempt cannot mend.
type permanentError struct{ error }

// Unwrap returns the failure.
func (e permanentError) Unwrap() error { return e.error }

func permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanentError{err}
}

// temporary reports whether a failure may be gone at the next try: all but permanent refusals.
func temporary(err error) bool {
	_, final := errors.AsType[permanentError](err)
	return !final && refusal(err) < 500
}

// describe describes a failure without the address, which does not belong in a log.
func describe(err error) string {
	if _, ok := errors.AsType[connectError](err); ok {
		return err.Error()
	}
	if code := refusal(err); code != 0 {
		return fmt.Sprintf("the mail server refused it with code %d", code)
	}
	if network, ok := errors.AsType[*net.OpError](err); ok {
		return network.Error()
	}
	return fmt.Sprintf("%T", err)
}

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
