package lrp

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
)

// blankOf is how the learner of a model counts questions without an answer.
func blankOf(m *Model) auto.Blank { return m.learner().(approach.Auto).Model.Blank }

// TestBlank checks that a model keeps how it counts questions without an answer, when it is read,
// fitted again for a known population and trained again.
func TestBlank(t *testing.T) {
	for _, blank := range []auto.Blank{
		auto.BlankAuto, auto.BlankZero, auto.BlankIgnore, auto.BlankText,
	} {
		m := train(t, civics(8, 3), TrainOptions{Folds: -1, Parts: Parts{Blank: &blank}})
		file := written(t, m)
		back := read(t, file) // whose parts say nothing of it
		retrain := func(p Parts) *Model {
			again, err := Retrain(context.Background(), bytes.NewReader(file), "m",
				TrainOptions{Folds: -1, Parts: p})
			if err != nil {
				t.Fatal(err)
			}
			return again
		}
		for name, x := range map[string]*Model{"trained": m, "read": back, "trained again": retrain(Parts{})} {
			if blankOf(x) != blank || x.info.Blank != blank {
				t.Errorf("%s: found %q and %q, expected %q", name, blankOf(x), x.info.Blank, blank)
			}
		}
		if x := transduced(t, back, responsesOf(civics(9, 4), 0)); x.Info().Blank != blank {
			t.Errorf("for a population: found %q, expected %q", x.Info().Blank, blank)
		}
		for _, other := range []auto.Blank{auto.BlankAuto, auto.BlankText} {
			if x := retrain(Parts{Blank: &other}); x.info.Blank != other {
				t.Errorf("trained again with %q: found %q", other, x.info.Blank)
			}
		}
	}
}

func TestBlankRefused(t *testing.T) {
	unknown, zero := auto.Blank("half"), auto.BlankZero
	const want = `found "half" for questions without an answer, expected "zero", "ignore" or "text"`
	_, err := Train(context.Background(), civics(8, 3), TrainOptions{Parts: Parts{Blank: &unknown}})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("found %v, expected %s", err, want)
	}
	lines := linesOf(written(t, train(t, civics(8, 3), TrainOptions{Folds: -1, Parts: Parts{Blank: &zero}})))
	lines[0] = strings.Replace(lines[0], `"blank":"zero"`, `"blank":"half"`, 1)
	_, err = ReadModel(bytes.NewReader(signed(lines)), "m", Parts{})
	if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), want) {
		t.Errorf("in a file: found %v, expected %s", err, want)
	}
}
