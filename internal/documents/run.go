//go:build unix

package documents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

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
	printed, err := r.shell.run(ofThisModule(r.ports.replace(r, s.Command)))
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
