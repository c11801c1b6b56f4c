//go:build unix

package luna_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
)

// TestDocumentedProxies runs the configurations of Caddy and nginx that the documents show, word
// for word but for ports, paths and certificates, and the service's command behind them. Two
// players at two addresses play a game to its end; then strangers attack.
func TestDocumentedProxies(t *testing.T) {
	suite.Slow(t, "attacks a server through proxies")
	dir := programs(t)
	for _, proxy := range []string{"caddy", "nginx"} {
		t.Run(proxy, func(t *testing.T) {
			unit := block(t, "docs/hosting.md", "ini")
			_, command, _ := strings.Cut(unit, "ExecStart=/usr/local/bin/")
			command, _, _ = strings.Cut(command, "\n")
			s := serveDocumented(t, dir, strings.ReplaceAll(command, "/var/lib/luna", t.TempDir())+
				" --trade-patience 1s")
			f := startProxy(t, proxy, "docs/hosting.md", "luna.example.org", s.address)
			f.playGame(t)
			f.followGame(t)
			f.forge(t)
			f.halfBodies(t)
			log := s.log.String()
			if !strings.Contains(log, "is seen as 127.0.0.2") || strings.Contains(log, "whose they are") {
				t.Errorf("the log:\n%s", log)
			}
		})
		t.Run("lrp behind "+proxy, func(t *testing.T) {
			model := filepath.Join(t.TempDir(), "civics.lrp")
			out, err := exec.Command(filepath.Join(dir, "lrp"), "train", "-m", model, "--folds", "0",
				"sample-powergrading").CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var command string
			for _, b := range Blocks(t, "docs/serving.md", "text") {
				if strings.Contains(b.Body, "--trust-proxy") {
					command = strings.TrimSpace(b.Body)
				}
			}
			s := serveDocumented(t, dir, strings.ReplaceAll(command, "civics.lrp", model))
			f := startProxy(t, proxy, "docs/serving.md", "lrp.example.org", s.address)
			for _, protocol := range []int{1, 2} {
				f.streamLines(t, protocol)
			}
		})
	}
}

// block returns the only block of a document in a language.
func block(t *testing.T, file, language string) string {
	t.Helper()
	list := Blocks(t, file, language)
	if len(list) == 0 {
		t.Fatalf("%s has no block in %s", file, language)
	}
	return list[0].Body
}

// lockedLog is what a program has written.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start starts a program that is killed at the end of the test.
func start(t *testing.T, program string, args ...string) *lockedLog {
	t.Helper()
	log := &lockedLog{}
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		if t.Failed() {
			t.Logf("%s: %.3000s", program, log)
		}
	})
	return log
}

type documented struct {
	address string
	log     *lockedLog
}

// serveDocumented starts a server by a documented command, at a free port.
func serveDocumented(t *testing.T, dir, command string) documented {
	t.Helper()
	words := append(strings.Fields(command), "--addr", "127.0.0.1:0")
	s := documented{log: start(t, filepath.Join(dir, words[0]), words[1:]...)}
	within(t, "a server starts", func() bool {
		_, after, ok := strings.Cut(s.log.String(), "listening on http://")
		s.address, _, _ = strings.Cut(after, "\n")
		return ok && s.address != ""
	})
	return s
}

func within(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited for too long: ", what)
		}
	}
}

// entrance is a proxy with HTTPS.
type entrance struct{ name, host, address string }

// startProxy starts a proxy with the configuration of a document.
func startProxy(t *testing.T, name, document, host, upstream string) entrance {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed: install it, or let .ci/run do so", name)
	}
	free, err := httpx.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	port := fmt.Sprint(free)
	f := entrance{name, host, "127.0.0.1:" + port}
	dir := t.TempDir()
	path := filepath.Join(dir, "config")
	args := []string{"run", "--adapter", "caddyfile", "--config", path}
	language, text := "caddyfile", ""
	if name == "nginx" {
		language, args = "nginx", []string{"-p", dir, "-c", path}
	}
	for _, b := range Blocks(t, document, language) {
		text += b.Body
	}
	// In one pass, because a port or a folder may contain 443.
	text = strings.NewReplacer("127.0.0.1:8080", upstream, "/etc/letsencrypt/live/"+host, dir,
		"443", port).Replace(text)
	if name == "nginx" {
		writeCertificate(t, dir, host)
		text = fmt.Sprintf("daemon off; master_process off; pid nginx.pid; error_log stderr;\n"+
			"worker_rlimit_nofile 16384; events { worker_connections 8192; }\n"+
			"http { access_log off; client_body_temp_path %s/body; %s }\n",
			dir, text)
	} else {
		global := fmt.Sprintf("admin off\nlocal_certs\nskip_install_trust\nhttps_port %s\n"+
			"auto_https disable_redirects\nstorage file_system %s\n", port, dir)
		if rest, ok := strings.CutPrefix(text, "{\n"); ok {
			text = "{\n" + global + rest
		} else {
			text = "{\n" + global + "}\n" + text
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, program, args...)
	within(t, name+" answers", func() bool { return f.get("127.0.0.2", "/livez") == http.StatusOK })
	return f
}

func writeCertificate(t *testing.T, dir, host string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host},
		NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*pem.Block{"fullchain.pem": {Type: "CERTIFICATE", Bytes: cert},
		"privkey.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// dial connects a client at an address of this computer.
func (f entrance) dial(from string) func(ctx context.Context, _, _ string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return d.DialContext(ctx, "tcp", f.address)
	}
}

func (f entrance) client(from string, protocol int) *http.Client {
	x := &http.Transport{DialContext: f.dial(from), ForceAttemptHTTP2: protocol == 2,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	return &http.Client{Transport: x, Timeout: 20 * time.Second}
}

// get returns the status of a page for a client on a new connection, 0 if there is no answer.
func (f entrance) get(from, path string) int {
	c := f.client(from, 1)
	defer c.CloseIdleConnections()
	a, err := c.Get("https://" + f.host + path)
	if err != nil {
		return 0
	}
	defer a.Body.Close()
	_, _ = io.Copy(io.Discard, a.Body)
	return a.StatusCode
}

// guest is a player at an address.
type guest struct {
	entrance
	from, token string
	client      *http.Client
}

func (f entrance) guest(t *testing.T, from string) *guest {
	t.Helper()
	g := &guest{entrance: f, from: from, client: f.client(from, 2)}
	t.Cleanup(g.client.CloseIdleConnections)
	var x struct{ Token string }
	g.ask(t, "GET", "/registerGuest", nil, &x)
	g.token = x.Token
	return g
}

// ask sends a request and expects an answer of 200.
func (g *guest) ask(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(method, "https://"+g.host+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if body == nil {
		r.Body, r.ContentLength = nil, 0
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+g.token)
	a, err := g.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	got, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s %v", method, path, a.StatusCode, got, err)
	}
	if answer != nil {
		if err := json.Unmarshal(got, answer); err != nil {
			t.Fatal(err)
		}
	}
}

// playGame has two players at two addresses play a game to its end.
func (f entrance) playGame(t *testing.T) {
	players := []*guest{f.guest(t, "127.0.0.2"), f.guest(t, "127.0.0.3")}
	five := func(what string) []string {
		return []string{what + " 1?", what + " 2?", what + " 3?", what + " 4?", what + " 5?"}
	}
	var view struct {
		ID     string `json:"_id"`
		Active bool
	}
	for _, p := range players {
		p.ask(t, "POST", "/home", map[string]any{"questions": five(p.from)}, &view)
	}
	for _, p := range players {
		p.ask(t, "POST", "/home/"+view.ID+"/response", map[string]any{"responses": five("a")}, nil)
	}
	for _, p := range players {
		p.ask(t, "POST", "/home/"+view.ID+"/guess", map[string]any{"guess": 60}, &view)
	}
	if view.Active {
		t.Error("the game has not ended")
	}
}

// followGame follows a game of Turing Trade, and the news, by events and long polls.
func (f entrance) followGame(t *testing.T) {
	g := f.guest(t, "127.0.0.2")
	g.ask(t, "POST", "/trade/api/enter", map[string]any{"role": "bettor", "consent": true}, nil)
	f.guest(t, "127.0.0.3").ask(t, "POST", "/trade/api/enter",
		map[string]any{"role": "target", "consent": true}, nil)
	var lobby struct{ Game string }
	within(t, "a game begins", func() bool {
		g.ask(t, "GET", "/trade/api/lobby", nil, &lobby)
		return lobby.Game != ""
	})
	for path, beat := range map[string]string{
		"/trade/games/" + lobby.Game + "/events": "event: clock", "/news/events": "data: tick",
	} {
		r := suite.Must(http.NewRequest("GET", "https://"+f.host+path, nil))(t)
		r.AddCookie(&http.Cookie{Name: "__Host-luna", Value: g.token})
		a := suite.Must(g.client.Do(r))(t)
		defer a.Body.Close()
		beats := 0
		for lines := bufio.NewScanner(a.Body); beats < 2 && lines.Scan(); {
			if lines.Text() == beat {
				beats++ // at once, and after ten seconds at most
			}
		}
		if beats < 2 {
			t.Errorf("the stream at %s ended after %d heartbeats, with status %d", path, beats, a.StatusCode)
		}
	}
	var polled struct{ Next int }
	g.ask(t, "GET", "/trade/api/games/"+lobby.Game+"/messages?after=1&wait=2", nil, &polled)
}

// forge has one client send wrong tokens, each with another forged address.
func (f entrance) forge(t *testing.T) {
	c := f.client("127.0.0.4", 2)
	defer c.CloseIdleConnections()
	limited := 0
	for i := range 300 {
		r, err := http.NewRequest("GET", "https://"+f.host+"/home", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", fmt.Sprint("203.0.113.", i%256))
		r.Header.Set("Authorization", "Bearer wrong")
		a, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode == http.StatusTooManyRequests {
			limited++
		}
	}
	if t.Logf("%s: 300 forged addresses: %d refused by 429", f.name, limited); limited < 100 {
		t.Error("forged addresses meet no limit")
	}
}

// halfBodies has one client send 4,200 bodies but for the end, while visitors come.
func (f entrance) halfBodies(t *testing.T) {
	var all sync.WaitGroup
	slots := make(chan struct{}, 64)
	dial := f.dial("127.0.0.4")
	for range 4200 {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			plain, err := dial(t.Context(), "", "")
			if err != nil {
				return
			}
			t.Cleanup(func() { plain.Close() })
			c := tls.Client(plain, &tls.Config{InsecureSkipVerify: true, ServerName: f.host})
			fmt.Fprintf(c, "POST /enter/login HTTP/1.1\r\nHost: %s\r\nContent-Length: 900\r\n"+
				"Content-Type: application/x-www-form-urlencoded\r\n\r\nu", f.host)
		})
	}
	all.Wait()
	served, slowest := 0, time.Duration(0)
	for range 20 {
		began := time.Now()
		if f.get("127.0.0.5", "/enter/login") == http.StatusOK {
			served++
		}
		slowest = max(slowest, time.Since(began))
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("%s: 4,200 bodies sent halfway: %d of 20 visitors served, the slowest in %v", f.name, served,
		slowest)
	if served < 20 {
		t.Error("a visitor was not served")
	}
}

// streamLines expects the answer to a line before the next one is sent.
func (f entrance) streamLines(t *testing.T, protocol int) {
	t.Helper()
	c := f.client("127.0.0.2", protocol)
	defer c.CloseIdleConnections()
	body, out := io.Pipe()
	defer out.Close()
	r, err := http.NewRequest("POST", "https://"+f.host+"/predict", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	line := `{"responses":[null,null,null,null,null,null,null,null,null,null]}` + "\n"
	go io.WriteString(out, line)
	a, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	answers := bufio.NewScanner(a.Body)
	for i := range 3 {
		if i > 0 {
			go io.WriteString(out, line)
		}
		if !answers.Scan() || !strings.Contains(answers.Text(), "rating") {
			t.Fatalf("HTTP/%d, line %d: %d %q %v", protocol, i+1, a.StatusCode, answers.Text(),
				answers.Err())
		}
	}
}
