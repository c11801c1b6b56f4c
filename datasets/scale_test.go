package datasets

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestScale(t *testing.T) {
	for _, c := range []struct {
		scale        Scale
		rating, want float64
		unit         bool
		text         string
	}{
		{Scale{}, 0.3, 0.3, true, "0 stands for 0, 1 for 1"},
		{Scale{0, 1}, 0.3, 0.3, true, "0 stands for 0, 1 for 1"},
		{Scale{0, 20}, 0.3, 6, false, "0 stands for 0, 1 for 20"},
		{Scale{3.5, 30}, 0, 3.5, false, "0 stands for 3.5, 1 for 30"},
		{Scale{3.5, 30}, 1, 30, false, "0 stands for 3.5, 1 for 30"},
		{Scale{1.0 / 3, 0.7}, 1, 0.7, false, "0 stands for 0.333333, 1 for 0.7"},
		{Scale{-5, 5}, 0.5, 0, false, "0 stands for -5, 1 for 5"},
		{Scale{6, 1}, 0.2, 5, false, "0 stands for 6, 1 for 1"},
		{Scale{6, 1}, 0, 6, false, "0 stands for 6, 1 for 1"},
	} {
		got := c.scale.Value(c.rating)
		if math.Abs(got-c.want) > 1e-12 || c.rating == 1 && got != c.want {
			t.Errorf("%v: rating %v stands for %v, want %v", c.scale, c.rating, got, c.want)
		}
		if back := c.scale.Rating(got); math.Abs(back-c.rating) > 1e-12 {
			t.Errorf("%v: %v is rating %v, want %v", c.scale, got, back, c.rating)
		}
		if c.scale.Unit() != c.unit || c.scale.String() != c.text || !c.scale.Valid() {
			t.Errorf("%#v: unit %v, valid %v, %q", c.scale, c.scale.Unit(), c.scale.Valid(),
				c.scale)
		}
	}
	inf := math.Inf(1)
	for _, s := range []Scale{
		{1, 1}, {math.NaN(), 1}, {0, inf}, {-inf, 0}, {0, math.NaN()},
	} {
		if s.Valid() {
			t.Errorf("%v is valid", s)
		}
	}
}

// TestNativeScale writes scale and points and reads them again, and leaves the digest alone.
func TestNativeScale(t *testing.T) {
	d := small()
	plain := Digest(d)
	d.Scale = Scale{3.5, 30}
	for range d.Questions {
		d.Points = append(d.Points, 15)
	}
	if Digest(d) != plain {
		t.Error("the scale is in the digest")
	}
	var b bytes.Buffer
	if err := WriteJSONL(&b, d); err != nil {
		t.Fatal(err)
	}
	back, err := ReadJSONL(&b, "f")
	if err != nil {
		t.Fatal(err)
	}
	if back.Scale != d.Scale || len(back.Points) != len(d.Points) || back.Points[0] != 15 {
		t.Errorf("read scale %v and points %v", back.Scale, back.Points)
	}
	const rest = `"questions":[{"id":"1","text":"t","key":[]}]}` + "\n" +
		`{"id":"a","responses":["x"],"rating":1}`
	for given, want := range map[string]string{
		`"scale":{"zero":2,"full":2}`: "f:1: found a scale from 2 to 2, " +
			"expected two different numbers",
		`"scale":{"zero":-1.7e308,"full":1.7e308}`: "f:1: found a scale from -1.7e+308 to " +
			"1.7e+308, expected two different numbers",
		`"points":[1,2]`: "f:1: found points of 2 questions, expected 1, one per question",
		`"points":[-1]`:  "f:1: found -1 points, expected a number of at least 0",
	} {
		line := `{"format":"lrp-dataset","version":1,"name":"n",` + given + "," + rest
		_, err := ReadJSONL(strings.NewReader(line), "f")
		checkError(t, err, want)
	}
}
