package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

var mailAttacks = []attack{
	{"letters", "300 askers, each from another address, have a letter sent to one mailbox with " +
		"dots in other places", long, letters},
	{"asker", "one address has letters sent to 200 mailboxes of strangers", long, asker},
	{"slow-mail", "ten letters to a mailbox at which the mail server hangs; then one to another",
		long, slowMail},
	{"brackets", "an address in brackets, victim@[127.0.0.1]", quick, brackets},
}

// serveMail starts a server that sends letters.
func (b *bench) serveMail(
	ctx context.Context, hangs func(string) bool,
) (*server, *mailServer, error) {
	m, err := newMailServer(hangs)
	if err != nil {
		return nil, nil, err
	}
	b.cleanups = append(b.cleanups, m.close)
	s, err := b.serveLuna(ctx, "luna.db", "--base-url", "http://luna.example.org", "--smtp", m.url(),
		"--mail-from", "luna@example.org")
	return s, m, err
}

// ask gives an address as a new guest's. It reports whether the server took it.
func (s *server) askFor(ctx context.Context, from, mailbox string) (bool, error) {
	g, err := s.guest(ctx, from)
	if err != nil {
		return false, err
	}
	err = g.do(ctx, http.MethodPost, "/profile/email", map[string]any{"email": mailbox}, nil)
	if status(err) == 0 {
		return false, err
	}
	return err == nil, nil
}

// letters moves the dots in the name of a mailbox of a provider that ignores them.
func letters(ctx context.Context, b *bench) (finding, error) {
	s, m, err := b.serveMail(ctx, nil)
	if err != nil {
		return finding{}, err
	}
	const name = "strangersmailbox"
	n := b.amount(300, 60)
	for i := range n {
		var dotted strings.Builder
		for k, letter := range name {
			if k > 0 && (i+1)>>(k-1)&1 == 1 {
				dotted.WriteByte('.')
			}
			dotted.WriteRune(letter)
		}
		from := fmt.Sprintf("2001:db8:%x::1", i+1)
		if _, err := s.askFor(ctx, from, dotted.String()+"@gmail.com"); err != nil {
			return finding{}, err
		}
	}
	time.Sleep(3 * time.Second)
	arrived := len(m.to(func(to string) bool {
		local, host, _ := strings.Cut(to, "@")
		return strings.ReplaceAll(local, ".", "") == name && host == "gmail.com"
	}))
	return judge(arrived > 5, "%d letters arrived of %d", arrived, n)
}

// classroom is the number of people behind one address who may give their mailboxes at once.
const classroom = 60

// asker asks for letters to strangers from one address.
func asker(ctx context.Context, b *bench) (finding, error) {
	s, m, err := b.serveMail(ctx, nil)
	if err != nil {
		return finding{}, err
	}
	n := b.amount(200, 80)
	for i := range n {
		if _, err := s.askFor(ctx, "203.0.113.7", fmt.Sprintf("stranger%d@example%d.org", i,
			i)); err != nil {
			return finding{}, err
		}
	}
	time.Sleep(3 * time.Second)
	arrived := len(m.to(func(string) bool { return true }))
	return judge(arrived > classroom, "%d letters arrived of %d", arrived, n)
}

// slowMail measures how long a letter waits behind others that cannot be delivered.
func slowMail(ctx context.Context, b *bench) (finding, error) {
	s, m, err := b.serveMail(ctx, func(to string) bool { return strings.Contains(to, "@slow") })
	if err != nil {
		return finding{}, err
	}
	for i := range 10 {
		if _, err := s.askFor(ctx, fmt.Sprintf("2001:db8:%x::1", i+1),
			fmt.Sprintf("m%d@slow.example", i)); err != nil {
			return finding{}, err
		}
	}
	time.Sleep(time.Second)
	asked := time.Now()
	if _, err := s.askFor(ctx, "203.0.113.1", "ann@quick.example"); err != nil {
		return finding{}, err
	}
	limit := time.Duration(b.amount(120, 20)) * time.Second
	for time.Since(asked) < limit {
		if list := m.to(func(to string) bool { return to == "ann@quick.example" }); len(list) > 0 {
			waited := list[0].at.Sub(asked)
			return judge(waited > 10*time.Second, "it arrived after %.1f s", waited.Seconds())
		}
		time.Sleep(50 * time.Millisecond)
	}
	return judge(true, "it had not arrived after %.0f s", limit.Seconds())
}

func brackets(ctx context.Context, b *bench) (finding, error) {
	s, m, err := b.serveMail(ctx, nil)
	if err != nil {
		return finding{}, err
	}
	var taken []string
	for i, mailbox := range []string{"victim@[127.0.0.1]", "victim@[IPv6:::1]", "<victim@a.example>",
		"V <victim@a.example>", "victim@127.0.0.1", "victim@localhost"} {
		ok, err := s.askFor(ctx, fmt.Sprintf("2001:db8:%x::1", i+1), mailbox)
		if err != nil {
			return finding{}, err
		}
		if ok {
			taken = append(taken, mailbox)
		}
	}
	time.Sleep(time.Second)
	return judge(len(taken) > 0, "%d of 6 such addresses accepted, %d letters sent: %s", len(taken),
		len(m.to(func(string) bool { return true })), strings.Join(taken, ", "))
}
