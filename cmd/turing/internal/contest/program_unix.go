//go:build unix

package contest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user that programs of entries run as.
type account struct {
	name, home string
	uid, gid   int
}

// findUser returns the user of that name. Only root may run programs as somebody else.
func findUser(name string) (*account, error) {
	if os.Geteuid() != 0 {
		return nil, fmt.Errorf("the user of entries: found that this is not run by root, expected root, who may " +
			"run programs as somebody else")
	}
	u, err := user.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("the user of entries: found no user %q on this computer", name)
	}
	a := &account{name: name, home: u.HomeDir}
	if a.uid, err = strconv.Atoi(u.Uid); err != nil {
		return nil, err
	}
	if a.uid == 0 {
		return nil, fmt.Errorf("the user of entries: found %q, who may read everything, expected another one", name)
	}
	a.gid, err = strconv.Atoi(u.Gid)
	return a, err
}

// run makes a command run as the user, without the environment of this program, which may have
// keys.
func (a *account) run(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	cmd.Env = []string{"HOME=" + a.home, "USER=" + a.name, "LANG=" + os.Getenv("LANG"),
		"PATH=" + os.Getenv("PATH")}
}

// own gives a folder to the user.
func (a *account) own(dir string) error { return os.Chown(dir, a.uid, a.gid) }
