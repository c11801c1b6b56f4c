//go:build unix

package round

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/internal/suite"
)

func TestMain(m *testing.M) {
	cage.Main()
	os.Exit(m.Run())
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	suite.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	suite.OK(t, os.WriteFile(path, []byte(text), mode))
}

// TestEntryUser runs a program that looks for the secrets of a contest as another user.
func TestEntryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, who may run programs as another user")
	}
	suite.Slow(t, "waits for a program")
	dir := t.TempDir()
	suite.OK(t, os.Chmod(filepath.Dir(dir), 0o755)) // what hides the files is their own mode
	for _, name := range []string{"contest.toml", "people.json", "journal.jsonl"} {
		write(t, filepath.Join(dir, name), "secret", 0o600)
	}
	t.Setenv("LUNA_CHAT_KEY", "secret")
	s := site(t, Options{Dir: dir, Users: "61010", Programs: []string{"Spy"}, Speed: 1})
	spy := &Talker{Name: "Spy", By: "lpp:sh spy.sh"}
	suite.OK(t, s.enter(spy))
	write(t, filepath.Join(dir, "entries", "Spy", "spy.sh"), `{ cat *.* ../../*; env; echo yes > votes.json; } `+
		`> "$1/found" 2>/dev/null
id -u > "$1/who"; pwd > "$1/where"; cat; true`, 0o644)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	suite.OK(t, spy.runProgram(ctx, "sh spy.sh"))
	found := func(name string) string {
		return strings.TrimSpace(string(suite.Must(os.ReadFile(filepath.Join(spy.dir, name)))(t)))
	}
	if all := found("found"); strings.Contains(all, "secret") || !strings.Contains(all, "PATH=") {
		t.Errorf("the program found %q", all)
	}
	suite.Equal(t, "user", found("who"), "61010")
	suite.Equal(t, "folder", found("where"), filepath.Join(dir, "entries", "Spy"))
	if exists(filepath.Join(dir, "entries", "Spy", "votes.json")) {
		t.Error("the program wrote into its folder")
	}
}

// TestHome checks where programs start: in their own folders or, as before, where their files are.
func TestHome(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	t.Chdir(elsewhere)
	own := filepath.Join(dir, "entries", "Theirs")
	for _, x := range []struct{ file, command, want string }{
		{"", "true", own},
		{"", "cd sub && ./bot", own},
		{"", "./bot --quiet", ""},
		{"", "bin/bot", ""},
		{filepath.Join(elsewhere, "bot"), "./bot --quiet", elsewhere},
		{filepath.Join(dir, "bot.py"), "python3 bot.py", dir},
		{filepath.Join(dir, "bot"), "./bot --quiet", dir},
		{filepath.Join(own, "bot"), "./bot --quiet", own},
		{filepath.Join(own, "bot.py"), "python3 bot.py", own},
		{"", "/bin/true", own},
	} {
		if x.file != "" {
			write(t, x.file, "", 0o755)
		}
		got, err := Home(dir, "Theirs", x.command)
		suite.Equal(t, x.command, got, x.want)
		if x.want == "" {
			suite.Fails(t, x.command, err, "found no file "+strings.Fields(x.command)[0]+
				" in entries/Theirs, where the program of Theirs starts; put it there, or give its absolute path")
		}
	}
	for name, want := range map[string]string{"A/B": "A_B", "..": "_.", "../x": "_._x", "Zoë's bot": "Zoë's bot",
		"C:\\x": "C__x"} {
		suite.Equal(t, name, folderName(name), want)
	}
}

// TestOwnFolders has programs answer that are named relative to their folders, from any working
// directory, and as commands that answer lines.
func TestOwnFolders(t *testing.T) {
	suite.Slow(t, "starts programs")
	dir := t.TempDir()
	t.Chdir(t.TempDir())
	write(t, filepath.Join(dir, "entries", "Keys", "bot"), `#!/bin/sh
while sleep 0.05; do for key in "$2"/*.Return.judge; do
[ -d "$key" ] && rmdir "$key" && for k in h m Return; do n=$((n+1)); mkdir "$2/$(printf %010d $n).$k.other"; done
done; done`, 0o755)
	write(t, filepath.Join(dir, "entries", "Lines", "bot"), `#!/bin/sh
while read -r line; do id=${line#*:\"}; echo "{\"id\":\"${id%%\"*}\",\"responses\":[\"Yes, I think so.\"]}"; done`, 0o755)
	s := site(t, Options{Dir: dir, Speed: 100})
	for name, by := range map[string]string{"Keys": "lpp: ./bot --quiet", "Lines": "command:./bot"} {
		x := suite.Must(s.Try(t.Context(), &Talker{Name: name, By: by}, 10*time.Second))(t)
		if !x.OK() {
			t.Errorf("%+v", x)
		}
	}
}
