// Command gen writes the SYNTHETIC sample data sets into a folder.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/synth"
)

func main() {
	out := flag.String("out", ".", "folder to write the samples to")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	for name, content := range synth.SampleFiles() {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
