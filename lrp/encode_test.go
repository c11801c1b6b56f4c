package lrp

import (
	"bytes"
	"context"
	"errors"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// hashes is an encoder whose vectors depend on the bytes of texts. It fails for texts that contain
// "fail".
type hashes struct {
	identity embed.Identity
	calls    *int
}

func (e hashes) Identity() embed.Identity { return e.identity }

func (e hashes) Encode(_ context.Context, texts []string) ([][]float32, error) {
	*e.calls++
	list := make([][]float32, len(texts))
	for i, s := range texts {
		if strings.Contains(s, "fail") {
			return nil, errors.New("found no vector of a text")
		}
		h := fnv.New32a()
		h.Write([]byte(s))
		sum := h.Sum32()
		for k := range e.identity.Dim {
			list[i] = append(list[i], float32(sum>>(8*k)&255)/255)
		}
	}
	return list, nil
}

func newHashes(name, digest string) (*embed.Memory, *int) {
	calls := new(int)
	return embed.Remember(hashes{embed.Identity{Name: name, Dim: 3, SHA256: digest}, calls}), calls
}

// TestModelWithEncoder checks that a model keeps its encoder's identity, predicts the same when it
// is read again with it, and is refused with another one.
func TestModelWithEncoder(t *testing.T) {
	ds, others := civics(30, 3), civics(10, 9)
	same := strings.Repeat("0f", 32)
	for _, name := range []string{"ENC", "AUTO"} {
		memory, _ := newHashes("hashes", same)
		m := train(t, ds, TrainOptions{Approach: name, Folds: -1, Parts: Parts{Encoder: memory}})
		file := written(t, m)
		if e := m.Info().Encoder; e == nil || e.Name != "hashes" {
			t.Fatalf("%s: found encoder %v in the head, expected hashes", name, e)
		}
		again, _ := newHashes("moved", same)
		back, err := ReadModel(bytes.NewReader(file), "m", Parts{Encoder: again})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range others.Respondents {
			want, err1 := m.Rating(r.Responses)
			got, err2 := back.Rating(r.Responses)
			if got != want || err1 != nil || err2 != nil {
				t.Errorf("%s, respondent %d: %v, %v, %v, %v", name, i, got, want, err1, err2)
			}
		}
		other, _ := newHashes("other", strings.Repeat("1f", 32))
		for _, p := range []Parts{{}, {Encoder: other}} {
			_, err := ReadModel(bytes.NewReader(file), "m", p)
			if err == nil || !strings.Contains(err.Error(), "--encoder hashes names the one") {
				t.Errorf("%s: error %v, expected one that shows --encoder hashes", name, err)
			}
		}
		if _, err := Retrain(t.Context(), bytes.NewReader(file), "m", TrainOptions{}); err == nil ||
			!strings.Contains(err.Error(), "--encoder static") {
			t.Errorf("%s: trained again with the encoder inside the program: %v", name, err)
		}
		retrained, err := Retrain(t.Context(), bytes.NewReader(file), "m",
			TrainOptions{Folds: -1, Parts: Parts{Encoder: other}})
		if err != nil || retrained.Info().Encoder.Name != "other" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEncoderFails checks that an encoder's failure is an error of whatever needs the vector.
func TestEncoderFails(t *testing.T) {
	ds := civics(12, 3)
	bad := func(of []string) []string { return append([]string{"they fail"}, of[1:]...) }
	for _, name := range []string{"ENC", "AUTO"} {
		memory, _ := newHashes("hashes", "")
		o := TrainOptions{Approach: name, Folds: -1, Regressor: regress.Ridge{}, Parts: Parts{Encoder: memory}}
		m := train(t, ds, o)
		responses := bad(ds.Respondents[0].Responses)
		_, err1 := m.Rating(responses)
		_, err2 := m.Predict(responses)
		_, err3 := m.Explain(responses)
		err4 := m.Encode(t.Context(), responses)
		for k, err := range []error{err1, err2, err3, err4} {
			if err == nil {
				t.Errorf("%s: no error of call %d", name, k)
			}
		}
		if p, err := m.Predict(ds.Respondents[0].Responses); err != nil || !(p.Rating >= 0) {
			t.Errorf("%s: after a failure: %v, %v", name, p, err)
		}
		broken := *ds
		broken.Respondents = append([]datasets.Respondent{}, ds.Respondents...)
		broken.Respondents[3].Responses = responses
		if _, err := Train(t.Context(), &broken, o); err == nil {
			t.Errorf("%s: trained without a vector", name)
		}
		list, err := o.Parts.Approaches(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Evaluate(t.Context(), []*datasets.Dataset{&broken},
			Options{Trials: 1, Approaches: list}); err == nil {
			t.Errorf("%s: evaluated without a vector", name)
		}
	}
}

// TestEncodedOnce checks that an evaluation has all texts encoded in one call, and that responses
// encoded together are not encoded again.
func TestEncodedOnce(t *testing.T) {
	ds := civics(20, 3)
	memory, calls := newHashes("hashes", "")
	list, err := Parts{Encoder: memory}.Approaches("ENC", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Evaluate(t.Context(), []*datasets.Dataset{ds}, Options{Trials: 2, Approaches: list}); err != nil {
		t.Fatal(err)
	}
	if *calls != 2 { // one for texts by which AUTO centres vectors
		t.Errorf("found %d calls of the encoder, expected 2", *calls)
	}
	m := train(t, ds, TrainOptions{Approach: "ENC", Folds: -1, Parts: Parts{Encoder: memory}})
	others := civics(10, 9)
	*calls = 0
	if err := m.Encode(t.Context(), textsOf(others.Respondents)...); err != nil {
		t.Fatal(err)
	}
	for _, r := range others.Respondents {
		if _, err := m.Rating(r.Responses); err != nil {
			t.Fatal(err)
		}
	}
	if *calls > 1 {
		t.Errorf("found %d calls of the encoder, expected 2", *calls)
	}
}

// TestFormerModelsHaveNoEncoder checks that a model of a former version is read without one.
func TestFormerModelsHaveNoEncoder(t *testing.T) {
	auto := approach.Learning{Learner: approach.Auto{NoEncoder: true}}
	former, err := trainModel(t.Context(), civics(12, 3), Approach{Name: "AUTO", Method: auto},
		TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	memory, calls := newHashes("hashes", "")
	m, err := ReadModel(bytes.NewReader(written(t, former)), "m", Parts{Encoder: memory})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Rating(make([]string, len(m.Questions()))); err != nil || *calls > 0 {
		t.Errorf("%v, %d calls of the encoder", err, *calls)
	}
}
