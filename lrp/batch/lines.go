package batch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// longest is the length of a line, or a CSV record, from which on it is not read.
const longest = 4 << 20

// lines reads a record a line.
type lines struct {
	in    *bufio.Reader
	name  string
	ids   []string // of the questions
	line  int
	begun bool
}

func newLines(in io.Reader, name string, ids []string) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), name: name, ids: ids}
}

func (l *lines) idle() bool { return l.in.Buffered() == 0 }

func (l *lines) next() (raw, error) {
	for {
		text, long, err := l.read()
		if err != nil {
			return raw{}, err
		}
		l.line++
		first := !l.begun
		if first {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		switch text = bytes.TrimSpace(text); {
		case long:
			l.begun = true
			return raw{line: l.line, err: fmt.Errorf("found a line of more than %d bytes", longest)}, nil
		case len(text) == 0:
			continue
		}
		l.begun = true
		if ids, ok := parseHead(text); first && ok {
			if !slices.Equal(ids, l.ids) {
				return raw{}, otherQuestions(l.name, ids, l.ids)
			}
			continue
		}
		return raw{line: l.line, text: text}, nil
	}
}

// otherQuestions tells that the respondents answered other questions than the model knows.
func otherQuestions(name string, found, expected []string) error {
	return fmt.Errorf("%s: found %s, expected the model's %s", name, listed(found), listed(expected))
}

// listed names the first questions.
func listed(ids []string) string {
	const most = 12
	names := strings.Join(ids[:min(most, len(ids))], ", ")
	if len(ids) > most {
		names += ", …"
	}
	return fmt.Sprintf("%d questions (%s)", len(ids), names)
}

// read returns the next line, or that it is too long.
func (l *lines) read() (text []byte, long bool, err error) {
	for {
		piece, err := l.in.ReadSlice('\n')
		if len(text)+len(piece) > longest {
			long, text = true, nil
		}
		if !long {
			text = append(text, piece...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (len(text) > 0 || long):
			return text, long, nil
		case err != nil && err != io.EOF:
			return nil, false, fmt.Errorf("%s: %w", l.name, err)
		}
		return text, long, err
	}
}
