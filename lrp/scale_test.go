package lrp

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestScale keeps scale and points in the model file and refuses impossible ones.
func TestScale(t *testing.T) {
	ds := threeQuestions(6)
	ds.Scale, ds.Points = datasets.Scale{}, nil
	save := func() []string {
		t.Helper()
		m, err := Train(context.Background(), ds, TrainOptions{Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		if m.Scale() != ds.Scale {
			t.Errorf("found scale %v, expected %v", m.Scale(), ds.Scale)
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		return linesOf(b.Bytes())
	}
	plain := save()
	if strings.Contains(plain[0], `"scale"`) || strings.Contains(plain[0], `"points"`) {
		t.Errorf("a model without a scale has one in its file: %s", plain[0])
	}
	ds.Scale, ds.Points = datasets.Scale{Zero: 3.5, Full: 30}, []float64{10, 10, 10}
	lines := save()
	read, err := ReadModel(bytes.NewReader(signed(lines)), "m", Parts{})
	if err != nil {
		t.Fatal(err)
	}
	if d := read.Info().Dataset; d.Scale != ds.Scale || !slices.Equal(d.Points, ds.Points) {
		t.Errorf("read scale %v and points %v", d.Scale, d.Points)
	}
	if !slices.Equal(lines[1:4], plain[1:4]) {
		t.Error("the scale changes what is learned")
	}
	again, err := Retrain(context.Background(), bytes.NewReader(signed(lines)), "m",
		TrainOptions{Folds: -1})
	if err != nil || again.Scale() != ds.Scale {
		t.Errorf("retrained with scale %v (%v)", again.Scale(), err)
	}
	const head = `"scale":{"zero":3.5,"full":30},"points":[10,10,10]`
	if !strings.Contains(lines[0], head) {
		t.Fatalf("the head %s has no %s", lines[0], head)
	}
	for changed, want := range map[string]string{
		`"scale":{"zero":30,"full":30}`: "m:3: cannot be used as a model: " +
			"found a scale from 30 to 30, expected two different numbers",
		`"points":[1,2]`: "m:3: cannot be used as a model: " +
			"found points of 2 questions, expected 3",
		`"points":[1,2,-3]`: "m:3: cannot be used as a model: " +
			"found -3 points, expected a number of at least 0",
	} {
		bad := slices.Clone(lines)
		bad[0] = strings.Replace(bad[0], head, changed, 1)
		_, err := ReadModel(bytes.NewReader(signed(bad)), "m", Parts{})
		if !errors.Is(err, ErrModelFile) || err.Error() != want {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
}
