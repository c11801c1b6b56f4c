//go:build unix

package contest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestEntryUser runs a program that looks for the secrets of a contest as another user.
func TestEntryUser(t *testing.T) {
	dir := folder(t, described("rules = \"2010\"", "entry|Spy|lpp: sh spy.sh"))
	setup := filepath.Join(dir, SetupFile)
	suite.OK(t, os.Chmod(setup, 0o644))
	if os.Geteuid() != 0 {
		suite.Fails(t, "another user", suite.Err(Test(t.Context(), dir, Options{EntryUser: "61010"})),
			"the user of entries: found that this is not run by root, …")
		t.Skip("needs root, who may run programs as another user")
	}
	suite.Fails(t, "a description for all", suite.Err(Test(t.Context(), dir, Options{EntryUser: "61010"})),
		setup+": found that entries can read it (mode 0644), …")
	suite.OK(t, os.Chmod(setup, 0o600))
	suite.Slow(t, "waits for a program")
	for _, users := range []string{"root", "nobody at all", "0-10", "61010-61009", "65534", "61010-99999999999"} {
		suite.Fails(t, users, suite.Err(Test(t.Context(), dir, Options{EntryUser: users})), "the user…")
	}
}

// channelsFile names the folder of communications folders.
const channelsFile = "channels.txt"

// TestForeignChannels begins contests whose notes name folders that were not made for them.
func TestForeignChannels(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	precious := filepath.Join(os.TempDir(), "turing-precious")
	channels := func(dir string) string { return filepath.Join(os.TempDir(), read(t, dir, channelsFile)) }
	for _, named := range []string{precious, "turing-precious", "../" + filepath.Base(os.TempDir()) + "/turing-precious",
		".", ".."} {
		suite.OK(t, os.MkdirAll(precious, 0o711))
		write(t, precious, "thesis", "x")
		dir := folder(t, fast)
		write(t, dir, channelsFile, named)
		var notes told
		c := begun(t, dir, Options{Progress: &notes})
		read(t, precious, "thesis")
		suite.Has(t, named, notes.String(), "warning: left ", "since it was not made for this contest")
		own := channels(dir)
		c.journal.Close() // as if it were killed; the next one clears its folder
		begun(t, dir, Options{Progress: &notes})
		if exists(own) {
			t.Errorf("%s is still there", own)
		}
	}
}

// TestNewSeed checks that nobody can know the seed of a new contest.
func TestNewSeed(t *testing.T) {
	var seeds [2]uint64
	for i := range seeds {
		dir := t.TempDir()
		suite.OK(t, New(dir, Start{Rules: "2010"}))
		seeds[i] = suite.Must(readSetup(dir))(t).Seed
		info := suite.Must(os.Stat(filepath.Join(dir, SetupFile)))(t)
		suite.Equal(t, "mode", info.Mode().Perm(), 0o600)
	}
	if seeds[0] == seeds[1] {
		t.Errorf("two contests have the seed %d", seeds[0])
	}
}
