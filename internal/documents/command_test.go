package documents

import (
	"slices"
	"testing"
)

func TestBlocksAreSplitIntoCommands(t *testing.T) {
	got := shellCommands("# a comment\nexport A=1\nlrp list \\\n  all\n\nluna practice &\nluna play\n")
	want := []string{"lrp list   all", "luna practice &", "luna play"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
}

func TestCommandsBuildTheModuleUnderTest(t *testing.T) {
	for command, want := range map[string]string{
		"go install " + module + "/cmd/lrp@latest": "go install " + module + "/cmd/lrp",
		"go run ./benchmarks/servers -games 2 play":   "go run " + module + "/benchmarks/servers -games 2 play",
		"lrp grade exam.xlsx":                      "lrp grade exam.xlsx",
	} {
		if got := ofThisModule(command); got != want {
			t.Errorf("found %q for %q, expected %q", got, command, want)
		}
	}
}
