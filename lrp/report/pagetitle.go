package report

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// pageTitle names the data and the main finding.
func pageTitle(list []*view) string {
	if len(list) > 0 && list[0].curve {
		return curveTitle(list)
	}
	switch len(list) {
	case 0:
		return "Luna Rating Prediction: no data sets"
	case 1:
		return list[0].titleName() + ": " + list[0].finding()
	}
	return "Prediction error by approach on " + listOfNames(list)
}

func (v *view) titleName() string {
	if v.Synthetic {
		return clean(v.Name) + " (synthetic)"
	}
	return clean(v.Name)
}

func listOfNames(list []*view) string {
	if len(list) > 3 {
		return fmt.Sprintf("%d data sets", len(list))
	}
	var names []string
	for i := range list {
		names = append(names, list[i].titleName())
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// finding says in a few words what came out on a data set; [experiment.DatasetReport.Headline] says
// it in full.
func (v *view) finding() string {
	best := v.bestResult()
	switch {
	case best == nil:
		return "no results"
	case best.Regressor == control:
		return fmt.Sprintf("%s has an error of %s", contender(best), short(best.RMSEMean))
	case v.CBG == nil:
		return fmt.Sprintf("%s has the lowest error, %s", contender(best), short(best.RMSEMean))
	}
	switch v.tests.VsCBG[v.tests.Best].Outcome {
	case experiment.Better:
		return predicts(contender(best), best.RMSEMean, v.CBG.RMSEMean)
	case experiment.Untested:
		return fmt.Sprintf("%s has the lowest error, %s, with too few trials for a test",
			contender(best), short(best.RMSEMean))
	}
	return "no approach predicts ratings significantly better than the constant guess"
}

// predicts describes an approach by its error and the constant guess's.
func predicts(name string, rmse, guess float64) string {
	return fmt.Sprintf("%s predicts ratings with an error of %s, %.0f%% below the constant guess",
		name, short(rmse), 100*(1-rmse/guess))
}

// curveTitle names the data of a learning curve and where the best curve ends.
func curveTitle(list []*view) string {
	const subject = "prediction error by the number of rated respondents"
	if len(list) != 1 {
		return "P" + subject[1:] + " on " + listOfNames(list)
	}
	v := list[0]
	best, name := v.bestResult(), v.titleName()+": "
	if best == nil || best.Regressor == control {
		return name + subject
	}
	rated := text.Count(best.Size, "rated respondent")
	if v.CBG != nil && v.CBG.RMSEMean > best.RMSEMean {
		return name + "after " + rated + " " + predicts(contender(best), best.RMSEMean, v.CBG.RMSEMean)
	}
	return fmt.Sprintf("%safter %s %s has the lowest error, %s", name, rated, contender(best),
		short(best.RMSEMean))
}

// unitsText relates errors to the data set's own units, "" if ratings are from 0 to 1 themselves.
func (v *view) unitsText() string {
	best := v.bestResult()
	if v.Data == nil || v.Data.Scale.Unit() || best == nil {
		return ""
	}
	s := v.Data.Scale
	return fmt.Sprintf("A rating of 0 stands for %.6g and 1 for %.6g in the data's own units, so the "+
		"error %s of %s is %.3g there.", s.Value(0), s.Value(1), short(best.RMSEMean),
		contender(best), best.RMSEMean*(s.Value(1)-s.Value(0)))
}
