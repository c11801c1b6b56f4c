//go:build unix

package luna_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// figure is a picture that a document shows.
type figure struct {
	file    string
	command string // makes it, in a folder where lrp and luna can be run
	output  string // the file that the command writes
}

// figures lists the pictures that programs draw. TestPages makes those of pages in a browser.
var figures = []figure{
	{
		file: "docs/images/learning_curve.png",
		command: "lrp curve powergrading:$LRP_DATA/powergrading --approach CBG,ALL,AUTO " +
			"--regressor ols --trials 20 --out curve",
		output: "curve/curve.png",
	},
	{
		file:    "docs/images/luna_demo.png",
		command: "luna demo --offline --games 100 --out demo",
		output:  "demo/error.png",
	},
}

// TestFigures draws each figure again and compares it with the one that the documents show. With
// -update it replaces them.
func TestFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole experiments")
	}
	bin := t.TempDir()
	goCommand(t, "build", "-o", bin, "./cmd/lrp", "./cmd/luna", "./cmd/turing")
	env := append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, f := range figures {
		t.Run(filepath.Base(f.file), func(t *testing.T) {
			if why := unavailable(f.command, &dependencies{}); why != "" {
				t.Skip(why)
			}
			dir := t.TempDir()
			if out, err := runShell(dir, env, f.command); err != nil {
				t.Fatalf("%s\n%v\n%s", f.command, err, out)
			}
			drawn, err := os.ReadFile(filepath.Join(dir, f.output))
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(f.file, drawn, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			shown, err := os.ReadFile(f.file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(drawn, shown) {
				t.Errorf("%s is not what %q draws\ngo test . -run TestFigures -update", f.file,
					f.command)
			}
		})
	}
}
