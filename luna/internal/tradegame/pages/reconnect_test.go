package pages_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// TestBrowserReconnects cuts the network in the middle of a game, and then ends the server and
// starts it again. What the player does meanwhile happens once, and the page loses and repeats
// nothing.
func TestBrowserReconnects(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{Seconds: 120, MaxBettors: 1, Delay: 1}, nil)
	ann := newTab(t, browser, l.URL, "Ann", 360, 740)
	ann.play(nil)
	ann.Click("#public")
	ann.Click("button[value=bettor]")
	ann.Wait("Waiting for a game")
	l.target()
	ann.Wait("Person or computer?")
	id := path.Base(ann.Text("location.pathname"))
	price := func(want int) {
		t.Helper()
		ann.Until(fmt.Sprintf("document.getElementById('price').textContent === '%d' && "+
			"document.querySelectorAll('.on-way').length === 0", want))
	}
	ask := func(text string) {
		t.Helper()
		ann.Keys("q")
		ann.Insert(text)
		ann.Keys("\r\x1b")
	}
	connected := "document.getElementById('line').hidden"
	ask("First?")
	ann.Keys("hhh")
	price(53)

	to := l.cut()
	ann.Until("!" + connected)
	ann.Keys("hh")
	ask("Second?")
	ann.Until("document.querySelectorAll('.on-way').length === 1 && " +
		"document.querySelectorAll('#waiting .sending').length === 1")
	ann.Look("48-no-connection")
	l.lead(to)
	price(55)
	ann.Until(connected)
	ann.Until("document.querySelectorAll('#waiting .sending').length === 0")

	// A line that is cut for long loses what could not be sent in time, and says so.
	to = l.cut()
	ann.Until("!" + connected)
	ann.Keys("c")
	ann.Until("document.getElementById('problem').textContent.includes('not sent in time')")
	l.lead(to)
	ann.Until(connected)
	price(55)

	// A restart.
	if took := l.end(); took > 4*time.Second {
		t.Errorf("open streams kept the server from its end for %v", took)
	}
	ann.Until("!" + connected)
	ann.Keys("h")
	l.begin()
	price(56)
	ann.Until(connected)
	ask("Third?")
	ann.Until("document.querySelectorAll('#waiting .sending').length === 0")

	// Reloading shows the same.
	what := "[...document.querySelectorAll('#talk, #waiting, #held, #if-human, #price')]" +
		".map((e) => e.textContent.replace(/\\s+/g, ' ')).join(' | ')"
	var before, after string
	for range 3 { // the target may answer meanwhile
		before = ann.Text(what)
		ann.Text("(window.old = true, '')")
		ann.Open("/trade/games/" + id)
		ann.Until("!window.old && document.getElementById('price')?.textContent === '56'")
		if after = ann.Text(what); after == before {
			break
		}
	}
	if after != before {
		t.Errorf("after a reload the page shows\n%s\nbefore\n%s", after, before)
	}
	ann.Click("#done-button")
	ann.Until("document.title.startsWith('The target was a')")
	played, _ := l.played(id)
	if got := played.Exchanges()[0].Question; got != "First?" {
		t.Errorf("the first question is %q", got)
	}
	counts := make(map[trade.Kind]int)
	for _, e := range played.Log {
		counts[e.Kind]++
	}
	if counts[trade.Bet] != 6 || counts[trade.Question] != 3 {
		t.Errorf("the log has %d bets and %d questions, expected 6 and 3",
			counts[trade.Bet], counts[trade.Question])
	}
}

// TestBrowserClicks doubles, repeats and refuses what a player does.
func TestBrowserClicks(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{StartPrice: 98})
	ann := newTab(t, browser, p.URL, "Ann", 1280, 900)
	ann.play(p)
	p.start(ann.id)
	ann.Wait("Person or computer?")
	ann.Until("document.getElementById('price').textContent === '98'")

	// Ten bets a second. The button says so at once, and the curve moves with the server.
	ann.Text(`(() => { let n = 0; const i = setInterval(() => {
		document.getElementById("bet-computer").click();
		if (++n === 30) clearInterval(i);
	}, 100); return ""; })()`)
	ann.Until("document.getElementById('price').textContent === '68'")
	if n := p.game.Bets(); n != 30 {
		t.Errorf("30 clicks made %d bets", n)
	}
	// A held key is one bet; letters in a text field are none; Enter does not repeat.
	ann.Text(`(() => { for (const repeat of [false, true, true]) document.body.dispatchEvent(
		new KeyboardEvent("keydown", { key: "h", repeat, bubbles: true })); return ""; })()`)
	ann.Until("document.getElementById('price').textContent === '69'")
	ann.Typed("#text", "")
	ann.Keys("hch")
	if got := ann.Text("document.getElementById('text').value"); got != "hch" {
		t.Errorf("the text field has %q", got)
	}
	// A double click asks once, and a reload keeps what was typed.
	ann.Text("[1, 2].forEach(() => document.querySelector('#ask button').click()) || ''")
	ann.Until("document.querySelectorAll('#talk li').length === 1")
	ann.Typed("#text", "half a")
	ann.Text("(window.old = true, '')")
	ann.Open(ann.Text("location.pathname"))
	ann.Until("!window.old && document.getElementById('text')?.value === 'half a'")
	// Keys can be switched off.
	ann.Keys("\x1b")
	ann.Click("#use-keys")
	ann.Text("document.activeElement.blur() || ''")
	ann.Keys("hhh")
	time.Sleep(300 * time.Millisecond)
	if n := p.game.Bets(); n != 31 {
		t.Errorf("after keys were switched off there are %d bets, expected 31", n)
	}
	ann.Click("#use-keys")
	// The limit of the price.
	for range 31 {
		ann.Click("#bet-human")
	}
	ann.Until("document.getElementById('price').textContent === '100'")
	ann.Until("document.getElementById('bet-human').getAttribute('aria-disabled') === 'true'")
	ann.Click("#bet-human")
	ann.Until("document.getElementById('problem').textContent.includes('at its limit')")
	ann.Look("49-limit")
	// A refusal of the server is said.
	p.mu.Lock()
	p.refuse = trade.ErrEnded
	p.mu.Unlock()
	ann.Click("#bet-computer")
	ann.Until("document.getElementById('problem').textContent.includes('the game has ended')")
	ann.SameOrigin()
}

// TestBrowserSpeaks reads what a screen reader would say.
func TestBrowserSpeaks(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	ann := newTab(t, browser, p.URL, "Ann", 1280, 900)
	bob := newTab(t, browser, p.URL, "Bob", 360, 740)
	ann.play(p)
	bob.play(p)
	p.start(ann.id, bob.id)
	ann.Wait("Person or computer?")
	bob.Wait("Person or computer?")
	ann.Click("h1") // the browser gives keys to the window that was clicked last
	ann.Keys("q")
	ann.Insert("Are you there?")
	ann.Keys("\r")
	said := func(b *window, words string) {
		t.Helper()
		b.Until(fmt.Sprintf("document.getElementById('said').textContent.includes(%q)", words))
	}
	said(ann, "Your question is the current one: Are you there?")
	said(bob, "Bettor 1 asked: Are you there?")
	p.happen(trade.Event{Kind: trade.Answer, Text: "I think so."})
	said(ann, "The target answered “Are you there?”: I think so.")
	said(bob, "The target has answered Bettor 1. You see it in 5 seconds.")
	bob.Click("h1")
	bob.Keys("hhh")
	bob.Until("document.getElementById('status').textContent" +
		".startsWith('You hold 3 human securities')")
	bob.Keys("p")
	bob.Until("document.getElementById('status').textContent.startsWith('Price 53.')")
	if n := bob.Text("String(document.getElementById('said').childElementCount)"); n != "2" {
		t.Errorf("%s news were said, expected two", n)
	}
	// The log is a live region, the clock and the price are not.
	if got := bob.Text("[...document.querySelectorAll('[aria-live], [role=log], [role=status], " +
		"[role=alert]')].map((e) => e.id).join(' ')"); got != "latest line problem said status" &&
		got != "latest problem said status" {
		t.Errorf("the live regions are %q", got)
	}
}

// TestBrowserLobbyNews waits in the lobby with other tabs open: they tell of the game that begins,
// and of a Luna Game in which somebody has joined.
func TestBrowserLobbyNews(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{MaxBettors: 1}, func() bool { return true })
	ann := newTab(t, browser, l.URL, "Ann", 390, 740)
	ann.Open("/trade")
	ann.play(nil)
	others := make([]*window, 2)
	for i, path := range []string{"/trade/rules", "/trade"} {
		others[i] = &window{Tab: ann.Another("Ann's " + path)}
		others[i].Open(path)
		others[i].Until("document.readyState === 'complete'")
	}
	token := suite.Must(l.site.Accounts().Token(suite.Must(l.site.Accounts().Get(t.Context(), l.guest()))(t)))(t)
	bob := suite.Must(client.New(l.URL, token, client.Options{}))(t)
	ann.Click("#public")
	ann.Click("button[value=bettor]")
	ann.Wait("Waiting for a game")
	ann.Text(`(fetch("/play/new", {method: "POST", body: new URLSearchParams({q1: "a", q2: "b", q3: "c", q4: "d",
		q5: "e", consent: "no"})}).then((r) => { window.asked = r.ok; }), "")`)
	ann.Until("window.asked")
	all := append(others, ann)
	sees := func(what string, after time.Time, all ...*window) {
		t.Helper()
		for _, b := range all {
			b.Until(fmt.Sprintf("document.querySelector('#latest a')?.textContent === %q", what))
			t.Logf("%5.2f s  %s sees: %s", time.Since(after).Seconds(), b.Name, what)
			b.Until("document.title.startsWith('(')")
		}
	}
	now := time.Now()
	suite.Must(bob.NewGame(t.Context(), slices.Repeat([]string{"Why?"}, 5)))(t)
	sees("Somebody plays with you: it is your turn to respond.", now, all...)
	now = time.Now()
	l.target()
	ann.Wait("Person or computer?")
	t.Logf("%5.2f s  the game is open", time.Since(now).Seconds())
	sees("Your game of Turing Trade is under way.", now, others...)
	others[0].Look("90-game-begins")
}

// guest returns a new guest.
func (l *live) guest() accounts.ID {
	l.t.Helper()
	return suite.Must(l.site.Accounts().RegisterGuest(l.t.Context(), "here", true))(l.t).ID
}

// live is a whole site with Turing Trade. It can be ended and started again, behind a line that can
// be cut.
type live struct {
	*line
	t        *testing.T
	settings trade.Settings
	human    func() bool // decides whether a person is the target; nil tosses a coin
	db       string
	referee  *play.Referee
	site     *site.Site
	stop     func()
}

func openLive(t *testing.T, s trade.Settings, human func() bool) *live {
	t.Helper()
	l := &live{line: newLine(t), t: t, settings: s, human: human,
		db: filepath.Join(t.TempDir(), "luna.db")}
	l.begin()
	t.Cleanup(func() { l.end() })
	return l
}

// begin starts the server.
func (l *live) begin() {
	l.t.Helper()
	l.site = suite.Must(site.Open(context.Background(), site.Options{
		DB: l.db, Limits: sitetest.Wide, Cost: sitetest.Cost, Grace: 5 * time.Second,
		Log: slog.New(slog.NewTextHandler(l.t.Output(),
			&slog.HandlerOptions{Level: slog.LevelWarn})),
	}, lunagame.Opener(lunagame.Options{}), l.opener))(l.t)
	listener := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(l.t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.site.Serve(ctx, listener) }()
	l.lead(listener.Addr().String())
	l.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			l.t.Errorf("the server ended with %v", err)
		}
		suite.OK(l.t, l.site.Close())
	}
}

// end ends the server, and returns how long that took.
func (l *live) end() time.Duration {
	if l.stop == nil {
		return 0
	}
	begun := time.Now()
	l.stop()
	l.stop = nil
	return time.Since(begun)
}

func (l *live) opener(ctx context.Context, h site.Host) (*site.Game, error) {
	f, err := play.Open(ctx, play.Options{
		Store: h.Store, Accounts: h.Accounts, Settings: l.settings, Patience: time.Minute,
		Targets: []play.Target{
			{Name: "simple", Responder: responder.Fixed(responder.Interesting)},
		},
		Human: l.human, Log: h.Log,
	})
	if err != nil {
		return nil, err
	}
	l.referee = f
	return &site.Game{
		Pages: pages.Pages(f, l.settings), Statuses: play.Statuses(), Accounts: f.Observer(),
		Close: f.Close,
	}, nil
}

// target has somebody without a browser offer to be the target.
func (l *live) target() accounts.ID {
	l.t.Helper()
	id := l.guest()
	suite.OK(l.t, l.referee.Agree(l.t.Context(), id))
	suite.OK(l.t, l.referee.Enter(l.t.Context(), id, play.AsTarget))
	return id
}

// played waits for the log of a game.
func (l *live) played(id string) (*trade.Played, archive.Info) {
	l.t.Helper()
	for range 300 {
		if p, info, err := l.referee.Finished(l.t.Context(), id); err == nil {
			return p, info
		}
		time.Sleep(50 * time.Millisecond)
	}
	l.t.Fatalf("the game %s is not public", id)
	return nil, archive.Info{}
}

// line is a network between browsers and a server.
type line struct {
	URL      string
	listener net.Listener
	mu       sync.Mutex
	to       string // "" while it is cut
	conns    map[net.Conn]bool
	work     sync.WaitGroup
}

func newLine(t *testing.T) *line {
	t.Helper()
	listener := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	n := &line{URL: "http://" + listener.Addr().String(), listener: listener,
		conns: make(map[net.Conn]bool)}
	n.work.Go(n.accept)
	t.Cleanup(func() {
		listener.Close()
		n.cut()
		n.work.Wait()
		http.DefaultClient.CloseIdleConnections()
	})
	return n
}

// lead mends the line, to a server.
func (n *line) lead(to string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.to = to
}

// cut cuts all connections and refuses others. It returns where the line led.
func (n *line) cut() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	to := n.to
	n.to = ""
	for c := range n.conns {
		c.Close()
	}
	clear(n.conns)
	return to
}

func (n *line) accept() {
	for {
		c, err := n.listener.Accept()
		if err != nil {
			return
		}
		n.work.Go(func() { n.carry(c) })
	}
}

func (n *line) carry(c net.Conn) {
	defer c.Close()
	n.mu.Lock()
	to := n.to
	n.mu.Unlock()
	if to == "" {
		return
	}
	s, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer s.Close()
	n.mu.Lock()
	n.conns[c], n.conns[s] = true, true
	n.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { io.Copy(s, c); s.Close() })
	both.Go(func() { io.Copy(c, s); c.Close() })
	both.Wait()
	n.mu.Lock()
	delete(n.conns, c)
	delete(n.conns, s)
	n.mu.Unlock()
}
