package mail

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// variant returns an address that many providers deliver to the same mailbox.
func variant(n int) string {
	name := ""
	for i, letter := range "someonefamous" {
		name += string(letter)
		if i < 12 && n>>i&1 == 1 {
			name += "."
		}
	}
	if n%3 == 0 {
		name = strings.ToUpper(name)
	}
	if n%5 == 0 {
		name += fmt.Sprint("+", n)
	}
	return name + "@" + []string{"gmail.com", "GoogleMail.com"}[n%2]
}

// TestLettersToOneMailbox has 300 players give variants of one address, from changing networks.
func TestLettersToOneMailbox(t *testing.T) {
	f := newPost(t)
	seen := make(map[string]bool)
	for n := range 300 {
		a := accounts.Account{ID: accounts.ID(fmt.Sprint(n)), Email: variant(n)}
		seen[a.Email] = true
		f.Confirm(a, fmt.Sprintf("203.0.%d.%d", n/200, n%200))
	}
	if len(seen) != 300 {
		t.Fatalf("%d variants", len(seen))
	}
	if n := f.Waiting(); n != 3 {
		t.Errorf("%d letters, want 3", n)
	}
	f.now = f.now.Add(24 * time.Hour)
	for n := range 300 {
		f.Confirm(accounts.Account{ID: accounts.ID(fmt.Sprint("x", n)), Email: variant(n)}, "a")
	}
	if n := f.Waiting(); n != 6 {
		t.Errorf("%d letters on two days, want 6", n)
	}
}

// TestLettersByOneAsker has one player give many addresses, and many players in one network.
func TestLettersByOneAsker(t *testing.T) {
	f := newPost(t)
	for n := range 100 {
		f.Confirm(accounts.Account{ID: "a1", Email: fmt.Sprintf("%d@example.org", n)},
			fmt.Sprintf("203.0.113.%d", n))
	}
	if n := f.Waiting(); n != 5 {
		t.Errorf("%d letters for one player, want 5", n)
	}
	f = newPost(t)
	for n := range 200 {
		f.Confirm(accounts.Account{ID: accounts.ID(fmt.Sprint(n)),
			Email: fmt.Sprintf("%d@example.org", n)}, fmt.Sprintf("2001:db8:1:%x::/64", n))
	}
	if n := f.Waiting(); n != 30 {
		t.Errorf("%d letters from one /48, want 30", n)
	}
	for n := range 200 {
		f.Confirm(accounts.Account{ID: accounts.ID(fmt.Sprint("y", n)),
			Email: fmt.Sprintf("y%d@example.org", n)}, fmt.Sprintf("203.0.113.%d", n))
	}
	if n := f.Waiting(); n != 100 {
		t.Errorf("%d letters in all, want 100", n)
	}
}

// TestNoticesAreLimited sends a player more letters than they should get in a day.
func TestNoticesAreLimited(t *testing.T) {
	f := newPost(t)
	f.Start(f.book)
	for range 50 {
		f.notice()
	}
	f.settle(t)
	f.Close()
	if n := len(f.server.letters); n != 30 {
		t.Errorf("%d letters, want 30", n)
	}
}

// TestReset asks for links to reset passwords, which nobody can tell from the answers to exist.
func TestReset(t *testing.T) {
	f := newPost(t)
	f.Start(f.book)
	defer f.Close()
	ask := func(address, text string) {
		t.Helper()
		if err := f.Reset(address, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	ask("192.0.2.1", "nobody")
	ask("192.0.2.1", strings.Repeat("x", 1<<20))
	ask("192.0.2.1", "ann")
	m, body := f.letter(t)
	if to := m.Header.Get("To"); to != "<ann@example.org>" ||
		m.Header.Get("Subject") != "Luna: choose a new password" ||
		m.Header.Get("List-Unsubscribe") != "" || !strings.Contains(body, "Ann <b>") ||
		!strings.Contains(body, "https://luna.example.org/enter/reset?token=token+of+a1+for+1h0m0s") {
		t.Errorf("%v\n%s", m.Header, body)
	}
	for n := range 30 { // by many, to one mailbox
		ask(fmt.Sprintf("203.0.113.%d", n), "ann")
	}
	f.settle(t)
	if n := len(f.server.letters); n != 4 {
		t.Errorf("%d letters to one mailbox, want 4 more", n)
	}
	var limit *guard.LimitError
	for n := range 30 { // by one, whether the account exists or not
		err := f.Reset("192.0.2.7", []string{"ann", "nobody"}[n%2])
		if (n >= 20) != errors.As(err, &limit) {
			t.Errorf("request %d: %v", n, err)
		}
	}
	f.settle(t)
}

// slow makes the server hang for hosts that begin with "slow", until the test ends.
func (f *fixture) slow(t *testing.T) {
	t.Helper()
	ended := make(chan struct{})
	f.server.stall = func(to string) {
		if strings.Contains(to, "@slow") {
			<-ended
		}
	}
	t.Cleanup(func() { close(ended) }) // before the server is awaited
}

// to lets the post write to a player with an address.
func (f *fixture) to(email string) {
	id := accounts.ID(email)
	f.book.mu.Lock()
	if f.book.others == nil {
		f.book.others = make(map[accounts.ID]accounts.Account)
	}
	f.book.others[id] = accounts.Account{ID: id, Email: email, EmailConfirmed: true}
	f.book.mu.Unlock()
	f.Send(id, f.book.turn)
}

// TestSlowServer has the mail server hang with letters to some hosts. Letters to others pass.
func TestSlowServer(t *testing.T) {
	f := newPost(t)
	f.slow(t)
	f.Start(f.book)
	defer f.Close()
	f.notice()
	f.letter(t)
	for n := range 40 { // many to one host
		f.to(fmt.Sprintf("ann%d@slow.example", n))
	}
	began := time.Now()
	f.to("bob@example.com")
	f.letter(t)
	for n := range 40 { // one to each of many hosts
		f.to(fmt.Sprintf("ann@slow%d.example", n))
	}
	f.notice() // to a host that is known to be quick
	f.letter(t)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("letters to other hosts took %v", took)
	}
	f.waitFor(t, 80)
}

// TestRetriesBlockNobody has a letter wait long for its second try.
func TestRetriesBlockNobody(t *testing.T) {
	f := newPost(t, "451 later", "451 later", "451 later")
	f.o.Delay = time.Hour
	f.Start(f.book)
	defer f.Close()
	for range 3 {
		f.notice()
	}
	for len(f.server.tried) < 3 {
		time.Sleep(time.Millisecond)
	}
	f.notice()
	f.letter(t)
	f.waitFor(t, 3)
}

// TestOneHostDoesNotFillTheQueue queues more letters to one host than it may have.
func TestOneHostDoesNotFillTheQueue(t *testing.T) {
	f := newPost(t)
	f.slow(t)
	f.Start(f.book)
	defer f.Close()
	for n := range 400 {
		f.to(fmt.Sprintf("ann%d@slow.example", n))
	}
	f.to("bob@example.com")
	f.letter(t)
	f.waitFor(t, maxQueueHost)
}

// A mail server that fails is told of once, and when it works again; each failure is counted.
func TestFailuresAreTold(t *testing.T) {
	f := newPost(t, "451 busy", "451 busy", "451 busy")
	f.Start(f.book)
	f.notice()
	f.letter(t)
	f.notice()
	f.letter(t)
	for end := time.Now().Add(10 * time.Second); f.Waiting() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	f.Close()
	log := f.log.String()
	if n := f.Failures.Load(); n != 3 || strings.Count(log, "the mail server fails") != 1 ||
		strings.Count(log, "accepts letters again") != 1 || strings.Contains(log, "ann@") {
		t.Errorf("%d failures:\n%s", n, log)
	}
}

// A mail server that cannot be reached is found at the start.
func TestCheck(t *testing.T) {
	f := newPost(t)
	f.Check(t.Context())
	if n := f.Failures.Load(); n != 0 || f.log.Len() > 0 {
		t.Errorf("one that works: %d failures: %s", n, f.log.String())
	}
	f.server.listener.Close()
	f.Check(t.Context())
	f.Check(t.Context())
	log := f.log.String()
	if n := f.Failures.Load(); n != 2 || strings.Count(log, "the mail server fails") != 1 ||
		!strings.Contains(log, "refused") {
		t.Errorf("%d failures:\n%s", n, log)
	}
}

// Test sends a letter and says what the server answered.
func TestLetterOfTheOperator(t *testing.T) {
	s := newServer(t, "250 2.0.0 queued as 4711", "554 5.7.1 no thanks")
	answer, err := Test(t.Context(), s.url(), "luna@example.org", "you@example.org")
	if err != nil || !strings.Contains(answer, "queued as 4711") {
		t.Errorf("%q, %v", answer, err)
	}
	if text := <-s.letters; !strings.Contains(text, "you@example.org") {
		t.Error(text)
	}
	answer, err = Test(t.Context(), s.url(), "luna@example.org", "you@example.org")
	if err == nil || !strings.Contains(err.Error(), "no thanks") {
		t.Errorf("refused: %q, %v", answer, err)
	}
}
