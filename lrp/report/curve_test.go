package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// sizesTo returns the sizes of a curve for a training part of that size.
func sizesTo(train int) []int {
	sizes := []int{0, 5, 10, 20, 50, 100, 200, 500}
	for 5*sizes[len(sizes)-1] > 4*train {
		sizes = sizes[:len(sizes)-1]
	}
	return append(sizes, train)
}

// learning returns learning curves like those of the thesis's approaches.
func learning(names []string, regressors ...string) *experiment.Report {
	rng := rand.New(rand.NewPCG(1, 2))
	base := thesis(names, regressors...)
	r := &experiment.Report{Settings: experiment.Settings{Format: "lrp-curve", Version: 1,
		Seed: 1, Trials: 3, TrainFraction: .8, Alpha: .1}, Seconds: 1.25}
	for i := range base.Datasets {
		d := experiment.DatasetReport{Dataset: base.Datasets[i].Dataset,
			Warnings: base.Datasets[i].Warnings, Sizes: sizesTo(base.Datasets[i].Train)}
		of := experiment.DatasetReport{Dataset: d.Dataset}
		for _, res := range base.Datasets[i].Results {
			var points []experiment.Result
			for _, size := range d.Sizes {
				if size == 0 && res.Regressor != control {
					continue
				}
				worse := 1 + 2/math.Sqrt(float64(1+size))
				p := experiment.Result{Approach: res.Approach, Regressor: res.Regressor, Size: size,
					ColumnsMean: res.ColumnsMean, Means: experiment.Means{
						MAEMean: res.MAEMean * worse, PearsonMean: math.NaN()}}
				for range r.Trials {
					p.RMSE = append(p.RMSE, res.RMSEMean*worse*(1+.05*rng.NormFloat64()))
				}
				of.Train = size
				summarise(&p, &of)
				points = append(points, p)
			}
			if res.Regressor == "lasso" { // like CBG
				points = nil
				for _, p := range d.Results {
					if p.Approach == baseline && p.Size > 0 {
						p.Approach, p.Regressor = res.Approach, res.Regressor
						points = append(points, p)
					}
				}
			}
			d.Results = append(d.Results, points...)
		}
		r.Datasets = append(r.Datasets, d)
	}
	return r
}

// awkwardCurve returns a report of rare cases: one trial, one size, no CBG, no results, huge
// errors, names full of markup, and a learner.
func awkwardCurve() *experiment.Report {
	r := &experiment.Report{Settings: experiment.Settings{Format: "lrp-curve", Version: 1,
		Seed: 7, Trials: 2, TrainFraction: .8, Alpha: .1}, Seconds: 1.5}
	add := func(d *experiment.DatasetReport, approach, regressor string, rmse ...[]float64) {
		of := experiment.DatasetReport{Dataset: d.Dataset}
		for i, trials := range rmse {
			size := d.Sizes[len(d.Sizes)-len(rmse)+i]
			p := experiment.Result{Approach: approach, Regressor: regressor, Size: size, RMSE: trials,
				Means: experiment.Means{MAEMean: .1, PearsonMean: math.NaN()}, ColumnsMean: 4}
			of.Train = size
			summarise(&p, &of)
			d.Results = append(d.Results, p)
		}
	}
	base := awkward().Datasets
	main := experiment.DatasetReport{Dataset: base[0].Dataset, Warnings: base[0].Warnings,
		Sizes: []int{0, 3, 40}}
	add(&main, "RAN", control, []float64{.45, .46}, []float64{.45, .46}, []float64{.45, .46})
	add(&main, "CBG", control, []float64{.3, .35}, []float64{.22, .21}, []float64{.2, .19})
	add(&main, "BWO", "ols", []float64{.25, .21}, []float64{.1, .12})
	add(&main, "FWO", "ols", []float64{12, 13}, []float64{.15, .17})
	add(&main, "COM", "ols", []float64{.2, .19}, []float64{.05, .06})
	add(&main, "BWO", "lasso", []float64{.22, .21}, []float64{.2, .19})
	add(&main, "FWO", "lasso", []float64{.22, .21}, []float64{.2, .19})
	add(&main, "AUTO", "auto", []float64{.12, .14}, []float64{.08, .08}, []float64{.04, .05})

	single := experiment.DatasetReport{Dataset: base[1].Dataset, Warnings: base[1].Warnings,
		Sizes: []int{4}}
	add(&single, "BWO", "ols", []float64{.1})
	add(&single, "Größe und Länge aller Antworten zusammen", "ols", []float64{.3})

	foreign := experiment.DatasetReport{Dataset: base[2].Dataset, Warnings: base[2].Warnings,
		Sizes: []int{1, 2, 8}}
	add(&foreign, "日本語の特徴", "ols", []float64{.1, .12}, []float64{.1, .11}, []float64{.09, .1})
	add(&foreign, "<b>BOLD</b>", "ols", []float64{.2, .12}, []float64{.2, .11}, []float64{.19, .1})

	untrained := experiment.DatasetReport{Dataset: base[3].Dataset, Warnings: base[3].Warnings,
		Sizes: []int{0}}
	untrained.Name = "nobody-rated"
	add(&untrained, "CBG", control, []float64{.3, .35})
	empty := experiment.DatasetReport{Dataset: base[3].Dataset, Warnings: base[3].Warnings,
		Sizes: []int{0, 5, 8}, Results: []experiment.Result{}}
	r.Datasets = []experiment.DatasetReport{main, single, foreign, untrained, empty}
	return r
}

// The protocols with folds have reports of their own.
func TestFoldsGolden(t *testing.T) {
	validation := awkward()
	validation.Protocol, validation.Trials, validation.TrainFraction = "cross-validation", 1, 0
	leftOut := awkward()
	leftOut.Protocol, leftOut.Trials, leftOut.TrainFraction = "leave-one-out", 1, 0
	validation.Datasets, leftOut.Datasets = validation.Datasets[:1], leftOut.Datasets[:1]
	validation.Datasets[0].Warnings, leftOut.Datasets[0].Warnings = nil, nil
	d := &validation.Datasets[0]
	d.Folds, d.Respondents, d.Train, d.Test = 3, 50, 33, 17
	e := &leftOut.Datasets[0]
	e.Respondents, e.Folds, e.Train, e.Test = 3, 3, 2, 1
	for i := range d.Results {
		d.Results[i].RMSEPooled = d.Results[i].RMSEMean * 1.01
		for _, x := range e.Results[i].RMSE {
			e.Results[i].SquaredErrors = append(e.Results[i].SquaredErrors, x*x)
		}
		r := &e.Results[i]
		r.RMSEPooled, r.RMSESD, r.RMSE = r.RMSEMean, math.NaN(), []float64{r.RMSEMean}
	}
	for name, r := range map[string]*experiment.Report{"folds": validation, "left-out": leftOut} {
		text, others := formsOf(r, Options{})
		golden(t, name, text, others...)
		page := string(written(t, func(w io.Writer) error { return WriteHTML(w, r, Options{}) }))
		if strings.Contains(page, "3 trials") || strings.Contains(page, "every trial") ||
			strings.Contains(page, ">pooled<") != (name == "folds") ||
			strings.Contains(page, "below 0 without any relation") != (name == "left-out") {
			t.Errorf("the page of %s does not match the protocol", name)
		}
		all := strings.Join(texts(t, written(t, RMSEBars(r).WriteSVG)), " ")
		if want := map[string]string{"folds": "±1 standard deviation over 3 folds",
			"left-out": "95% interval"}[name]; !strings.Contains(all, want) {
			t.Errorf("the figure of %s lacks %q:\n%s", name, want, all)
		}
	}
}

func TestCurveFigure(t *testing.T) {
	many := learning(names(1), "ols", "ridge", "elastic", "knn")
	for _, c := range []struct {
		name   string
		report *experiment.Report
		texts  []string
		ratio  float64 // at most this much higher than wide
	}{
		{"one", learning(names(1), "ols", "lasso"),
			[]string{"powergrading", "558", "number of rated respondents (558 = all)",
				"CBG, constant best guess: .182"}, 1.6},
		{"two", learning(names(2), "ols"), []string{"mohler-v1", "19"}, 3},
		{"fourteen", learning(names(14), "ols"), []string{"mohler-assignment-12"}, 3},
		{"many regressors", many, []string{"558"}, 1.6},
		{"awkward", awkwardCurve(), []string{"AUTO, hidden grades: .045",
			"COM, thesis's features by least squares (ols): .055", "no results", "40"}, 3},
		{"nothing", &experiment.Report{}, nil, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name != "awkward" {
				suite.Slow(t, "draws a figure")
			}
			f := CurveFigure(c.report, Options{})
			data, svg := written(t, f.WritePNG), written(t, f.WriteSVG)
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			size := img.Bounds()
			if r := float64(size.Dy()) / float64(size.Dx()); size.Dx() < 800 || r > c.ratio {
				t.Errorf("size %v", size)
			}
			all := "\n" + strings.Join(texts(t, svg), "\n") + "\n"
			for _, want := range c.texts {
				if !strings.Contains(all, "\n"+want+"\n") {
					t.Errorf("no text %q in %s", want, all)
				}
			}
			if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
				t.Error("undefined coordinates")
			}
			if !bytes.Equal(data, written(t, f.WritePNG)) ||
				!bytes.Equal(svg, written(t, f.WriteSVG)) {
				t.Error("drawing twice gives different bytes")
			}
		})
	}
}

func TestCurvePage(t *testing.T) {
	page := string(written(t, func(w io.Writer) error {
		return WriteHTML(w, awkwardCurve(), Options{Approaches: approachesOfTests})
	}))
	checkScript(t, page)
	for _, bad := range []string{"<b>BOLD", "\x1b", "ZgotmplZ", "NaN"} {
		if strings.Contains(strings.Replace(page, script, "", 1), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;", "SYNTHETIC", "首都のテスト",
		"lasso = CBG at every size: all 2 approaches", "0.0450 ± 0.0071\u00a0*"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if found := regexp.MustCompile(`(?i)https?:|src=|<link|@import|url\(|xlink|(?:fill|stroke):#`).FindString(page); found != "" {
		t.Errorf("the page has an external reference or a fixed colour: %q", found)
	}
	checkTags(t, page)
}

// TestCurveJSON checks that the document lists curves by approach and regressor.
func TestCurveJSON(t *testing.T) {
	data := written(t, func(w io.Writer) error { return WriteJSON(w, awkwardCurve()) })
	var r struct {
		Format   string
		Datasets []struct {
			Sizes   []int
			Results []struct {
				Approach, Regressor string
				Points              []struct {
					Size int
					RMSE float64 `json:"rmse_mean"`
				}
			}
		}
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	d := r.Datasets[0]
	if c := d.Results[4]; r.Format != "lrp-curve" || !slices.Equal(d.Sizes, []int{0, 3, 40}) ||
		c.Approach != "COM" || c.Regressor != "ols" || len(c.Points) != 2 || c.Points[1].Size != 40 ||
		math.Abs(c.Points[1].RMSE-.055) > 1e-12 {
		t.Errorf("format %q, sizes %v, fifth result %+v", r.Format, d.Sizes, c)
	}
}

// TestCurveChoice checks which curves are in colour, and that this does not depend on the names of
// built-in approaches.
func TestCurveChoice(t *testing.T) {
	d := experiment.DatasetReport{Sizes: []int{10}}
	add := func(approach, regressor string, rmse float64) {
		d.Results = append(d.Results, experiment.Result{Approach: approach, Regressor: regressor, Size: 10,
			RMSEMean: rmse, RMSESD: math.NaN()})
	}
	add("CBG", control, .2)
	add("DICE", control, .25)
	add("LEN", "ols", .1)
	add("POOR", "ols", .3)
	add("MIX", "ols", .25)
	add("MIX", "ridge", .22)
	add("MINE", "mine", .21)
	r := &experiment.Report{Settings: experiment.Settings{Trials: 1},
		Datasets: []experiment.DatasetReport{d}}
	opts := Options{Approaches: []approach.Approach{{Name: "MIX",
		Method: make(approach.Features, 2)}}}
	f := newCurves(r, views(r), opts)
	want := []curveName{{"LEN", "ols"}, {"MINE", "mine"}, {"MIX", "ridge"}, {"POOR", "ols"}}
	if !slices.Equal(f.shown, want) {
		t.Errorf("in colour: %v, want %v", f.shown, want)
	}
	if want := []string{"MIX by ols"}; !slices.Equal(f.grey, want) {
		t.Errorf("grey: %v, want %v", f.grey, want)
	}
}

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		want  []float64
	}{
		{[]int{0, 5, 15, 35}, []float64{0, 1. / 3, 2. / 3, 1}},
		{[]int{2, 4, 8}, []float64{0, .5, 1}},
		{[]int{0}, []float64{.5}},
		{[]int{7}, []float64{.5}},
	} {
		at := place(c.sizes)
		for i, s := range c.sizes {
			if got := at(s); math.Abs(got-c.want[i]) > 1e-12 {
				t.Errorf("%v: %d is at %v, want %v", c.sizes, s, got, c.want[i])
			}
		}
	}
}

// Labels neither overlap nor leave the area, and a single label stays at its point.
func TestLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		list := make(plotter.XYs, 1+rng.IntN(6))
		for i := range list {
			list[i].Y = rng.Float64() * 100
		}
		before := slices.Clone(list)
		apart(list, 15, 100)
		slices.SortFunc(list, func(a, b plotter.XY) int { return cmp.Compare(a.Y, b.Y) })
		for i, l := range list {
			if l.Y < 0 || l.Y > 100 || i > 0 && l.Y < list[i-1].Y+15-1e-9 ||
				len(list) == 1 && l.Y != before[0].Y {
				t.Fatalf("labels at %v", list)
			}
		}
	}
}
