// Package grade rates the respondents of a table: the unrated ones of an exam or survey from
// the rated ones, or all of them with a model. It says how far to trust the ratings, and writes the
// table again with its results, or a page to read. It is named for what its users do with tables;
// reading them is the task of package datasets, except for finding the questions of a model, which
// [Read] does.
//
//	result, err := grade.Grade(ctx, ds, grade.Options{})
//	fmt.Println(result.Trust)
//	err = result.WriteHTML(w)
//
// The ratings are those of approach AUTO, in the user's own units ([datasets.Scale]).
//
// # Trust
//
// Each rated respondent is also predicted by a fit that has not seen its rating
// ([experiment.MeasureTrust]). The errors of these predictions are those to expect for the others,
// and are compared with those of the constant best guess, the mean of the other ratings. The share
// of ratings inside their intervals is the coverage.
//
// # Points
//
// AUTO has a grade for each response. The suggested points of a respondent are the points of the
// questions times these grades, shifted on the logit scale by one number so that they add up to the
// predicted rating: with the points p_q and the grades g_q,
//
//	points_q = p_q·σ(logit(g_q) + c),     Σ_q points_q = rating
//
// Grades below 0.05 are only shifted down, and those above 0.95 only up: where the others cannot
// make the sum, it stays apart from the rating, and the page says so. A missing response gets no
// points, nor does one that says no more than that the answer is not known, unless it is more
// likely right. If the ratings follow from the responses as a whole and there is no key, the grades
// are unknown: there are no suggested points then, and a note says so. If questions without an
// answer count less, the sum is the rating times the share of all points that counts.
package grade
