package embed

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/files"
)

func readString(s string, o Options) (*Vectors,
	error) {
	return Read(strings.NewReader(s), "file", o)
}

// forms returns the same vectors in all formats.
func forms(t testing.TB) map[string][]byte {
	v := small(t, Float32)
	var text bytes.Buffer
	if err := WriteText(&text, v); err != nil {
		t.Fatal(err)
	}
	_, glove, _ := strings.Cut(text.String(), "\n")
	return map[string][]byte{
		"word2vec text": text.Bytes(),
		"word2vec text, CRLF, BOM": []byte(files.ByteOrderMark +
			strings.ReplaceAll(text.String(), "\n", "\r\n")),
		"fastText":                 []byte(strings.ReplaceAll(text.String(), "\n", " \n")),
		"tabs, blank end":          []byte(strings.ReplaceAll(text.String(), " ", "\t") + "\n\n"),
		"word2vec binary":          binaryFile(v, "\n"),
		"gensim binary":            binaryFile(v, ""),
		"GloVe":                    []byte(glove),
		"GloVe, no last line feed": []byte(strings.TrimSuffix(glove, "\n")),
		"Luna":                     luna(t, v, Float32),
	}
}

func TestFormatsAreRecognised(t *testing.T) {
	want := small(t, Float32)
	formats := map[string]string{
		"word2vec binary": "word2vec binary", "gensim binary": "word2vec binary",
		"GloVe": "GloVe text", "GloVe, no last line feed": "GloVe text", "Luna": "Luna",
	}
	for name, b := range forms(t) {
		t.Run(name, func(t *testing.T) {
			for _, b := range [][]byte{b, zipped(t, b)} {
				got, err := Open(save(t, b), Options{})
				if err != nil {
					t.Fatal(err)
				}
				equal(t, got, want)
				if got.Digest() != want.Digest() {
					t.Error("another digest")
				}
				format := cmp.Or(formats[name], "word2vec text")
				if got.Format() != format {
					t.Errorf("format %q, want %q", got.Format(), format)
				}
			}
		})
	}
}

// TestFirstWordWithBlank opens a text of word2vec whose first word has a blank, as phrases have.
func TestFirstWordWithBlank(t *testing.T) {
	v, err := Open(save(t, []byte("2 2\nheavy rain 0.5 -1\nsnow 1 2\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := v.Lookup("heavy rain"); !ok || v.Format() != "word2vec text" {
		t.Errorf("found %d words in %s", v.Len(), v.Format())
	}
}

func TestTruncatedFilesAreErrors(t *testing.T) {
	for name, b := range forms(t) {
		if strings.HasPrefix(name, "GloVe") {
			continue // it does not say how many words there are
		}
		needed := len(b)
		switch name {
		case "word2vec binary":
			needed-- // the last line feed
		case "gensim binary", "Luna":
		default:
			needed = len(bytes.TrimRight(b, "\n\r \t"))
		}
		for n := range needed {
			if v, err := Read(bytes.NewReader(b[:n]), "file", Options{}); err == nil {
				t.Errorf("%s: %d of %d bytes gave %d words", name, n, len(b), v.Len())
			}
		}
		z := zipped(t, b)
		for n := range z {
			if _, err := Read(bytes.NewReader(z[:n]), "file", Options{}); err == nil {
				t.Errorf("%s, gzip: %d of %d bytes are no error", name, n, len(z))
			}
		}
	}
}

func TestTextErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "file: found an empty file"},
		{"\x00\x01\x02\x03", "begins with"},
		{"word", "begins with"},
		{"hello world\n", "begins with"},
		{"0 3\n", "file:1: found 0 words"},
		{"2147483648 3\na 1 2 3\n", "file:1: found 2147483648 words"},
		{"1 0\na\n", "found vectors of 0 numbers"},
		{"1 65537\na 1\n", "file:1: found vectors of 65537 numbers"},
		{"2 2\na 1 2\n", "file:3: found the end of the file after 1 word, expected 2"},
		{"1 2\na 1 2\nb 1 2\n",
			"file:3: found a further line, expected the end of the file after 1 word"},
		{"2 2\na 1 2\nb 1\n",
			"file:3: found 1 number after the word, expected a word and 2 numbers"},
		{"2 2\na 1 2\nb 1 2 3\n", "file:3: found 3 numbers after the word"},
		{"2 2\na 1 2\nb\n", `file:3: found "b" alone`},
		{"2 2\na 1 2\n b 1 2\n", "file:3: found an empty word"},
		{"2 2\na 1 2\n 1 2\n", "file:3: found an empty word"},
		{"2 2\na 1 2\nb 1 x\n",
			`file:3: found "x" in place 2 after word "b", expected a finite number`},
		{"2 2\na 1 2\nb 1 NaN\n", `found "NaN"`},
		{"2 2\na 1 2\nb 1 inf\n", `found "inf"`},
		{"2 2\na 1 2\nb 1 1e39\n", `found "1e39"`},
		{"2 2\na 1 2\na 3 4\n", `file:3: found word "a" a second time`},
		{"2 2\na 1 2\n\nb 3 4\n", "file:3: found an empty line"},
		{"a 1 2\nb 1 2 3\n",
			"file:2: found 3 numbers after the word, expected a word and 2 numbers"},
		{"a 1 2\nb 1\n", "file:2: found 1 number after the word"},
		{"a 1 2\n\nb 1 2\n", "file:2: found an empty line"},
		{"a 1 2\na 1 2\n", "file:2: found word"},
		{"a 1 2\nb c 1\n", `file:2: found "c" in place 1`},
		{"a 1 nan\n", `file:1: found "nan"`},
		{"a 1 2\n" + strings.Repeat("x", maxWord+1) + " 1 2\n", "a word of more than 4096 bytes"},
		{"a 1 2\n" + strings.Repeat("x", maxLine) + " 1 2\n", "a line of more than"},
	} {
		_, err := readString(c.text, Options{})
		fails(t, err, "file", "expected", c.want)
	}
}

func TestGloVeWordsWithBlanks(t *testing.T) {
	v, err := readString("a 1 2\n. . . 3 4\nat name@example.org 5 6\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := New(About{}, []string{"a", ". . .", "at name@example.org"},
		[][]float32{{1, 2}, {3, 4}, {5, 6}}, Float32)
	equal(t, v, want)
	fails(t, WriteText(&bytes.Buffer{}, v), `". . ."`, "white space")
}

func TestBinaryErrors(t *testing.T) {
	record := func(word string, numbers ...float32) string {
		return word + " " + string(appendFloat32(nil, numbers))
	}
	a, pi := record("a", 1.1, 2.2), float32(math.Pi)
	for _, c := range []struct{ text, want string }{
		{"2 2\n" + a, "byte 14: found the end of the file, expected word 2 of 2"},
		{"2 2\n" + a + "b", "byte 14: found the end of the file, expected word 2 of 2"},
		{"2 2\n" + a + "b 123",
			"byte 19: found the end of the file, expected 2 numbers for word 2 of 2"},
		{"1 2\n" + a + "\nmore",
			"byte 15: found further bytes, expected the end of the file after 1 word"},
		{"2 2\n" + a + record("a", pi, pi), `byte 14: found word "a" a second time`},
		{"2 2\n" + a + record("", pi, pi), "byte 14: found an empty word"},
		{"2 2\n" + a + record("b", pi, float32(math.NaN())),
			"byte 20: found NaN, expected a finite number"},
		{"2 2\n" + a + strings.Repeat("b", 9999),
			"byte 14: found more than 4096 bytes without ' '"},
		{"9999999999 2\n" + a, "byte 0: found 9999999999 words"},
		{"2 70000\n" + a, "byte 0: found vectors of 70000 numbers"},
	} {
		_, err := readString(c.text, Options{format: word2vecBinary})
		fails(t, err, "file", "expected", c.want)
	}
	_, err := readString(
		"no line feed anywhere, but far too many bytes for the two counts of a header",
		Options{format: word2vecBinary})
	fails(t, err, "byte 0", "the first line")
}

func TestDeclaredCountsReserveNothing(t *testing.T) {
	huge := luna(t, small(t, Float32), Float32)
	binary.LittleEndian.PutUint64(huge[16:], 1<<30)
	binary.LittleEndian.PutUint64(huge[24:], 1<<16)
	binary.LittleEndian.PutUint64(huge[32:], 1<<32-1)
	seal(huge)
	files := map[string]string{
		"text":   "2147483647 65536\na 1 2 3\n",
		"binary": "2147483647 65536\na \x00\x01",
		"Luna":   string(huge),
	}
	for name, s := range files {
		for _, b := range []string{s, string(zipped(t, []byte(s)))} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := readString(b, Options{maxBytes: math.MaxInt64})
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
				t.Errorf("%s: %d bytes allocated for a file of %d", name, used, len(b))
			}
		}
	}
}

func TestOptions(t *testing.T) {
	text := "4 1\nThe 1\nthe 2\nCat 3\ndog 4\n"
	words := func(o Options) string {
		t.Helper()
		var all []string
		v, err := readString(text, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.Len() {
			all = append(all, v.word(i))
		}
		// Luna's own files obey the same options.
		whole, err := readString(text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Open(save(t, luna(t, whole, Float32)), o)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, again, v)
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "The the Cat dog"},
		{Options{MaxWords: 2}, "The the"},
		{Options{MaxWords: 9}, "The the Cat dog"},
		{Options{Lower: true}, "the cat dog"},
		{Options{Lower: true, MaxWords: 2}, "the cat"},
	} {
		if got := words(c.o); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
	v, _ := readString(text, Options{Lower: true})
	if x, _ := v.Lookup("the"); x[0] != 1 {
		t.Errorf("the lower-cased word has %v, want the first vector", x)
	}
	v, err := readString("a 1\nb 2\na 3\n", Options{FirstWins: true})
	if err != nil || v.Len() != 2 {
		t.Fatal(err)
	}
	if x, _ := v.Lookup("a"); x[0] != 1 {
		t.Errorf("a word in the file twice has %v, want the first vector", x)
	}
	if v, err = readString("a 1\nb 2\nbroken", Options{MaxWords: 2}); err != nil || v.Len() != 2 {
		t.Errorf("the rest of the file was read: %v", err)
	}
	if v, err = readString("a 1 2\n", Options{Storage: Int8}); err != nil || v.Storage() != Int8 {
		t.Errorf("int8: %v", err)
	}
	if v, err = readString("5 3\n", Options{format: gloVeText}); err != nil || v.word(0) != "5" {
		t.Errorf("a GloVe file that looks like a header: %v", err)
	}
	v, err = readString(text, Options{About: About{Name: "mine"}})
	if err != nil || v.About().Name != "mine" {
		t.Errorf("about: %v", err)
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{maxBytes: 20}, "file:4: found more than 20 bytes"},
		{Options{MaxWords: -1}, "-1"},
		{Options{Storage: 9}, "Storage(9)"},
		{Options{About: About{Name: "\xff"}}, "UTF-8"},
	} {
		_, err := readString(text, c.o)
		fails(t, err, c.want)
	}
}

func TestOpenFiles(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "none"), Options{})
	fails(t, err, "none", "no such file")
	_, err = Open(t.TempDir(), Options{})
	fails(t, err, "a folder")
	_, err = Open(save(t, nil), Options{})
	fails(t, err, "an empty file")
	z := zipped(t, []byte("a 1 2\nb 3 4\n"))
	z[len(z)-5] ^= 1 // the checksum
	_, err = Open(save(t, z), Options{})
	fails(t, err, "gzip")
	_, err = Open(save(t, append(zipped(t, []byte("a 1 2\n")), "tail"...)), Options{})
	fails(t, err, "gzip")
	if _, err := os.Stat("/dev/zero"); err == nil {
		_, err = Open("/dev/zero", Options{})
		fails(t, err, "begins with")
	}
}
