//go:build unix

package luna_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// Folder is a folder in which commands run.
type Folder struct {
	Path     string
	Programs string // the folder of lrp, luna and turing
}

// Build builds lrp, luna and turing in a folder.
func Build(dir string) error {
	out, err := exec.Command("go", "build", "-o", dir, module+"cmd/lrp", module+"cmd/luna",
		module+"cmd/turing").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// environment puts the programs on the path; commands install others in the same folder.
func (f Folder) environment() []string {
	return append(os.Environ(), "GOWORK=off", "GOBIN="+f.Programs,
		"PATH="+f.Programs+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Clone copies the module's files, except its code, to a temporary folder in which documented
// commands can write. The code is used where it is.
func Clone(t testing.TB, programs string) Folder {
	t.Helper()
	dir, from := t.TempDir(), root(t)
	err := fs.WalkDir(os.DirFS(from), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		switch {
		case path == ".git" && d.IsDir():
			return fs.SkipDir
		case path == ".git": // a worktree's
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case filepath.Ext(path) == ".go":
			return nil
		}
		data, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	takeModule(t, from, dir)
	return Folder{Path: dir, Programs: programs}
}

// root returns the folder of the module.
func root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// takeModule makes dir a module that takes the code of this one from its folder, with the same
// versions of all others. Go then compiles nothing again that it compiled for the tests.
func takeModule(t testing.TB, root, dir string) {
	t.Helper()
	path := strings.TrimSuffix(module, "/")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if name == "go.mod" {
			text = strings.Replace(text, "module "+path, "module clone", 1) +
				"\nrequire " + path + " v0.0.0\nreplace " + path + " => " + strconv.Quote(root) + "\n"
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// RunDocument runs every command of a document in the folder, in order, and compares what it prints
// with what is shown. Commands that need the published data sets are skipped if LRP_DATA is unset,
// and so are those that need what the skipped commands would write. The log lists them.
// LUNA_TEST=update writes what the commands print into the document.
func (f Folder) RunDocument(t testing.TB, document string) {
	t.Helper()
	r := runner{TB: t, document: document, shell: f.open(t)}
	for _, block := range Commands(t, filepath.Join(f.Path, document)) {
		var list []Shown
		if block.Language == "console" {
			list = Console(block.Body)
		} else {
			for _, command := range shellCommands(block.Body) {
				list = append(list, Shown{Command: command})
			}
		}
		if len(list) == 0 {
			t.Errorf("%s: found no command in\n%s", document, block.Body)
		}
		if r.ports == nil || slices.ContainsFunc(list, func(s Shown) bool {
			return strings.HasSuffix(s.Command, " &")
		}) {
			r.ports = make(freePorts)
		}
		for _, s := range list {
			r.run(s)
		}
	}
	if suite.Update() {
		r.rewrite(filepath.Join(root(t), document))
	}
}

// runner runs a document.
type runner struct {
	testing.TB
	document string
	shell    *session
	ports    freePorts // those of the servers that run
	skipped  dependencies
	replace  []string // outputs and what to show instead of each
}

func (r *runner) run(s Shown) {
	r.Helper()
	if runsTests(s.Command) {
		return
	}
	why := Unavailable(s.Command)
	if why == "" {
		why = r.skipped.reason(s.Command)
	}
	if why != "" {
		r.skipped.skip(s.Command, why)
		r.Logf("SKIPPED  %s: %s (%s)", r.document, s.Command, why)
		return
	}
	r.skipped.ran(s.Command)
	began := time.Now()
	command, _ := withPython(ofThisModule(r.ports.replace(r, s.Command)))
	printed, err := r.shell.run(command)
	shown := r.ports.replace(r, s.Output)
	if err == nil && shown != "" && strings.HasSuffix(s.Command, " &") {
		printed, err = r.shell.prints(shown)
	}
	r.Logf("%5.1f s  %s: %s", time.Since(began).Seconds(), r.document, s.Command)
	switch {
	case err != nil:
		r.Errorf("%s: %s\n%v\n%s", r.document, s.Command, err, printed)
	case shown == "" || Matches(shown, printed):
	case suite.Update():
		renewed, ok := renew(s.Output, r.ports.restore(printed))
		if !ok {
			r.Errorf("%s: %s\nshows lines that are not among those printed; edit them:\n%s",
				r.document, s.Command, printed)
			return
		}
		r.replace = append(r.replace, "\n$ "+s.Command+"\n"+s.Output, "\n$ "+s.Command+"\n"+renewed)
	default:
		r.Errorf("%s: %s\nprints\n%s\nbut shown is\n%s\n%s", r.document, s.Command, printed, shown,
			suite.Accept(r))
	}
}

// rewrite writes what was printed into the document.
func (r *runner) rewrite(file string) {
	r.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		r.Fatal(err)
	}
	suite.Write(r, file, []byte(strings.NewReplacer(r.replace...).Replace(string(text))))
}

// commandLimit bounds one command. The longest takes a quarter of a minute on two cores.
const commandLimit = 4 * time.Minute

// session is a shell in which the commands of a document run one after the other.
type session struct {
	bash     *exec.Cmd
	in       io.WriteCloser
	file     string // what commands in the foreground print
	read     int    // so many bytes of it
	commands int
	jobs     string        // folder of what commands in the background print
	ended    chan struct{} // closed when the shell has ended
}

// open starts a shell in the folder. At the end of the test, everything that it started is killed.
func (f Folder) open(t testing.TB) *session {
	t.Helper()
	dir := t.TempDir()
	s := &session{bash: exec.Command("bash"), file: filepath.Join(dir, "printed"), jobs: dir,
		ended: make(chan struct{})}
	out, err := os.Create(s.file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s.bash.Dir, s.bash.Env = f.Path, f.environment()
	s.bash.Stdout, s.bash.Stderr = out, out
	s.bash.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.in, err = s.bash.StdinPipe(); err == nil {
		err = s.bash.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		_ = s.bash.Wait() // it is killed in the end
	}()
	t.Cleanup(func() {
		s.kill()
		<-s.ended
	})
	return s
}

func (s *session) kill() { _ = syscall.Kill(-s.bash.Process.Pid, syscall.SIGKILL) }

// run runs a command and returns what it printed. A command that ends with & continues in the
// background, and replaces earlier ones.
func (s *session) run(command string) (printed string, err error) {
	s.commands++
	job, background := strings.CutSuffix(command, " &")
	if background {
		command = fmt.Sprintf("kill $(jobs -p) 2>/dev/null; wait\n%s >%q 2>&1 &", job, s.job())
	}
	// Bash may report a killed job at any time, so what counts lies between two marks.
	begin, mark := fmt.Sprintf("\x02%d\x02", s.commands), fmt.Sprintf("\x01%d\x01", s.commands)
	if _, err := fmt.Fprintf(s.in,
		"set -o pipefail\nprintf '%s'\n{ %s\n} </dev/null; printf '%s%%d\\n' $?\n",
		begin, command, mark); err != nil {
		return "", err
	}
	for end, over := time.Now().Add(commandLimit), false; ; time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.ended:
			over = true
		default:
		}
		all, err := os.ReadFile(s.file)
		if err != nil {
			return "", err
		}
		_, text, _ := bytes.Cut(all[s.read:], []byte(begin))
		text, status, done := bytes.Cut(text, []byte(mark))
		status, _, ended := bytes.Cut(status, []byte("\n"))
		done = done && ended
		switch {
		case !done && over:
			return string(text), errors.New("the shell has ended")
		case !done && time.Now().After(end):
			s.kill()
			return string(text), fmt.Errorf("stopped after %v", commandLimit)
		case !done:
			continue
		}
		s.read = len(all)
		if code, err := strconv.Atoi(string(status)); err != nil || code != 0 {
			return string(text), errors.Join(err, fmt.Errorf("exit status %d", code))
		}
		return string(text), nil
	}
}

// job is the file of what the last command prints in the background.
func (s *session) job() string { return filepath.Join(s.jobs, fmt.Sprint("job", s.commands)) }

// prints waits until the last command, which goes on in the background, has printed what is shown.
func (s *session) prints(shown string) (printed string, err error) {
	for end := time.Now().Add(commandLimit); ; time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(s.job()) // which is not there at first
		if err == nil && Matches(shown, string(text)) || time.Now().After(end) {
			return string(text), err
		}
	}
}

// Run runs a command in a shell of its own and returns what it prints.
func (f Folder) Run(t testing.TB, command string) (printed string, err error) {
	t.Helper()
	return f.open(t).run(command)
}

// TestRunawayCommandsAreStopped checks that no child of a command outlives the test.
func TestRunawayCommandsAreStopped(t *testing.T) {
	var pid string
	t.Run("session", func(t *testing.T) {
		s := Folder{Path: t.TempDir()}.open(t)
		out, err := s.run("x=5")
		if err != nil || out != "" {
			t.Fatalf("%v\n%s", err, out)
		}
		if _, err = s.run("sleep 3600 &"); err != nil {
			t.Fatal(err)
		}
		if out, err = s.run("echo $x; cat | wc -c; jobs -p"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		lines := strings.Fields(out)
		if len(lines) != 3 || lines[0] != "5" || lines[1] != "0" {
			t.Fatalf("found %q", out)
		}
		pid = lines[2]
		if _, err := s.run("(sleep .01; echo late) & true"); err != nil {
			t.Error(err)
		}
		time.Sleep(100 * time.Millisecond)
		if out, err = s.run("echo next"); err != nil || out != "next\n" {
			t.Errorf("what was printed between two commands is taken for the second: %q, %v", out, err)
		}
		if _, err := s.run("false | true"); err == nil {
			t.Error("a failure in a pipe is not noticed")
		}
		if _, err := s.run("exit 0"); err == nil {
			t.Error("the end of the shell is not noticed")
		}
	})
	for range 100 {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}
