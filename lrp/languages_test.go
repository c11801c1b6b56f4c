package lrp

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// inLanguage returns a data set of one question whose ratings grow with the length of a response
// made of a sentence.
func inLanguage(sentence string) *datasets.Dataset {
	ds := &datasets.Dataset{Name: "d", Questions: []datasets.Question{{
		ID: "1", Key: []string{strings.Repeat(sentence, 3)},
	}}}
	for i := range 8 {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{
			ID: string(rune('a' + i)), Rating: float64(i) / 7,
			Responses: []string{strings.Repeat(sentence, i+1)},
		})
	}
	return ds
}

const (
	frenchSentence  = "la cellule est une petite unité de la vie et elle a un noyau dans le milieu "
	chineseSentence = "细胞是生命的最小单位，它有一个细胞核。"
)

// TestModelsKnowTheirLanguage checks that the analyzer is chosen by the training part, is in the
// model file and is used for predictions.
func TestModelsKnowTheirLanguage(t *testing.T) {
	for _, c := range []struct {
		sentence           string
		options            TrainOptions
		analyzer, language string
	}{
		{frenchSentence, TrainOptions{}, "french", "French"},
		{frenchSentence, TrainOptions{AllWords: true}, "french, all words", "French"},
		{frenchSentence, TrainOptions{Analyzer: &text.English}, "english", ""},
		{chineseSentence, TrainOptions{}, "unspaced", "Chinese"},
		{"das ist nicht der Kern und auch nicht die Wand", TrainOptions{}, "other", "German"},
		{"this is not the core and it is not the wall ", TrainOptions{}, "english", ""},
		{"this is not the core and it is not the wall ", TrainOptions{AllWords: true}, "", ""},
		{"xyzzy ", TrainOptions{}, "english", ""},
	} {
		o := c.options
		o.Folds, o.Approach = -1, "BOW"
		ds := inLanguage(c.sentence)
		m, err := Train(context.Background(), ds, o)
		if err != nil {
			t.Fatal(err)
		}
		if i := m.Info(); i.Analyzer != c.analyzer || i.Language != c.language {
			t.Errorf("%q is cut by %q as %q, expected %q and %q", c.sentence, i.Analyzer,
				i.Language, c.analyzer, c.language)
		}
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(file.String(), "\n"); c.language == "" &&
			strings.Contains(head, `"language":`) {
			t.Errorf("the head of a model for English has a language: %s", head)
		}
		opened, err := ReadModel(bytes.NewReader(file.Bytes()), "m", Parts{})
		if err != nil {
			t.Fatal(err)
		}
		retrained, err := Retrain(context.Background(), bytes.NewReader(file.Bytes()), "m",
			TrainOptions{Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := retrained.Info(), m.Info(); a.Analyzer != b.Analyzer || a.Language != b.Language {
			t.Errorf("retrained, it is cut by %q as %q", a.Analyzer, a.Language)
		}
		for _, other := range []*Model{opened, retrained} {
			for _, r := range ds.Respondents {
				want, err := m.Rating(r.Responses)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := other.Rating(r.Responses); err != nil || got != want {
					t.Errorf("found rating %v, %v, expected %v", got, err, want)
				}
			}
		}
	}
}

// TestResourcesOfLanguages checks that a model of texts in another language than English names no
// resource but the vectors that were given to it.
func TestResourcesOfLanguages(t *testing.T) {
	about := embed.About{Name: "v", Source: "s", Licence: "l"}
	vectors, err := embed.New(about, []string{"cellule", "vie"}, [][]float32{{1, 0}, {0, 1}}, embed.Float32)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sentence, approach string
		vectors            *embed.Vectors
		want               string
	}{
		{"this is not the core and it is not the wall ", "COM", nil, "Brown counts,WordNet,word vectors"},
		{frenchSentence, "COM", nil, ""},
		{frenchSentence, "ALL", nil, ""},
		{frenchSentence, "COM", vectors, "word vectors"},
		{chineseSentence, "COM", nil, ""},
		{chineseSentence, "AUTO", nil, ""},
	} {
		o := TrainOptions{Approach: c.approach, Folds: -1, Parts: Parts{Vectors: c.vectors}}
		m := train(t, inLanguage(c.sentence), o)
		names := numbers.Map(m.Info().Resources, func(r features.Resource) string { return r.Name })
		if got := strings.Join(names, ","); got != c.want {
			t.Errorf("%s of %q with vectors %v: found resources %q, expected %q", c.approach, c.sentence,
				c.vectors != nil, got, c.want)
		}
		if _, err := ReadModel(bytes.NewReader(written(t, m)), "m", o.Parts); err != nil {
			t.Error(err)
		}
	}
}

// TestFirstVersionOfPairs checks that a model whose pairs of characters had other columns is
// refused, and can be trained again.
func TestFirstVersionOfPairs(t *testing.T) {
	trained := func(version int) []byte {
		pairs := text.For("Chinese")
		pairs.Version = version
		return written(t, train(t, inLanguage(chineseSentence),
			TrainOptions{Approach: "BOW", Analyzer: &pairs, Folds: -1}))
	}
	first := trained(1)
	_, err := ReadModel(bytes.NewReader(first), "m", Parts{})
	const want = "analyzer unspaced is version 2 here and 1 in the file: run 'lrp retrain OLD -o NEW'"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("found error %v, expected one with %q", err, want)
	}
	again, err := Retrain(context.Background(), bytes.NewReader(first), "m", TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, again), trained(2)) {
		t.Error("trained again, the model is another one")
	}
}

// TestEvaluateByLanguage checks that each data set has the analyzer of its own language.
func TestEvaluateByLanguage(t *testing.T) {
	approaches, err := Approaches("BOW")
	if err != nil {
		t.Fatal(err)
	}
	sets := []*datasets.Dataset{inLanguage(frenchSentence), inLanguage(chineseSentence)}
	columns := func(o Options) (list []float64) {
		o.Trials, o.Approaches = 2, approaches
		report, err := Evaluate(context.Background(), sets, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range report.Datasets {
			want := []string{"French", "Chinese"}[i]
			if o.Analyzer != nil {
				want = ""
			}
			if d.Language != want {
				t.Errorf("the texts look %q, expected %q", d.Language, want)
			}
			list = append(list, d.Results[0].ColumnsMean)
		}
		return list
	}
	// Content words of the French sentence; pairs of the two runs of the Chinese one.
	if got := columns(Options{}); !slices.Equal(got, []float64{7, 14}) {
		t.Errorf("by language there are %v columns", got)
	}
	// Of the French words, "a" alone is an English stop word; the Chinese words are characters.
	if got := columns(Options{Analyzer: &text.English}); !slices.Equal(got, []float64{15, 15}) {
		t.Errorf("as English there are %v columns", got)
	}
}
