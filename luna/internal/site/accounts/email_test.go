package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

func TestEmailAddresses(t *testing.T) {
	p := open(t, guard.Limits{})
	for n, email := range []string{
		"ann@example.org", "a.n+n@mail.example.co.uk", "ann@bücher.example", "ann@example.org",
		"ännchen@example.org", "ann_o'neil@xn--bcher-kva.example",
	} {
		who := accounts.Credentials{Username: fmt.Sprint("good ", n), Password: "correct horse",
			Email: email}
		if _, err := p.Register(t.Context(), here, who); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
	for n, email := range []string{
		"ann@[192.0.2.1]", "ann@[IPv6:2001:db8::1]", "ann@192.0.2.1", "root@localhost", "root@mail",
		"ann@example.org.", "ann@.org", "ann@example..org", "ann@exa mple.org", "ann@example.123",
		"ann@-example.org", `"ann"@example.org`, "ann@example.org,bob@example.org",
		strings.Repeat("a", 65) + "@example.org", "ann@exa_mple.org", "a@b@example.org",
	} {
		who := accounts.Credentials{Username: fmt.Sprint("bad ", n), Password: "correct horse",
			Email: email}
		if _, err := p.Register(t.Context(), here, who); !errors.Is(err, accounts.ErrEmail) {
			t.Errorf("%s: %v", email, err)
		}
	}
}

func TestMailbox(t *testing.T) {
	for _, same := range [][]string{
		{"anno@example.org", "Anno@Example.ORG", "an.no@example.org", "a.n.n.o+luna@example.org",
			"anno+@example.org", "anno@example.org."},
		{"anno@gmail.com", "a.nno@googlemail.com", "ANNO+1@GoogleMail.com"},
		{"anno@bücher.example", "anno@xn--bcher-kva.example", "anno@BÜCHER.example"},
		{"änno@example.org", "a\u0308nno@example.org", "ÄNNO@example.org"},
	} {
		for _, email := range same {
			if m := accounts.Mailbox(email); m != accounts.Mailbox(same[0]) {
				t.Errorf("%s is %s, %s is %s", email, m, same[0], accounts.Mailbox(same[0]))
			}
		}
	}
	seen := make(map[string]string)
	for _, email := range []string{"ann@example.org", "ann@example.com", "bob@example.org",
		"ann@a.example.org", ""} {
		m := accounts.Mailbox(email)
		if other, ok := seen[m]; ok {
			t.Errorf("%s and %s are both %s", email, other, m)
		}
		seen[m] = email
	}
}
