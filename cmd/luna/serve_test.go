package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/server"
)

// serving is a process of luna serve.
type serving struct {
	*exec.Cmd
	url string
}

func serve(t *testing.T, db string, args ...string) *serving {
	t.Helper()
	return start(t, exec.Command("luna",
		append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args...)...))
}

func start(t *testing.T, command *exec.Cmd) *serving {
	t.Helper()
	s := &serving{Cmd: command}
	stderr := suite.Must(s.StderrPipe())(t)
	suite.OK(t, s.Start())
	t.Cleanup(func() { s.Process.Kill(); s.Wait() })
	line := suite.Must(bufio.NewReader(stderr).ReadString('\n'))(t)
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "luna: listening on ")
	if !ok {
		t.Fatalf("the first line is %q", line)
	}
	s.url = url
	return s
}

// TestServeShutdown checks that a signal ends the server with status 0 and leaves only the
// database.
//
//luna:race
func TestServeShutdown(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, filepath.Join(dir, "luna.db"), "--machines", "never")
	c := suite.Must(client.New(s.url, "", client.Options{HTTP: &http.Client{}}))(t)
	if _, err := c.RegisterMachine(t.Context(), "watson"); err == nil ||
		!strings.Contains(err.Error(), "luna machine add") {
		t.Errorf("with --machines never: %v", err)
	}
	suite.OK(t, s.Process.Signal(syscall.SIGTERM))
	suite.OK(t, s.Wait())
	entries := suite.Must(os.ReadDir(dir))(t)
	if len(entries) != 2 || entries[0].Name() != "luna.db" || entries[1].Name() != "luna.db-epoch" {
		t.Errorf("%v are left", entries)
	}
}

// TestServeOutlives sends SIGHUP to a server and closes what reads its log. It must go on, and end
// by SIGTERM as ever.
func TestServeOutlives(t *testing.T) {
	command := exec.Command("luna", "serve", "-v", "--addr", "127.0.0.1:0", "--db",
		filepath.Join(t.TempDir(), "luna.db"))
	log := suite.Must(command.StderrPipe())(t)
	suite.OK(t, command.Start())
	t.Cleanup(func() { command.Process.Kill() })
	lines := bufio.NewScanner(log)
	lines.Scan()
	url := strings.TrimPrefix(lines.Text(), "luna: listening on ")
	suite.OK(t, command.Process.Signal(syscall.SIGHUP))
	for !strings.Contains(lines.Text(), "SIGHUP changes nothing") {
		if !lines.Scan() {
			t.Fatal("the log ended")
		}
	}
	suite.OK(t, log.Close())
	for range 5 {
		a := suite.Must(http.Get(url + "/readyz"))(t)
		a.Body.Close()
		if a.StatusCode != http.StatusOK {
			t.Errorf("status %d", a.StatusCode)
		}
	}
	suite.OK(t, command.Process.Signal(syscall.SIGTERM))
	suite.OK(t, command.Wait())
}

// TestServeMetrics serves the metrics on an address of their own and logs in JSON.
//
//luna:race
func TestServeMetrics(t *testing.T) {
	command := exec.Command("luna", "serve", "--addr", "127.0.0.1:0", "--metrics", "127.0.0.1:0",
		"--db", filepath.Join(t.TempDir(), "luna.db"), "--log-format", "json", "-v")
	stderr := suite.Must(command.StderrPipe())(t)
	suite.OK(t, command.Start())
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	records := json.NewDecoder(stderr)
	url := func(message string) string {
		var record struct{ Msg, URL string }
		suite.OK(t, records.Decode(&record))
		if record.Msg != message {
			t.Fatalf("%+v, expected %s", record, message)
		}
		return record.URL
	}
	get := func(url string) (int, string) {
		resp := suite.Must(http.Get(url))(t)
		defer resp.Body.Close()
		text := suite.Must(io.ReadAll(resp.Body))(t)
		return resp.StatusCode, string(text)
	}
	site, metrics := url("listening"), url("metrics")
	if status, _ := get(site + "/readyz"); status != 200 {
		t.Errorf("not ready: %d", status)
	}
	if status, text := get(metrics); status != 200 ||
		!strings.Contains(text, `luna_requests_total{path="GET /readyz",code="200"} 1`) {
		t.Errorf("%d %s", status, text)
	}
	if status, _ := get(site + "/metrics"); status != 404 {
		t.Errorf("the metrics are public: %d", status)
	}
	suite.OK(t, command.Process.Signal(syscall.SIGTERM))
	suite.OK(t, command.Wait())
}

// TestMachinesWhileTheServerRuns registers a machine in the database, uses its token and revokes
// it.
//
//luna:race
func TestMachinesWhileTheServerRuns(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := serve(t, db)
	token := func(args ...string) *client.Client {
		text := suite.Must(exec.Command("luna", append(args, "watson", "--db", db)...).Output())(t)
		return suite.Must(client.New(s.url, strings.TrimSpace(string(text)),
			client.Options{HTTP: &http.Client{}}))(t)
	}
	first := token("machine", "add")
	if p, err := first.Profile(t.Context()); err != nil || !p.Machine || p.Username != "watson" {
		t.Errorf("%+v, %v", p, err)
	}
	second := token("machine", "revoke")
	if _, err := first.Profile(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "revoked") {
		t.Errorf("the revoked token: %v", err)
	}
	suite.Must(second.Profile(t.Context()))(t)
}

// TestDoubts checks what the log says of flags that are possible and hardly meant.
func TestDoubts(t *testing.T) {
	const proxied = "--base-url https://x.org --trust-proxy "
	for flags, want := range map[string]string{
		"": "", "--addr localhost:80": "", "--addr [::1]:80": "",
		"--addr :80": "--addr :80 can be reached", "--addr [::]:80": "--addr [::]:80 can be reached",
		"--addr 10.0.0.1:80":                        "--addr 10.0.0.1:80 can be reached",
		"--addr 0.0.0.0:80 " + proxied + "10.1.2.3": "",
		"--base-url http://localhost:8080":          "",
		"--base-url http://127.0.0.1:8080":          "",
		"--base-url http://x.org":                   "not encrypted",
		"--base-url https://x.org":                  "--trust-proxy does not name it",
		proxied + "127.0.0.1":                       "",
		proxied + "10.0.0.0/8,fd00::/8,203.0.113.7": "",
		proxied + "0.0.0.0/0":                       "0.0.0.0/0 has addresses of the internet",
		proxied + "::/0":                            "::/0 has addresses of the internet",
		proxied + "10.0.0.0/7":                      "has addresses of the internet",
		proxied + "127.0.0.1,2001:db8::/32":         "2001:db8::/32 has addresses",
	} {
		f, c := serveFlags{}, &cobra.Command{}
		f.register(c)
		suite.OK(t, c.ParseFlags(append(strings.Fields(flags), "--db", "luna.db")))
		if err := f.check(); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
		got := f.doubts()
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || !strings.Contains(got[0], want)) {
			t.Errorf("%s: found %q, expected %q", flags, got, want)
		}
	}
	for _, base := range []string{"https://u:p@x.org", "https://u@x.org", "https://x.org?", "https://x.org?a=1",
		"https://x.org#a"} {
		if err := checkBase(base); !cli.IsUsage(err) || strings.Contains(err.Error(), base) {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// TestTradeFlags starts luna serve with flags of Turing Trade that cannot be used.
func TestTradeFlags(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	for _, c := range []struct{ flags, want string }{
		{"--games chess", `--games has "chess"`},
		{"--games luna,luna", `--games has "luna"`},
		{"--games trade --trade-target oracle", `found the kind "oracle"`},
		{"--trade-target simple --trade-target simple", "such as simple2=SPEC"},
		{"--trade-seconds 0", "--trade-seconds is 0"},
		{"--trade-patience -1s", "--trade-patience is -1s"},
		{"--trade-bettors 4", "--trade-bettors is 4"},
		{"--trade-games 0", "--trade-games is 0"},
	} {
		args := append([]string{"serve", "--db", db, "--addr", "127.0.0.1:0"},
			strings.Fields(c.flags)...)
		text, err := exec.Command("luna", args...).CombinedOutput()
		if err == nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %v: found %q, expected %q", c.flags, err, text, c.want)
		}
	}
}

// Names and reasons in tables cannot control a terminal.
func TestHostileAccounts(t *testing.T) {
	const hostile = "ann\x1b]0;owned\a\x1b[2J\u202e"
	for name, write := range map[string]func(*bytes.Buffer) error{
		"players": func(b *bytes.Buffer) error {
			return writePlayers(b, []server.Player{{Name: hostile, Suspended: hostile}})
		},
		"player": func(b *bytes.Buffer) error {
			return writePlayer(b, server.Player{Name: hostile, Suspended: hostile, Email: hostile})
		},
		"machines": func(b *bytes.Buffer) error {
			return writeMachines(b, []server.Machine{{Name: hostile}})
		},
	} {
		var b bytes.Buffer
		suite.OK(t, write(&b))
		if strings.ContainsAny(b.String(), "\x1b\a\u202e") || !strings.Contains(b.String(), `ann\x1b]0;`) {
			t.Errorf("%s: %q", name, &b)
		}
	}
}

// TestKilledPlayer kills a player several times at arbitrary moments. In the end its memory must
// have each finished game against a rated opponent exactly once, and no game may wait for the
// player.
func TestKilledPlayer(t *testing.T) {
	suite.Slow(t, "kills players")
	s := suite.Must(newSite(filepath.Join(t.TempDir(), "site.db")))(t)
	t.Cleanup(s.close)
	suite.OK(t, s.people(3))
	memory := filepath.Join(t.TempDir(), "m.jsonl")
	args := []string{"play", "--server", s.URL, "--memory", memory, "--interval", "2ms",
		"--at-once", "3"}
	for i := range 6 {
		// TestMain puts the test binary into the path as the program.
		killed := exec.Command("luna", args...)
		suite.OK(t, killed.Start())
		time.Sleep(time.Duration(150+40*i) * time.Millisecond) // whatever it does then
		suite.OK(t, killed.Process.Kill())
		killed.Wait()
	}
	suite.OK(t, exec.Command("luna", append(args, "--games", "8")...).Run())

	token := suite.Must(readToken(memory+".token", s.URL))(t)
	c := suite.Must(client.New(s.URL, token, client.Options{HTTP: s.Client()}))(t)
	views := suite.Must(c.Games(context.Background()))(t)
	m := suite.Must(player.OpenMemory(memory, player.ThesisQuestions()))(t)
	defer m.Close()
	var want, got []game.GameID
	for _, v := range views {
		switch {
		case v.OpSmartsRating != nil:
			want = append(want, v.ID)
		case v.Active && v.Turn == game.ToAct:
			t.Errorf("game %s in phase %d waits for the player", v.ID, v.Phase)
		}
	}
	for _, e := range m.Examples() {
		got = append(got, e.Game)
	}
	slices.Sort(want)
	slices.Sort(got)
	t.Logf("%d games, %d of them remembered", len(views), len(got))
	if !slices.Equal(want, got) || len(want) < 3 {
		t.Errorf("remembered %v, want %v", got, want)
	}
}

// entered is a game that a server has acknowledged, and who may see it.
type entered struct {
	id    game.GameID
	token string
}

// enter registers a guest, who enters a game.
func enter(url string) (e entered, err error) {
	c, err := client.New(url, "", client.Options{HTTP: &http.Client{}, Patience: -1})
	if err == nil {
		e.token, err = c.RegisterGuest(context.Background())
	}
	if err != nil {
		return e, err
	}
	v, err := c.NewGame(context.Background(), strings.Split("a b c d e", " "))
	e.id = v.ID
	return e, err
}

// see returns the status by which a server answers who asks for their game.
func see(t *testing.T, url, method string, e entered, path string) int {
	t.Helper()
	r := suite.Must(http.NewRequest(method, url+path, nil))(t)
	r.Header.Set("Authorization", "Bearer "+e.token)
	a := suite.Must(http.DefaultClient.Do(r))(t)
	a.Body.Close()
	return a.StatusCode
}

// remains copies a database that was not closed, with what lies beside it.
func remains(t *testing.T, db string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "luna.db")
	for _, end := range []string{"", "-wal", "-shm", "-epoch"} {
		text := suite.Must(os.ReadFile(db + end))(t)
		suite.OK(t, os.WriteFile(at+end, text, 0o600))
	}
	return at
}

// admin runs luna admin on a database and returns what it says.
func admin(db string, args ...string) (string, error) {
	text, err := exec.Command("luna", append(append([]string{"admin"}, args...), "--db", db)...).CombinedOutput()
	return string(text), err
}

// TestKilledUnderLoad kills a server ten times while people play and a backup is made. What was
// acknowledged must be there afterwards, and what was so before a backup began in what is restored
// from it beside the remains of the dead server. Who logged out after the backup stays so. A backup
// that is copied there is taken up, or refused with what to do.
func TestKilledUnderLoad(t *testing.T) {
	suite.Slow(t, "kills servers")
	db := filepath.Join(t.TempDir(), "luna.db")
	var all []entered
	var oldest string
	refused := 0
	check := func(s *serving, list []entered) {
		for _, e := range list {
			if status := see(t, s.url, "GET", e, "/home/"+string(e.id)); status != http.StatusOK {
				t.Fatalf("an acknowledged game: status %d", status)
			}
		}
	}
	for round := range 10 {
		s := serve(t, db, "--limit-registrations", "100000/1us", "--limit-address", "100000/1us")
		check(s, all[max(0, len(all)-100):])
		var mu sync.Mutex
		var playing sync.WaitGroup
		for range 6 {
			playing.Go(func() {
				for e, err := enter(s.url); err == nil; e, err = enter(s.url) {
					mu.Lock()
					all = append(all, e)
					mu.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(200+20*round) * time.Millisecond)
		mu.Lock()
		before := slices.Clone(all)
		mu.Unlock()
		backup := filepath.Join(t.TempDir(), "backup.db")
		if text, err := admin(db, "backup", backup); err != nil {
			t.Fatal(text)
		}
		out := before[len(before)-1]
		if status := see(t, s.url, "POST", out, "/logout"); status >= 300 {
			t.Fatalf("logging out: status %d", status)
		}
		time.Sleep(50 * time.Millisecond)
		suite.OK(t, s.Process.Kill())
		playing.Wait()
		s.Wait()
		all = slices.DeleteFunc(all, func(e entered) bool { return e == out })
		before = before[:len(before)-1]

		restored := remains(t, db)
		if text, err := admin(restored, "restore", backup); err != nil {
			t.Fatal(text)
		}
		r := serve(t, restored)
		if status := see(t, r.url, "GET", out, "/home"); status != http.StatusUnauthorized {
			t.Errorf("round %d: who had logged out: status %d", round, status)
		}
		suite.OK(t, r.Process.Kill())
		r.Wait()
		text, err := admin(restored, "verify", "--format", "json")
		var v server.Verification
		if err != nil || json.Unmarshal([]byte(text), &v) != nil || v.Games < len(before)/2 {
			t.Errorf("round %d: restored: %s, %v, expected %d games", round, text, err, len(before)/2)
		}

		if oldest == "" {
			oldest = backup
		}
		plain := remains(t, db)
		old, err := os.ReadFile(oldest)
		suite.OK(t, errors.Join(err, os.WriteFile(plain, old, 0o600)))
		if text, err := admin(plain, "players"); err != nil {
			if !strings.Contains(text, plain+"-wal is not its own") {
				t.Errorf("round %d: a plain copy: %s", round, text)
			}
			refused++
			suite.OK(t, os.Remove(plain+"-wal"))
		}
		if text, err := admin(plain, "verify"); err != nil {
			t.Errorf("round %d: a plain copy: %s", round, text)
		}
	}
	s := serve(t, db)
	check(s, all)
	if text, err := admin(db, "verify"); err != nil {
		t.Error(text)
	}
	t.Logf("%d games acknowledged; %d plain copies of 10 refused", len(all), refused)
}
