package luna_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// codeBlock is a fenced block of a document.
type codeBlock struct{ language, body string }

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// codeBlocks returns the fenced blocks of a document in one language.
func codeBlocks(t *testing.T, file, language string) []codeBlock {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []codeBlock
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if m[1] == language {
			found = append(found, codeBlock{m[1], m[2]})
		}
	}
	return found
}

// documents lists the documents whose shell blocks TestDocumentedCommands runs, the README first.
// TestExtending runs those of the tutorial, which are about another module.
func documents(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) < 10 {
		t.Fatalf("found %d documents in docs (%v)", len(docs), err)
	}
	docs = slices.DeleteFunc(docs, func(file string) bool { return file == tutorial })
	return slices.Concat([]string{"README.md"}, docs, []string{"benchmarks/README.md", "CONTRIBUTING.md"})
}

// shellCommands splits a shell block into commands. Everything from a background command to the
// end of the block is one command, which stops what it started.
func shellCommands(body string) []string {
	var list []string
	background := false
	for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", "")) {
		line = strings.TrimSpace(line)
		switch {
		case background:
			list[len(list)-1] += "\n" + line
		case line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "export "):
			continue
		case strings.HasSuffix(line, " &"):
			background = true
			list = append(list, "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"+line)
		default:
			list = append(list, line)
		}
	}
	return list
}

// dependencies decides which commands to leave out: those that read what a skipped command would
// have written.
type dependencies struct {
	missing map[string]string // a file or folder that was not written: why
}

// written matches the files and folders that a command writes.
var written = regexp.MustCompile(`(?:\btrain -m|\s-o|\s--out|>)[ =]*([\w./-]+)`)

// skip records that a command does not run, and why.
func (d *dependencies) skip(command, reason string) {
	if d.missing == nil {
		d.missing = make(map[string]string)
	}
	for _, m := range written.FindAllStringSubmatch(command, -1) {
		d.missing[m[1]] = reason
	}
}

// ran records that a command ran.
func (d *dependencies) ran(command string) {
	for _, m := range written.FindAllStringSubmatch(command, -1) {
		delete(d.missing, m[1])
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

func TestSkippedCommandsSkipTheirDependants(t *testing.T) {
	var d dependencies
	d.skip("lrp train -m civics.lrp powergrading:$LRP_DATA/powergrading", "no data")
	d.skip("lrp predict -m civics.lrp powergrading:$LRP_DATA/powergrading > ratings.jsonl", "no data")
	d.skip("lrp eval mohler:$LRP_DATA/mohler --out results", "no data")
	for command, skipped := range map[string]bool{
		"lrp inspect civics.lrp":                           true,
		"lrp serve -m civics.lrp --addr :1 &\ncurl :1":     true,
		"head -1 < ratings.jsonl":                          true,
		"lrp run results --out again":                      true,
		"open results/report.html":                         true,
		"lrp eval jsonl:ratings.jsonl":                     true,
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
