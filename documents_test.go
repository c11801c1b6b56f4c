package luna_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The shell blocks of the documents are run as a reader would, and what documents show is compared
// with what the commands print.

// Block is a fenced block of a document.
type Block struct{ Language, Body string }

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// Blocks returns the blocks of a document that are in one of the languages.
func Blocks(t testing.TB, file string, languages ...string) []Block {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []Block
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if slices.Contains(languages, m[1]) {
			found = append(found, Block{m[1], m[2]})
		}
	}
	return found
}

// Commands returns the blocks of a document that contain commands: those in sh, and those in
// console, which show what each command prints below it.
func Commands(t testing.TB, file string) []Block {
	t.Helper()
	return Blocks(t, file, "sh", "console")
}

// WithCommands lists the documents below a folder that contain commands, as paths relative to it.
func WithCommands(t testing.TB, folder string) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"*.md", "*/*.md"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if len(Commands(t, file)) > 0 {
				name, err := filepath.Rel(folder, file)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, filepath.ToSlash(name))
			}
		}
	}
	return found
}

// Shown is a command in a console block and its output as shown there.
type Shown struct{ Command, Output string }

// Console returns the commands of a console block, each of which follows a $.
func Console(body string) []Shown {
	var list []Shown
	for part := range strings.SplitSeq("\n"+body, "\n$ ") {
		command, output, _ := strings.Cut(part, "\n")
		if command != "" {
			list = append(list, Shown{command, strings.TrimRight(output, "\n")})
		}
	}
	return list
}

// shellCommands splits a shell block into commands.
func shellCommands(body string) []string {
	var list []string
	for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", "")) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "export ") {
			list = append(list, line)
		}
	}
	return list
}

// runsTests reports whether a command runs the tests, which are running already.
func runsTests(command string) bool {
	return strings.HasPrefix(command, "go test") || strings.HasPrefix(command, "LUNA_TEST=") ||
		strings.HasPrefix(command, ".ci/run")
}

// ours matches a package that a command builds: of a released version, or of the clone.
var ours = regexp.MustCompile(
	`(?:github\.com/luna-rating/luna|\.)/((?:cmd|benchmarks)/[a-z]+)(?:@latest)?`)

// ofThisModule makes a command build packages of the module under test.
func ofThisModule(command string) string { return ours.ReplaceAllString(command, module+"$1") }

// freePorts maps the ports in a block of commands to ports that are free on this machine.
type freePorts map[string]string

var loopbackPort = regexp.MustCompile(`(127\.0\.0\.1|localhost):(\d+)`)

// replace returns the command with free ports.
func (p freePorts) replace(t testing.TB, command string) string {
	t.Helper()
	return loopbackPort.ReplaceAllStringFunc(command, func(address string) string {
		host, port, _ := strings.Cut(address, ":")
		if p[port] == "" {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			_, p[port], _ = net.SplitHostPort(listener.Addr().String())
			listener.Close()
		}
		return host + ":" + p[port]
	})
}

// restore returns an output with the ports that the document shows.
func (p freePorts) restore(printed string) string {
	for shown, free := range p {
		printed = strings.ReplaceAll(printed, ":"+free, ":"+shown)
	}
	return printed
}

// anything stands in documents for any text, on a line of its own for any lines.
const anything = "…"

// Matches reports whether a command printed what a document shows.
func Matches(shown, printed string) bool {
	return pattern(strings.TrimSpace(shown)).MatchString(strings.TrimSpace(printed))
}

func pattern(shown string) *regexp.Regexp {
	parts := strings.Split(shown, anything)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$")
}

// number matches what may differ between two outputs of the same command: numbers and the widths of
// their columns.
var number = regexp.MustCompile(`[0-9][0-9.,e-]*|\s+|─+`)

func shape(line string) string { return number.ReplaceAllString(strings.TrimSpace(line), "#") }

// renew returns what a document should show instead. Where it leaves lines out, it takes those of
// the same shape, in order, and ok says whether it found one for each.
func renew(shown, printed string) (renewed string, ok bool) {
	printed = strings.TrimRight(printed, "\n")
	if !strings.Contains(shown, anything) {
		return printed, true
	}
	rest := strings.Split(printed, "\n")
	take := func(fits func(line string) bool) (string, bool) {
		for i, line := range rest {
			if fits(line) {
				rest = rest[i+1:]
				return line, true
			}
		}
		return "", false
	}
	lines := strings.Split(shown, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == anything {
			continue
		}
		if strings.Contains(line, anything) {
			_, ok = take(pattern(line).MatchString)
		} else {
			lines[i], ok = take(func(other string) bool { return shape(other) == shape(line) })
		}
		if !ok {
			return "", false
		}
	}
	renewed = strings.Join(lines, "\n")
	return renewed, Matches(renewed, printed)
}

// dependencies decides which commands to leave out: those that read what a skipped command would
// have written.
type dependencies struct {
	missing map[string]string // a file, folder or port of a server that is not there: why
}

// written matches the files and folders that a command writes.
var written = regexp.MustCompile(`(?:\btrain -m|\s-o|\s--(?:splits-)?out|>|write_table\(.*, ")[ =]*([\w./-]+)`)

// makes lists what a command writes, and the port of the server that it starts.
func makes(command string) (list []string) {
	for _, m := range written.FindAllStringSubmatch(command, -1) {
		list = append(list, m[1])
	}
	if m := loopbackPort.FindStringSubmatch(command); m != nil && strings.HasSuffix(command, " &") {
		list = append(list, m[2])
	}
	return list
}

// skip records that a command does not run, and the reason.
func (d *dependencies) skip(command, reason string) {
	if d.missing == nil {
		d.missing = make(map[string]string)
	}
	for _, name := range makes(command) {
		d.missing[name] = reason
	}
}

// ran records that a command ran.
func (d *dependencies) ran(command string) {
	for _, name := range makes(command) {
		delete(d.missing, name)
	}
}

var separators = regexp.MustCompile(`[\s:=,<>|;'"]+`)

// reason returns why a command cannot run, "" if it can.
func (d *dependencies) reason(command string) string {
	for _, word := range separators.Split(written.ReplaceAllString(command, ""), -1) {
		for name, why := range d.missing {
			if word == name || strings.HasPrefix(word, name+"/") {
				return why
			}
		}
	}
	return ""
}

// dockerEnv is set where images may be built.
const dockerEnv = "LUNA_DOCKER"

// Unavailable returns why a command cannot run on this machine, "" if it can.
func Unavailable(command string) string {
	if strings.Contains(command, "LRP_DATA") && os.Getenv("LRP_DATA") == "" {
		return "LRP_DATA is unset"
	}
	words := separators.Split(command, -1)
	if slices.Contains(words, "docker") && os.Getenv(dockerEnv) == "" {
		return dockerEnv + " is unset: it allows to build images"
	}
	for _, program := range []string{"curl", "docker", "python3"} {
		if !slices.Contains(words, program) {
			continue
		}
		if _, err := exec.LookPath(program); err != nil {
			return program + " is not installed"
		}
	}
	if slices.Contains(words, "./benchmarks/peers") &&
		exec.Command("/usr/bin/python3", "-c", "import sklearn").Run() != nil {
		return "scikit-learn is not installed"
	}
	if _, ok := withPython(command); !ok {
		missing := slices.DeleteFunc(modules(command), func(module string) bool {
			_, ok := withPython("python3 -c 'import " + module + "'")
			return ok
		})
		return "no python3 has the modules " + strings.Join(missing, ", ")
	}
	return ""
}

var (
	script   = regexp.MustCompile(`python3 ([\w./-]+\.py)`)
	imported = regexp.MustCompile(`(?m)(?:^|')(?:import|from) (\w+)`)
)

// modules lists what a command's script in Python, or its text after -c, imports first in a line.
func modules(command string) (list []string) {
	if m := script.FindStringSubmatch(command); m != nil {
		data, err := os.ReadFile(m[1])
		if err != nil {
			return []string{m[1]}
		}
		command = string(data)
	}
	for _, m := range imported.FindAllStringSubmatch(command, -1) {
		list = append(list, m[1])
	}
	return list
}

// withPython has a command run by the first python3 on the path that has what the command imports,
// and says whether there is one.
func withPython(command string) (with string, ok bool) {
	if !strings.HasPrefix(command, "python3 ") {
		return command, true
	}
	check := strings.Join(append([]string{"import sys"}, modules(command)...), ", ")
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		program := filepath.Join(dir, "python3")
		if exec.Command(program, "-c", check).Run() == nil {
			return program + strings.TrimPrefix(command, "python3"), true
		}
	}
	return command, false
}

func TestBlocksAreSplitIntoCommands(t *testing.T) {
	got := shellCommands("# a comment\nexport A=1\nlrp list \\\n  all\n\nluna practice &\nluna play\n")
	want := []string{"lrp list   all", "luna practice &", "luna play"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
}

func TestCommandsBuildTheModuleUnderTest(t *testing.T) {
	for command, want := range map[string]string{
		"go install " + module + "cmd/lrp@latest":   "go install " + module + "cmd/lrp",
		"go run ./benchmarks/servers -games 2 play": "go run " + module + "benchmarks/servers -games 2 play",
		"lrp grade exam.xlsx":                       "lrp grade exam.xlsx",
	} {
		if got := ofThisModule(command); got != want {
			t.Errorf("found %q for %q, expected %q", got, command, want)
		}
	}
}

func TestMatches(t *testing.T) {
	const printed = "COM 0.12\nALL 0.10\nin 3 s\n"
	for shown, want := range map[string]bool{
		"COM 0.12\nALL 0.10\nin 3 s": true,
		"COM 0.12\n…\nin … s":        true,
		"…\nALL 0.10\n…":             true,
		"COM 0.13\n…":                false,
		"COM 0.12":                   false,
		"COM 0.12\nALL 0x10\nin …":   false,
	} {
		if Matches(shown, printed) != want {
			t.Errorf("%q matches: expected %v", shown, want)
		}
	}
}

// TestPythonHasWhatAScriptImports looks for scripts' modules, of which one is nowhere.
func TestPythonHasWhatAScriptImports(t *testing.T) {
	script := filepath.Join(t.TempDir(), "s.py")
	if err := os.WriteFile(script, []byte("import json\nimport nosuchmodule\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"python3 " + script + " 8081 &":          "json nosuchmodule",
		"python3 -c 'import json; json.loads()'": "json",
		"lrp eval python.csv":                    "",
	} {
		if got := strings.Join(modules(command), " "); got != want {
			t.Errorf("found %q in %q, expected %q", got, command, want)
		}
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	if why := Unavailable("python3 " + script); why != "no python3 has the modules nosuchmodule" {
		t.Errorf("found %q", why)
	}
	const command = "python3 -c 'import json'"
	if got, ok := withPython(command); !ok || !strings.HasSuffix(got, "/"+command) {
		t.Errorf("found %q", got)
	}
}

func TestRenew(t *testing.T) {
	const printed = "table\nBWO   9.12  4\nCOM  10.50 12\nin 4 s\n"
	for shown, want := range map[string]string{
		"anything\nwithout gaps":               "table\nBWO   9.12  4\nCOM  10.50 12\nin 4 s",
		"table\n…\nCOM   9.75 11\nin … s":      "table\n…\nCOM  10.50 12\nin … s",
		"…\nALL   9.75 11\n…":                  "",
		"table\n…\nCOM   9.75 11\n…\nin … min": "",
	} {
		if got, ok := renew(shown, printed); got != want || ok != (want != "") {
			t.Errorf("%q becomes %q (%v), expected %q", shown, got, ok, want)
		}
	}
}

func TestConsole(t *testing.T) {
	list := Console("$ a=1\n$ echo $a\n1\n\n2\n$ true\n")
	want := []Shown{{"a=1", ""}, {"echo $a", "1\n\n2"}, {"true", ""}}
	if len(list) != len(want) || list[0] != want[0] || list[1] != want[1] || list[2] != want[2] {
		t.Errorf("found %q, expected %q", list, want)
	}
}

func TestSkippedCommandsSkipTheirDependants(t *testing.T) {
	var d dependencies
	d.skip("lrp train -m civics.lrp powergrading:$LRP_DATA/powergrading", "no data")
	d.skip("lrp predict -m civics.lrp powergrading:$LRP_DATA/powergrading > ratings.jsonl", "no data")
	d.skip("lrp eval mohler:$LRP_DATA/mohler --out results", "no data")
	d.skip("python3 judge.py 127.0.0.1:8090 &", "no python3")
	for command, skipped := range map[string]bool{
		"lrp inspect civics.lrp":                           true,
		"lrp serve -m civics.lrp --addr :1 &\ncurl :1":     true,
		"head -1 < ratings.jsonl":                          true,
		"lrp run results --out again":                      true,
		"open results/report.html":                         true,
		"lrp eval jsonl:ratings.jsonl":                     true,
		"lrp judge --judge http://127.0.0.1:8090/v1#m x":   true,
		"lrp judge --judge http://127.0.0.1:8091/v1#m x":   false,
		"lrp inspect other-civics.lrp":                     false,
		"lrp convert sample-mohler --out mine.jsonl":       false,
		"lrp list approaches; echo 'the results are in.'":  true,  // it errs on this side
		"lrp predict -m model.lrp x.jsonl > ratings.jsonl": false, // written, not read
	} {
		if got := d.reason(command) != ""; got != skipped {
			t.Errorf("skipped = %v for %q, expected %v (%s)", got, command, skipped, d.reason(command))
		}
	}
	d.ran("lrp train -m civics.lrp sample-powergrading")
	if why := d.reason("lrp inspect civics.lrp"); why != "" {
		t.Errorf("skipped after civics.lrp was made: %s", why)
	}
}
