package dict

import (
	"bytes"
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/suite"
)

// small is a minimal dictionary with everything that files can have.
var small = map[string]string{
	"data.noun": "  1 This software and database is being provided to you  \n" +
		"  2 WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved.  \n" +
		"00000100 03 n 01 root 0 001 ~ 00000200 n 0000 | g  \n" +
		"00000200 03 n 02 Leaf 0 leaf a 003 @ 00000100 n 0000 @i 00000100 n 0000 + 00000100 v 0101 | g; \"h | i\"  \n",
	"index.noun": "  1 This software and database is being provided to you  \n" +
		"leaf n 1 2 @ + 1 0 00000200  \nroot n 1 1 ~ 1 0 00000100  \n",
	"noun.exc":   "leaves leaf\n",
	"data.verb":  "00000100 29 v 02 go 0 move 1 000 02 + 02 00 + 08 01 | g\n00000200 29 v 01 go 1 000 00 | g\n",
	"index.verb": "go v 2 0 2 1 00000200 00000100\nmove v 1 0 1 0 00000100\n",
	"verb.exc":   "went go\n",
	"data.adj":   "00000100 00 s 02 big(ip) 0 Large(a) 0 000 | g\n00000200 00 a 01 awake(p) 0 000 | g\n",
	"index.adj":  "awake a 1 0 1 0 00000200\nbig a 1 0 1 0 00000100\nlarge a 1 0 1 0 00000100\n",
	"adj.exc":    "bigger big\n",
	"data.adv":   "00000100 02 r 01 well 0 000 | g\n",
	"index.adv":  "well r 1 0 1 0 00000100\n",
	"adv.exc":    "better well good\n",
}

func fileMap(changed map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, m := range []map[string]string{small, changed} {
		for name, text := range m {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return fsys
}

func TestRead(t *testing.T) {
	d, err := Read(fileMap(nil), "")
	if err != nil {
		t.Fatal(err)
	}
	if d.Version != "3.0" || d.Start != [5]uint32{0, 2, 4, 6, 7} {
		t.Errorf("version %q, parts %v", d.Version, d.Start)
	}
	if got := d.Hypernyms.At(1); !reflect.DeepEqual(got, []uint32{0}) {
		t.Errorf("hypernyms %v", got)
	}
	l, ok := d.Find("go")
	if !ok || !reflect.DeepEqual(d.Senses.At(uint32(Parts*l+1)), []uint32{3, 2}) {
		t.Errorf("senses of go: %d, %v", l, ok)
	}
	if !reflect.DeepEqual(d.Exceptions[3], map[string][]string{"better": {"well", "good"}}) {
		t.Errorf("exceptions %v", d.Exceptions[3])
	}
	// Windows line breaks change nothing.
	crlf := map[string]string{}
	for name, text := range small {
		crlf[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if e, err := Read(fileMap(crlf), ""); err != nil || !reflect.DeepEqual(d, e) {
		t.Errorf("CRLF: %v", err)
	}
}

func TestReadWithoutExceptions(t *testing.T) {
	fsys := fileMap(nil)
	delete(fsys, "noun.exc")
	if d, err := Read(fsys, ""); err != nil || len(d.Exceptions[0]) > 0 {
		t.Errorf("error %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ file, old, new, want string }{
		{"data.noun", "00000200 03 n 02", "00000200 03 n 0x", `dir/data.noun:4: found "0x", expected the number of words: a number of at most 2 digits to the base of 16`},
		{"data.noun", "00000200 03 n 02", "00000200 03 n 00", "dir/data.noun:4: found a synset of 0 words, expected at least 1"},
		{"data.noun", "00000200 03 n 02", "00000200 03 n 01", `dir/data.noun:4: found "leaf", expected the number of pointers: a number of at most 3 digits to the base of 10`},
		{"data.noun", "00000200 03 n 02", "00000200 03 v 02", `dir/data.noun:4: found synset type "v", expected one of noun`},
		{"data.noun", "00000200 03 n 02", "00000200  03 n 02", "dir/data.noun:4: found two blanks in succession, expected a lexicographer file"},
		{"data.noun", "00000200 03 n 02", "00000050 03 n 02", "dir/data.noun:4: found synset 00000050, expected an offset above 00000100"},
		{"data.noun", "Leaf 0", "L\x00f 0", `dir/data.noun:4: found "L\x00f", expected a word: at most 255 printable ASCII characters`},
		{"data.noun", "Leaf 0", "Leaf(b) 0", `dir/data.noun:4: found word "Leaf(b)", expected no brackets but an adjective's marker (a), (p) or (ip)`},
		{"data.noun", "Leaf 0", "(a) 0", `dir/data.noun:4: found word "", expected no brackets but an adjective's marker (a), (p) or (ip)`},
		{"data.noun", "Leaf 0 leaf a 003", "Leaf 0 leaf a 999", `dir/data.noun:4: found "g;", expected a pointer's offset: a number of at most 8 digits to the base of 10`},
		{"data.noun", "@ 00000100 n", "@ 00000100 x", `dir/data.noun:4: found part of speech "x", expected one of n, v, a, s and r`},
		{"data.noun", "@ 00000100 n", "@ 00000100 v", `dir/data.noun:4: found a hypernym of part of speech "v", expected one of noun`},
		{"data.noun", "@ 00000100 n", "@ 00000101 n", "dir/data.noun:4: found hypernym 00000101, expected the offset of a synset in this file"},
		{"data.noun", " | g; \"h | i\"  \n", "", "dir/data.noun:4: found the end of the file within a line, expected a line break (a truncated file)"},
		{"data.noun", " | g; \"h | i\"  ", "", `dir/data.noun:4: found the end of the line, expected "|" and a gloss`},
		{"data.noun", small["data.noun"], "", "dir/data.noun: found no synset, expected at least one"},
		{"data.noun", "leaf a", "bud a", `dir/data.noun:4: found word "bud" of synset 00000200, expected it and the synset in index.noun`},
		{"data.verb", "01 | g", "01 \" | g", `dir/data.verb:1: found "\"", expected "|" and a gloss`},
		{"data.verb", "02 + 02", "03 + 02", `dir/data.verb:1: found "|", expected "+" and a sentence frame`},
		{"data.verb", "go 1 000 00", "go 1 000 zz", `dir/data.verb:2: found "zz", expected the number of sentence frames: a number of at most 2 digits to the base of 10`},
		{"index.noun", "leaf n 1 2 @ + 1", "leaf n 1 2 @ + 2", "dir/index.noun:2: found 2 senses in 1 synsets, expected as many synsets as senses, and at least 1"},
		{"index.noun", "leaf n", "leaf v", `dir/index.noun:2: found part of speech "v", expected "n"`},
		{"index.noun", "leaf n", "Leaf n", `dir/index.noun:2: found lemma "Leaf", expected small letters`},
		{"index.noun", "0 00000200", "0 00000300", `dir/index.noun:2: found synset 00000300 of "leaf", expected the offset of a synset with this word in data.noun`},
		{"index.noun", "0 00000200", "0 00000100", `dir/index.noun:2: found synset 00000100 of "leaf", expected the offset of a synset with this word in data.noun`},
		{"index.noun", "0 00000200", "0 00000200 1", `dir/index.noun:2: found "1", expected the end of the line`},
		{"index.noun", "0 00000200", "0", "dir/index.noun:2: found the end of the line, expected a synset's offset"},
		{"index.noun", "root n 1 1 ~ 1 0 00000100  \n", "", `dir/data.noun:3: found word "root" of synset 00000100, expected it and the synset in index.noun`},
		{"index.noun", "root n 1 1 ~ 1 0 00000100  \n", "leaf n 1 2 @ + 1 0 00000200  \n", `dir/index.noun:3: found lemma "leaf" again, expected it once`},
		{"index.verb", "00000200 00000100", "00000200 00000200", `dir/index.verb:1: found synset 00000200 of "go", expected the offset of a synset with this word in data.verb`},
		{"noun.exc", "leaves leaf", "leaves", "dir/noun.exc:1: found the end of the line, expected a base form"},
		{"noun.exc", "leaves leaf", "leaves leaf" + strings.Repeat(" x", 255), "dir/noun.exc:1: found too many base forms, expected at most 255"},
		{"noun.exc", "leaves leaf", "", "dir/noun.exc:1: found the end of the line, expected an irregular form"},
		{"noun.exc", "leaves leaf", strings.Repeat("x", maxLine+1), "dir/noun.exc:1: found a line of more than 1048576 bytes, expected shorter lines"},
	} {
		text := strings.Replace(small[test.file], test.old, test.new, 1)
		if text == small[test.file] {
			t.Fatalf("%s has no %q", test.file, test.old)
		}
		_, err := Read(fileMap(map[string]string{test.file: text}), "dir")
		if err == nil {
			t.Errorf("%s, %q: no error", test.file, test.new)
		} else if err.Error() != test.want {
			t.Errorf("%s, %q:\ngot  %s\nwant %s", test.file, test.new, err, test.want)
		}
	}
}

func TestReadMissingFile(t *testing.T) {
	fsys := fileMap(nil)
	delete(fsys, "index.adj")
	_, err := Read(fsys, "some\ndir")
	want := `"some\ndir/index.adj": found no readable file, expected one of WordNet: file does not exist`
	if err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A huge file must give an error and not be read into memory.
func TestReadHugeFile(t *testing.T) {
	suite.Slow(t, "reads a huge file")
	fsys := fileMap(nil)
	fsys["data.noun"].Data = bytes.Repeat([]byte("  1 licence\n"), maxFile/12+1)
	_, err := Read(fsys, "")
	want := "data.noun: found more than 67108864 bytes, expected a smaller file"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Every truncation must give an error of one line.
func TestReadTruncated(t *testing.T) {
	for name, text := range small {
		for n := range len(text) {
			if strings.HasSuffix(name, ".exc") && n == 0 {
				continue // no exceptions
			}
			_, err := Read(fileMap(map[string]string{name: text[:n]}), "")
			if e := (*files.Error)(nil); !errors.As(err, &e) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
		}
	}
}

func TestTable(t *testing.T) {
	d, err := Read(fileMap(nil), "")
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if err := errors.Join(Encode(&a, d), Encode(&b, d)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two tables differ")
	}
	if e, err := Decode(&a); err != nil || !reflect.DeepEqual(d, e) {
		t.Errorf("another dictionary comes back: %v", err)
	}
	table := payload(d)
	for n := range table {
		if _, err := parse(table[:n]); err == nil {
			t.Errorf("no error for a table cut at %d", n)
		}
	}
	if _, err := parse(append(table, 0)); err == nil {
		t.Error("no error for a longer table")
	}
}

func FuzzRead(f *testing.F) {
	for _, part := range Name {
		f.Add(small["data."+part], small["index."+part], small[part+".exc"])
	}
	f.Add("0 0 v 2 0 0 0 0 0 999991033330\n", "", "") // a count far too large must not be looped to
	f.Fuzz(func(t *testing.T, data, index, exceptions string) {
		for _, part := range Name {
			d, err := Read(fileMap(map[string]string{
				"data." + part: data, "index." + part: index, part + ".exc": exceptions,
			}), "")
			if err != nil {
				if e := (*files.Error)(nil); !errors.As(err, &e) || e.File == "" ||
					strings.ContainsAny(err.Error(), "\r\n") {
					t.Fatalf("error %q", err)
				}
				continue
			}
			if _, ok := d.Order(); !ok {
				t.Fatal("a circle")
			}
			e, err := parse(payload(d))
			if err != nil || !bytes.Equal(payload(d), payload(e)) ||
				!reflect.DeepEqual(d.Senses, e.Senses) {
				t.Fatalf("another dictionary comes back: %v", err)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	d, err := Read(fileMap(nil), "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload(d))
	f.Fuzz(func(t *testing.T, table []byte) {
		d, err := parse(table)
		if err != nil {
			return
		}
		for s := range uint32(len(d.Offset)) {
			d.Part(s)
			for _, w := range d.Members.At(s) {
				d.Words.At(w)
			}
		}
		for l := range d.Lemmas() {
			d.Find(d.Words.At(d.Lemma[l]))
		}
	})
}
