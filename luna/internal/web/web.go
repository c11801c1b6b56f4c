package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// Options are those of [New]. Only Desk must be set.
type Options struct {
	// Desk lets players in, and keeps their games by its Referee. It is the one that the interface for machines has too, so that both share its limits.
	Desk *accounts.Desk
	// BaseURL is where players reach the pages, as "https://luna.example.org"; "" is that nobody knows. With https, cookies are sent by it only.
	BaseURL string
	// Mail tells that mail is sent, so that players are asked for their addresses.
	Mail bool
	// Export is the path of the published games, such as "/export"; "" is that there is none.
	Export string
	// Contact is how to reach who keeps the server, as an address for mail or of a page; "" is not told.
	Contact string
	// Log is told of what goes wrong; nil discards it.
	Log *slog.Logger
}

// site is the pages and what they need.
type site struct {
	Options
	secure bool // cookies go over https only
	pages  pages
	assets *assets
	mux    *http.ServeMux
	once   onces
}

// maxBody bounds a form: five texts of 5,000 characters are at most 300,000 bytes as browsers write them, and more is read only to be able to say
// which of them is too long.
const maxBody = 1 << 20

// maxStranger is the same for who is not logged in, whose forms have a name, a password and an address. Who opens many connections and is slow to send
// thus takes little memory.
const maxStranger = 32 << 10

// New returns the handler of the pages. It answers every path: those that it does not know with a page that says so. The RemoteAddr of a
// request must be that of its client: behind a proxy who mounts the handler sees to that. The error tells which option cannot be.
func New(o Options) (http.Handler, error) {
	if o.Desk == nil || o.Desk.Referee == nil {
		return nil, errors.New("the pages need a desk with a referee")
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || o.BaseURL != "" && (base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.Path != "" && base.Path != "/") {
		return nil, fmt.Errorf("the address of the pages is %q, expected one as \"https://luna.example.org\"", o.BaseURL)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &site{Options: o, secure: base.Scheme == "https"}
	if s.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	if s.pages, err = loadPages(s.assets); err != nil {
		return nil, err
	}
	s.route()
	return s.guard(base)
}

// ContactURL is where a link to the contact leads.
func (s *site) ContactURL() string {
	if strings.Contains(s.Contact, "@") && !strings.Contains(s.Contact, ":") {
		return "mailto:" + s.Contact
	}
	return s.Contact
}

// addressKey is by which requests from an address are limited.
func addressKey(r *http.Request) string {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return "no address" // of a connection that is not over IP
	}
	return auth.AddressKey(a.Addr())
}

// route lists the pages. None collides with a path of the interface for machines.
func (s *site) route() {
	s.mux = http.NewServeMux()
	handle := func(pattern string, h func(*exchange) error) { s.mux.Handle(pattern, s.handler(h)) }
	player := func(pattern string, h func(*exchange) error) { handle(pattern, needPlayer(h)) }

	handle("GET /{$}", landing)
	handle("GET /consent", consent)
	handle("GET /rules", still("rules", "The rules"))
	handle("GET /about", still("about", "About"))
	handle("GET /privacy", still("privacy", "Privacy"))

	handle("GET /enter/guest", func(x *exchange) error { return x.redirect("/consent") })
	handle("POST /enter/guest", enterGuest)
	handle("GET /enter/signup", signupForm)
	handle("POST /enter/signup", signup)
	handle("GET /enter/login", loginForm)
	handle("POST /enter/login", login)
	player("GET /leave", leaveForm)
	handle("POST /leave", leave)

	player("GET /play", home)
	player("GET /play/state", homeState)
	player("POST /play/seen", seen)
	player("GET /play/new", newGame)
	player("POST /play/new", enterGame)
	player("GET /play/{game}", showGame)
	player("GET /play/{game}/state", gameState)
	player("POST /play/{game}/interview", interview)
	player("POST /play/{game}/response", respond)
	player("POST /play/{game}/guess", guess)
	player("POST /play/{game}/end", endGame)
	player("POST /play/{game}/seen", gameSeen)

	player("GET /me", me)
	player("POST /me/look", setLook)
	player("POST /me/consent", setConsent)
	player("POST /me/email", setEmail)
	player("POST /me/save", saveGuest)
	player("POST /me/password", setPassword)
	player("POST /me/revoke", revoke)
	handle("GET /mail/confirm", mailForm(confirmMail))
	handle("POST /mail/confirm", mailDone(confirmMail))
	handle("GET /mail/unsubscribe", mailForm(unsubscribeMail))
	handle("POST /mail/unsubscribe", mailDone(unsubscribeMail))

	s.mux.Handle("GET /static/{file}", s.assets)
	handle("/", s.notFound)
}
