package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/server"
)

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

// TestKilledMigration kills the server several times while it takes up the log of a database of version
// 0.1.0. In the end everything must follow from the log, ratings to the bit.
func TestKilledMigration(t *testing.T) {
	suite.Slow(t, "kills servers")
	text := suite.Must(os.ReadFile("../../luna/server/testdata/luna-0.1.0.db"))(t)
	db := filepath.Join(t.TempDir(), "luna.db")
	suite.OK(t, os.WriteFile(db, text, 0o600))
	for i := range 6 {
		killed := exec.Command("luna", "serve", "--addr", "127.0.0.1:0", "--db", db)
		suite.OK(t, killed.Start())
		time.Sleep(time.Duration(20+30*i) * time.Millisecond) // whatever it does then
		suite.OK(t, killed.Process.Kill())
		killed.Wait()
	}
	s := serve(t, db)
	out := suite.Must(exec.Command("luna", "admin", "verify", "--format", "json", "--db", db).Output())(t)
	var v server.Verification
	suite.OK(t, json.Unmarshal(out, &v))
	if len(v.Problems) > 0 || v.Behind > 0 || v.Games < 60 || v.Players < 8 {
		t.Errorf("found %+v", v)
	}
	suite.OK(t, s.Process.Kill())
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
