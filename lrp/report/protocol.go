package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
)

// A unit is what a data set has one error for.
type unit string

const (
	byTrial      unit = "trial"      // random splits
	byFold       unit = "fold"       // of cross-validation
	byRespondent unit = "respondent" // each predicted once, from all others or on a given split
)

func unitOf(d *experiment.Dataset) unit {
	switch {
	case d.ByRespondent():
		return byRespondent
	case d.Folds > 0:
		return byFold
	}
	return byTrial
}

// throughout is the phrase for what holds for all units.
func (v *view) throughout() string {
	switch u := unitOf(&v.Dataset); {
	case v.curve:
		return "at every size"
	case u == byRespondent:
		return "for every respondent"
	default:
		return "in every " + string(u)
	}
}

// autoSettings returns what headlines say about AUTO's settings that are not the defaults, one
// phrase each.
func autoSettings(s experiment.Settings) (list []string) {
	if s.Transductive {
		list = append(list, "transductive: AUTO saw the texts, not the ratings, of the test set")
	}
	switch s.Blank {
	case auto.BlankZero:
		list = append(list, "AUTO counts a question without an answer as worth nothing")
	case auto.BlankIgnore:
		list = append(list, "AUTO does not count a question without an answer")
	case auto.BlankText:
		list = append(list, "AUTO learns what a question without an answer is worth")
	}
	return list
}

// repeated describes how the respondents were split.
func repeated(r *experiment.Report) []string {
	seed := fmt.Sprintf("seed %d", r.Seed)
	if r.Stratified {
		seed += ", stratified by rating"
	}
	if r.Groups != "" {
		seed += fmt.Sprintf(", no %s on both sides of a split", r.Groups)
	}
	switch folds := foldsOf(r); {
	case isCurve(r):
		return []string{"Learning curve", text.Count(r.Trials, "trial"), seed,
			fmt.Sprintf("at most %.4g%% of the respondents to train", 100*r.TrainFraction)}
	case eachGroup(r):
		return []string{"every group predicted from all others", seed}
	case r.Protocol == givenSplit:
		return []string{"one split, given by the data", seed}
	case r.Protocol == "leave-one-out":
		return []string{"every respondent predicted from all others", seed}
	case folds > 0:
		return []string{fmt.Sprintf("%s of %d-fold cross-validation",
			text.Count(r.Trials, "repetition"), folds), seed}
	}
	return []string{text.Count(r.Trials, "trial"), seed,
		fmt.Sprintf("%.4g%% of the respondents to train", 100*r.TrainFraction)}
}

// isCurve reports whether the report has learning curves.
func isCurve(r *experiment.Report) bool {
	return r.Format == "lrp-curve" || len(r.Datasets) > 0 && len(r.Datasets[0].Sizes) > 0
}

// givenSplit is the protocol of a split that is given.
const givenSplit = "given split"

// groupwise reports whether each group of a data set was left out once.
func groupwise(d experiment.DatasetReport) bool { return d.Groups > 0 && d.Folds == d.Groups }

// eachGroup reports whether that holds for all data sets.
func eachGroup(r *experiment.Report) bool {
	return len(r.Datasets) > 0 && !slices.ContainsFunc(r.Datasets,
		func(d experiment.DatasetReport) bool { return !groupwise(d) })
}

// foldsOf returns the number of folds of a cross-validation, whose data sets may have too few
// groups for it.
func foldsOf(r *experiment.Report) int {
	for _, d := range r.Datasets {
		if !groupwise(d) {
			return d.Folds
		}
	}
	return 0
}

// parts describes the sizes of training and test sets.
func (v *view) parts() string {
	switch {
	case v.Groups > 0:
		return fmt.Sprintf("in %s (on average %d to train, %d to test)", text.Count(v.Groups, "group"),
			v.Train, v.Test)
	case v.Given && v.Test == v.Respondents: // by a model of others
		return fmt.Sprintf("(predicted from %d others)", v.Train)
	case unitOf(&v.Dataset) != byFold || v.Respondents%v.Folds == 0:
		return fmt.Sprintf("(%d to train, %d to test)", v.Train, v.Test)
	}
	return fmt.Sprintf("(%d or %d to train, %d or %d to test)", v.Train, v.Train+1, v.Test,
		v.Test-1)
}

// whiskers returns the ends of a result's error bar: one standard deviation about the mean, or the
// 95% interval if there is no spread, or the mean itself if there is neither.
func whiskers(r *experiment.Result, d *experiment.DatasetReport) (lo, hi float64) {
	lo, hi = r.RMSEMean-r.RMSESD, r.RMSEMean+r.RMSESD
	if unitOf(&d.Dataset) == byRespondent {
		lo, hi = r.RMSECI95[0], r.RMSECI95[1]
	}
	if !defined(lo) || !defined(hi) {
		return r.RMSEMean, r.RMSEMean
	}
	return lo, hi
}

// units returns the set of units of the data sets.
func units(list []*view) map[unit]bool {
	set := map[unit]bool{}
	for _, v := range list {
		set[unitOf(&v.Dataset)] = true
	}
	return set
}

// over says what the errors of a report are averaged over, such as "100 trials"; "" if they are
// not.
func over(r *experiment.Report, list []*view) string {
	switch set := units(list); {
	case eachGroup(r):
		return "the groups"
	case set[byFold] && foldsOf(r) > 0:
		return text.Count(r.Trials*foldsOf(r), "fold")
	case set[byRespondent]:
		return ""
	}
	return text.Count(r.Trials, "trial")
}

// joined names the tests against CBG.
func joined(set map[unit]bool) string {
	var tests []string
	for _, u := range []unit{byTrial, byFold} {
		if set[u] {
			tests = append(tests,
				"paired corrected resampled t-test on the "+string(u)+"s (Nadeau & Bengio 2003)")
		}
	}
	if set[byRespondent] {
		tests = append(tests, "paired t-test on the squared errors of the respondents")
	}
	return strings.Join(tests, ", or ")
}

// pooled reports whether the error over all respondents differs from the mean over folds.
func (v *view) pooled() bool { return unitOf(&v.Dataset) == byFold }

// hasThesisFigures reports whether a result of the data set has the thesis's figure beside it.
func (v *view) hasThesisFigures() bool {
	return slices.ContainsFunc(v.Results,
		func(r experiment.Result) bool { return r.Thesis != nil })
}

// shortNames spell out the codes of the built-in approaches for figures, in at most 22 letters.
var shortNames = map[string]string{
	"RAN": "random guess", "CBG": "constant best guess",
	"BWO": "binary word overlap", "FWO": "fraction word overlap",
	"CED": "character edits", "WED": "word edits", "WCS": "word vectors", "SNL": "semantic nets",
	"DEM": "demoted recall", "DBO": "demoted overlap", "ALN": "word alignment",
	"BOW": "bag of words", "BIG": "bigrams", "SYN": "bag of synsets",
	"NNO": "neighbour by overlap", "NNC": "neighbour by letters", "NNW": "neighbour by words",
	"CNG": "character trigrams", "COM": "thesis's features", "ALL": "all features",
	"AUTO": "hidden grades",
}

// shortName spells out an approach's code, "" if only the code is known.
func (o Options) shortName(approach string) string {
	if s := shortNames[approach]; s != "" {
		return s
	}
	s := clean(shortDescription(o.description(approach)))
	if width(s) > 22 || strings.EqualFold(s, approach) {
		return ""
	}
	return s
}

// spelledOut returns an approach's code with its name.
func (o Options) spelledOut(approach string) string {
	if s := o.shortName(approach); s != "" {
		return clean(approach) + ", " + s
	}
	return clean(approach)
}

// regressorNames spell out regressors for figures.
var regressorNames = map[string]string{
	"ols": "least squares (ols)", "lasso": "Lasso",
	"lassocv": "Lasso, its penalty chosen by cross-validation",
	"ridge":   "ridge regression", "elasticnet": "elastic net",
	"gp":          "Gaussian process (gp)",
	"kernelridge": "kernel ridge regression",
	"huber":       "Huber regression",
}

func regressorName(name string) string {
	if s := regressorNames[name]; s != "" {
		return s
	}
	return clean(name)
}

// shortDescription returns the name that begins an approach's description, such as "bag of words"
// or "constant best guess".
func shortDescription(s string) string {
	for _, role := range []string{"control: ", "recommended: "} {
		s = strings.TrimPrefix(s, role)
	}
	for _, end := range []string{": ", " (", " of the training ", ", the ", ", learned "} {
		s, _, _ = strings.Cut(s, end)
	}
	return s
}
