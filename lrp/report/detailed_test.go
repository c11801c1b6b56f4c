package report

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// hostile lists texts that would break out of a page without escaping, one for each context.
var hostile = []string{
	`<script>alert(1)</script>`, `</td></table></details></section><img src=x onerror=alert(1)>`,
	`" onmouseover="alert(1)`, `' autofocus onfocus='alert(1)`,
	`</title></svg><iframe srcdoc="<script>alert(1)</script>">`,
	`</script><script>alert(1)</script>`, `{{.Script}}{{template "outro" .}}`,
	`<!-- `, `]]>`, `&lt;b&gt;`, "\x00\x1b[31m\xff\u202e", `javascript:alert(1)`,
	`</style><style>*{display:none}`,
}

// detailed returns a report with texts, and predictions, like [experiment.Evaluate] for n
// respondents and q questions. All texts are hostile and repeated up to the given length.
func detailed(sets, n, q, length int) *experiment.Report {
	rng := rand.New(rand.NewPCG(3, 4))
	r := &experiment.Report{Settings: experiment.Settings{Format: "lrp-report", Version: 1, Seed: 1,
		Trials: 20, TrainFraction: .8}, Protocol: "described"}
	text := func(i int) string {
		s := hostile[i%len(hostile)]
		return s + strings.Repeat(" and so on", max(0, length-len(s))/10)
	}
	for k := range sets {
		ds := &datasets.Dataset{Name: fmt.Sprintf("set %d %s", k, hostile[k%len(hostile)])}
		for j := range q {
			ds.Questions = append(ds.Questions, datasets.Question{ID: fmt.Sprintf("q%d%s", j,
				hostile[j%len(hostile)]), Text: text(j), Key: []string{text(j)}})
		}
		d := experiment.DatasetReport{Dataset: experiment.Dataset{Name: ds.Name, Data: ds,
			SHA256: hostile[0], Respondents: n, Questions: q, Train: n - n/5, Test: n / 5}}
		for i := range n {
			who := datasets.Respondent{ID: fmt.Sprintf("r%d%s", i, hostile[i%len(hostile)])}
			for j := range q {
				who.Responses = append(who.Responses, text(i+j))
				who.Scores = append(who.Scores, float64(rng.IntN(3))/2)
			}
			who.Responses[i%q] = ""
			who.Rating, _ = stats.MeanSD(who.Scores)
			ds.Respondents = append(ds.Respondents, who)
			d.Ratings = append(d.Ratings, who.Rating)
		}
		d.RatingMean, d.RatingSD = stats.MeanSD(d.Ratings)
		for x, name := range []string{"CBG", "BOW", "<b>COM</b>", "AUTO"} {
			regressor := []string{control, "ols", "ols<i>", "auto"}[x]
			res := result(rng, name, regressor, .3-.05*float64(x), .02, 10, &d, 20)
			res.HeldOut = &experiment.HeldOut{}
			for _, y := range d.Ratings {
				res.HeldOut.Count = append(res.HeldOut.Count, 4)
				res.HeldOut.Mean = append(res.HeldOut.Mean, min(max(y+.1*rng.NormFloat64(), 0), 1))
				res.HeldOut.SD = append(res.HeldOut.SD, .01)
			}
			res.HeldOut.Count[n/2], res.HeldOut.Mean[n/2], res.HeldOut.SD[n/2] = 0, math.NaN(), math.NaN()
			d.Results = append(d.Results, res)
		}
		r.Datasets = append(r.Datasets, d)
	}
	return r
}

func pageOfReport(t *testing.T, r *experiment.Report) string {
	t.Helper()
	opts := Options{Approaches: []approach.Approach{{Name: "BOW", Description: hostile[2]}},
		Manifest: map[string]any{"tool": "lrp 1.2.3", "vectors": hostile[5]}}
	return string(written(t, func(w io.Writer) error { return WriteHTML(w, r, opts) }))
}

// TestPageIsSafe checks that answers appear on the page as text only, never as markup.
func TestPageIsSafe(t *testing.T) {
	page := pageOfReport(t, detailed(2, 30, 4, 0))
	checkScript(t, page)
	checkTags(t, page)
	markup := regexp.MustCompile(`<[^>]*>`).FindAllString(strings.Replace(page, script, "", 1), -1)
	known := regexp.MustCompile(`^</?(?:html|head|meta|title|style|body|main|header|h[1-4]|p|nav|ul|li|a|section|span|div|svg|g|path|rect|circle|text|polyline|table|thead|tbody|tr|th|td|details|summary|b|small|figure|figcaption|dl|dt|dd|pre|script)(?:[ />])|^<!doctype html>$|^<!--`)
	for _, tag := range markup {
		if !known.MatchString(tag) {
			t.Errorf("the page has the tag %s", tag)
		}
		if bare := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(tag,
			""); regexp.MustCompile(`(?i)\son\w+=|src|javascript`).MatchString(bare) {
			t.Errorf("the page has the tag %s", tag)
		}
	}
	for _, bad := range []string{"\x00", "\x1b", "\xff", "ZgotmplZ", "NaN", "+Inf", "<b>COM",
		"%!"} {
		if strings.Contains(strings.Replace(page, script, "", 1), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

func TestPageHasAllParts(t *testing.T) {
	page := pageOfReport(t, detailed(1, 30, 4, 0))
	for _, id := range []string{"data-1", "data-1-data", "data-1-results",
		"data-1-predictions", "data-1-errors", "key", "settings"} {
		if strings.Count(page, `id="`+id+`"`) != 1 || !strings.Contains(page, `href="#`+id+`"`) {
			t.Errorf("part %s is missing, or not in the table of contents", id)
		}
	}
	for _, want := range []string{
		"lrp 1.2.3", "r rating",
		"not shown: 1 respondent in no test part",
		"The 10 respondents whose mean prediction", "no answer", "p vs best", "<span>residual ",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, `<details class="error">`); n != maxErrors {
		t.Errorf("%d respondents with large errors", n)
	}
	// Every chart has axes with titles.
	for _, chart := range regexp.MustCompile(`(?s)<svg class="chart".*?</svg>`).FindAllString(page,
		-1) {
		if strings.Count(chart, "<text") < 3 || !strings.Contains(chart, "rotate(90)") {
			t.Errorf("a chart has no axes: %.200s", chart)
		}
	}
}

// TestPageIsSmall checks that the page of a large data set stays small enough for a browser.
func TestPageIsSmall(t *testing.T) {
	for _, c := range []struct{ sets, respondents, questions, length int }{
		{1, 698, 10, 3000}, {6, 30, 100, 400}, {1, 2500, 3, 50},
	} {
		page := pageOfReport(t, detailed(c.sets, c.respondents, c.questions, c.length))
		if len(page) > 1_500_000 {
			t.Errorf("%+v: %d bytes", c, len(page))
		}
		note := map[int]string{3000: "more characters)",
			400: "are left out to keep this page small", 50: "every second one is drawn"}[c.length]
		if !strings.Contains(page, note) {
			t.Errorf("%+v: the page does not say %q", c, note)
		}
	}
}

// TestPageWithoutTexts uses a report without texts and predictions, like one read from a file.
func TestPageWithoutTexts(t *testing.T) {
	r := detailed(1, 30, 4, 0)
	d := &r.Datasets[0]
	d.Data, d.Ratings = nil, nil
	for i := range d.Results {
		d.Results[i].HeldOut = nil
	}
	page := pageOfReport(t, r)
	if !strings.Contains(page, "was made without texts and single predictions") ||
		strings.Contains(page, "data-1-errors") {
		t.Error("the page does not say what is missing")
	}
	checkTags(t, page)
}

// TestItems computes the figures of the questions by hand.
func TestItems(t *testing.T) {
	ds := &datasets.Dataset{
		Questions: []datasets.Question{{ID: "a", Key: []string{"cat", "tiger"}}, {ID: "b"}},
		Respondents: []datasets.Respondent{
			{Responses: []string{"cat", ""}, Scores: []float64{1, math.NaN()}},
			{Responses: []string{"cat", "x"}, Scores: []float64{1, math.NaN()}},
			{Responses: []string{"dog", " "}, Scores: []float64{0, math.NaN()}},
			{Responses: []string{"", "x"}, Scores: []float64{0, math.NaN()}},
		},
	}
	d := experiment.Dataset{Data: ds, Ratings: []float64{.9, .8, .3, .2}}
	v := newView(&experiment.Report{}, &experiment.DatasetReport{Dataset: d})
	rows := v.itemTable().Rows()
	for i, want := range [][]string{{"a", "2", "25%", "0.500", "0.986", ""}, {"b", "0", "50%", "–", "–", ""}} {
		var got []string
		for _, c := range rows[i].Cells {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestAdjusted checks that the p values of tables and pages equal those of [experiment.Compare].
func TestAdjusted(t *testing.T) {
	for _, sets := range [][]string{{"one"}, {"one", "two", "three"}} {
		r := thesis(sets, "ols", "lasso")
		list := views(r)
		byCBG, err := experiment.Compare(r, experiment.CompareOptions{Baseline: "CBG"})
		if err != nil {
			t.Fatal(err)
		}
		pairs, err := experiment.Compare(r, experiment.CompareOptions{AllPairs: true})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for i := range list {
			v := list[i]
			best := contenderLabel(v.bestResult())
			for k := range v.Results {
				label := contenderLabel(&v.Results[k])
				for _, p := range byCBG.Datasets[i].Pairs {
					if p.A == label {
						found++
						if math.Abs(p.PHolm-v.tests.VsCBG[k].PHolm) > 1e-12 {
							t.Errorf("%s against CBG: p %v, experiment.Compare has %v", label,
								v.tests.VsCBG[k].PHolm, p.PHolm)
						}
					}
				}
				for _, p := range pairs.Datasets[i].Pairs {
					if p.A == label && p.B == best || p.A == best && p.B == label {
						found++
						if math.Abs(p.PHolm-v.tests.VsBest[k].PHolm) > 1e-12 {
							t.Errorf("%s against %s: p %v, experiment.Compare has %v", label, best,
								v.tests.VsBest[k].PHolm, p.PHolm)
						}
					}
				}
			}
		}
		if found != len(sets)*(14+14) {
			t.Errorf("%d pairs compared", found)
		}
	}
}

func contenderLabel(r *experiment.Result) string {
	if r.Regressor == control {
		return r.Approach
	}
	return r.Approach + "/" + r.Regressor
}

// TestPageEdges checks that rare cases never show undefined numbers on the page.
func TestPageEdges(t *testing.T) {
	for name, change := range map[string]func(d *experiment.DatasetReport){
		"no scores and no key": func(d *experiment.DatasetReport) {
			for i := range d.Data.Questions {
				d.Data.Questions[i].Key = nil
			}
			for i := range d.Data.Respondents {
				d.Data.Respondents[i].Scores = nil
			}
		},
		"nothing said": func(d *experiment.DatasetReport) {
			for _, r := range d.Data.Respondents {
				for j := range r.Responses {
					r.Responses[j] = " "
				}
			}
		},
		"constant ratings": func(d *experiment.DatasetReport) {
			for i := range d.Ratings {
				d.Ratings[i] = 1
			}
			d.RatingMean, d.RatingSD = 1, 0
		},
		"exact predictions": func(d *experiment.DatasetReport) {
			for i := range d.Results {
				h := d.Results[i].HeldOut
				h.Mean = slices.Clone(d.Ratings)
			}
		},
		"one prediction each": func(d *experiment.DatasetReport) {
			for i := range d.Results {
				h := d.Results[i].HeldOut
				for k := range h.Count {
					h.Count[k], h.SD[k] = min(h.Count[k], 1), math.NaN()
				}
			}
		},
		"nobody held out": func(d *experiment.DatasetReport) {
			for i := range d.Results {
				h := d.Results[i].HeldOut
				h.Count = make([]int, len(h.Count))
				h.Mean = slices.Repeat([]float64{math.NaN()}, len(h.Count))
				h.SD = slices.Clone(h.Mean)
			}
		},
		"controls alone": func(d *experiment.DatasetReport) { d.Results = d.Results[:1] },
	} {
		t.Run(name, func(t *testing.T) {
			r := detailed(1, 6, 1, 0)
			change(&r.Datasets[0])
			page := pageOfReport(t, r)
			checkTags(t, page)
			for _, bad := range []string{"NaN", "Inf", "%!", "ZgotmplZ"} {
				if strings.Contains(strings.Replace(page, script, "", 1), bad) {
					t.Errorf("the page has %q", bad)
				}
			}
		})
	}
}
