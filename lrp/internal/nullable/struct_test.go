package nullable

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

type inner struct {
	X float64   `json:"x"`
	L []float64 `json:"l,omitempty"`
}

type embedded struct{ Z float64 }

type outer struct {
	embedded
	Name  string            `json:"name"`
	N     int               `json:"n,omitempty"`
	Y     float64           `json:"y"`
	Zero  float64           `json:"zero,omitempty"`
	Ends  [2]float64        `json:"ends"`
	One   *inner            `json:"one"`
	Many  []inner           `json:"many"`
	Flat  *inner            `json:",inline"`
	Map   map[string]string `json:"map,omitempty"`
	Any   any               `json:"any"`
	Skip  float64           `json:"-"`
	Quiet *inner            `json:"quiet,omitempty"`
}

// With defined numbers alone, a document is that of encoding/json, but for what is inline.
func TestMarshalAsJSON(t *testing.T) {
	v := outer{embedded: embedded{3}, Name: "a <b> \"c\"", Y: 1e-7, Ends: [2]float64{1, 2}, One: &inner{X: 5},
		Many: []inner{{1, []float64{1, 2.5}}, {}}, Map: map[string]string{"k": "v"}, Any: []inner{{X: 2}},
		Quiet: &inner{}}
	want, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if plain := strings.Replace(string(want), `"Flat":null,`, "", 1); plain != string(got) {
		t.Errorf("found %s\nwant %s", got, plain)
	}
}

func TestUndefinedNumbers(t *testing.T) {
	nan := math.NaN()
	v := outer{embedded: embedded{nan}, Y: math.Inf(1), Ends: [2]float64{0, nan},
		Many: []inner{{nan, []float64{1, nan}}}, Flat: &inner{X: 4}}
	got, err := Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"Z":null,"name":"","y":null,"ends":null,"one":null,"many":[{"x":null,"l":[1,null]}],"x":4,` +
		`"any":null}`
	if string(got) != want {
		t.Errorf("found %s\nwant %s", got, want)
	}
	var back inner
	if err := Unmarshal([]byte(`{"x":null}`), &back); err != nil || !math.IsNaN(back.X) {
		t.Errorf("read %v, error %v", back, err)
	}
	var whole struct {
		Y, Missing float64
		Zero       float64 `json:",omitempty"`
		Ends       [2]float64
	}
	if err := Unmarshal([]byte(`{"y":2,"ends":null}`), &whole); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{2, nan, 0, nan, nan}, []float64{whole.Y, whole.Missing, whole.Zero, whole.Ends[0],
		whole.Ends[1]}, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
}
