package report

import (
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

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
	s, _, _ := strings.Cut(o.description(approach), ":")
	if s = clean(s); width(s) > 22 || strings.EqualFold(s, approach) {
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

// regressorNames spell out the regressors of the thesis for figures.
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

// legend spells out the codes of the approaches in one paragraph, "" if none has a description.
func legend(r *experiment.Report, opts Options) string {
	var parts []string
	for _, l := range described(r, opts) {
		parts = append(parts, l[0]+" "+shortDescription(l[1]))
	}
	return strings.Join(parts, " · ")
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
