package mail

import (
	"context"
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

// letter is what is sent.
type letter struct {
	to, subject, text string
	unsubscribe       string // a link by which it ends, "" where there is none
}

// transport hands letters to a server for mail.
type transport struct {
	client *gomail.Client
	from   string
}

// sendTimeout is how long a server may take for a letter.
const sendTimeout = 30 * time.Second

// newTransport reads the address of a server: smtps://USER:PASSWORD@HOST:PORT, or smtp:// with STARTTLS, which must be had of any server but one
// on the same machine.
func newTransport(server, from string) (*transport, error) {
	u, err := url.Parse(server)
	if err != nil {
		return nil, errors.New("the mail server cannot be read as a URL") // whose error would tell the password
	}
	host := u.Hostname()
	if u.Scheme != "smtp" && u.Scheme != "smtps" || host == "" || u.Path != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("mail server: found %s://%s%s, expected smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT", u.Scheme, u.Host, u.Path)
	}
	options := []gomail.Option{gomail.WithTimeout(sendTimeout), gomail.WithDialContextFunc(dial(host, u.Scheme == "smtps"))}
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
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(name), gomail.WithPassword(password))
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

// send makes one try.
func (t *transport) send(ctx context.Context, l letter) error {
	m, err := t.message(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	err = t.client.DialAndSendWithContext(context.WithValue(ctx, sending{}, ctx), m)
	if m.IsDelivered() {
		return nil // whatever happened when taking leave
	}
	return err
}

// refusal is the code of SMTP by which a server refused a letter, 0 where it is another failure.
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

// passing tells whether a failure may be gone at the next try, as all but a refusal for good may.
func passing(err error) bool { return refusal(err) < 500 }

// describe tells of a failure without the address, which is nobody's business but the player's.
func describe(err error) string {
	if code := refusal(err); code != 0 {
		return fmt.Sprintf("the mail server refused it with code %d", code)
	}
	var network *net.OpError
	if errors.As(err, &network) {
		return network.Error()
	}
	return fmt.Sprintf("%T", err)
}
