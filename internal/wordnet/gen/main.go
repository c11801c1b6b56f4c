// Gen writes the table of package wordnet from the dictionary files of WordNet 3.0.
//
//	go run ./gen [-dict folder] -out wordnet.gz
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

func main() {
	dir := flag.String("dict", "/usr/share/wordnet", "folder with the dictionary files")
	out := flag.String("out", "wordnet.gz", "file to write")
	flag.Parse()
	if err := run(*dir, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir, out string) error {
	d, err := dict.Read(os.DirFS(dir), dir)
	if err != nil {
		return err
	}
	if d.Version != "3.0" {
		return fmt.Errorf("%s: found WordNet %q, expected 3.0", dir, d.Version)
	}
	var table bytes.Buffer
	if err := dict.Encode(&table, d); err != nil {
		return err
	}
	return os.WriteFile(out, table.Bytes(), 0o644)
}
