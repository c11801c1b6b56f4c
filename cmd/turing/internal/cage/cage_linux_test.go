package cage

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/luna-rating/luna/internal/suite"
)

func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

// open makes cages for n programs.
func open(t *testing.T, n int, hidden string) *Cages {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root, who may run programs as another user")
	}
	c := suite.Must(Open("61100-61299", n, t.TempDir(), hidden))(t)
	t.Cleanup(c.Close)
	if !c.private {
		t.Skip("needs root on a system that allows namespaces")
	}
	return c
}

// TestAttacks runs programs in a cage and compares what they print.
func TestAttacks(t *testing.T) {
	suite.Slow(t, "fills a disk")
	hidden := t.TempDir()
	suite.OK(t, os.WriteFile(filepath.Join(hidden, "secret"), nil, 0o666))
	c := open(t, 4, hidden)
	folder := filepath.Join(t.TempDir(), "folder")
	suite.OK(t, c.Folder(3, folder))
	defer Remove(folder)
	t.Setenv("LUNA_CHAT_KEY", "secret")
	for _, x := range []struct{ name, command, want string }{
		{"user", "id -u; id -g; id -G", "61103 61103 61103"},
		{"environment", "env | grep -c LUNA_CHAT_KEY", "0"},
		{"processes", "echo /proc/[0-9]*/stat", `/proc/1/stat( /proc/\d+/stat){1,2}`},
		{"name of the folder", `tr '\0' ' ' < /proc/1/cmdline; tr '\0' ' ' < /proc/$$/cmdline`,
			"turing-keeper /bin/sh -c .*"},
		{"hidden folder", "ls " + hidden + " 2>&1", "ls: .*"},
		{"limits", "ulimit -c; ulimit -n", "0 1024"},
		{"terminal", "(true < /dev/tty) 2>/dev/null && echo a terminal", ""},
		{"set-user-ID programs", "grep -v nosuid /proc/self/mountinfo", ""},
		{"writable", "cut -d' ' -f5,6 /proc/self/mountinfo | grep ' rw' | cut -d' ' -f1 | sort -u",
			"/dev/shm /proc /tmp /tmp/lpp /var/tmp"},
		{"disk", "for i in 1 2 3; do head -c 100000000 /dev/zero > /tmp/$i 2>/dev/null || echo full; done", "full"},
		{"other disk", `for d in /var/tmp /dev/shm; do
			echo > $d/luna-test; head -c 300000000 /dev/zero > $d/x; done 2>&1`, ".*No space left.*"},
		{"folder", "head -c 20000000 /dev/zero > /tmp/lpp/x 2>/dev/null || echo full", "full"},
		{"bomb", "(for i in $(seq 300); do sleep 9 & done; echo all) 2>/dev/null; kill -9 -1", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			cmd := exec.Command("/bin/sh", "-c", x.command)
			c.Prepare(3, cmd, folder)
			out, _ := cmd.CombinedOutput()
			found := strings.Join(strings.Fields(string(out)), " ")
			if !regexp.MustCompile("^(?:" + x.want + ")$").MatchString(found) {
				t.Errorf("found %q, expected %q", found, x.want)
			}
		})
	}
	for _, left := range []string{"/tmp/1", "/var/tmp/luna-test", "/dev/shm/luna-test"} {
		if _, err := os.Stat(left); err == nil {
			t.Errorf("%s is on the disk of all", left)
		}
	}
	suite.OK(t, Remove(folder))
}

// TestMemory fills the memory of a program that has many beside it.
func TestMemory(t *testing.T) {
	suite.Slow(t, "fills the memory")
	c := open(t, 100, "")
	cmd := exec.Command("/bin/sh", "-c", fmt.Sprintf("head -c %d /dev/zero | tail -n 1 | wc -c", 2*c.memory))
	c.Prepare(0, cmd, "")
	if out, err := cmd.Output(); err == nil && string(out) != "0\n" {
		t.Errorf("a program with %d bytes of memory holds %s", c.memory, out)
	}
}

// TestFolder checks that a communications folder is bounded, and goes.
func TestFolder(t *testing.T) {
	c := open(t, 1, "")
	folder := filepath.Join(t.TempDir(), "folder")
	suite.OK(t, c.Folder(0, folder))
	var info unix.Statfs_t
	suite.OK(t, unix.Statfs(folder, &info))
	if size := info.Blocks * uint64(info.Bsize); size > 16<<20 || info.Files > presses {
		t.Errorf("the folder holds %d bytes and %d files", size, info.Files)
	}
	suite.OK(t, Remove(folder))
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder is left")
	}
}

// TestLife checks that nothing outlives its cages, nor the program that made them.
func TestLife(t *testing.T) {
	c := open(t, 1, "")
	for _, end := range []func(cmd *exec.Cmd){
		func(cmd *exec.Cmd) { cmd.Process.Kill() },
		func(*exec.Cmd) { c.Close() }, // as the end of this process does
	} {
		cmd := exec.Command("/bin/sh", "-c", `(trap "" TERM; setsid sleep 1000) & echo begun; wait`)
		c.Prepare(0, cmd, "")
		out := suite.Must(cmd.StdoutPipe())(t)
		suite.OK(t, cmd.Start())
		lines := bufio.NewScanner(out)
		lines.Scan()
		end(cmd)
		for lines.Scan() { // until nobody has the pipe any more
		}
		suite.Equal(t, "end", suite.Err(lines.Text(), cmd.Wait()) != nil, true)
	}
}

// TestUsers checks which users are taken.
func TestUsers(t *testing.T) {
	for _, x := range []struct {
		users, want string
		n           int
	}{
		{"61100-61102", "", 3},
		{"61100", "", 1},
		{"nobody", "", 3},
		{"61100-61102", "the users of entries: found 61100-61102, expected at least 4, …", 4},
		{"61100", "the users of entries: found 61100, expected at least 2, …", 2},
		{"61102-61100", "…", 1},
		{"0-10", "…", 1},
		{"61100-99999999999", "…", 1},
		{"root", `the user of entries: found "root", who may read everything, …`, 1},
		{"nobody at all", `the user of entries: found no user "nobody at all" on this computer`, 1},
	} {
		list, err := accounts(x.users, x.n)
		suite.Fails(t, x.users, err, x.want)
		if err == nil && len(list) != x.n {
			t.Errorf("%s: found %d users, expected %d", x.users, len(list), x.n)
		}
	}
}

// TestExposed does without namespaces: each program still ends with all that it has started, and
// those of one user are refused, since they could end each other.
func TestExposed(t *testing.T) {
	c := open(t, 2, "")
	c.private = false
	suite.OK(t, c.expose("61100-61299", unix.EPERM))
	suite.Has(t, "warning", strings.Join(c.Missing(), "\n"), "the system refuses namespaces (operation not permitted), ")
	folder := filepath.Join(t.TempDir(), "folder")
	suite.OK(t, c.Folder(1, folder))
	suite.Equal(t, "folder", c.Inside(folder), folder)
	cmd := exec.Command("/bin/sh", "-c", "setsid sleep 1000 > /dev/null 2>&1 & ulimit -n; id -u")
	c.Prepare(1, cmd, folder)
	suite.Equal(t, "output", string(suite.Must(cmd.Output())(t)), "1024\n61101\n")
	var left []byte
	for range 100 { // they are killed, and may still be ending
		if left, _ = exec.Command("pgrep", "-u", "61101").Output(); len(left) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) > 0 {
		t.Errorf("what it started is left: %s", left)
	}
	c.users[1] = c.users[0]
	suite.Fails(t, "one user", c.expose("nobody", unix.EPERM), "the user of entries: found one user for 2 programs, …")
}
