package embed

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// openContent opens a file of the given name and content, which errors call FILE.
func openContent(t *testing.T, name string, content []byte, o EncoderOptions) (Encoder, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := OpenEncoder(t.Context(), path, o)
	if err != nil {
		err = fmt.Errorf("%s", strings.ReplaceAll(err.Error(), path, "FILE"))
	}
	return e, err
}

func TestRecords(t *testing.T) {
	const content = "\xef\xbb\xbf" + `{"text":"a","vector":[1,2e-3]}

{"vector": [ -0.5 , 3 ] ,"text":"b \"q\"\nc"}
{"text":"a","vector":[1.0,0.002]}
`
	e, err := openContent(t, "x.jsonl", []byte(content), EncoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v := suite.Must(e.Encode(t.Context(), []string{"b \"q\"\nc", "a", "", "a"}))(t)
	if want := [][]float32{{-0.5, 3}, {1, 0.002}, {0, 0}, {1, 0.002}}; fmt.Sprint(v) != fmt.Sprint(want) {
		t.Errorf("found %v, want %v", v, want)
	}
	id := e.Identity()
	if id.Name != "x.jsonl" || id.Dim != 2 || len(id.SHA256) != 64 {
		t.Errorf("found %+v", id)
	}
	v, err = e.Encode(t.Context(), []string{"a", "d", "e", "d", "f", "g"})
	const want = `x.jsonl: found no vectors of 4 of 5 texts, such as "d", "e" and "f", expected one for each: ` +
		"have the program that made the file add them"
	if v != nil || err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("found %v, %v", v, err)
	}
	// The order of lines and gzip do not matter, a vector does.
	lines := strings.SplitAfter(content[3:], "\n")
	slices.Reverse(lines)
	same := suite.Must(openContent(t, "x.jsonl.gz", zipped(t, []byte(strings.Join(lines, ""))), EncoderOptions{}))(t)
	if same.Identity().SHA256 != id.SHA256 {
		t.Error("the digest depends on the order")
	}
	other := suite.Must(openContent(t, "x.jsonl", []byte(strings.ReplaceAll(content, "3 ]", "4]")), EncoderOptions{}))(t)
	if other.Identity().SHA256 == id.SHA256 {
		t.Error("the digest does not depend on a vector")
	}
}

// Vectors by respondent and question are found by the data, on which the digest does not depend.
func TestRecordsByAnswer(t *testing.T) {
	const content = `{"id":"r1","question":"q1","vector":[1]}
{"id":17,"question":2.50,"vector":[2]}
{"id":"gone","question":"q1","vector":[3]}
`
	var notes []string
	o := EncoderOptions{Note: func(s string) { notes = append(notes, s) },
		Texts: func(id, question string) (string, bool) {
			text, ok := map[string]string{"r1 q1": "a", "17 2.50": "b"}[id+" "+question]
			return text, ok
		}}
	e := suite.Must(openContent(t, "x.jsonl", []byte(content), o))(t)
	if v := suite.Must(e.Encode(t.Context(), []string{"b", "a"}))(t); fmt.Sprint(v) != "[[2] [1]]" {
		t.Errorf("found %v", v)
	}
	if len(notes) != 1 || !strings.HasSuffix(notes[0], "x.jsonl: 1 of 3 vectors are of answers that are not in the data") {
		t.Errorf("found the notes %q", notes)
	}
	o.Texts = func(id, _ string) (string, bool) { return "c", id == "gone" }
	other := suite.Must(openContent(t, "x.jsonl", []byte(content), o))(t)
	if other.Identity().SHA256 != e.Identity().SHA256 {
		t.Error("the digest depends on the data")
	}
	for want, texts := range map[string]func(string, string) (string, bool){
		"FILE:1: found a vector by id and question, expected one by text, or data in which the answer can be " +
			"found": nil,
		"FILE: found 3 vectors, none of a text or of an answer in the data, expected one at " +
			"least": func(string, string) (string, bool) { return "", false },
		`FILE:2: found another vector of the text "x", expected one for each text`: func(string, string) (string, bool) {
			return "x", true
		},
	} {
		e, err := openContent(t, "x.jsonl", []byte(content), EncoderOptions{Texts: texts})
		if err == nil {
			_, err = e.Encode(t.Context(), []string{"x"})
		}
		if err == nil || !strings.HasSuffix(err.Error(), strings.TrimPrefix(want, "FILE")) {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

func TestRecordFaults(t *testing.T) {
	const want = `expected {"text":"…","vector":[…]} or {"id":"…","question":"…","vector":[…]}`
	for content, want := range map[string]string{
		`{"text":"a","vector":[1]}` + "\n" + `{"text":"a","vector":[2]}`: `FILE:2: found another vector of the text "a", ` +
			"expected one for each text",
		`{"text":"a","vector":[1]}` + "\n\n" + `{"text":"b","vector":[1,2]}`: "FILE:3: found 2 numbers, expected vectors of 1",
		`{"text":"a","vector":[1,null]}`:                                     `FILE:1: found null in a vector, expected numbers`,
		`{"text":"a","vector":["1"]}`:                                        `FILE:1: found "[\"1\"]", expected a list of numbers: json: cannot unmarshal string`,
		`{"text":"a","vector":[1e99]}`:                                       `FILE:1: found "[1e99]", expected a list of numbers: json: cannot unmarshal number 1e99`,
		`{"text":"a","vector":[[1]]}`:                                        `FILE:1: found "[[1]]", expected a list of numbers: json: cannot unmarshal array`,
		`{"text":"a","vector":[]}`:                                           `FILE:1: found "[]", expected a list of numbers`,
		`{"text":"a"}`:                                                       `FILE:1: found "", expected a list of numbers`,
		`{"text":null,"vector":[1]}`:                                         "FILE:1: found a vector without a text, " + want,
		`{"id":"a","vector":[1]}`:                                            "FILE:1: found a vector without a text, " + want,
		`{"text":"a","vector":[NaN]}`: `FILE:1: found "{\"text\":\"a\",\"vector\":[NaN]}" (invalid character 'N' looking ` +
			`for beginning of value), ` + want,
		`{"text":"a","vektor":[1]}`: `FILE:1: found "{\"text\":\"a\",\"vektor\":[1]}" (json: unknown field "vektor"), ` + want,
		`{"text":"a","vector":[1]} {}`: `FILE:1: found "{\"text\":\"a\",\"vector\":[1]} {}" (found more than one value), ` +
			want,
		`{"text":"a","vector":[1]}` + "\n[1]": `FILE:2: found "[1]" (json: cannot unmarshal array into Go value of type ` +
			`embed.record), ` + want,
		`{"text":"a","vector":[1]}` + "\n\x00": "FILE:2: found a NUL byte",
		`{}`:                                   `FILE:1: found "", expected a list of numbers`,
		`{"text":"` + strings.Repeat("x", maxLine): "FILE:1: found a line of more than",
		"": "FILE: found an empty file, expected word vectors",
		"#!/bin/sh\necho 1": `FILE: found a file that begins with "#!/bin/sh\necho 1", expected word vectors of word2vec, ` +
			"GloVe, fastText (.vec) or Luna, or texts and vectors in JSON lines or .npy",
		"\x1f\x8bno": "FILE: found damaged or truncated gzip data, expected word vectors compressed with gzip",
		string(zipped(t, []byte(`{"text":"a","vector":[1]}`+"\n"))[:40]): "FILE: found damaged or truncated gzip data",
	} {
		if _, err := openContent(t, "x", []byte(content), EncoderOptions{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80q:\nfound %v\nwant  %s", content, err, want)
		}
	}
	if _, err := openContent(t, "x", []byte(`{"text":"a","vector":[1]}`), EncoderOptions{Prefix: "p"}); err == nil ||
		err.Error() != `encoder FILE: found the prefix "p", expected none: it is for folders and servers` {
		t.Errorf("with a prefix: %v", err)
	}
}

func TestWriteVectors(t *testing.T) {
	texts := []string{"a", "", "two\nlines\r\n\t\"q\" \\ <b>&\u2028", "新しい 😀", "\x00\x7f"}
	vectors := make([][]float32, len(texts))
	bits := uint32(1)
	for i := range vectors {
		for range 50 {
			bits = bits*1664525 + 1013904223
			if x := math.Float32frombits(bits); finite32(x) {
				vectors[i] = append(vectors[i], x)
			} else {
				vectors[i] = append(vectors[i], math.MaxFloat32)
			}
		}
		copy(vectors[i], []float32{float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, 1e21, 0.1, 16777216})
	}
	var b bytes.Buffer
	if err := WriteVectors(&b, texts, vectors); err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(b.Bytes(), []byte("\n")); lines != len(texts) ||
		!strings.HasPrefix(b.String(), `{"text":"a","vector":[-0,1e-45,1e+21,0.1,16777216,`) {
		t.Errorf("%d lines: %.100s", lines, &b)
	}
	for name, content := range map[string][]byte{"x.jsonl": b.Bytes(), "x.jsonl.gz": zipped(t, b.Bytes())} {
		e := suite.Must(openContent(t, name, content, EncoderOptions{}))(t)
		read := suite.Must(e.Encode(t.Context(), texts))(t)
		for i := range texts {
			if !bytes.Equal(appendFloat32(nil, read[i]), appendFloat32(nil, vectors[i])) {
				t.Errorf("text %q: found %v, want %v", texts[i], read[i], vectors[i])
			}
		}
	}
	inf := float32(math.Inf(1))
	for want, c := range map[string]struct {
		texts   []string
		vectors [][]float32
	}{
		"found 1 text and 2 vectors, expected as many of both":                                       {texts[:1], vectors[:2]},
		`found the text "\xff" and a vector of 50 numbers, expected UTF-8 and vectors of one length`: {[]string{"\xff"}, vectors[:1]},
		`found the text "b" and a vector of 1 number, expected UTF-8 and vectors of one length`: {[]string{"a", "b"},
			[][]float32{{1, 2}, {1}}},
		`found the text "a" and a vector of 0 numbers, expected UTF-8 and vectors of one length`: {texts[:1], [][]float32{{}}},
		`vector of the text "a": json: unsupported value: +Inf`:                                  {texts[:1], [][]float32{{inf}}},
	} {
		if err := WriteVectors(&b, c.texts, c.vectors); err == nil || err.Error() != want {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

// npy returns a file of NumPy.
func npy(major byte, header string, numbers []byte) []byte {
	b := append([]byte(npyMagic), major, 0)
	if major == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), numbers...)
}

const npyHeader = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }          \n"

var npyNumbers = appendFloat32(nil, []float32{1, 2, 3, -0.25, 5, 6})

// openNPY opens a file of NumPy with texts beside it.
func openNPY(t *testing.T, content []byte, texts string) (Encoder, error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "v.npy")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if texts != "" {
		if err := os.WriteFile(filepath.Join(dir, "v.json"), []byte(texts), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := OpenEncoder(t.Context(), path, EncoderOptions{})
	if err != nil {
		err = fmt.Errorf("%s", strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	return e, err
}

func TestNPY(t *testing.T) {
	var doubles []byte
	for _, x := range []float64{1, 2, 3, -0.25, 5, 6} {
		doubles = binary.LittleEndian.AppendUint64(doubles, math.Float64bits(x))
	}
	lines := suite.Must(openContent(t, "x", []byte(`{"text":"b\nc","vector":[-0.25,5,6]}`+"\n"+
		`{"text":"a","vector":[1,2,3]}`), EncoderOptions{}))(t)
	for name, content := range map[string][]byte{
		"version 1": npy(1, npyHeader, npyNumbers), "version 2": npy(2, npyHeader, npyNumbers),
		"version 3": npy(3, strings.ReplaceAll(npyHeader, "'", `"`), npyNumbers),
		"float64":   npy(1, strings.Replace(npyHeader, "f4", "f8", 1), doubles),
		"gzip":      zipped(t, npy(1, npyHeader, npyNumbers)),
	} {
		e, err := openNPY(t, content, "[\"a\",\n\"b\\nc\"]\n")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		v := suite.Must(e.Encode(t.Context(), []string{"b\nc", "a"}))(t)
		if fmt.Sprint(v) != "[[-0.25 5 6] [1 2 3]]" || e.Identity().SHA256 != lines.Identity().SHA256 {
			t.Errorf("%s: found %v", name, v)
		}
	}
}

func TestNPYFaults(t *testing.T) {
	header := func(from, to string) []byte { return npy(1, strings.Replace(npyHeader, from, to, 1), npyNumbers) }
	good, texts := npy(1, npyHeader, npyNumbers), `["a","b"]`
	for want, c := range map[string]struct {
		content []byte
		texts   string
	}{
		"v.npy: found no file v.json beside it, expected one with a JSON array of texts":                         {good, ""},
		"v.npy: found 2 rows, expected 3, one for each text of v.json":                                           {good, `["a","b","c"]`},
		"v.json: found null as text 2, expected a JSON array of texts":                                           {good, `["a",null]`},
		"v.json: found \"{\\\"a\\\":1}\" (json: cannot unmarshal object into":                                    {good, `{"a":1}`},
		"v.json: found \"[\\\"a\\\",\\\"b\\\"] []\" (found more than one value), expected a JSON array of texts": {good, `["a","b"] []`},
		"v.npy: found version 9 of NumPy's format, expected 1, 2 or 3":                                           {npy(9, npyHeader, nil), texts},
		"v.npy: found a header of 4294967295 bytes, expected at most 65536":                                      {append([]byte(npyMagic), 2, 0, 255, 255, 255, 255), texts},
		"v.npy: found the end of the file in the header, expected a file of NumPy":                               {good[:50], texts},
		"v.npy: found the end of the file, or damage, in row 2, expected 2 rows":                                 {good[:len(good)-1], texts},
		"v.npy: found further bytes, or damage, after the last row, expected 2 rows":                             {append(bytes.Clone(good), 0), texts},
		"v.npy: found the shape (2, 0), expected rows of 1 to 65536 numbers":                                     {header("3)", "0)"), texts},
		"v.npy: found the shape (2, 65537), expected rows of 1 to 65536 numbers":                                 {header("3)", "65537)"), texts},
		"v.npy: found the shape (99999999999999999999, 3), expected rows":                                        {header("(2", "(99999999999999999999"), texts},
		"v.npy: found 2000000000 rows, expected 2, one for each text":                                            {header("(2", "(2000000000"), texts},
		"v.npy: row 1: found a vector that is not finite, expected finite numbers":                               {npy(1, npyHeader, appendFloat32(nil, []float32{1, float32(math.NaN()), 3, 4, 5, 6})), texts},
		"v.npy: found no vector, expected one at least":                                                          {npy(1, strings.Replace(npyHeader, "(2", "(0", 1), nil), "[]"},
		`v.npy: row 2: found another vector of the text "a", expected one for each text`:                         {good, `["a","a"]`},
	} {
		if _, err := openNPY(t, c.content, c.texts); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("found %v\nwant  %s", err, want)
		}
	}
	for from, to := range map[string]string{"<f4": ">f4", "'<f4'": "[('a', '<f4')]", "f4": "f2", "False": "True",
		"(2, 3)": "(6,)", "2, 3": "2, 3, 1", "2": "-2", "shape": "Shape"} {
		if _, err := openNPY(t, header(from, to), texts); err == nil ||
			!strings.HasPrefix(err.Error(), "v.npy: found the header ") {
			t.Errorf("%s: found %v", to, err)
		}
	}
}

func TestWordVectors(t *testing.T) {
	const content = "The 1 0\ncapital 0 1\nthe 5 5\nfrance 1 1\n"
	e := suite.Must(openContent(t, "my.vec", []byte(content), EncoderOptions{}))(t)
	v := suite.Must(e.Encode(t.Context(), []string{"THE Capital!", "what?", "", "the,the-capital"}))(t)
	if fmt.Sprint(v[:3]) != "[[0.5 0.5] [0 0] [0 0]]" || v[3][0] != float32(2.0/3) {
		t.Errorf("found %v", v)
	}
	if id := e.Identity(); id.Name != "my.vec" || id.Dim != 2 || len(id.SHA256) != 64 {
		t.Errorf("found %+v", id)
	}
	// A word may be a brace.
	e = suite.Must(openContent(t, "x", []byte("{ 1 0\na 0 1\n"), EncoderOptions{}))(t)
	if v := suite.Must(e.Encode(t.Context(), []string{"a"}))(t); fmt.Sprint(v) != "[[0 1]]" {
		t.Errorf("found %v", v)
	}
	for _, prefixed := range []string{"static", "x"} {
		t.Chdir(t.TempDir())
		os.WriteFile("x", []byte(content), 0o600)
		if _, err := OpenEncoder(t.Context(), prefixed, EncoderOptions{Prefix: "query: "}); err == nil || err.Error() !=
			"encoder "+prefixed+`: found the prefix "query: ", expected none: it is for folders and servers` {
			t.Errorf("found %v", err)
		}
	}
}

func TestOpenEncoder(t *testing.T) {
	memory := suite.Must(Static())(t)
	e := suite.Must(OpenEncoder(t.Context(), "static", EncoderOptions{}))(t)
	a, b := e.Identity(), memory.Identity()
	if err := a.Same(b); err != nil || a.Name != "static" {
		t.Error(err)
	}
	dir := t.TempDir()
	const forms = "static, a folder, an address such as http://127.0.0.1:11434/v1#MODEL or a file of vectors"
	for spec, want := range map[string]string{
		"":            "found no such file or folder, expected " + forms,
		"nowhere":     "nowhere: found no such file or folder, expected " + forms,
		"localhost:1": "localhost:1: found no such file or folder, expected " + forms,
		dir:           dir + ": found a folder without config.json, expected a model as published on Hugging Face",
	} {
		if _, err := OpenEncoder(t.Context(), spec, EncoderOptions{}); err == nil || err.Error() != want {
			t.Errorf("%s: found %v, want %s", spec, err, want)
		}
	}
}

// checkTable checks what a reader returns: a table of vectors, or an error on one line.
func checkTable(t *testing.T, e *table, err error, size int) {
	if err != nil {
		if strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), "file") {
			t.Fatalf("error %q", err)
		}
		return
	}
	for s, v := range e.vectors {
		if len(v) != e.dim || len(v) == 0 || slices.ContainsFunc(v, func(x float32) bool { return !finite32(x) }) ||
			len(v) > size {
			t.Fatalf("text %q has the vector %v", s, v)
		}
	}
}

func FuzzRecords(f *testing.F) {
	f.Add([]byte(`{"text":"a","vector":[1,2e-3]}` + "\n" + `{"id":1,"question":"b","vector":[-0.5,3]}`))
	f.Add([]byte(`{"text":"a","vector":[1,null]}`))
	f.Add([]byte(`{"text":"\ud800","vector":[1 , "2"]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := readRecords(bytes.NewReader(b), "file", true)
		if err == nil {
			e.options.Texts = func(id, question string) (string, bool) { return id + question, id != "" }
			if err = e.findTexts(); err != nil {
				e = nil
			}
		}
		checkTable(t, e, err, len(b))
		if err != nil || len(e.vectors) == 0 {
			return
		}
		var texts []string
		var vectors [][]float32
		for s, v := range e.vectors {
			texts, vectors = append(texts, s), append(vectors, v)
		}
		var again bytes.Buffer
		if err := WriteVectors(&again, texts, vectors); err != nil {
			t.Fatal(err)
		}
		read, err := readRecords(&again, "file", false)
		checkTable(t, read, err, len(b))
		if err != nil || len(read.vectors) != len(texts) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

func FuzzNPY(f *testing.F) {
	for major := range byte(4) {
		f.Add(npy(major, npyHeader, npyNumbers))
	}
	f.Add(npy(1, strings.Replace(npyHeader, "(2", "(2000000000", 1), npyNumbers))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bytes.NewReader(b)
		_, dim, size, err := readNPYHeader(in, "file")
		if err != nil {
			checkTable(t, nil, err, 0)
			return
		}
		e, err := readNPYRows(in, "file", []string{"a", "b"}, dim, size)
		checkTable(t, e, err, len(b))
	})
}
