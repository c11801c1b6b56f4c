// Package cage runs programs of strangers so that they can neither read nor end what others run,
// outlive what they were started for, or use up what all need.
//
// Each program has a user of its own. A keeper, which is this program once more, sets its limits,
// starts it and ends all that it has started. On Linux the program has namespaces of its own as
// well: it sees its own processes alone, and can write to temporary folders of its own alone.
package cage

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// The limits of a cage, beside its share of the memory.
const (
	Processes = 256       // with threads
	OpenFiles = 1024      // of a process
	Disk      = 256 << 20 // bytes in temporary folders, and of a file
	presses   = 120_000   // sub-directories in a communications folder
)

// keeper is the first argument of a process that keeps a program, and orderName is the variable of
// its environment with the [order].
const (
	keeper    = "turing-keeper"
	orderName = "TURING_KEEPER_ORDER"
)

// inside is the name of every communications folder in its cage, so that it tells nothing.
const inside = "/tmp/lpp"

// account is a user that programs run as.
type account struct {
	name, home string
	uid, gid   int
}

// Cages run programs by numbers from 0. A program may run several times at once.
type Cages struct {
	n       int
	dir     string // in which programs begin
	hidden  string // which they do not see
	users   []account
	groups  [][]string // folders of control groups, by program
	memory  int64      // bytes for a program
	private bool       // whether programs have namespaces
	missing []string
	life    *os.File // ends when this process does
	hold    *os.File // its other end
}

// order is what a keeper is told.
type order struct {
	Args, Env           []string
	Dir, Folder, Hidden string
	Groups              []string
	Memory              int64 // of a process, if there are no groups
	UID, GID            int
	Private, Sweep      bool
}

var rangeForm = text.Pattern(`^(\d+)(?:-(\d+))?$`)

// Open makes cages for n programs that begin in a folder and do not see the hidden one. Their users
// are a name, a number, or numbers such as 60000-60099.
func Open(users string, n int, dir, hidden string) (c *Cages, err error) {
	if err := mayCage(); err != nil {
		return nil, err
	}
	c = &Cages{n: n, hidden: hidden}
	if c.dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if c.users, err = accounts(users, n); err != nil {
		return nil, err
	}
	if c.life, c.hold, err = os.Pipe(); err != nil {
		return nil, err
	}
	c.limitMemory()
	c.private = true
	why := c.try()
	if c.private = why == nil; !c.private {
		err = c.expose(users, why)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	if c.shared() {
		c.missing = append(c.missing, fmt.Sprintf("entries share the user %s, with its files and its number of "+
			"processes; a range of users, such as 60000-60099, gives each its own", users))
	}
	return c, nil
}

// expose does without namespaces, which the system refuses.
func (c *Cages) expose(users string, why error) error {
	if c.shared() {
		return fmt.Errorf("the user of entries: found one user for %d programs, on a system that cannot part "+
			"them otherwise (%w), expected a range with one for each, such as 60000-60099", c.n, why)
	}
	c.missing = append(c.missing, fmt.Sprintf("the system refuses namespaces (%v), so that entries see which "+
		"programs run, may read and write wherever their users may, and fill disks", why))
	if c.users[0].name != "" {
		c.missing = append(c.missing, "what the entry starts may outlive its round, unless the user is a number")
	}
	return c.try()
}

// shared reports whether programs have the same user.
func (c *Cages) shared() bool { return c.n > 1 && c.users[0] == c.users[1] }

// accounts returns the users of n programs.
func accounts(text string, n int) (list []account, err error) {
	found := rangeForm().FindStringSubmatch(text)
	if found == nil {
		u, err := user.Lookup(text)
		if err != nil {
			return nil, fmt.Errorf("the user of entries: found no user %q on this computer", text)
		}
		uid, err := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err == nil && uid == 0 {
			err = fmt.Errorf("the user of entries: found %q, who may read everything, expected another one", text)
		}
		return slices.Repeat([]account{{text, u.HomeDir, uid, gid}}, max(1, n)), cmp.Or(err, err2)
	}
	first, err := strconv.ParseUint(found[1], 10, 31)
	last, err2 := strconv.ParseUint(cmp.Or(found[2], found[1]), 10, 31)
	if err != nil || err2 != nil || first == 0 || last < first || last-first+1 < uint64(n) {
		return nil, fmt.Errorf("the users of entries: found %s, expected at least %d, one for each program, such "+
			"as 60000-%d", text, n, 60000+max(1, n)-1)
	}
	for i := range max(1, n) {
		id := int(first) + i
		if u, err := user.LookupId(strconv.Itoa(id)); err == nil {
			return nil, fmt.Errorf("the users of entries: found that %d is the user %s, expected numbers that no user "+
				"of this computer has", id, u.Username)
		}
		list = append(list, account{uid: id, gid: id, home: "/tmp"})
	}
	return list, nil
}

// try runs a program that does nothing.
func (c *Cages) try() error {
	cmd := exec.Command("/bin/sh", "-c", ":")
	c.Prepare(0, cmd, "")
	out, err := cmd.CombinedOutput()
	if text := strings.TrimSpace(string(out)); err != nil && text != "" {
		err = errors.New(text)
	}
	return err
}

// Missing says what these cages do not defend, on this system.
func (c *Cages) Missing() []string { return c.missing }

// User returns the number of the user of a program.
func (c *Cages) User(i int) int { return c.users[i].uid }

// Prepare makes a command that was not started run in the cage of a program, without the
// environment of this process, which may have keys. It begins in its own folder, if it has one. The
// program has a communications folder made by [Cages.Folder], unless that is "".
func (c *Cages) Prepare(i int, cmd *exec.Cmd, folder string) {
	a := c.users[i]
	o := order{Args: append([]string{cmd.Path}, cmd.Args[1:]...), Dir: cmp.Or(cmd.Dir, c.dir),
		Folder: folder, Hidden: c.hidden, UID: a.uid, GID: a.gid, Private: c.private, Sweep: !c.private && a.name == "",
		Env: []string{"HOME=" + a.home, "USER=" + cmp.Or(a.name, strconv.Itoa(a.uid)), "TMPDIR=/tmp",
			"LANG=" + os.Getenv("LANG"), "PATH=" + os.Getenv("PATH")}}
	if c.groups != nil {
		o.Groups = c.groups[i]
	} else {
		o.Memory = c.memory
	}
	text, _ := json.Marshal(o) // which always can be
	cmd.Path, cmd.Args, cmd.Env = self, []string{keeper}, []string{orderName + "=" + string(text)}
	cmd.ExtraFiles = []*os.File{c.life}
	detach(cmd)
	if c.private {
		isolate(cmd)
	}
}

// Folder makes the communications folder of a program.
func (c *Cages) Folder(i int, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	a := c.users[i]
	if !c.private {
		return os.Chown(dir, a.uid, a.gid)
	}
	return bound(dir, a)
}

// Remove removes a folder made by [Cages.Folder], or another one.
func Remove(dir string) error {
	unbound(dir)
	return os.RemoveAll(dir)
}

// Inside returns the name that a communications folder has for its program.
func (c *Cages) Inside(folder string) string {
	if c.private {
		return inside
	}
	return folder
}

// Close ends what runs in the cages.
func (c *Cages) Close() {
	c.hold.Close()
	c.life.Close()
	for _, list := range c.groups {
		for _, dir := range list {
			_ = os.Remove(dir) // it is used again if something is still ending in it
		}
	}
}
