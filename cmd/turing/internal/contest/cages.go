package contest

import (
	"fmt"
	"os"

	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/files"
)

// openSite makes the place where programs run, with cages or a warning of what they can do without.
func (c *contest) openSite(noted bool) (err error) {
	o := round.Options{Dir: c.dir, Speed: c.Speed, Users: c.EntryUser, Noted: noted, Say: c.sayf}
	starts := false
	for _, m := range c.setup.members() {
		if _, own := round.Own(m.by); own {
			o.Programs = append(o.Programs, m.name)
			starts = starts || m.by != round.ByHand
		}
	}
	if starts && c.EntryUser == "" {
		c.sayf("warning: entries are not caged: programs run as the user who runs this, and can read what " +
			"people type, the seed that says who sits where, and the secret addresses of people; press keys " +
			"for other entries and end them; outlive their rounds; and use up processes, memory and disks. " +
			"As root, --entry-user 60000-60099 cages them")
	}
	if c.site, err = round.Open(o); err != nil || c.EntryUser == "" {
		return err
	}
	return c.checkSecrets()
}

// checkSecrets checks that others cannot read the seed, nor the key to the questions.
func (c *contest) checkSecrets() error {
	for _, name := range []string{SetupFile, c.setup.Screening.File} {
		if name == "" {
			continue
		}
		path := inFolder(c.dir, name)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Mode()&0o077 != 0 {
			return files.New(path, 0, fmt.Sprintf("that entries can read it (mode %#o)", info.Mode().Perm()),
				"a file for its owner alone with --entry-user; run chmod 600 "+path)
		}
	}
	return nil
}
