package approach

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// ExternalRegressor is what the results of other systems have in the place of a regressor.
const ExternalRegressor = "external"

// External is the method of another system, whose predictions of each trial are known: see
// [ReadExternal].
type External struct {
	path string
	// made are the predictions by data set, "" for any, trial from 0, and respondent.
	made  map[string][]map[string]given
	level float64 // of the intervals, 0 for [IntervalLevel]
}

// given is a prediction with its interval and the rating, NaN where there is none.
type given struct {
	prediction float64
	interval   [2]float64
	rating     float64
}

// The columns of predictions.
const (
	trialColumn, respondentColumn, predictionColumn = "trial", "respondent", "prediction"

	predictions = "predictions: columns trial (from 1), respondent and prediction, and dataset, approach, " +
		"regressor, rating, low, high and level where they are known"
)

// maxTrial bounds the numbers of trials.
const maxTrial = 1 << 20

// ReadExternal reads the predictions of another system: a table with the columns trial (from 1),
// respondent and prediction (from 0 to 1), one row for each respondent in the test part of each
// trial. There may be columns dataset; rating, which has to be that of the data; low and high, the
// ends of an interval; level, with which probability all intervals hold the rating, [IntervalLevel]
// unless it is there; and approach and regressor, of which pick, such as "BOW/ridge" or "AUTO",
// names one if there are several.
// 'lrp eval --out' writes such a table as predictions.csv. Errors name the file and the line.
func ReadExternal(path, pick string) (*External, error) {
	t, err := columns.OpenNamed(path, predictions, trialColumn, respondentColumn, predictionColumn)
	if err != nil {
		return nil, err
	}
	r := &externalReader{Named: t, pick: pick, to: &External{path: path}}
	if err := t.Each(r.row); err != nil {
		return nil, err
	}
	switch {
	case len(r.systems) == 0:
		return nil, t.Fault(sheet.Row{}, "no predictions", predictions)
	case len(r.to.made) == 0:
		return nil, t.Fault(sheet.Row{}, "no predictions of "+text.Quote(pick), "one of "+
			strings.Join(r.systems, ", "))
	}
	return r.to, nil
}

type externalReader struct {
	*columns.Named
	pick    string
	systems []string
	to      *External
}

func (r *externalReader) row(row sheet.Row) error {
	system := r.Cell(row, "approach")
	if g := r.Cell(row, "regressor"); g != "" && g != NoRegressor && !IsLearner(system, g) {
		system += "/" + g
	}
	if !slices.Contains(r.systems, system) {
		r.systems = append(r.systems, system)
	}
	if r.pick == "" && len(r.systems) > 1 {
		return r.Fault(row, "predictions of "+strings.Join(r.systems, " and of "), "those of one system: "+
			"FILE#"+r.systems[0]+" picks it")
	}
	if r.pick != "" && !strings.EqualFold(r.pick, system) {
		return nil
	}
	values := [6]float64{}
	for k, name := range []string{trialColumn, predictionColumn, "low", "high", "rating", "level"} {
		cell := r.Cell(row, name)
		v, top, ok := r.Number(cell)
		if k > 1 && cell == "" {
			v, ok = math.NaN(), true
		}
		if trial := k == 0; !ok || top != 0 || trial && !(v >= 1 && v <= maxTrial && v == math.Trunc(v)) ||
			!trial && (v < -1 || v > 2) {
			expected := "a rating from 0 to 1"
			if trial {
				expected = "a whole number from 1"
			}
			return r.Fault(row, text.Quote(cell)+" in column "+text.Quote(name), expected)
		}
		values[k] = v
	}
	switch level := values[5]; {
	case level <= 0 || level >= 1 || r.to.level > 0 && level != r.to.level:
		return r.Fault(row, text.Quote(r.Cell(row, "level"))+` in column "level"`,
			"one number between 0 and 1 in all rows")
	case level > 0:
		r.to.level = level
	}
	set, who, trial := r.Cell(row, "dataset"), r.Cell(row, respondentColumn), int(values[0])-1
	if !r.to.add(set, trial, who, given{values[1], [2]float64{values[2], values[3]}, values[4]}) {
		return r.Fault(row, fmt.Sprintf("respondent %s twice in trial %d", text.Quote(who), trial+1),
			"one prediction for each respondent")
	}
	return nil
}

// Add adds the prediction of a respondent in a trial, from 0, of any data set, to an External that
// was not read from a file. It comes before the method is prepared, such as from
// [experiment.Options].Splits. A second one has no effect.
func (x *External) Add(trial int, respondent string, rating float64) {
	x.add("", trial, respondent, given{rating, [2]float64{math.NaN(), math.NaN()}, math.NaN()})
}

// add reports whether the prediction is the first one.
func (x *External) add(set string, trial int, who string, g given) bool {
	if x.made == nil {
		x.made = map[string][]map[string]given{}
	}
	for len(x.made[set]) <= trial {
		x.made[set] = append(x.made[set], map[string]given{})
	}
	_, twice := x.made[set][trial][who]
	if !twice {
		x.made[set][trial][who] = g
	}
	return !twice
}

// Regressors implements [Method].
func (*External) Regressors(*design.Setting) []string { return []string{ExternalRegressor} }

// Prepare implements [Method].
func (x *External) Prepare(s *design.Setting) (design.Fit, error) {
	made, named := x.made[s.Dataset.Name]
	any, one := x.made[""]
	switch one = one && len(x.made) == 1; {
	case !named && one && s.Sets > 1:
		return nil, files.New(x.path, 0, "no name of a data set", fmt.Sprintf(
			"a column %q that says which of the %d data sets a row is of", "dataset", s.Sets))
	case !named && !one:
		return nil, files.New(x.path, 0, "no predictions for "+s.Dataset.Name, "its name in the column dataset")
	case !named:
		made = any
	}
	if s.Trials > 0 && len(made) > s.Trials {
		return nil, files.New(x.path, 0, text.Count(len(made), "trial")+" of "+s.Dataset.Name,
			fmt.Sprintf("the %d that are made", s.Trials))
	}
	ids := make([]string, len(s.Dataset.Respondents))
	for i, r := range s.Dataset.Respondents {
		ids[i] = r.ID
	}
	return func(n int, split *design.Split) ([]design.Predicted, error) {
		p := design.Predicted{Regressor: ExternalRegressor, Level: x.level}
		var trial map[string]given
		if n < len(made) {
			trial = made[n]
		}
		tested, missing, rated := map[string]bool{}, []string(nil), []string(nil)
		for _, i := range split.Test {
			g, ok := trial[ids[i]]
			if tested[ids[i]] = true; !ok {
				missing = append(missing, ids[i])
			}
			if ok && math.Abs(g.rating-s.Dataset.Respondents[i].Rating) > sameRating {
				rated = append(rated, ids[i])
			}
			p.Ratings, p.Intervals = append(p.Ratings, g.prediction), append(p.Intervals, g.interval)
		}
		var foreign []string
		for id := range trial {
			if !tested[id] {
				foreign = append(foreign, id)
			}
		}
		if !slices.ContainsFunc(p.Intervals, func(i [2]float64) bool { return !math.IsNaN(i[0] + i[1]) }) {
			p.Intervals = nil
		}
		return []design.Predicted{p}, x.mismatch(missing, foreign, rated)
	}, nil
}

// sameRating is how far a rating in a file may be from that of the data.
const sameRating = 1e-6

// mismatch says whom a trial lacks, who is not in its test part, and whose rating is another one.
func (x *External) mismatch(missing, foreign, rated []string) error {
	var found []string
	for _, l := range []struct {
		what string
		list []string
	}{{"no prediction for ", missing}, {"others than those tested: ", foreign},
		{"another rating than the data has of ", rated}} {
		if len(l.list) > 0 {
			slices.Sort(l.list)
			found = append(found, l.what+text.Some(l.list, 3))
		}
	}
	if found == nil {
		return nil
	}
	return files.New(x.path, 0, strings.Join(found, "; "), "a prediction for each respondent in the test part "+
		"of each trial, which --splits-out writes")
}
