package datasets

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestSyntheticDigests compares generated data sets with those that the first version of
// the formats made.
func TestSyntheticDigests(t *testing.T) {
	for _, c := range []struct {
		spec string
		opts Options
		want string
	}{
		{"synthetic-civics:300:9", Options{},
			"c86047f89f3d262f784f35b44a6c41f77654a29c2417e3717b9b76752d1fac15"},
		{"synthetic-civics:300:9", Options{Raw: true},
			"c86047f89f3d262f784f35b44a6c41f77654a29c2417e3717b9b76752d1fac15"},
		{"synthetic-civics:300:9", Options{Rating: Fraction},
			"a600d469538d0d8cf8092fcef29c9ce5c0f3f3e0b302018d7ee891d09e7ff829"},
		{"synthetic-civics:25", Options{},
			"5a35b2111ffd972a184b42f20308787e39d95a956f9e433982b0ecd0f17a7d3f"},
		{"synthetic-civics:25", Options{Raw: true},
			"5a35b2111ffd972a184b42f20308787e39d95a956f9e433982b0ecd0f17a7d3f"},
		{"synthetic-civics:25", Options{Rating: Fraction},
			"40a128a4ca6c95e1c88d4d7833d4d5da8aa5940cf1c848a18f23b95b0d1903ee"},
		{"synthetic-networks:30:0", Options{},
			"7653b1b5f319b47bf432a8d2948d2f550bcd6a1fc64ad69bc1da5ebdeb079366"},
		{"synthetic-networks:30:0", Options{Raw: true},
			"c658046160c924cb46e31bca51a503f92f7bc64cf4a98bc99746b991539bc802"},
		{"synthetic-networks:30:0", Options{Rating: Fraction},
			"3553d1da425284a41c5e462e09af6d6805b7e7de43d094428eda9bb67cc1796d"},
		{"synthetic-civics:1", Options{},
			"c61e9e729802e19997f095959116ed3d822ade75192373bc9a5c3dc8e298f014"},
		{"synthetic-civics:1", Options{Raw: true},
			"c61e9e729802e19997f095959116ed3d822ade75192373bc9a5c3dc8e298f014"},
		{"synthetic-civics:1", Options{Rating: Fraction},
			"8dc88c93a001cdf1df792ce7b3717f8bf9c5a4a2161d09c92087308d006f6411"},
		{"synthetic-networks:40", Options{},
			"3235d187a75118026e2db6176ffaf89bf375d51e639436baa6ea3ec008deb876"},
		{"synthetic-networks:40", Options{Raw: true},
			"e7761772e59ab174c4aa93a16569d26873daba7de617aedd8a0a7b0bd70c76fa"},
		{"synthetic-networks:40", Options{Rating: Fraction},
			"26ff0b117ff963a6c9dfda199fe75bcd454361a6f5193cc2f7c92e1af45bba8b"},
	} {
		sets, err := Open(c.spec, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		if got := Digest(sets[0]); len(sets) != 1 || got != c.want {
			t.Errorf("%s, rating %v, raw %v: digest %s of the first of %d data sets, want %s of one",
				c.spec, c.opts.Rating, c.opts.Raw, got, len(sets), c.want)
		}
	}
}

// TestSynthetic checks scores and ratings against the judgements.
//
//luna:race
func TestSynthetic(t *testing.T) {
	for _, rule := range []RatingRule{MinMax, Fraction} {
		sets, err := Open("synthetic-civics:80", Options{Rating: rule})
		if err != nil {
			t.Fatal(err)
		}
		d := sets[0]
		if !d.Synthetic || len(d.Questions) != 10 || len(d.Respondents) != 80 {
			t.Fatalf("%d questions and %d respondents, synthetic %v; want 10, 80, true",
				len(d.Questions), len(d.Respondents), d.Synthetic)
		}
		low, high := 1.0, 0.0
		for _, r := range d.Respondents {
			low, high = min(low, r.Rating), max(high, r.Rating)
			for q := range r.Responses {
				if want := mean(r.Judgements[q]); math.Abs(r.Scores[q]-want) > 1e-9 {
					t.Fatalf("%s: score %v of judgements %v, want %v", r.ID, r.Scores[q],
						r.Judgements[q], want)
				}
			}
			if want := mean(r.Scores); rule == Fraction && math.Abs(r.Rating-want) > 1e-12 {
				t.Errorf("%s: rating %v by fraction, want %v", r.ID, r.Rating, want)
			}
		}
		if rule == MinMax && (low != 0 || high != 1) {
			t.Errorf("ratings from %v to %v, want 0 to 1", low, high)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"1", "1000000:7", "0", "-1", "x", "1:", ":", "1:2:3",
		"99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, size string) {
		n, _, msg := parseSize(size)
		if (msg == "") != (n >= 1 && n <= maxSynthetic) || strings.ContainsAny(msg, "\n\r") {
			t.Errorf("%q: %d, %q", size, n, msg)
		}
	})
}

func TestSyntheticUsage(t *testing.T) {
	const spec = "synthetic-networks:10:"
	_, err := Open(spec, Options{})
	usage, ok := errors.AsType[*UsageError](err)
	if !ok || usage.Spec != spec {
		t.Errorf("error %v (%T), want a *UsageError with the specification", err, err)
	}
}
