//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docBlock is a fenced block of a document.
var docBlock = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// TestServingDocument runs every command that docs/serving.md shows, and compares what it prints
// with what is shown, in which … stands for anything.
func TestServingDocument(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serving.md"))
	if err != nil {
		t.Fatal(err)
	}
	d := &docSession{dir: t.TempDir(), port: freePort(t)}
	for _, block := range docBlock.FindAllStringSubmatch(string(text), -1) {
		switch block[1] {
		case "sh":
			d.shell(t, block[2])
		case "console":
			d.console(t, block[2])
		}
	}
	if d.compared < 15 {
		t.Errorf("compared only %d answers", d.compared)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// docSession runs the commands of a document in one folder, and has the server that they started
// last.
type docSession struct {
	dir, port string
	server    *served
	compared  int
}

func (d *docSession) shell(t *testing.T, script string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "bash", "-c", script)
	command.Dir = d.dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// console runs a block of commands, each with the answer that is shown below it.
func (d *docSession) console(t *testing.T, block string) {
	t.Helper()
	variables := ""
	for i, part := range strings.Split("\n"+block, "\n$ ") {
		if i == 0 {
			continue // before the first command
		}
		line, shown, _ := strings.Cut(part, "\n")
		line = strings.ReplaceAll(line, "127.0.0.1:8080", "127.0.0.1:"+d.port)
		shown = strings.ReplaceAll(shown, "127.0.0.1:8080", "127.0.0.1:"+d.port)
		switch args, serve := strings.CutPrefix(line, "lrp serve "); {
		case serve:
			d.serve(t, strings.Fields(args), shown)
		case shown == "":
			variables += line + "\n"
		default:
			d.compare(t, line, shown, d.shell(t, variables+line))
		}
	}
}

func (d *docSession) serve(t *testing.T, args []string, shown string) {
	t.Helper()
	if d.server != nil {
		d.server.end(t, os.Interrupt)
	}
	for i, a := range args {
		if name, path, named := strings.Cut(a, "="); named {
			args[i] = name + "=" + filepath.Join(d.dir, path)
		} else if strings.HasSuffix(a, ".lrp") {
			args[i] = filepath.Join(d.dir, a)
		}
	}
	d.server = startServing(t, append(args, "--addr", "127.0.0.1:"+d.port)...)
	d.compare(t, "lrp serve", shown, "listening on "+d.server.address)
}

func (d *docSession) compare(t *testing.T, command, shown, found string) {
	t.Helper()
	d.compared++
	parts := strings.Split(strings.TrimSpace(shown), "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	want := regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$")
	if found = strings.TrimSpace(found); !want.MatchString(found) {
		t.Errorf("%s\nprints %s\nbut is shown with %s", command, found, shown)
	}
}

// TestServingLimits compares the table of limits with the flags.
func TestServingLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serving.md"))
	if err != nil {
		t.Fatal(err)
	}
	flags := serveCommand().Flags()
	row := regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| ([^|]+) \\|")
	rows := row.FindAllStringSubmatch(string(text), -1)
	for _, row := range rows {
		f := flags.Lookup(row[1])
		if f == nil || f.DefValue != row[2] && row[1] != "concurrency" {
			t.Errorf("--%s is described with the default %q: %+v", row[1], row[2], f)
		}
	}
	if len(rows) < 10 {
		t.Errorf("found %d limits", len(rows))
	}
}
