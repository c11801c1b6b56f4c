package pages_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
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
		if err := l.site.Close(); err != nil {
			l.t.Error(err)
		}
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
	a := suite.Must(l.site.Accounts().RegisterGuest(l.t.Context(), "here", true))(l.t)
	suite.OK(l.t, l.referee.Agree(l.t.Context(), a.ID))
	suite.OK(l.t, l.referee.Enter(l.t.Context(), a.ID, play.AsTarget))
	return a.ID
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
