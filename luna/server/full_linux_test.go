package server

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// TestFullDisk has the file of the site find no room to grow, and then room again. The limit is
// that of this process, which is as good as a full disk: the write fails. The server must not be
// ready until it can be written to again, lose nothing, and recover by itself.
func TestFullDisk(t *testing.T) {
	suite.Slow(t, "fills a disk")
	path := filepath.Join(t.TempDir(), "luna.db")
	s, err := Open(t.Context(), Options{DB: path})
	suite.OK(t, err)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		suite.OK(t, s.Close())
	})
	ready := func() int {
		a := suite.Must(http.Get(h.URL + "/readyz"))(t)
		io.Copy(io.Discard, a.Body)
		a.Body.Close()
		return a.StatusCode
	}
	if status := ready(); status != http.StatusOK {
		t.Fatalf("at first: status %d", status)
	}

	long := strings.Repeat("why ", game.MaxCharacters/4)
	five := []string{long, long, long, long, long}
	kept := make(map[game.GameID]*client.Client)
	enter := func(name string) error {
		c := suite.Must(client.New(h.URL, "", client.Options{HTTP: h.Client(), Patience: -1}))(t)
		if _, err := c.Register(t.Context(), wire.Credentials{Username: name,
			Password: "correct horse"}); err != nil {
			return err
		}
		v, err := c.NewGame(t.Context(), five)
		if err == nil {
			kept[v.ID] = c
		}
		return err
	}
	suite.OK(t, enter("before"))
	free := fill(t, path)
	n := 0
	for err = nil; err == nil && n < 100; n++ {
		err = enter(fmt.Sprint("player ", n))
	}
	if err == nil || !strings.Contains(err.Error(), "503") {
		t.Fatalf("after %d players: %v, expected status 503", n, err)
	}
	wait := func(want int) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ready() != want; time.Sleep(100 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("/readyz never is %d", want)
			}
		}
	}
	wait(http.StatusServiceUnavailable)
	if a, err := http.Get(h.URL + "/livez"); err != nil || a.StatusCode != http.StatusOK {
		t.Errorf("/livez: %v, %v", a, err)
	}
	for id, c := range kept { // games can be read
		if v, err := c.Game(t.Context(), id); err != nil || v.Questions[0].Text != long {
			t.Errorf("game %s on a full disk: %v", id, err)
		}
	}
	free()
	wait(http.StatusOK)
	suite.OK(t, enter("afterwards"))
	if v, err := Verify(t.Context(), path, nil); err != nil || len(v.Problems) > 0 ||
		v.Games < len(kept)/2 {
		t.Errorf("%+v, %v", v, err)
	}
}

// fill lets no file grow far beyond what is written ahead of a database now, until free is called.
func fill(t *testing.T, path string) (free func()) {
	t.Helper()
	const limited = syscall.RLIMIT_FSIZE
	info := suite.Must(os.Stat(path + "-wal"))(t)
	var before syscall.Rlimit
	suite.OK(t, syscall.Getrlimit(limited, &before))
	signal.Ignore(syscall.SIGXFSZ) // so that writing fails
	small := before
	small.Cur = uint64(info.Size()) + 300<<10
	suite.OK(t, syscall.Setrlimit(limited, &small))
	freed := false
	free = func() {
		if !freed {
			freed = true
			suite.OK(t, syscall.Setrlimit(limited, &before))
			signal.Reset(syscall.SIGXFSZ)
		}
	}
	t.Cleanup(free)
	return free
}
