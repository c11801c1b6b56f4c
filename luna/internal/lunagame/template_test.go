package lunagame_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
)

// TestTemplate has two instances of the documentation's template player play each other. They share
// nothing with this module but the JSON API.
func TestTemplate(t *testing.T) {
	suite.Slow(t, "runs Python")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3, which runs docs/players/template.py, is not installed")
	}
	r := run(t, options{
		site.Options{DB: filepath.Join(t.TempDir(), "luna.db")},
		lunagame.Options{Pairing: play.Pairing{MachineGames: true}},
	})
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			cmd := exec.CommandContext(t.Context(), python,
				filepath.Join("..", "..", "..", "docs", "players", "template.py"), r.url, "--games",
				"2", "--interval", "0.05")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "\n2 games, ") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	both.Wait()
}
