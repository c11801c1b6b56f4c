//go:build unix

package contest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// TestEntryUser runs a program that looks for the secrets of a contest as another user.
func TestEntryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		if _, err := findUser("nobody"); err == nil || !strings.Contains(err.Error(), "expected root") {
			t.Errorf("found another user: %v", err)
		}
		t.Skip("needs root, who may run programs as another user")
	}
	suite.Slow(t, "waits for a program")
	for _, name := range []string{"root", "nobody at all"} {
		suite.Fails(t, name, suite.Err(findUser(name)), "…")
	}
	nobody, err := findUser("nobody")
	suite.OK(t, err)
	t.Setenv("LUNA_CHAT_KEY", "secret")
	dir := t.TempDir()
	for _, open := range []string{dir, filepath.Dir(dir)} { // what hides the files is their own mode
		suite.OK(t, os.Chmod(open, 0o755))
	}
	suite.OK(t, writePrivate(filepath.Join(dir, peopleFile), map[string]string{"J1": "secret"}))
	j, _, err := openJournal(dir)
	suite.OK(t, err)
	defer j.Close()
	suite.Must(j.add(event{Kind: eventBegun, Note: "secret"}))(t)
	c := &contest{dir: dir, account: nobody}
	suite.OK(t, c.makeChannels())
	defer os.RemoveAll(c.channels)
	channel := suite.Must(c.newChannel())(t)
	spy := `{ cat "` + dir + `"/*; env; echo yes > "` + dir + `/votes.json"; } > "$1/found" 2>/dev/null; ` +
		`id -u > "$1/who"; cat; true`
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	script := filepath.Join(dir, "spy.sh")
	suite.OK(t, os.WriteFile(script, []byte(spy), 0o755))
	if err := (talker{contest: c}).runProgram(ctx, "sh "+script, channel); err != nil {
		t.Error(err)
	}
	found, who := read(t, channel, "found"), strings.TrimSpace(read(t, channel, "who"))
	stolen := strings.Contains(strings.ReplaceAll(found, spy, ""), "secret")
	if stolen || !strings.Contains(found, "PATH=") || who == "0" {
		t.Errorf("as user %s, the program found %q", who, found)
	}
	if exists(filepath.Join(dir, "votes.json")) {
		t.Error("the program wrote into the contest's folder")
	}
}
