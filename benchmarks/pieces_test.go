package benchmarks

import (
	"context"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
)

// civics returns 1,000 generated respondents.
func civics(b *testing.B) *datasets.Dataset {
	b.Helper()
	sets, err := lrp.Load("synthetic-civics:1000")
	if err != nil {
		b.Fatal(err)
	}
	return sets[0]
}

// BenchmarkGenerate generates them.
func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		civics(b)
	}
}

// BenchmarkDoc splits a text into words.
func BenchmarkDoc(b *testing.B) {
	ds := civics(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		text.English.Doc(ds.Respondents[i%1000].Responses[i%10])
		i++
	}
}

// questions returns the questions of the data set with their processed texts.
func questions(ds *datasets.Dataset) (list []*features.Question, rated [][]features.Rated) {
	cache := text.NewCache(text.English)
	for j, q := range ds.Questions {
		var responses []string
		var r []features.Rated
		for _, respondent := range ds.Respondents {
			responses = append(responses, respondent.Responses[j])
			doc := cache.Doc(respondent.Responses[j])
			r = append(r, features.Rated{Doc: doc, Rating: respondent.Rating})
		}
		list = append(list, features.NewQuestion(q.ID, q.Key, responses, cache))
		rated = append(rated, r)
	}
	return list, rated
}

// BenchmarkPrepare computes what a feature needs of the texts alone, for all questions. After the
// first round, similarities of words are known.
func BenchmarkPrepare(b *testing.B) {
	all, _ := questions(civics(b))
	for _, e := range features.Catalog() {
		b.Run(e.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, q := range all {
					e.Prepare(q)
				}
			}
		})
	}
}

// BenchmarkFitFeature fits a feature to all respondents and computes their rows.
func BenchmarkFitFeature(b *testing.B) {
	all, rated := questions(civics(b))
	for _, e := range features.Catalog() {
		prepared := make([]features.Prepared, len(all))
		for j, q := range all {
			prepared[j] = e.Prepare(q)
		}
		b.Run(e.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for j, p := range prepared {
					fitted := p.Fit(rated[j])
					for i := range rated[j] {
						var row features.Row
						fitted.AppendTrain(&row, i)
					}
				}
			}
		})
	}
}

// BenchmarkRating predicts one respondent of the training set.
func BenchmarkRating(b *testing.B) {
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		b.Fatal(err)
	}
	for _, approach := range []string{"BOW", "NNC", "ALL", "AUTO"} {
		m, err := lrp.Train(context.Background(), sets[0],
			lrp.TrainOptions{Approach: approach, Folds: -1})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(approach, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				respondent := sets[0].Respondents[i%len(sets[0].Respondents)]
				if _, err := m.Rating(respondent.Responses); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
