//go:build unix

// Package images draws the figures in this folder again.
package images

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

var update = flag.Bool("update", false, "replace the figures")

// figure is a picture that a document shows.
type figure struct {
	file    string
	command string // makes it, in a folder where lrp and luna can be run
	output  string // the file that the command writes
}

// figures lists the pictures that programs draw. TestPages makes those of pages in a browser.
var figures = []figure{
	{
		file: "learning_curve.png",
		command: "lrp curve powergrading:$LRP_DATA/powergrading --approach CBG,ALL,AUTO " +
			"--regressor ols --trials 20 --out curve",
		output: "curve/curve.png",
	},
	{
		file:    "luna_demo.png",
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
	programs := documents.Programs(t)
	for _, f := range figures {
		t.Run(f.file, func(t *testing.T) {
			if why := documents.Unavailable(f.command); why != "" {
				t.Skip(why)
			}
			folder := documents.Folder{Path: t.TempDir(), Programs: programs}
			if out, err := folder.Run(f.command); err != nil {
				t.Fatalf("%s\n%v\n%s", f.command, err, out)
			}
			drawn, err := os.ReadFile(filepath.Join(folder.Path, f.output))
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
				t.Errorf("%s is not what %q draws\ngo test ./docs/images -update", f.file, f.command)
			}
		})
	}
}
