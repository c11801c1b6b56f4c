package features_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/stats"
)

// The scores of the sentence pairs of stss_dev.tsv, in its order, by an independent implementation
// written from the paper on NLTK's reader of the same dictionary.
var independent = []float64{.764, .673, .349, .722, 1.000, .575, .355, .581}

func snl(a, b string) float64 {
	for _, m := range features.Measures() {
		if m.Name == "SNL" {
			return m.Similarity(text.English.Doc(a), text.English.Doc(b))
		}
	}
	panic("no SNL")
}

// TestSNLOnBenchmark compares with the scores of the paper and of the independent implementation.
func TestSNLOnBenchmark(t *testing.T) {
	file, err := os.Open(suite.Data(t, "stss", "stss_dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var got, paper []float64
	for i, row := range rows[1:] {
		s := snl(row[2], row[3])
		if i < len(independent) && math.Abs(s-independent[i]) > 0.0006 {
			t.Errorf("%s-%s: %.4f, the independent implementation has %.3f",
				row[0], row[1], s, independent[i])
		}
		p, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		got, paper = append(got, s), append(paper, p)
	}
	if c := correlation(got, paper); c < .94 {
		t.Errorf("correlation with the paper's scores is %.3f, expected at least .94", c)
	} else {
		t.Logf("correlation with the paper's scores: %.3f", c)
	}
}

// TestSNLOnPrintedPairs compares with the scores of the pairs in table 4 of Li et al. (2006).
func TestSNLOnPrintedPairs(t *testing.T) {
	pairs := []struct {
		a, b  string
		score float64
	}{
		{"I like that bachelor.", "I like that unmarried man.", .561},
		{"John is very nice.", "Is John very nice?", .977},
		{"Red alcoholic drink.", "A bottle of wine.", .585},
		{"Red alcoholic drink.", "Fresh orange juice.", .611},
		{"Red alcoholic drink.", "An English dictionary.", 0},
		{"Red alcoholic drink.", "Fresh apple juice.", .420},
		{"A glass of cider.", "A full cup of apple juice.", .678},
		{"It is a dog.", "That must be your dog.", .739},
		{"It is a dog.", "It is a log.", .623},
		{"It is a dog.", "It is a pig.", .790},
		{"Dogs are animals.", "They are common pets.", .738},
		{"Canis familiaris are animals.", "Dogs are common pets.", .362},
		{"I have a pen.", "Where do you live?", 0},
		{"I have a pen.", "Where is ink?", .129},
		{"I have a hammer.", "Take some nails.", .508},
		{"I have a hammer.", "Take some apples.", .121},
	}
	var got, paper []float64
	for _, p := range pairs {
		s := snl(p.a, p.b)
		t.Logf("%.3f (%.3f)  %s / %s", s, p.score, p.a, p.b)
		got, paper = append(got, s), append(paper, p.score)
	}
	if c := correlation(got, paper); c < .95 {
		t.Errorf("correlation with the paper's scores is %.3f, expected at least .95", c)
	}
}

func correlation(a, b []float64) float64 {
	ma, sa := stats.MeanSD(a)
	mb, sb := stats.MeanSD(b)
	sum := 0.0
	for i := range a {
		sum += (a[i] - ma) * (b[i] - mb)
	}
	return sum / float64(len(a)-1) / (sa * sb)
}

func TestWordSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"dog", "dog", 1},
		{"xyzzy", "xyzzy", 1}, // equal words, known or not
		{"xyzzy", "dog", 0},
		// One synset: l = 0, its depth 11 (car, auto: motor vehicle … entity).
		{"car", "automobile", math.Tanh(.45 * 11)},
	} {
		if got := features.WordSimilarity(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s, %s: %v, want %v", c.a, c.b, got, c.want)
		}
		if features.WordSimilarity(c.a, c.b) != features.WordSimilarity(c.b, c.a) {
			t.Errorf("%s, %s: not symmetric", c.a, c.b)
		}
	}
}
