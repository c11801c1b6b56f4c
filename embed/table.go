package embed

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// table encodes the texts of a file that was made elsewhere.
type table struct {
	id      Identity
	file    string
	dim     int // 0 before the first vector
	bytes   int64
	vectors map[string][]float32
	sums    [][sha256.Size]byte // of what each record has
	answers []answerVector      // whose texts are not known yet
	options EncoderOptions
	find    sync.Once // finds the texts of answers
	err     error     // of that
}

// answerVector is the vector of a respondent's answer to a question.
type answerVector struct {
	line         int
	id, question string
	vector       []float32
}

func newTable(file string) *table { return &table{file: file, vectors: map[string][]float32{}} }

// add adds a vector, which the file calls by key: its text, or a respondent and a question.
func (t *table) add(line int, key []string, v []float32) error {
	switch {
	case len(v) > maxDim, t.dim != 0 && t.dim != len(v):
		expected := cmp.Or(t.dim, maxDim)
		return files.New(t.file, line, text.Count(len(v), "number"), fmt.Sprintf("vectors of %d", expected))
	case slices.ContainsFunc(v, func(x float32) bool { return !finite32(x) }):
		return files.New(t.file, line, "a vector that is not finite", "finite numbers within float32")
	}
	t.dim = len(v)
	sum := sha256.New()
	for _, k := range key {
		fmt.Fprintf(sum, "%d %s", len(k), k)
	}
	sum.Write(appendFloat32(nil, v))
	t.sums = append(t.sums, [sha256.Size]byte(sum.Sum(nil)))
	if t.bytes += int64(4*len(v) + len(key[0])); t.bytes > defaultMaxBytes {
		return files.New(t.file, line, fmt.Sprintf("more than %d bytes of vectors", int64(defaultMaxBytes)),
			"a smaller file")
	}
	if len(key) == 2 {
		t.answers = append(t.answers, answerVector{line, key[0], key[1], v})
		return nil
	}
	return t.know(line, key[0], v)
}

// know keeps the vector of a text.
func (t *table) know(line int, s string, v []float32) error {
	if before, ok := t.vectors[s]; ok && !slices.Equal(before, v) {
		return files.New(t.file, line, "another vector of the text "+text.Quote(s), "one for each text")
	}
	t.vectors[s] = v
	return nil
}

// findTexts finds the texts of answers in the data, which are read after the file is opened.
func (t *table) findTexts() error {
	unknown := 0
	for _, a := range t.answers {
		s, ok := t.options.Texts(a.id, a.question)
		if !ok {
			unknown++
			continue
		}
		if err := t.know(a.line, s, a.vector); err != nil {
			return err
		}
	}
	switch {
	case len(t.vectors) == 0:
		return files.New(t.file, 0, text.Count(unknown, "vector")+", none of a text or of an answer in the data",
			"one at least")
	case unknown > 0:
		t.options.note("%s: %d of %s are of answers that are not in the data", text.OneLine(t.file), unknown,
			text.Count(len(t.answers), "vector"))
	}
	return nil
}

// encoder returns the encoder of the table's texts. Its digest depends neither on the order of the
// file nor on the data that know texts by id and question.
func (t *table) encoder(o EncoderOptions) (Encoder, error) {
	if len(t.vectors)+len(t.answers) == 0 {
		return nil, files.New(t.file, 0, "no vector", "one at least")
	}
	t.options = o
	slices.SortFunc(t.sums, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	sum := sha256.New()
	for _, s := range slices.Compact(t.sums) {
		sum.Write(s[:])
	}
	t.sums = nil
	t.id = Identity{Name: filepath.Base(t.file), Dim: t.dim, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return t, nil
}

func (t *table) Identity() Identity { return t.id }

func (t *table) Encode(_ context.Context, texts []string) ([][]float32, error) {
	if t.answers != nil {
		if t.find.Do(func() { t.err = t.findTexts() }); t.err != nil {
			return nil, t.err
		}
	}
	list := make([][]float32, len(texts))
	all, missing := map[string]bool{}, []string(nil)
	for i, s := range texts {
		v, ok := t.vectors[s]
		switch {
		case ok:
		case blank(s):
			v = make([]float32, t.dim)
		case !all[s]:
			missing = append(missing, text.Quote(s))
		}
		all[s], list[i] = true, v
	}
	if len(missing) == 0 {
		return list, nil
	}
	return nil, files.New(t.file, 0, fmt.Sprintf("no vectors of %d of %s, such as %s", len(missing),
		text.Count(len(all), "text"), text.And(missing[:min(len(missing), 3)])),
		"one for each: have the program that made the file add them")
}

// blank reports whether a text has nothing to encode.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// label is a name in JSON that may be a number.
type label string

// UnmarshalJSON takes a text as it is, and a number as it is written.
func (l *label) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, (*string)(l))
	}
	var n json.Number
	err := json.Unmarshal(b, &n)
	*l = label(n)
	return err
}

// record is a line of vectors in JSON.
type record struct {
	Text     *string         `json:"text"`
	ID       *label          `json:"id"`
	Question *label          `json:"question"`
	Vector   json.RawMessage `json:"vector"`
}

// readRecords reads vectors in JSON lines, those of answers if it is asked to.
func readRecords(r io.Reader, name string, answers bool) (*table, error) {
	const want = `{"text":"…","vector":[…]} or {"id":"…","question":"…","vector":[…]}`
	t, in := newTable(name), newTextFile(r, name)
	for in.Scan() {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		var got record
		if err := files.DecodeJSON(in.Bytes(), &got); err != nil {
			return nil, files.New(name, in.Line(), fmt.Sprintf("%s (%v)", text.Quote(in.Bytes()), err), want)
		}
		v, err := numbers.Vector(got.Vector)
		if err != nil {
			return nil, files.At(name, in.Line(), err)
		}
		switch {
		case got.Text != nil:
			err = t.add(in.Line(), []string{*got.Text}, v)
		case got.ID == nil || got.Question == nil:
			err = files.New(name, in.Line(), "a vector without a text", want)
		case !answers:
			err = files.New(name, in.Line(), "a vector by id and question",
				"one by text, or data in which the answer can be found")
		default:
			err = t.add(in.Line(), []string{string(*got.ID), string(*got.Question)}, v)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, in.Err()
}

// WriteVectors writes texts and their vectors as JSON lines {"text":…,"vector":[…]}, which
// [OpenEncoder] reads back to the same bits.
func WriteVectors(w io.Writer, texts []string, vectors [][]float32) error {
	if len(texts) != len(vectors) {
		return fmt.Errorf("found %s and %s, expected as many of both", text.Count(len(texts), "text"),
			text.Count(len(vectors), "vector"))
	}
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i, s := range texts {
		if n := len(vectors[i]); !utf8.ValidString(s) || n == 0 || n != len(vectors[0]) {
			return fmt.Errorf("found the text %s and a vector of %s, expected UTF-8 and vectors of one length",
				text.Quote(s), text.Count(n, "number"))
		}
		if err := encoder.Encode(struct {
			Text   string    `json:"text"`
			Vector []float32 `json:"vector"`
		}{s, vectors[i]}); err != nil {
			return fmt.Errorf("vector of the text %s: %w", text.Quote(s), err)
		}
	}
	return out.Flush()
}
