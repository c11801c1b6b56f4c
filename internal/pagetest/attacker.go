package pagetest

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

//go:embed attacker.html
var attackerPage string

// Ask is a request from a page of another site to a server on this machine.
type Ask struct{ Method, Path, Type, Body string }

// Answered is a server's answer to a request from such a page.
type Answered struct {
	Host, Method, Path string
	Site               string // Sec-Fetch-Site
	Status             int
}

// Attacked is the outcome of an attack by pages of another site.
type Attacked struct {
	Answers []Answered // of the server
	Read    []Read     // by the pages
}

// Read is what a page could read of an answer.
type Read struct {
	How    string `json:"how"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Status int    `json:"status"`
	Text   string `json:"text"`
}

// attackerHost is a name that leads to this machine in the browser of [Attack].
const attackerHost = "evil.test"

// Attack starts a browser, opens the first page of a server, at 127.0.0.1, and calls visit, unless
// it is nil, to act as its user. Then pages of another site send requests: one whose name and port
// lead to the server, as after DNS rebinding, and one from a server of its own, which sends
// requests to 127.0.0.1 and localhost.
func Attack(
	t *testing.T, server http.Handler, visit func(tab *Tab), asks ...Ask,
) *Attacked {
	t.Helper()
	a := &Attacked{}
	var mu sync.Mutex
	victim := httptest.NewServer(attackerIn(asks, nil,
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
			server.ServeHTTP(rec, r)
			mu.Lock()
			defer mu.Unlock()
			a.Answers = append(a.Answers, Answered{r.Host, r.Method, r.URL.Path,
				r.Header.Get("Sec-Fetch-Site"), rec.status})
		})))
	defer victim.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(victim.URL, "http://"), ":")
	other := httptest.NewServer(attackerIn(asks,
		[]string{victim.URL, "http://localhost:" + port}, http.NotFoundHandler()))
	defer other.Close()

	tab := Start(t).open(t, victim.URL+"/", Widths[1], 800)
	if visit != nil {
		visit(tab)
	}
	mu.Lock()
	a.Answers = nil
	mu.Unlock()
	for _, from := range []string{victim.URL, other.URL} {
		tab.Open(strings.Replace(from, "127.0.0.1", attackerHost, 1) + attackerPath)
		tab.Until("!!document.body.dataset.read")
		read := tab.Text("document.body.dataset.read")
		var list []Read
		if err := json.Unmarshal([]byte(read), &list); err != nil {
			t.Fatalf("the page of the attacker at %s does not end: %q (%v)", from, read, err)
		}
		a.Read = append(a.Read, list...)
	}
	mu.Lock()
	defer mu.Unlock()
	return a
}

const attackerPath = "/page-of-the-attacker"

// attackerIn returns a handler that serves the attacker's page at a path of the attacker's host, as
// if it had been loaded before the name led here. The page asks its own origin if bases is nil.
func attackerIn(asks []Ask, bases []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != attackerPath || !strings.HasPrefix(r.Host, attackerHost) {
			next.ServeHTTP(w, r)
			return
		}
		from := bases
		if from == nil {
			from = []string{"http://" + r.Host}
		}
		input, _ := json.Marshal(struct { // strings can always be encoded
			Bases []string
			Asks  []Ask
		}{from, asks})
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.Replace(attackerPage, "INPUT", string(input), 1)))
	})
}

// statusRecorder keeps the status of an answer.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *statusRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Check fails the test if a page read anything but refusals, or if the server carried out a page's
// POST or answered a request for the attacker's name.
func (a *Attacked) Check(t *testing.T) {
	t.Helper()
	for _, r := range a.Read {
		if r.Status < 400 {
			t.Errorf("a page of another site reads %s %s by %s: %d %s", r.Method, r.Path, r.How,
				r.Status, r.Text)
		}
	}
	rebound, across := 0, 0
	for _, x := range a.Answers {
		switch named := strings.HasPrefix(x.Host, attackerHost); {
		case named && x.Status < 400, x.Method != http.MethodGet && x.Method != http.MethodOptions &&
			x.Status < 400:
			t.Errorf("%s %s for %s, Sec-Fetch-Site %q: answered by %d", x.Method, x.Path, x.Host,
				x.Site, x.Status)
		case named:
			rebound++
		default:
			across++
		}
	}
	if rebound == 0 || across == 0 {
		t.Errorf("%d requests after rebinding and %d across sites, expected some of both", rebound,
			across)
	}
	t.Logf("%d requests after rebinding, %d across sites; %d refusals could be read", rebound, across,
		len(a.Read))
}
