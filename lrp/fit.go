package lrp

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
	"github.com/luna-rating/luna/lrp/internal/predictor"
	"github.com/luna-rating/luna/regress"
)

// fit fits the approach to the training part.
func (m *Model) fit(o TrainOptions) (err error) {
	c := design.NewCorpus(m.training, m.analyzer)
	switch method := m.approach.Method.(type) {
	case approach.Control:
		m.predictor, err = fitControl(method, c, o)
	case approach.Features:
		m.predictor, err = m.fitRegression(method, c, o.Regressor)
	case approach.Learning:
		m.info.Regressor = method.Learner.Name()
		m.predictor, err = fitLearner(method.Learner, c, nil)
	default:
		err = fmt.Errorf("%s cannot be trained: it learns nothing", m.approach.Name)
	}
	if err != nil {
		return err
	}
	for _, w := range m.predictor.Warnings() {
		m.info.Warnings = append(m.info.Warnings, w.Error())
	}
	m.begin()
	return nil
}

// restore makes the predictor of what is in a file, for respondents whom others graded, if there
// are any.
func (m *Model) restore(l *modelfile.Learned, graded ...datasets.Respondent) (predictor.Predictor, error) {
	c := design.NewCorpus(m.training, m.analyzer)
	c.AddExternal(graded, text.NewCache(m.analyzer))
	switch method := m.approach.Method.(type) {
	case approach.Control:
		if l.Constant == nil {
			break
		}
		if !(*l.Constant >= 0 && *l.Constant <= 1) {
			return nil, fmt.Errorf("found the constant %v, expected 0 to 1", *l.Constant)
		}
		return predictor.Constant(*l.Constant), nil
	case approach.Features:
		if l.Design != nil {
			return m.restoreRegression(method, c, l.Design)
		}
	case approach.Learning:
		if l.Learner == nil {
			break
		}
		if err := design.Encode(context.Background(), c, method.Learner); err != nil {
			return nil, err
		}
		fitted, err := m.learner().Restore(c.Questions, c.Training(c.Everyone()), l.Learner)
		return predictor.Learned{FittedLearner: fitted}, err
	}
	return nil, fmt.Errorf("found nothing learned of the kind that %s learns", m.info.Approach)
}

// learned returns what the fit has learned as it is in the file.
func (m *Model) learned() (*modelfile.Learned, error) {
	probe, err := m.probe()
	if err != nil {
		return nil, err
	}
	l := &modelfile.Learned{Probe: probe}
	switch p := m.predictor.(type) {
	case predictor.Constant:
		constant := float64(p)
		l.Constant = &constant
	case *predictor.Regression:
		l.Design = &modelfile.Design{
			Columns: modelfile.ColumnsDigest(p.Design.Columns), ColumnStats: p.ColumnStats,
		}
		l.Design.Kind, l.Design.Model, err = regress.EncodeModel(p.Model, m.kinds...)
	case predictor.Learned:
		l.Learner, err = p.MarshalJSON()
	}
	if err != nil {
		return nil, err
	}
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("%s cannot be saved: %w", m.approach.Name, err)
	}
	return l, nil
}

// fitControl returns what a control predicts for anybody.
func fitControl(
	control approach.Control, c *design.Corpus, o TrainOptions,
) (predictor.Constant, error) {
	ratings, err := control(approach.Trial{
		Seed: o.Seed, TrainY: c.Ratings, Test: make([]approach.Respondent, 1),
	})
	if err != nil {
		return 0, err
	}
	return predictor.Constant(ratings[0]), nil
}

// fitRegression fits a regressor to features, and describes it.
func (m *Model) fitRegression(
	list approach.Features, c *design.Corpus, r regress.Regressor,
) (*predictor.Regression, error) {
	m.info.Regressor = r.Name()
	d, err := fitDesign(c, list)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		m.info.Features = append(m.info.Features, e.Name())
	}
	m.info.Columns = len(d.Columns)
	fitted, err := predictor.Fit(d, c.Ratings, r)
	if err == nil {
		m.info.Alpha = fitted.Model.Diagnostics().Alpha
		_, m.info.AlphaChosen = r.(regress.LassoCV)
	}
	return fitted, err
}

// fitLearner fits a learner to everyone in a corpus. The population is that of [approach.Learner].
func fitLearner(
	l approach.Learner, c *design.Corpus, population [][]*text.Doc,
) (predictor.Learned, error) {
	if err := design.Encode(context.Background(), c, l); err != nil {
		return predictor.Learned{}, err
	}
	prepared, err := l.Prepare(c.Questions, population)
	if err != nil {
		return predictor.Learned{}, err
	}
	fitted, err := prepared.Fit(c.Training(c.Everyone()))
	return predictor.Learned{FittedLearner: fitted}, err
}

// fitDesign fits features to all respondents of a corpus.
func fitDesign(c *design.Corpus, extractors []features.Extractor) (*design.Fitted, error) {
	b, err := design.NewBuilder(context.Background(), runtime.GOMAXPROCS(0), c, extractors)
	if err != nil {
		return nil, err
	}
	return b.Fit(extractors, c.Everyone()), nil
}

func (m *Model) restoreRegression(
	list approach.Features, c *design.Corpus, d *modelfile.Design,
) (*predictor.Regression, error) {
	fitted, err := fitDesign(c.WithoutKnown(), list)
	if err != nil {
		return nil, err
	}
	n := len(fitted.Columns)
	if modelfile.ColumnsDigest(fitted.Columns) != d.Columns || n != m.info.Columns {
		return nil, fmt.Errorf(
			"%s made it, whose features have other columns than those of luna %s; %s", m.info.Tool,
			Version(), retrainHint,
		)
	}
	if len(d.Mean) != n || len(d.SD) != n {
		return nil, fmt.Errorf("found means of %d and deviations of %d columns, expected %d",
			len(d.Mean), len(d.SD), n)
	}
	model, err := regress.DecodeModel(d.Kind, d.Model, n, m.kinds...)
	if errors.Is(err, regress.ErrKind) {
		err = fmt.Errorf("%w; %s with --regressor ridge", err, retrainHint)
	}
	if err != nil {
		return nil, err
	}
	return &predictor.Regression{Design: fitted, Model: model, ColumnStats: d.ColumnStats}, nil
}
