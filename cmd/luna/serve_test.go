package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/wire"
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

// TestKilledServer kills the server after each step of a game and checks that no step is lost.
func TestKilledServer(t *testing.T) {
	suite.Slow(t, "kills servers")
	db, ctx := filepath.Join(t.TempDir(), "luna.db"), t.Context()
	tokens := make([]string, 2)
	texts := strings.Split("a b c d e", " ")
	var id game.GameID
	guess := func(c *client.Client) (game.View, error) { return c.Guess(ctx, id, 70) }
	respond := func(c *client.Client) (game.View, error) { return c.Respond(ctx, id, texts) }
	enter := func(c *client.Client) (game.View, error) { return c.NewGame(ctx, texts) }
	for phase, step := range []func(*client.Client) (game.View, error){enter, enter, respond, respond, guess, guess} {
		s := serve(t, db)
		c := suite.Must(client.New(s.url, tokens[phase%2], client.Options{HTTP: &http.Client{}}))(t)
		if phase < 2 {
			suite.Must(c.Register(ctx, wire.Credentials{Username: "player " + texts[phase],
				Password: "correct horse", Consent: true}))(t)
			tokens[phase] = c.Token()
		}
		v := suite.Must(step(c))(t)
		if id = v.ID; v.Phase != phase+1 {
			t.Fatalf("phase %d after step %d", v.Phase, phase)
		}
		suite.OK(t, s.Process.Kill())
		s.Wait()
	}
	out := filepath.Join(t.TempDir(), "published")
	text, err := exec.Command("luna", "export", "--db", db, "--out", out, "--after",
		"0").CombinedOutput()
	if err != nil || string(text) != "luna: wrote 2 answers and 1 data sets to "+out+"\n" {
		t.Errorf("%s, %v", text, err)
	}
	files, err := filepath.Glob(filepath.Join(out, "luna-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	list, err := datasets.Open("jsonl:"+files[0], datasets.Options{})
	if err != nil || len(list[0].Respondents) != 2 || list[0].Respondents[0].Rating != .7 {
		t.Errorf("%+v, %v", list, err)
	}
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

// TestServeOutlives sends SIGHUP to a server and closes what reads its log. It must go on, and end by
// SIGTERM as ever.
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

// TestServeOnAFullDisk checks that the server rejects what it cannot store, keeps running, and has
// stored what it acknowledged.
func TestServeOnAFullDisk(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to limit the size of files")
	}
	db, ctx := filepath.Join(t.TempDir(), "luna.db"), t.Context()
	s := start(t, exec.Command(shell, "-c", `trap "" XFSZ; ulimit -f 2000; exec luna "$@"`, "sh",
		"serve", "--addr", "127.0.0.1:0", "--db", db))
	long := strings.Split(strings.Repeat(strings.Repeat("x", game.MaxCharacters)+" ", 4)+"x", " ")
	kept := make(map[*client.Client][]game.GameID)
	total := 0
	var refused *client.Error
	for total < 1000 && refused == nil {
		c := suite.Must(client.New(s.url, "", client.Options{HTTP: &http.Client{}, Patience: -1}))(t)
		if _, err := c.RegisterGuest(ctx); errors.As(err, &refused) {
			break
		} else {
			suite.OK(t, err)
		}
		for range game.MaxActive {
			v, err := c.NewGame(ctx, long)
			if errors.As(err, &refused) {
				break
			}
			suite.OK(t, err)
			kept[c] = append(kept[c], v.ID)
			total++
		}
	}
	if total == 0 || refused == nil || refused.Status != http.StatusServiceUnavailable ||
		refused.RetryAfter == 0 {
		t.Fatalf("%d games, then %+v", total, refused)
	}
	for c, games := range kept {
		if list, err := c.Games(ctx); err != nil || len(list) != len(games) {
			t.Errorf("%d games are shown, want %d: %v", len(list), len(games), err)
		}
	}
	suite.OK(t, s.Process.Kill())
	s.Wait()
	s = serve(t, db)
	for c, games := range kept {
		again := suite.Must(client.New(s.url, c.Token(), client.Options{HTTP: &http.Client{}}))(t)
		list := suite.Must(again.Games(ctx))(t)
		if len(list) != len(games) {
			t.Errorf("%d games are left of %d", len(list), len(games))
			continue
		}
		for i, v := range list {
			if v.ID != games[len(games)-1-i] || v.Questions[0].Text != long[0] {
				t.Errorf("game %d is %s", i, v.ID)
			}
		}
	}
	if text, err := exec.Command("luna", "serve", "--addr", "127.0.0.1:0", "--db",
		db).CombinedOutput(); err == nil || !strings.Contains(string(text), "another server keeps it") {
		t.Errorf("a second server: %s, %v", text, err)
	}
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
