package wsc

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	// maxRows bounds the problems in a file of rows: WinoGrande's largest has 40,398.
	maxRows = 50_000
	// rowSets is what a file of problems other than XML should be.
	rowSets = "JSON (objects, one a line or in a list) or a table with tabs of WinoGrande, WSC273, " +
		"definite pronoun resolution, SuperGLUE's WSC, WNLI, WinoGender or KnowRef, or lines of WinoBias"
)

// row is a problem of a set, in any of the forms.
type row struct {
	line                         int  // of the file
	bias                         bool // of WinoBias
	Sentence, Option1, Option2   string
	Text, Pronoun, Quote         string
	Options, Candidates          []string
	PronounLoc                   *int `json:"pronoun_loc"` // in characters
	Target                       *spans
	Index                        scalar
	Sentence1, Sentence2         string
	Candidate0, Candidate1       phrase
	Substitution0, Substitution1 string
	Marked                       string `json:"sentence_with_pronoun"`
	Swapped                      string `json:"swapped_sentence"`
	Correct                      phrase `json:"correct_candidate"`
	SentID                       string `json:"sentid"`
	Occupation                   string `json:"occupation(0)"`
	Participant                  string `json:"other-participant(1)"`
	QID                          scalar
	PairID                       scalar `json:"pair_id"`
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
	if string(data) != "null" {
		*s = scalar(strings.Trim(string(data), `"`))
	}
	return nil
}

// phrase is a text, which may be alone in a list.
type phrase string

// UnmarshalJSON implements [json.Unmarshaler].
func (p *phrase) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil && len(list) == 1 {
		*p = phrase(list[0])
		return nil
	}
	return json.Unmarshal(data, (*string)(p))
}

// readerOf returns the reader of the rows of a file that is not in XML, by how it starts; nil if it
// is none.
func readerOf(data []byte) func(data []byte, file string) ([]row, error) {
	start, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	switch {
	case regexp.MustCompile(`^\s*(\[\s*)?[{\]]|^\s*\[\s*$`).Match(start):
		return objects
	case bracketed().Match(start):
		return brackets
	case bytes.HasPrefix(start, []byte("<")):
		return nil
	case bytes.Contains(start, []byte("\t")):
		return table
	}
	return nil
}

// rows makes problems of rows, all of the form of the first one. It tells note what it decides.
func rows(list []row, file string, note func(string)) ([]Problem, error) {
	switch n := len(list); {
	case n == 0:
		return nil, fault(file, 0, "no problem", rowSets)
	case n > maxRows:
		return nil, fault(file, list[maxRows].line, fmt.Sprintf("more than %d problems", maxRows),
			"fewer in one file")
	}
	set := formOf(&list[0])
	if set == nil {
		return nil, fault(file, list[0].line, "a problem of an unknown form", rowSets)
	}
	note(fmt.Sprintf("%s: problems of %s%s", file, set.name, set.note))
	problems := make([]Problem, len(list))
	var unsure []int // problems whose pronoun is not located
	for i := range list {
		r, p := &list[i], &problems[i]
		*p = Problem{Number: i + 1, Line: r.line, Right: Unknown, Set: set.name, Pair: string(r.PairID)}
		exact, wrong := set.read(r, p)
		if wrong == "" {
			wrong = p.label(set, r)
		}
		if wrong != "" {
			return nil, faultf(file, p.Line, p.Number, wrong, set.members)
		}
		if !exact {
			unsure = append(unsure, p.Number)
		}
	}
	pairByID(list, problems)
	if len(unsure) > 0 {
		note(fmt.Sprintf("%s: the pronoun is not where the file says, or it does not say and there "+
			"are several; took the likeliest one in %s", file, some("problem", unsure)))
	}
	return problems, nil
}

// halfID matches the identifier of a half of a schema, as WinoGrande has them.
var halfID = text.Pattern(`^(.+)-[12]$`)

// pairByID takes pairs from the identifiers of problems, if all of them say which half they are.
// Other sets number their problems in the same way, from -1 on.
func pairByID(list []row, problems []Problem) {
	if slices.ContainsFunc(list, func(r row) bool { return !halfID().MatchString(string(r.QID)) }) {
		return
	}
	for i, r := range list {
		if problems[i].Pair == "" {
			problems[i].Pair = halfID().FindStringSubmatch(string(r.QID))[1]
		}
	}
}

// objects reads rows from JSON objects, one after the other or in a list.
func objects(data []byte, file string) (list []row, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	inList := bytes.HasPrefix(bytes.TrimSpace(data), []byte("["))
	if inList {
		_, err = d.Token()
	}
	line, counted := 1, 0
	for err == nil && d.More() && len(list) <= maxRows {
		rest := data[d.InputOffset():]
		start := len(data) - len(bytes.TrimLeft(rest, " \t\r\n,"))
		line += bytes.Count(data[counted:start], []byte("\n"))
		counted = start
		r := row{line: line}
		if err = d.Decode(&r); err == nil {
			list = append(list, r)
		}
	}
	if err == nil && inList && len(list) <= maxRows {
		_, err = d.Token() // the end of the list
	}
	if err == nil && len(list) <= maxRows {
		if _, end := d.Token(); end != io.EOF {
			err = fmt.Errorf("something after the problems")
		}
	}
	if err != nil {
		return nil, fault(file, line, "faulty JSON ("+text.OneLine(err.Error())+")", rowSets)
	}
	return list, nil
}

// table reads rows from a table with tabs. Where a problem is a row for each of its candidates, the
// two become one.
func table(data []byte, file string) (list []row, err error) {
	var header []string
	in := files.NewScanner(bytes.NewReader(data), file, maxXML)
	for in.Scan() && len(list) <= 2*maxRows {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		cells := strings.Split(strings.TrimRight(in.Text(), "\r\n"), "\t")
		if header == nil {
			header = cells
			continue
		}
		if len(cells) != len(header) {
			return nil, fault(file, in.Line(), fmt.Sprintf("%d columns, and %d in the header", len(cells),
				len(header)), rowSets)
		}
		object := map[string]string{}
		for i, name := range header {
			object[strings.TrimSpace(name)] = cells[i]
		}
		r := row{line: in.Line()}
		line, err := json.Marshal(object)
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		if err != nil {
			return nil, fault(file, in.Line(), text.Quote(in.Text()), rowSets)
		}
		list = append(list, r)
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(list) > 0 && list[0].Sentence1 != "" && list[0].Candidate0 != "" {
		return inTwos(list, file)
	}
	return list, nil
}

// inTwos joins rows that are the sentence with the one and with the other candidate.
func inTwos(list []row, file string) (joined []row, err error) {
	for i := 0; i < len(list); i += 2 {
		r := list[i]
		if i+1 == len(list) || list[i+1].Index != r.Index {
			return nil, fault(file, r.line, "one row of index "+text.Quote(string(r.Index)),
				"two in a row: with candidate0 and with candidate1 in the sentence")
		}
		other := list[i+1]
		r.Substitution0 = r.Sentence1 + " " + r.Sentence2
		r.Substitution1 = other.Sentence1 + " " + other.Sentence2
		switch r.Label + other.Label {
		case "10":
			r.Label = "0"
		case "01":
			r.Label = "1"
		case "00", "": // test sets have no labels
			r.Label = ""
		default:
			r.Label += " and " + other.Label
		}
		joined = append(joined, r)
	}
	return joined, nil
}

// label reads the right answer, which may be missing.
func (p *Problem) label(set *form, r *row) (wrong string) {
	for i, c := range p.Candidates {
		if p.Candidates[i] = clean(c); p.Candidates[i] == "" {
			return "with an empty candidate"
		}
	}
	if n := len(p.Candidates); n < minCandidates || n > maxCandidates {
		return "with " + text.Count(n, "candidate")
	}
	label := strings.ToLower(string(cmp.Or(r.Answer, r.Label)))
	if label == "" || label == "-1" {
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
