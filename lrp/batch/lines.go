package batch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/lines"
)

// maxRecord is the number of bytes of a line of JSON beyond which it is not read.
const maxRecord = 4 << 20

// jsonLines reads one record per line.
type jsonLines struct {
	buffer *bufio.Reader
	in     *lines.Reader
	name   string
	ids    []string // of the questions
	begun  bool
}

func newLines(in io.Reader, name string, questions []datasets.Question) *jsonLines {
	buffer := bufio.NewReaderSize(in, 64<<10)
	l := &jsonLines{buffer: buffer, in: lines.NewReader(buffer, maxRecord), name: name}
	for _, q := range questions {
		l.ids = append(l.ids, q.ID)
	}
	return l
}

func (l *jsonLines) idle() bool { return l.buffer.Buffered() == 0 }

func (l *jsonLines) next() (raw, error) {
	for {
		text, err := l.in.Read()
		long := err == bufio.ErrTooLong
		if long {
			err = l.in.Skip()
		}
		switch {
		case err != nil && err != io.EOF:
			return raw{}, fmt.Errorf("%s: %w", l.name, err)
		case text == nil && err == io.EOF:
			return raw{}, io.EOF
		}
		first := !l.begun
		if first {
			text = bytes.TrimPrefix(text, []byte(lines.ByteOrderMark))
		}
		switch text = bytes.TrimSpace(text); {
		case long:
			l.begun = true
			err := fmt.Errorf("found a line of more than %d bytes", maxRecord)
			return raw{line: l.in.Line(), err: err}, nil
		case len(text) == 0:
			continue
		}
		l.begun = true
		if ids, ok := parseHeader(text); first && ok {
			if !slices.Equal(ids, l.ids) {
				return raw{}, otherQuestions(l.name, ids, l.ids)
			}
			continue
		}
		return raw{line: l.in.Line(), text: bytes.Clone(text)}, nil
	}
}

// otherQuestions is the error for records of other questions than the model's.
func otherQuestions(name string, found, expected []string) error {
	return fmt.Errorf("%s: found %s, expected the model's %s",
		name, listed(found), listed(expected))
}

// listed counts the questions and names the first of them.
func listed(ids []string) string {
	const maxListed = 12
	names := strings.Join(ids[:min(maxListed, len(ids))], ", ")
	if len(ids) > maxListed {
		names += ", …"
	}
	return fmt.Sprintf("%d questions (%s)", len(ids), names)
}
