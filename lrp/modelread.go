package lrp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/regress"
)

// OpenModel reads a model file. Parts must have what the model was made of, if it is not of the module's own parts.
//
// Every byte counts for the file's digest, and nothing in it is trusted beyond that: a damaged or hostile file is an error that wraps
// [ErrModelFile], as is one of a newer version of the format. A model whose features, word vectors or other resources are
// not those it was trained with is refused.
func OpenModel(path string, p Parts) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadModel(f, path, p)
}

// ReadModel is [OpenModel] of what r gives; name stands for it in errors.
func ReadModel(r io.Reader, name string, p Parts) (*Model, error) {
	content, err := io.ReadAll(io.LimitReader(r, mostModelBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m, line, err := parseModel(content, p)
	switch err = brief(err); {
	case err != nil && line > 0:
		return nil, fmt.Errorf("%s:%d: %w: %w", name, line, ErrModelFile, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %w", name, ErrModelFile, err)
	}
	return m, nil
}

// brief cuts off what an error quotes of a file at length, and takes out what would steer a terminal.
func brief(err error) error {
	const most = 400
	if err == nil {
		return nil
	}
	text := err.Error()
	if len(text) <= most && strings.IndexFunc(text, unicode.IsControl) < 0 {
		return err
	}
	if len(text) > most {
		text = text[:most] + "…"
	}
	return errors.New(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, valid(text)))
}

// parseModel returns the model or what is wrong with which line.
func parseModel(content []byte, p Parts) (_ *Model, line int, err error) {
	if len(content) > mostModelBytes {
		return nil, 0, fmt.Errorf("found more than %d bytes", mostModelBytes)
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	if err := checkModelFormat(first); err != nil {
		return nil, 1, err
	}
	lines := bytes.Split(content, []byte("\n"))
	if len(lines) != modelLines+1 || len(lines[modelLines]) > 0 {
		return nil, 0, fmt.Errorf("found %d lines, expected %d, each with its end", len(lines)-1, modelLines)
	}
	if err := checkModelDigest(content[:len(content)-len(lines[modelLines-1])-1], lines[modelLines-1]); err != nil {
		return nil, modelLines, err
	}
	m := &Model{kinds: p.Models}
	for i, parse := range []func([]byte, Parts) error{m.parseInfo, m.parseQuestions, m.parseTraining, m.parseLearned} {
		if err := parse(lines[i], p); err != nil {
			return nil, i + 1, err
		}
	}
	return m, 0, nil
}

// checkModelFormat reads format and version first: a newer version may have other fields.
func checkModelFormat(line []byte) error {
	var mark struct {
		Format  string  `json:"format"`
		Version float64 `json:"version"`
	}
	err := json.Unmarshal(line, &mark)
	switch {
	case err != nil || mark.Format != modelFormat:
		return fmt.Errorf("found no head of a model, expected {\"format\":%q,…}", modelFormat)
	case mark.Version > modelVersion:
		return fmt.Errorf("found version %v of the format, expected at most %d: it was made by a newer program", mark.Version, modelVersion)
	case mark.Version != modelVersion:
		return fmt.Errorf("found version %v of the format, expected %d", mark.Version, modelVersion)
	}
	return nil
}

func checkModelDigest(content, line []byte) error {
	sum := sha256.Sum256(content)
	if want := fmt.Sprintf("{\"sha256\":%q}", hex.EncodeToString(sum[:])); string(line) != want {
		return fmt.Errorf("the digest does not match: the file was damaged or changed")
	}
	return nil
}

// decodeStrictly decodes one JSON value without unknown fields and anything after it.
func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("found more than one value")
	}
	return nil
}

func (m *Model) parseInfo(line []byte, p Parts) error {
	if err := decodeStrictly(line, &m.info); err != nil {
		return err
	}
	analyzer := p.analyzer(m.info.Analyzer)
	if analyzer == nil {
		return fmt.Errorf("found analyzer %q, which is not among the parts", m.info.Analyzer)
	}
	m.analyzer = *analyzer
	if err := m.info.Estimate.check(); err != nil {
		return err
	}
	if err := m.findApproach(p); err != nil {
		return err
	}
	present, err := resourcesOf(m.approach, p)
	if err != nil {
		return err
	}
	return checkResources(m.info.Resources, present)
}

// findApproach makes the approach of the parts.
func (m *Model) findApproach(p Parts) error {
	if len(m.info.Features) > 0 {
		m.approach = Approach{Name: m.info.Approach}
		for i, name := range m.info.Features {
			e := p.extractor(name)
			if e == nil || slices.Contains(m.info.Features[:i], name) {
				return fmt.Errorf("found feature %q, which is not among the parts or there twice", name)
			}
			m.approach.Extractors = append(m.approach.Extractors, e)
		}
		return nil
	}
	for _, a := range p.Approaches() {
		if a.Name == m.info.Approach && a.Extractors == nil {
			m.approach = a
			return nil
		}
	}
	return fmt.Errorf("found approach %q, which is not among the parts", m.info.Approach)
}

func (m *Model) parseQuestions(line []byte, _ Parts) error {
	var questions []modelQuestion
	if err := decodeStrictly(line, &questions); err != nil {
		return err
	}
	if len(questions) == 0 || len(questions) != m.info.Dataset.Questions {
		return fmt.Errorf("found %d questions, expected %d and at least 1", len(questions), m.info.Dataset.Questions)
	}
	d := m.info.Dataset
	m.training = &datasets.Dataset{Name: d.Name, Synthetic: d.Synthetic, RatingNote: d.Note}
	seen := make(map[string]bool)
	for _, q := range questions {
		if q.ID == "" || seen[q.ID] {
			return fmt.Errorf("found question %q again or without a name", q.ID)
		}
		seen[q.ID] = true
		m.training.Questions = append(m.training.Questions, datasets.Question(q))
	}
	return nil
}

func (m *Model) parseTraining(line []byte, _ Parts) error {
	var t modelTraining
	if err := decodeStrictly(line, &t); err != nil {
		return err
	}
	questions := len(m.training.Questions)
	if len(t.Texts) != questions {
		return fmt.Errorf("found texts of %d questions, expected %d", len(t.Texts), questions)
	}
	if n := m.info.Dataset.Respondents; len(t.Responses) != n || len(t.Ratings) != n {
		return fmt.Errorf("found %d respondents and %d ratings, expected %d", len(t.Responses), len(t.Ratings), n)
	}
	for i, row := range t.Responses {
		if len(row) != questions {
			return fmt.Errorf("respondent %d: found %d responses, expected %d", i+1, len(row), questions)
		}
		if r := t.Ratings[i]; !(r >= 0 && r <= 1) {
			return fmt.Errorf("respondent %d: found rating %v, expected 0 to 1", i+1, r)
		}
		respondent := datasets.Respondent{ID: fmt.Sprint(i + 1), Rating: t.Ratings[i]}
		for j, k := range row {
			if k < 0 || int(k) >= len(t.Texts[j]) {
				return fmt.Errorf("respondent %d: found text %d of question %d, expected 0 to %d", i+1, k, j+1, len(t.Texts[j])-1)
			}
			respondent.Responses = append(respondent.Responses, t.Texts[j][k])
		}
		m.training.Respondents = append(m.training.Respondents, respondent)
	}
	return m.info.Dataset.check(describeTraining(m.training))
}

func (m *Model) parseLearned(line []byte, _ Parts) error {
	var l modelLearned
	if err := checkNumbers(line); err != nil {
		return err
	}
	if err := decodeStrictly(line, &l); err != nil {
		return err
	}
	if err := m.restore(&l); err != nil {
		return err
	}
	m.begin()
	probe := m.probe()
	if len(l.Probe) != len(probe) {
		return fmt.Errorf("found a probe of %d predictions, expected %d", len(l.Probe), len(probe))
	}
	for i, want := range l.Probe {
		if !(math.Abs(probe[i]-want) <= probeTolerance) {
			return fmt.Errorf("%s made it, whose features differ from those of luna %s: respondent %d has prediction %v, expected %v",
				m.info.Tool, Version(), i+1, probe[i], want)
		}
	}
	return nil
}

// restore makes the predictor.
func (m *Model) restore(l *modelLearned) error {
	c := newCorpus(m.training, m.analyzer)
	switch {
	case m.approach.Learner != nil && l.Learner != nil:
		saver, ok := m.approach.Learner.(Saver)
		if !ok {
			return fmt.Errorf("%s cannot be read: its learner is no Saver", m.approach.Name)
		}
		f, err := saver.Restore(c.questions, c.responses(c.everyone()), c.ratings, l.Learner)
		if err != nil {
			return err
		}
		m.predictor = learnerPredictor(f)
	case m.approach.Control != nil && l.Constant != nil:
		if !(*l.Constant >= 0 && *l.Constant <= 1) {
			return fmt.Errorf("found the constant %v, expected 0 to 1", *l.Constant)
		}
		m.predictor = constant(*l.Constant)
	case m.approach.designed() && l.Design != nil:
		d := newDesigned(c, m.approach.Extractors)
		if got := columnsDigest(d.columns); got != l.Design.Columns || len(d.columns) != m.info.Columns {
			return fmt.Errorf("%s made it, whose features have other columns than those of luna %s", m.info.Tool, Version())
		}
		if d.columnStats = l.Design.columnStats; len(d.Mean) != len(d.columns) || len(d.SD) != len(d.columns) {
			return fmt.Errorf("found means of %d and deviations of %d columns, expected %d", len(d.Mean), len(d.SD), len(d.columns))
		}
		var err error
		if d.model, err = regress.DecodeModel(l.Design.Kind, l.Design.Model, len(d.columns), m.kinds...); err != nil {
			return err
		}
		m.predictor = d
	default:
		return fmt.Errorf("found nothing learned of the kind that %s learns", m.info.Approach)
	}
	return nil
}
