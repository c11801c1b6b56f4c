//go:build unix

package luna_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// built is the folder of lrp, luna and turing, "" before a test needs them.
var built string

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(built)
	os.Exit(status)
}

// programs builds the programs once for all tests, and returns their folder.
func programs(t *testing.T) string {
	t.Helper()
	if built != "" {
		return built
	}
	dir, err := os.MkdirTemp("", "programs")
	if err != nil {
		t.Fatal(err)
	}
	built = dir
	if err := Build(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDocumentedCommands runs the commands of each document in a clone of its own, so that nobody
// has to read another one first, and compares what they print with what the document shows.
func TestDocumentedCommands(t *testing.T) {
	suite.Slow(t, "runs whole evaluations")
	dir := programs(t)
	list := WithCommands(t, ".")
	if len(list) < 15 || !slices.Contains(list, "README.md") {
		t.Fatalf("only these documents have commands: %q", list)
	}
	compared := 0
	for _, block := range Blocks(t, "docs/serving.md", "console") {
		for _, s := range Console(block.Body) {
			if s.Output != "" {
				compared++
			}
		}
	}
	if compared < 12 {
		t.Errorf("docs/serving.md shows only %d answers", compared)
	}
	for _, document := range list {
		if document == tutorial {
			continue // TestExtending runs its commands in another module
		}
		// A pattern of -run is split at slashes.
		t.Run(strings.ReplaceAll(document, "/", "_"), func(t *testing.T) {
			t.Parallel()
			clone := Clone(t, dir)
			clone.RunDocument(t, document)
			if document != "README.md" {
				return
			}
			for _, name := range []string{"report.html", "rmse_bars.png", "manifest.json"} {
				if _, err := os.Stat(filepath.Join(clone.Path, "results", name)); err != nil {
					t.Errorf("the README says that results holds %s: %v", name, err)
				}
			}
		})
	}
}

// TestDocumentedPrograms compiles and runs every Go block of the README in a module of its own,
// which the block before it has find Luna.
func TestDocumentedPrograms(t *testing.T) {
	suite.Slow(t, "runs the compiler")
	blocks, modules := Blocks(t, "README.md", "go"), Blocks(t, "README.md", "text")
	if len(blocks) < 1 || len(modules) != 1 {
		t.Fatal("no program was found, or not how a module finds Luna")
	}
	find := strings.Replace(modules[0].Body, "../luna", root(t), 1)
	for _, block := range blocks {
		f := Folder{Path: t.TempDir(), Programs: programs(t)}
		if err := os.WriteFile(filepath.Join(f.Path, "main.go"), []byte(block.Body), 0o666); err != nil {
			t.Fatal(err)
		}
		command := "export GOPROXY=off GOSUMDB=off\ngo mod init mine\n" + find + "go run ."
		if out, err := f.Run(t, command); err != nil || !strings.Contains(out, "COM") {
			t.Errorf("%v\n%s\nof\n%s", err, out, block.Body)
		}
	}
}

// figures lists the pictures in documents that programs draw. Tests in a browser make those of
// pages.
var figures = []struct {
	file    string
	command string // makes it, in a folder where lrp and luna can be run
	output  string // the file that the command writes
}{
	{
		file: "docs/images/learning_curve.png",
		command: "lrp curve powergrading:$LRP_DATA/powergrading --approach CBG,ALL,AUTO " +
			"--regressor ols --trials 20 --out curve",
		output: "curve/curve.png",
	},
}

// TestFigures draws each figure again and compares it with the one that the documents show.
func TestFigures(t *testing.T) {
	suite.Slow(t, "runs whole experiments")
	for _, f := range figures {
		t.Run(filepath.Base(f.file), func(t *testing.T) {
			if why := Unavailable(f.command); why != "" {
				t.Skip(why)
			}
			folder := Folder{Path: t.TempDir(), Programs: programs(t)}
			if out, err := folder.Run(t, f.command); err != nil {
				t.Fatalf("%s\n%v\n%s", f.command, err, out)
			}
			drawn, err := os.ReadFile(filepath.Join(folder.Path, f.output))
			if err != nil {
				t.Fatal(err)
			}
			suite.Golden(t, f.file, drawn)
		})
	}
}
