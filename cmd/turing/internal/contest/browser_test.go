package contest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
)

// TestPagesInABrowser looks at the pages that a contest leaves.
func TestPagesInABrowser(t *testing.T) {
	t.Parallel()
	browser := pagetest.Start(t)
	for _, rules := range []string{"2010", "2004"} {
		setup := described(rules, 1, repeated(5, "eliza", "simple", "aiml",
			"fixed:haha, I guess so",
			"gibberish")...)
		setup = strings.Replace(setup, `name = "Entry 1"`,
			"name = \"A program with a long name that goes on and on\"\nauthor = \"Somebody Else\"",
			1)
		setup = strings.Replace(setup, "script:random", "script:never", 1)
		setup = strings.Replace(setup, "seed = 3", "seed = 3\nmissing = \"void\"", 1)
		dir := describe(t, setup)
		if _, err := Run(t.Context(), dir, Options{}); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"results.html", "certificate.html",
			"rounds/1/J1/transcript.html"} {
			base := strings.TrimSuffix(filepath.Base(name), ".html")
			browser.Each(t, pagetest.File(filepath.Join(dir, name)), "contest-"+rules+"-"+base, nil)
		}
	}
}
