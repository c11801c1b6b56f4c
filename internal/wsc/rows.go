package wsc

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	// maxRows bounds the problems in a file of JSON lines: WinoGrande's largest has 40,398.
	maxRows = 50_000
	// rowSets is what a file of problems other than XML should be.
	rowSets = "JSON lines of WinoGrande, WSC273, definite pronoun resolution, SuperGLUE's WSC or WNLI"
)

// row is a line of a set of problems, in any of the forms.
type row struct {
	Sentence, Option1, Option2   string
	Text, Pronoun, Quote, Source string
	Options, Candidates          []string
	PronounLoc                   *int `json:"pronoun_loc"` // in characters
	Target                       *spans
	Sentence1, Sentence2         string
	Answer, Label                scalar
	spans
}

// spans are the candidate and the pronoun of a problem of SuperGLUE.
type spans struct {
	Span1Text  string `json:"span1_text"`
	Span2Text  string `json:"span2_text"`
	Span2Index *int   `json:"span2_index"` // in words
}

// scalar is a string, or a number or boolean as JSON writes it.
type scalar string

// UnmarshalJSON implements [json.Unmarshaler].
func (s *scalar) UnmarshalJSON(data []byte) error {
	*s = scalar(strings.Trim(string(data), `"`))
	return nil
}

// rows reads problems from JSON lines, or from a table with tabs, all of the form of the first one.
// It tells note what it decides.
func rows(data []byte, file string, note func(string)) ([]Problem, error) {
	in := files.NewScanner(bytes.NewReader(data), file, maxXML)
	var (
		problems []Problem
		header   []string
		set      *form
		unsure   []int // problems whose pronoun is not located
	)
	for in.Scan() {
		content := strings.TrimSpace(in.Text())
		switch {
		case content == "":
			continue
		case len(problems) == maxRows:
			return nil, fault(file, in.Line(), fmt.Sprintf("more than %d problems", maxRows),
				"fewer in one file")
		case content[0] != '{' && header == nil:
			header = strings.Split(content, "\t")
			continue
		}
		r, err := parseRow(in.Text(), header)
		if err != nil {
			return nil, fault(file, in.Line(), err.Error(), rowSets)
		}
		if set == nil {
			if set = formOf(r); set == nil {
				return nil, fault(file, in.Line(), text.Quote(content), rowSets)
			}
			note(fmt.Sprintf("%s: problems of %s%s", file, set.name, set.note))
		}
		p := Problem{Number: len(problems) + 1, Line: in.Line(), Right: Unknown}
		exact, wrong := set.read(r, &p)
		if wrong == "" {
			wrong = p.label(set, r)
		}
		if wrong != "" {
			return nil, faultf(file, p.Line, p.Number, wrong, set.members)
		}
		if !exact {
			unsure = append(unsure, p.Number)
		}
		problems = append(problems, p)
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		return nil, fault(file, 0, "no problem", rowSets)
	}
	if len(unsure) > 0 {
		note(fmt.Sprintf("%s: the pronoun is not where the file says, or it does not say and there "+
			"are several; took the nearest or the last one in %s", file, some(unsure)))
	}
	return problems, nil
}

// parseRow reads a line of JSON or, if there is a header, of a table.
func parseRow(line string, header []string) (*row, error) {
	if header != nil {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) != len(header) {
			return nil, fmt.Errorf("%d columns, and %d in the header", len(cells), len(header))
		}
		object := map[string]string{}
		for i, name := range header {
			object[name] = cells[i]
		}
		data, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		line = string(data)
	}
	var r row
	d := json.NewDecoder(strings.NewReader(line))
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("faulty JSON (%w)", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value on the line")
	}
	return &r, nil
}

// label reads the right answer, which may be missing.
func (p *Problem) label(set *form, r *row) (wrong string) {
	for i, c := range p.Candidates {
		if p.Candidates[i] = clean(c); p.Candidates[i] == "" {
			return "with an empty candidate"
		}
	}
	if n := len(p.Candidates); n < MinCandidates || n > MaxCandidates {
		return "with " + text.Count(n, "candidate")
	}
	label := strings.ToLower(string(cmp.Or(r.Answer, r.Label)))
	if slices.Contains([]string{"", "null", "-1"}, label) {
		return ""
	}
	i, known := set.labels[label]
	if n, err := strconv.Atoi(label); set.labels == nil && err == nil {
		i, known = n, n >= 0 && n < len(p.Candidates)
	}
	if !known {
		return "with the label " + text.Quote(label)
	}
	p.Right = i
	return ""
}
