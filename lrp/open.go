package lrp

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
)

// ErrModelFile is wrapped by the errors for a file that is not a model, or not one that can be used
// here.
var ErrModelFile = errors.New("cannot be used as a model")

// OpenModel reads a model file. The parts must include everything that the model was made of,
// except the module's own parts.
//
// The file's digest covers every byte, and nothing in it is trusted beyond that: a damaged or
// hostile file is an error that wraps [ErrModelFile], as is a newer version of the format. A model
// whose features, word vectors or other resources are not those it was trained with is refused.
func OpenModel(path string, p Parts) (*Model, error) {
	return files.With(path, "a model", func(in io.Reader, _ string) (*Model, error) { return ReadModel(in, path, p) })
}

// ReadModel is [OpenModel] for a reader. The name stands for the file in errors.
func ReadModel(r io.Reader, name string, p Parts) (*Model, error) {
	m := &Model{kinds: p.Models}
	lines, err := m.readTraining(r, name)
	if err != nil {
		return nil, err
	}
	if err := m.resolve(p); err != nil {
		return nil, modelError(name, 1, err)
	}
	if err := m.decodeLearned(lines.Learned); err != nil {
		return nil, modelError(name, 4, err)
	}
	return m, nil
}

// modelError says that a file cannot be used as a model, and in which line that is found, if in
// any.
func modelError(name string, line int, err error) error {
	if e, ok := errors.AsType[*files.Error](err); ok { // of reading, which says nothing about the file
		return files.At(name, 0, e.Err)
	}
	return files.At(name, line, fmt.Errorf("%w: %w", ErrModelFile, brief(err)))
}

// brief shortens an error that quotes much of a file, and takes out what would control a terminal.
func brief(err error) error {
	const limit = 400
	text := err.Error()
	if len(text) <= limit && strings.IndexFunc(text, unicode.IsControl) < 0 {
		return err
	}
	if len(text) > limit {
		text = text[:limit] + "…"
	}
	return errors.New(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, valid(text)))
}

// readTraining reads what does not depend on the parts: head, questions and training part.
func (m *Model) readTraining(r io.Reader, name string) (modelfile.Lines, error) {
	lines, line, err := modelfile.Read(r)
	if err != nil {
		return lines, modelError(name, line, err)
	}
	if err = files.DecodeJSON(lines.Head, &m.info); err == nil {
		err = m.info.Expected.check()
	}
	if err == nil && m.info.Transductive != nil {
		err = errors.New("found the head of a transductive model, expected none in a file")
	}
	if err != nil {
		return lines, modelError(name, 1, err)
	}
	d := m.info.Dataset
	m.training = &datasets.Dataset{
		Name: d.Name, Synthetic: d.Synthetic, RatingNote: d.Note, Scale: d.Scale, Points: d.Points,
	}
	m.training.Questions, err = modelfile.DecodeQuestions(lines.Questions, d.Questions)
	if err != nil {
		return lines, modelError(name, 2, err)
	}
	m.training.Respondents, err = modelfile.DecodeTraining(
		lines.Training, d.Questions, d.Respondents+d.Unrated,
	)
	if err == nil {
		err = d.check(describeTraining(m.training))
	}
	if err == nil {
		err = m.checkLearn()
	}
	if err != nil {
		return lines, modelError(name, 3, err)
	}
	return lines, nil
}

// checkLearn returns an error if the head says that AUTO learned from something other than what
// there is.
func (m *Model) checkLearn() error {
	found := approach.LearnTotals
	if slices.ContainsFunc(m.training.Respondents, datasets.Respondent.Scored) {
		found = approach.LearnGrades
	}
	if said := m.info.Learn; said != found && (said != "" || found == approach.LearnGrades) {
		return fmt.Errorf("found %s to learn from, the head says %q", found.Sources(), string(said))
	}
	return nil
}

// check returns an error if the head does not describe the training part that was found.
func (d *ModelDataset) check(found ModelDataset) error {
	const tolerance = 1e-9
	if d.Respondents != found.Respondents {
		return fmt.Errorf("found %d ratings, the head says %d", found.Respondents, d.Respondents)
	}
	if !(math.Abs(d.RatingMean-found.RatingMean) <= tolerance &&
		math.Abs(d.RatingSD-found.RatingSD) <= tolerance) {
		return fmt.Errorf("found ratings of mean %v and deviation %v, the head says %v and %v",
			found.RatingMean, found.RatingSD, d.RatingMean, d.RatingSD)
	}
	if !d.Scale.Valid() {
		return fmt.Errorf("found a scale from %v to %v, expected two different numbers",
			d.Scale.Zero, d.Scale.Full)
	}
	if n := len(d.Points); d.Points != nil && n != d.Questions {
		return fmt.Errorf("found points of %d questions, expected %d", n, d.Questions)
	}
	for _, p := range d.Points {
		if !(p >= 0) {
			return fmt.Errorf("found %v points, expected a number of at least 0", p)
		}
	}
	return nil
}

// resolve finds the analyzer and the approach among the parts, and compares the resources.
func (m *Model) resolve(p Parts) error {
	analyzer := p.analyzer(m.info.Analyzer)
	if analyzer == nil {
		return fmt.Errorf("found analyzer %q, which is not among the parts", m.info.Analyzer)
	}
	m.analyzer = *analyzer
	var err error
	if m.approach, err = m.findApproach(p); err != nil {
		return err
	}
	other := m.checkEncoder()
	if err := checkVersions(m.info.Versions, versions(m.analyzer, m.approach)); err != nil {
		return err
	}
	present, err := resources(m.approach)
	if err != nil {
		return err
	}
	trained := slices.Clone(m.info.Resources)
	if m.info.Encoder != nil { // which says more than the digest of ENC's resource
		ofENC := func(r features.Resource) bool { return r.Name == features.EncoderResource }
		trained = slices.DeleteFunc(trained, ofENC)
	}
	return cmp.Or(checkResources(trained, present), other)
}

// findApproach makes the approach that the head names of the parts.
func (m *Model) findApproach(p Parts) (Approach, error) {
	if len(m.info.Features) == 0 {
		for _, a := range p.approaches() {
			if a.Name == m.info.Approach && a.Extractors() == nil {
				return a, nil
			}
		}
		return Approach{}, fmt.Errorf(
			"found approach %q, which is not among the parts", m.info.Approach,
		)
	}
	var list approach.Features
	for i, name := range m.info.Features {
		e := p.extractor(name)
		if e == nil || slices.Contains(m.info.Features[:i], name) {
			return Approach{}, fmt.Errorf(
				"found feature %q, which is not among the parts or is there twice", name,
			)
		}
		list = append(list, e)
	}
	return Approach{Name: m.info.Approach, Method: list}, nil
}

// probeTolerance is how far a prediction may be from the probe: machines of other architectures
// round differently.
const probeTolerance = 1e-6

// decodeLearned makes the predictor and compares its predictions with those in the file.
func (m *Model) decodeLearned(line []byte) error {
	l, err := modelfile.DecodeLearned(line)
	if err != nil {
		return err
	}
	if m.predictor, err = m.restore(l); err != nil {
		return err
	}
	m.begin()
	probe, err := m.probe()
	if err != nil {
		return err
	}
	if len(l.Probe) != len(probe) {
		return fmt.Errorf("found a probe of %d predictions, expected %d", len(l.Probe), len(probe))
	}
	for i, want := range l.Probe {
		if !(math.Abs(probe[i]-want) <= probeTolerance) {
			return fmt.Errorf("%s made it, whose features differ from those of luna %s: "+
				"respondent %d has prediction %v, expected %v; %s",
				m.info.Tool, Version(), i+1, probe[i], want, retrainHint)
		}
	}
	return nil
}
