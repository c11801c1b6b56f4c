package mail

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a mail server that answers each letter with the next of its replies, then with 250.
type server struct {
	listener net.Listener
	letters  chan string // accepted letters in order, without the envelope
	tried    chan string // the reply to each letter

	rude bool // answers QUIT with an error
	// stall, if not nil, is called before a recipient is accepted.
	stall func(to string)

	mu      sync.Mutex
	replies []string
}

func newServer(t *testing.T, replies ...string) *server {
	t.Helper()
	l := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := &server{listener: l, letters: make(chan string, 100), tried: make(chan string, 100),
		replies: replies}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { s.serve(c) })
		}
	})
	t.Cleanup(func() { l.Close(); all.Wait() })
	return s
}

func (s *server) url() string { return "smtp://" + s.listener.Addr().String() }

func (s *server) reply() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replies) == 0 {
		return "250 ok"
	}
	r := s.replies[0]
	s.replies = s.replies[1:]
	return r
}

func (s *server) serve(c net.Conn) {
	defer c.Close()
	in := bufio.NewScanner(c)
	say := func(line string) { fmt.Fprintf(c, "%s\r\n", line) }
	say("220 test")
	to := ""
	for in.Scan() {
		verb, rest, _ := strings.Cut(in.Text(), " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			say("250-test")
			say("250 8BITMIME")
		case "RCPT":
			to = rest
			if s.stall != nil {
				s.stall(to)
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			text := "Envelope-" + to + "\r\n"
			for in.Scan() && in.Text() != "." {
				text += in.Text() + "\r\n"
			}
			r := s.reply()
			// before the client gets it, so that all tries are counted when a letter arrives
			s.tried <- r
			say(r)
			if strings.HasPrefix(r, "250") {
				s.letters <- text
			}
		case "QUIT":
			if s.rude {
				say("421 hurry up")
			}
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// book has one player, ann, with a game, and others by their IDs.
type book struct {
	mu      sync.Mutex
	account accounts.Account
	view    game.View
	others  map[accounts.ID]accounts.Account
}

func (b *book) Reachable(_ context.Context, text string) ([]accounts.Account, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if text != "ann" && text != b.account.Email {
		return nil, nil
	}
	return []accounts.Account{b.account}, nil
}

func (b *book) ResetToken(a accounts.Account, life time.Duration) (string, error) {
	return fmt.Sprintf("token of %s for %v", a.ID, life), nil
}

func (b *book) Get(_ context.Context, id accounts.ID) (accounts.Account, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a, ok := b.others[id]; ok {
		return a, nil
	}
	if id != b.account.ID {
		return accounts.Account{}, accounts.ErrUnknown
	}
	return b.account, nil
}

// turn composes the letter about the player's game.
func (b *book) turn() (Letter, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	subject, text := pages.Letter("https://luna.example.org", b.view)
	return Letter{subject, text}, b.view.Turn == game.ToAct, nil
}

type fixture struct {
	*Post
	book   *book
	server *server
	tokens *auth.Tokens
	now    time.Time
	log    strings.Builder
}

func newPost(t *testing.T, replies ...string) *fixture {
	t.Helper()
	f := &fixture{server: newServer(t, replies...),
		now: time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return f.now }
	tokens := suite.Must(auth.NewTokens(auth.NewKey(), clock))(t)
	f.tokens = tokens
	f.book = &book{
		account: accounts.Account{ID: "a1", Username: "Ann <b>", Email: "ann@example.org",
			EmailConfirmed: true},
		view: game.View{ID: "g1", Phase: 4, Turn: game.ToAct, Active: true},
	}
	f.Post = suite.Must(New(Options{
		Server: f.server.url(), From: "Luna <luna@example.org>", Base: "https://luna.example.org/",
		Tokens: tokens, Clock: clock, Delay: time.Millisecond,
		Log: slog.New(slog.NewTextHandler(&f.log, nil)),
	}))(t)
	return f
}

func (f *fixture) notice() { f.Send("a1", f.book.turn) }

// letter returns the next letter that arrived.
func (f *fixture) letter(t *testing.T) (*netmail.Message, string) {
	t.Helper()
	select {
	case text := <-f.server.letters:
		m, err := netmail.ReadMessage(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		var body io.Reader = m.Body
		if strings.EqualFold(m.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
			body = quotedprintable.NewReader(body)
		}
		b := suite.Must(io.ReadAll(body))(t)
		return m, string(b)
	case <-time.After(20 * time.Second):
		t.Fatalf("no letter arrived: %s", f.log.String())
	}
	return nil, ""
}

func TestTurn(t *testing.T) {
	f := newPost(t)
	f.Start(f.book)
	defer f.Close()
	f.notice()
	m, body := f.letter(t)
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "Luna: it is your turn" ||
		m.Header.Get("To") != "<ann@example.org>" ||
		m.Header.Get("From") != `"Luna" <luna@example.org>` {
		t.Errorf("%v, %q, %v", err, subject, m.Header)
	}
	if m.Header.Get("Envelope-TO:<ann@example.org>") == "" &&
		!strings.Contains(fmt.Sprint(m.Header), "ann@example.org") {
		t.Errorf("%v", m.Header)
	}
	if !strings.Contains(body, "to read five responses and guess") ||
		!strings.Contains(body, "https://luna.example.org/play/g1\r\n") ||
		strings.Contains(body, "Ann") {
		t.Errorf("%s", body)
	}
	if ct := m.Header.Get("Content-Type"); !strings.HasPrefix(ct, "text/plain") {
		t.Error(ct)
	}
	end := regexp.MustCompile(`https://luna\.example\.org(/mail/unsubscribe\?token=\S+)`).FindStringSubmatch(body)
	if end == nil || !strings.Contains(m.Header.Get("List-Unsubscribe"),
		"/mail/unsubscribe?token=") ||
		m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Fatalf("%v\n%s", m.Header, body)
	}
	if l := f.linked(t, auth.Unsubscribe,
		end[1]); l != (auth.Link{Account: "a1", Value: "ann@example.org"}) {
		t.Errorf("%+v", l)
	}
}

// linked returns the content of the link in a letter.
func (f *fixture) linked(t *testing.T, p auth.Purpose, link string) auth.Link {
	t.Helper()
	u := suite.Must(url.Parse(link))(t)
	return suite.Must(f.tokens.ParseLink(p, u.Query().Get("token")))(t)
}

func TestConfirm(t *testing.T) {
	f := newPost(t)
	f.Start(f.book)
	defer f.Close()
	f.book.account.EmailConfirmed = false
	f.notice() // not sent: the address is not confirmed
	f.Confirm(f.book.account, "192.0.2.1")
	m, body := f.letter(t)
	link := regexp.MustCompile(`https://luna\.example\.org(/mail/confirm\?token=\S+)`).FindStringSubmatch(body)
	if link == nil || m.Header.Get("List-Unsubscribe") != "" || strings.Contains(body, "Ann") ||
		!strings.Contains(m.Header.Get("Subject"), "confirm your address") {
		t.Fatalf("%v\n%s", m.Header, body)
	}
	if l := f.linked(t, auth.ConfirmEmail,
		link[1]); l != (auth.Link{Account: "a1", Value: "ann@example.org"}) {
		t.Errorf("%+v", l)
	}
}

func TestRetries(t *testing.T) {
	f := newPost(t, "451 later", "421 busy", "250 ok")
	f.Start(f.book)
	defer f.Close()
	f.notice()
	f.letter(t)
	for _, want := range []string{"451 later", "421 busy", "250 ok"} {
		if r := <-f.server.tried; r != want {
			t.Errorf("%q, want %q", r, want)
		}
	}
}

// TestSendsOnce checks that a letter is not sent again if the server accepts it and then fails.
func TestSendsOnce(t *testing.T) {
	f := newPost(t)
	f.server.rude = true
	f.Start(f.book)
	f.notice()
	f.letter(t)
	f.notice()
	f.letter(t) // would arrive after another try of the first
	f.Close()
	if n := len(f.server.tried); n != 2 || f.log.String() != "" {
		t.Errorf("%d tries of two letters: %s", n, f.log.String())
	}
}

// TestGivesUp checks that a letter is dropped at once on a permanent refusal and after several
// tries on a temporary one, and that later letters are sent.
func TestGivesUp(t *testing.T) {
	suite.Slow(t, "waits for time limits")
	refusals := []string{"550 no such user"}
	for range 1 + len(retries) {
		refusals = append(refusals, "451 later")
	}
	f := newPost(t, refusals...)
	f.Start(f.book)
	f.notice()
	f.settle(t)
	f.notice()
	f.settle(t)
	f.notice()
	f.letter(t)
	f.Close()
	if n := len(f.server.tried); n != len(refusals)+1 {
		t.Errorf("%d tries, want %d", n, len(refusals)+1)
	}
	if log := f.log.String(); strings.Count(log, "could not be sent") != 2 ||
		!strings.Contains(log, "code 550") || strings.Contains(log, "ann@") ||
		strings.Contains(log, "token=") {
		t.Errorf("%s", log)
	}
}

// settle waits until no letter waits.
func (f *fixture) settle(t *testing.T) {
	t.Helper()
	f.waitFor(t, 0)
}

// waitFor waits until n letters wait.
func (f *fixture) waitFor(t *testing.T, n int) {
	t.Helper()
	for began := time.Now(); f.Waiting() != n; time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("%d letters wait, want %d", f.Waiting(), n)
		}
	}
}

// TestObsoleteLetters checks that letters to unconfirmed or changed addresses, to suspended players
// or about turns that have passed, are not sent.
func TestObsoleteLetters(t *testing.T) {
	f := newPost(t)
	const address = "ann@example.org"
	past := func(change func(*accounts.Account, *game.View), kinds ...kind) {
		t.Helper()
		a, v := f.book.account, f.book.view
		change(&f.book.account, &f.book.view)
		for _, kind := range kinds {
			j := &job{kind: kind, player: "a1", compose: f.book.turn, text: address,
				asked: time.Now()}
			if l, ok, err := f.compose(t.Context(), j); ok || err != nil {
				t.Errorf("%d: %+v, %v", kind, l, err)
			}
		}
		f.book.account, f.book.view = a, v
	}
	f.Post.book = f.book
	past(func(a *accounts.Account, _ *game.View) {
		a.Email, a.EmailConfirmed = "other@example.org", false
	}, notice, confirm, reset)
	past(func(a *accounts.Account, _ *game.View) { a.Email, a.EmailConfirmed = "", false },
		notice, confirm, reset)
	past(func(a *accounts.Account, _ *game.View) { a.EmailConfirmed = false }, notice, reset)
	past(func(a *accounts.Account, _ *game.View) { a.Suspended = "rude" }, notice, confirm, reset)
	past(func(*accounts.Account, *game.View) {}, confirm)
	past(func(a *accounts.Account, _ *game.View) { a.ID = "a2" }, notice, confirm, reset)
	past(func(_ *accounts.Account, v *game.View) { v.Turn = game.Waiting }, notice)
	late := &job{kind: reset, player: "a1", text: address,
		asked: time.Now().Add(-accounts.ResetLife)}
	if l, ok, err := f.compose(t.Context(), late); ok || err != nil {
		t.Errorf("a late link: %+v, %v", l, err)
	}
	f.Confirm(accounts.Account{ID: "a1"}, "here")
	if f.Waiting() != 0 {
		t.Error("a letter without an address is queued")
	}
}

// TestNeverBlocks fills the queue while nothing is sent.
func TestNeverBlocks(t *testing.T) {
	f := newPost(t)
	for range maxQueue + 10 {
		f.notice()
	}
	if n := strings.Count(f.log.String(), "too much of it waits"); n != 10 {
		t.Errorf("%d letters are logged as lost, want 10", n)
	}
}

// TestClosesWhileAServerHangs uses a server that accepts connections and then stays silent.
func TestClosesWhileAServerHangs(t *testing.T) {
	l := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	f := newPost(t)
	f.transport = suite.Must(newTransport("smtp://"+l.Addr().String(), "luna@example.org"))(t)
	f.Start(f.book)
	f.notice()
	c := suite.Must(l.Accept())(t)
	defer c.Close()
	start := time.Now()
	f.Close()
	if took := time.Since(start); took > sendTimeout/2 {
		t.Errorf("Close took %v", took)
	}
}

func TestSettings(t *testing.T) {
	tokens := suite.Must(auth.NewTokens(auth.NewKey(), nil))(t)
	good := Options{Server: "smtps://user:secret@mail.example.org", From: "luna@example.org",
		Base: "https://luna.example.org", Tokens: tokens}
	suite.Must(New(good))(t)
	for name, change := range map[string]func(*Options){
		"no server": func(o *Options) { o.Server = "" }, "a host alone": func(
			o *Options) {
			o.Server = "mail.example.org:25"
		},
		"http":            func(o *Options) { o.Server = "http://user:secret@mail.example.org" },
		"a port of words": func(o *Options) { o.Server = "smtp://user:secret@mail.example.org:x" },
		"a port too high": func(o *Options) { o.Server = "smtp://user:secret@mail.example.org:70000" },
		"a path":          func(o *Options) { o.Server = "smtp://user:secret@mail.example.org/x" },
		"no sender":       func(o *Options) { o.From = "" }, "a sender without host": func(
			o *Options) {
			o.From = "luna"
		},
		"no base": func(o *Options) { o.Base = "" }, "a base without scheme": func(
			o *Options) {
			o.Base = "luna.example.org"
		},
		"a base with query": func(o *Options) { o.Base = "https://x/?y" },
		"no tokens":         func(o *Options) { o.Tokens = nil },
	} {
		o := good
		change(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s is accepted", name)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error reveals the password: %v", name, err)
		}
	}
}

// TestEncryptsFromTheFirstByte checks that an smtps connection starts with a TLS handshake and
// never falls back to plain text.
func TestEncryptsFromTheFirstByte(t *testing.T) {
	l := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	tr := suite.Must(newTransport("smtps://user:secret@"+l.Addr().String(), "luna@example.org"))(t)
	first := make(chan byte, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			first <- 0
			return
		}
		defer c.Close()
		b := make([]byte, 1)
		c.Read(b)
		first <- b[0]
	}()
	if _, err := tr.send(t.Context(), letter{to: "ann@example.org"}); err == nil || !temporary(err) {
		t.Error(err)
	}
	if b := <-first; b != 0x16 {
		t.Errorf("the first byte is %#x, want a TLS handshake", b)
	}
}
