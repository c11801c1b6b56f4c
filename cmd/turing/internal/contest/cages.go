package contest

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/internal/files"
)

// programs lists those who take part by a program of their own.
func (s *setup) programs() []member {
	return slices.DeleteFunc(s.members(), func(m member) bool {
		_, speaks := program(m.by)
		return !speaks && !strings.HasPrefix(m.by, "command:")
	})
}

// cageOf returns the number of the cage of a member, such as entry[0], -1 if there is none.
func (s *setup) cageOf(at string) int {
	return slices.IndexFunc(s.programs(), func(m member) bool { return m.at == at })
}

// cageEntries makes cages for programs, or warns of what they can do without.
func (c *contest) cageEntries() (err error) {
	list := c.setup.programs()
	if c.EntryUser == "" {
		if slices.ContainsFunc(list, func(m member) bool { return m.by != byHand }) {
			c.sayf("warning: entries are not caged: programs run as the user who runs this, and can read what " +
				"people type, the seed that says who sits where, and the secret addresses of people; press keys " +
				"for other entries and end them; outlive their rounds; and use up processes, memory and disks. " +
				"As root, --entry-user 60000-60099 cages them")
		}
		return nil
	}
	if c.cages, err = cage.Open(c.EntryUser, len(list), c.dir, c.channels); err != nil {
		return err
	}
	for _, what := range c.cages.Missing() {
		c.sayf("warning: %s", what)
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
