package embed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// maxLine bounds a line of a text file, in bytes.
const maxLine = 4 << 20

// textFile scans the lines of a file of vectors in a text format.
type textFile struct {
	*files.Scanner
	name string
}

func newTextFile(r io.Reader, name string) *textFile {
	return &textFile{files.NewScanner(r, name, maxLine), name}
}

// Err returns what kept Scan from the end of the file, or nil.
func (f *textFile) Err() error {
	if e, ok := errors.AsType[*Error](f.Scanner.Err()); ok && e.Err != nil {
		return readError(f.name, e.Err) // which explains gzip's errors
	}
	return f.Scanner.Err()
}

// parseHeader reads the first line of word2vec's formats, "n d".
func parseHeader(line []byte) (n, dim uint64, ok bool) {
	fields := bytes.Fields(line)
	if len(fields) != 2 {
		return 0, 0, false
	}
	n, err1 := strconv.ParseUint(string(fields[0]), 10, 64)
	dim, err2 := strconv.ParseUint(string(fields[1]), 10, 64)
	return n, dim, err1 == nil && err2 == nil
}

// headerProblem returns the counts of a header, or what is wrong with them.
func headerProblem(line []byte) (n, dim int, found string) {
	words, numbers, ok := parseHeader(line)
	switch {
	case !ok:
		return 0, 0, text.Quote(line)
	case words == 0 || words > maxWords:
		return 0, 0, fmt.Sprintf("%d words", words)
	case numbers == 0 || numbers > maxDim:
		return 0, 0, fmt.Sprintf("vectors of %d numbers", numbers)
	}
	return int(words), int(numbers), ""
}

// headerExpected describes a valid header, for errors.
var headerExpected = fmt.Sprintf(
	"the numbers of words, 1 to %d, and of numbers in a vector, 1 to %d", maxWords, maxDim)

// readText reads word2vec's text format, which begins with a header, or GloVe's, which has none.
func readText(r *bufio.Reader, file string, f format, opts Options) (*Vectors, error) {
	l := newTextFile(r, file)
	if !l.Scan() {
		return nil, orEmpty(l)
	}
	n := math.MaxInt
	dim := len(bytes.Fields(l.Bytes())) - 1
	found := ""
	if f == word2vecText {
		if n, dim, found = headerProblem(l.Bytes()); found != "" {
			return nil, files.New(file, 1, found, headerExpected)
		}
	} else if dim < 1 || dim > maxDim {
		return nil, files.New(file, 1, text.Count(max(dim, 0), "number")+" after the word",
			fmt.Sprintf("1 to %d", maxDim))
	}
	s := newSink(dim, opts.Storage, opts)
	row := make([]float32, 0, dim)
	for more := f == gloVeText || l.Scan(); more; more = !s.full() && l.Scan() {
		if len(l.Bytes()) == 0 {
			if err := onlyBlank(l); err != nil {
				return nil, err
			}
			break
		}
		if s.read == n {
			return nil, files.New(file, l.Line(), "a further line",
				fmt.Sprintf("the end of the file after %s, as line 1 says", text.Count(n, "word")))
		}
		var err error
		if row, err = addLine(s, l, row); err != nil {
			return nil, err
		}
	}
	if l.Err() != nil {
		return nil, l.Err()
	}
	if f == word2vecText && !s.full() && s.read < n {
		return nil, files.New(file, l.Line()+1,
			"the end of the file after "+text.Count(s.read, "word"),
			fmt.Sprintf("%d, as line 1 says", n))
	}
	return s.vectors(f, About{}), nil
}

// orEmpty returns the error of a file in which no line was found.
func orEmpty(l *textFile) error {
	if l.Err() != nil {
		return l.Err()
	}
	return files.New(l.name, 0, "an empty file", "word vectors")
}

// onlyBlank reads on after an empty line. Only empty lines may follow.
func onlyBlank(l *textFile) error {
	for at := l.Line(); l.Scan(); {
		if len(l.Bytes()) != 0 {
			return files.New(l.name, at, "an empty line", "a word and its numbers")
		}
	}
	return l.Err()
}

// addLine adds one line to the sink. The numbers are parsed into row, which is returned for
// reuse. A word may contain blanks, as in the largest GloVe sets (". . ."): the last fields are the
// vector, and no other field may look like a number, so that a line with too many numbers is still
// an error.
func addLine(s *sink, l *textFile, row []float32) ([]float32, error) {
	expected := "a word and " + text.Count(s.dim, "number")
	fail := func(found string) ([]float32, error) {
		return nil,
			files.New(l.name, l.Line(), found, expected)
	}
	end := bytes.IndexAny(l.Bytes(), " \t")
	if end < 0 {
		return fail(text.Quote(l.Bytes()) + " alone")
	}
	if end == 0 {
		return fail("an empty word")
	}
	word, rest := l.Bytes()[:end], l.Bytes()[end:]
	for extra := countFields(rest) - s.dim; extra > 0; extra-- {
		start := len(rest) - len(bytes.TrimLeft(rest, " \t"))
		field, _ := nextField(rest)
		if _, err := strconv.ParseFloat(string(field), 32); err == nil {
			return fail(text.Count(countFields(l.Bytes()[end:]), "number") +
				" after the word")
		}
		rest = rest[start+len(field):]
		word = l.Bytes()[:len(l.Bytes())-len(rest)]
	}
	row = row[:0]
	for {
		var field []byte
		field, rest = nextField(rest)
		if len(field) == 0 {
			break
		}
		x, err := strconv.ParseFloat(string(field), 32)
		if err != nil || !finite32(float32(x)) {
			expected = "a finite number"
			return fail(text.Quote(field) + " in place " + strconv.Itoa(len(row)+1) +
				" after word " + text.Quote(word))
		}
		row = append(row, float32(x))
	}
	if len(row) != s.dim {
		return fail(text.Count(len(row), "number") + " after the word")
	}
	if found, wanted := s.add(string(word), row); found != "" {
		expected = wanted
		return fail(found)
	}
	return row, nil
}

// nextField returns the next field of a line, which ends at a blank or tab, and the rest.
func nextField(line []byte) (field, rest []byte) {
	start := 0
	for start < len(line) && (line[start] == ' ' || line[start] == '\t') {
		start++
	}
	end := start
	for end < len(line) && line[end] != ' ' && line[end] != '\t' {
		end++
	}
	return line[start:end], line[end:]
}

func countFields(line []byte) int {
	n := 0
	for {
		var field []byte
		if field, line = nextField(line); len(field) == 0 {
			return n
		}
		n++
	}
}
