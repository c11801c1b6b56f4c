package datasets

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
)

// maxTeams bounds the respondents that are files of one folder.
const maxTeams = 10_000

// openWinograd reads a folder with one collection of problems of the Winograd Schema Challenge and
// the output files of the teams that answered them. Questions are the problems, their key the right
// candidate, respondents the teams, and responses the candidates that they chose. A score is 1 for
// the right candidate and 0 otherwise; the rating of a team is its accuracy. Only the final list of
// a file counts.
func openWinograd(src source, name string, _ Options) (*Dataset, error) {
	collection, outputs, err := winogradFiles(src)
	if err != nil {
		return nil, err
	}
	var problems []wsc.Problem
	err = src.read(collection, "the problems", func(r io.Reader, file string) error {
		problems, err = wsc.Read(r, file)
		return err
	})
	if err != nil {
		return nil, err
	}
	d := &Dataset{Name: name}
	known := 0
	for _, p := range problems {
		q := Question{ID: strconv.Itoa(p.Number), Text: p.Question() + " " + p.Choices() + "."}
		if p.Right != wsc.Unknown {
			q.Key = []string{p.Candidates[p.Right]}
			known++
		}
		d.Questions = append(d.Questions, q)
	}
	var totals []float64
	for _, file := range outputs {
		var o wsc.Output
		err := src.read(file, "a team's answers", func(r io.Reader, file string) (err error) {
			o, err = wsc.ReadOutput(r, file)
			return err
		})
		if err != nil {
			return nil, err
		}
		total, invalid := d.addTeam(o, problems, known)
		totals = append(totals, total)
		if invalid > 0 {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%s: %s without a valid answer, which are wrong",
				o.File, text.Count(invalid, "problem")))
		}
	}
	rate(d, Fraction, totals, float64(known))
	if known > 0 {
		d.RatingNote = fmt.Sprintf("accuracy: right answers to %s with a key divided by their number",
			text.Count(known, "problem"))
	}
	return d, nil
}

// addTeam adds a respondent. It returns the number of right answers, NaN if none is known, and the
// number of problems without a valid answer.
func (d *Dataset) addTeam(o wsc.Output, problems []wsc.Problem, known int) (total float64, invalid int) {
	r := Respondent{ID: o.Team}
	for i, a := range o.Answers(len(problems)) {
		p := problems[i]
		response := ""
		if p.Has(a) {
			response = p.Candidates[a]
		} else {
			invalid++
		}
		r.Responses = append(r.Responses, response)
		score := 0.0
		switch {
		case p.Right == wsc.Unknown:
			score = math.NaN()
		case a == p.Right:
			score = 1
			total++
		}
		r.Scores = append(r.Scores, score)
	}
	if known == 0 {
		r.Scores, total = nil, math.NaN()
	}
	d.Respondents = append(d.Respondents, r)
	return total, invalid
}

// winogradFiles returns the names of the collection and of the output files of a folder.
func winogradFiles(src source) (collection string, outputs []string, err error) {
	const want = "one collection of problems (.xml, .json, .jsonl or .tsv, or else .txt, .dev or .test) " +
		"and output files (TEAM" + wsc.Suffix + ")"
	entries, err := fs.ReadDir(src.fsys, ".")
	if err != nil {
		return "", nil, files.Unreadable(src.root, err, "a folder with "+want)
	}
	var collections, texts []string
	for _, e := range entries {
		name := e.Name()
		switch ext := strings.ToLower(path.Ext(name)); {
		case e.IsDir():
		case strings.HasSuffix(name, wsc.Suffix) && name != wsc.Suffix:
			outputs = append(outputs, name)
		case slices.Contains([]string{".xml", ".json", ".jsonl", ".tsv"}, ext):
			collections = append(collections, name)
		case slices.Contains([]string{".txt", ".dev", ".test"}, ext):
			texts = append(texts, name)
		}
	}
	if len(collections) == 0 { // texts may also be notes
		collections = texts
	}
	switch n := len(outputs); {
	case len(collections) > 1:
		return "", nil, files.New(src.root, 0, fmt.Sprintf("%s and %s", collections[0], collections[1]), want)
	case len(collections) == 0:
		return "", nil, files.Unreadable(src.name("*.xml"), fs.ErrNotExist, want)
	case n == 0:
		return "", nil, files.Unreadable(src.name("*"+wsc.Suffix), fs.ErrNotExist, want)
	case n > maxTeams:
		return "", nil, files.New(src.root, 0, text.Count(n, "output file"),
			fmt.Sprintf("at most %d", maxTeams))
	}
	return collections[0], outputs, nil
}
