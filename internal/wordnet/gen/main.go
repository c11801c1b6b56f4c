// Gen makes the embedded files of package wordnet from the dictionary files of WordNet 3.0: it
// takes out glosses, sentence frames, all relations but hypernyms, and the lines of indexes that
// follow from the synsets.
//
//	go run ./gen [-dict folder] -out wordnet.zip
package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

func main() {
	dir := flag.String("dict", "/usr/share/wordnet", "folder with the dictionary files")
	out := flag.String("out", "wordnet.zip", "file to write")
	flag.Parse()
	if err := run(*dir, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir, out string) error {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor(
		zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1)))
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		err := errors.Join(
			add(z, dir, "data."+part, trimData),
			add(z, dir, "index."+part, trimIndex),
			add(z, dir, part+".exc", func(fields []string) ([]string, error) { return fields, nil }))
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(out, archive.Bytes(), 0o644)
}

// add adds a file to the archive: the licence, which is lines that start with a blank, and what
// trim leaves of the fields of the other lines.
func add(z *zip.Writer, dir, name string, trim func(fields []string) ([]string, error)) error {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	var kept strings.Builder
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		if line[0] == ' ' {
			kept.WriteString(line)
			continue
		}
		fields, err := trim(strings.Fields(line))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if len(fields) > 0 {
			kept.WriteString(strings.Join(fields, " ") + "\n")
		}
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zstd.ZipMethodWinZip})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, kept.String())
	return err
}

// trimData takes out what a line of a data file has besides a synset's words and hypernyms, or sets
// it to 0:
//
//	offset lex_filenum ss_type w_cnt (word lex_id)...
//	p_cnt (symbol offset pos source/target)... [frames] | gloss
func trimData(f []string) ([]string, error) {
	words, err := number(f, 3, 16)
	if err != nil {
		return nil, err
	}
	at := 4 + 2*words
	f[1] = "00"
	for w := 5; w < min(at, len(f)); w += 2 {
		f[w] = "0"
	}
	pointers, err := number(f, at, 10)
	if err != nil {
		return nil, err
	}
	var kept []string
	for p := at + 1; p < at+1+4*pointers && p+4 <= len(f); p += 4 {
		if f[p] == "@" || f[p] == "@i" {
			kept = append(kept, f[p:p+4]...)
		}
	}
	f = append(f[:at:at], fmt.Sprintf("%03d", len(kept)/4))
	return append(append(f, kept...), "|"), nil
}

// trimIndex takes out a lemma with one sense, and otherwise the symbols of its relations and the
// number of tagged senses.
//
//	lemma pos synset_cnt p_cnt symbol... sense_cnt tagsense_cnt offset...
func trimIndex(f []string) ([]string, error) {
	symbols, err := number(f, 3, 10)
	if err != nil {
		return nil, err
	}
	if len(f) < 6+symbols {
		return nil, fmt.Errorf("found %d fields, expected more", len(f))
	}
	if f[2] == "1" {
		return nil, nil
	}
	return append([]string{f[0], f[1], f[2], "0", f[4+symbols], "0"}, f[6+symbols:]...), nil
}

// number returns field i as a number.
func number(f []string, i, base int) (int, error) {
	if i >= len(f) {
		return 0, fmt.Errorf("found %d fields, expected more", len(f))
	}
	n, err := strconv.ParseUint(f[i], base, 16)
	return int(n), err
}
