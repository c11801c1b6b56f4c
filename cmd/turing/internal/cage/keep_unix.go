//go:build unix && !aix && !solaris

package cage

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// failed is the exit status of a keeper that cannot start its program.
const failed = 125

func mayCage() error {
	if os.Geteuid() != 0 {
		return errors.New("the user of entries: found that this is not run by root, expected root, who may run " +
			"programs as somebody else")
	}
	return nil
}

// detach gives a command a session of its own: whoever has the terminal of this process could type
// at it as its user.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// Main keeps a program, and ends the process with it, if that is what the process is for. The
// program's main function must call it first.
func Main() {
	text, told := os.LookupEnv(orderName)
	if !told || filepath.Base(os.Args[0]) != keeper {
		return
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		o.end(failed, err)
	}
	if err := o.keep(); err != nil {
		o.end(failed, err)
	}
}

// end ends the process and all that the program has started.
func (o *order) end(status int, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "its cage:", err)
	}
	if o.Sweep { // else the end of the namespace does
		_ = setLimit(unix.RLIMIT_NPROC, unix.RLIM_INFINITY&(1<<63-1)) // which may be reached
		sweep := exec.Command("/bin/sh", "-c", "kill -9 -1")
		sweep.SysProcAttr = o.credential()
		_ = sweep.Run()
	}
	os.Exit(status)
}

func (o *order) credential() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(o.UID), Gid: uint32(o.GID)}}
}

// keep runs the program. It returns only if that fails.
func (o *order) keep() error {
	const life = 3
	syscall.CloseOnExec(life)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM, syscall.SIGINT) // the program is asked, too
	if err := o.enter(); err != nil {
		return err
	}
	if err := o.limit(); err != nil {
		return err
	}
	program, err := syscall.ForkExec(o.Args[0], o.Args, &syscall.ProcAttr{Env: o.Env, Files: []uintptr{0, 1, 2},
		Sys: o.credential()})
	if err != nil {
		return err
	}
	go func() {
		_, _ = os.NewFile(life, "life").Read(make([]byte, 1)) // until this program's starter ends
		o.end(failed, nil)
	}()
	for {
		var status syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &status, 0, nil); {
		case err != nil && err != syscall.EINTR:
			return err
		case pid == program && status.Signaled():
			o.end(128+int(status.Signal()), fmt.Errorf("signal: %v", status.Signal()))
		case pid == program && status.Exited():
			o.end(status.ExitStatus(), nil)
		}
	}
}

// limit sets the limits of the program.
func (o *order) limit() error {
	for what, most := range map[int]uint64{unix.RLIMIT_NPROC: Processes, syscall.RLIMIT_NOFILE: OpenFiles,
		syscall.RLIMIT_FSIZE: Disk, syscall.RLIMIT_CORE: 0} {
		if err := setLimit(what, most); err != nil {
			return err
		}
	}
	if o.Memory > 0 { // which this process itself could not do with
		o.Args = append([]string{"/bin/sh", "-c", `ulimit -v "$1" 2>/dev/null; shift; exec "$@"`, "sh",
			strconv.FormatInt(o.Memory>>10, 10)}, o.Args...)
	}
	return os.Chdir(o.Dir)
}

func setLimit(what int, most uint64) error {
	var l syscall.Rlimit
	assign(&l.Cur, most)
	assign(&l.Max, most)
	return syscall.Setrlimit(what, &l)
}

// assign assigns a number of the type that this system has for limits.
func assign[T int64 | uint64](to *T, n uint64) { *to = T(n) }
