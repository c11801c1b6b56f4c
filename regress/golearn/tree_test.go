package golearn

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/sjwhitworth/golearn/base"
	"github.com/sjwhitworth/golearn/trees"

	"github.com/luna-rating/luna/regress"
)

// dense returns a design in golearn's form.
func dense(x *regress.Matrix, columns []string, y []float64, n int) *base.DenseInstances {
	instances := base.NewDenseInstances()
	specs := make([]base.AttributeSpec, 0, len(columns)+1)
	for _, name := range columns {
		column := &base.FloatAttribute{Name: name}
		specs = append(specs, instances.AddAttribute(column))
	}
	class := &base.FloatAttribute{Name: "rating"}
	specs = append(specs, instances.AddAttribute(class))
	// Neither fails: the class has just been added under a unique name, and the groups exist.
	_ = instances.AddClassAttribute(class)
	_ = instances.Extend(n)
	value := make([]byte, 8)
	for i := range n {
		r := x.Row(i)
		for k, j := range r.Index {
			base.PackFloatToBytesInline(r.Value[k], value)
			instances.Set(specs[j], i, value)
		}
		base.PackFloatToBytesInline(y[i], value)
		instances.Set(specs[len(columns)], i, value)
	}
	return instances
}

// grown fits and predicts with golearn alone, on all columns.
func grown(t *testing.T, r Tree, p regress.Problem, test *regress.Matrix) []float64 {
	t.Helper()
	r, err := r.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	_, cols := p.X.Dims()
	names := make([]string, cols)
	for j := range names {
		names[j] = "c" + strconv.Itoa(j)
	}
	training := dense(p.X, names, p.Y, len(p.Y))
	n, _ := test.Dims()
	unknown := dense(test, names, make([]float64, n), n)
	tree := trees.NewDecisionTreeRegressor(trees.MSE, int64(r.MaxDepth))
	if err := tree.Fit(training); err != nil {
		t.Fatal(err)
	}
	return tree.Predict(unknown)
}

// TestGolearn compares with golearn's own predictions, to the bit, for training rows and others.
func TestGolearn(t *testing.T) {
	eachFit(t, func(t *testing.T, r Tree, p regress.Problem, m *treeModel) {
		x := toDense(p.X)
		for i, row := range toDense(p.X) {
			for j := range row {
				row[j] = (row[j] + x[(i+1)%len(x)][j]) / 2
			}
			x = append(x, row)
		}
		_, cols := p.X.Dims()
		test := fromDense(x, cols)
		if got, want := m.Predict(test), grown(t, r, p, test); !sameBits(got, want) {
			t.Errorf("predicted %v, golearn %v", got, want)
		}
		if m.leaves() < 2 {
			t.Errorf("%d leaves", m.leaves())
		}
	})
}

// TestWhatGolearnGetsWrong documents the reasons for the exceptions of [Tree].
func TestWhatGolearnGetsWrong(t *testing.T) {
	p := regress.Problem{X: fromDense([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, 2),
		Y: []float64{.25, .75, .75, .25}}
	if got := grown(t, Tree{}, p, p.X); !slices.Equal(got, []float64{0, 0, 0, 0}) {
		t.Errorf("where no split helps golearn predicts %v", got)
	}
	if got := fit(t, Tree{}, p).Predict(p.X); !slices.Equal(got, []float64{.5, .5, .5, .5}) {
		t.Errorf("predicted %v", got)
	}
}

// loss is the sum of squared deviations from the mean by definition.
func loss(y []float64) float64 {
	var s float64
	for _, v := range y {
		d := v - regress.Mean(y)
		s += d * d
	}
	return s
}

// TestEverySplitIsBest walks down the tree with the training rows and tries all splits at each
// node.
func TestEverySplitIsBest(t *testing.T) {
	const tiny = 1e-12
	eachFit(t, func(t *testing.T, r Tree, p regress.Problem, m *treeModel) {
		r, _ = r.withDefaults()
		x := toDense(p.X)
		divide := func(rows []int, column int, threshold float64) (left, right []int,
			lost float64) {
			var parts [2][]float64
			for _, i := range rows {
				if x[i][column] < threshold {
					left, parts[0] = append(left, i), append(parts[0], p.Y[i])
				} else {
					right, parts[1] = append(right, i), append(parts[1], p.Y[i])
				}
			}
			return left, right, loss(parts[0]) + loss(parts[1])
		}
		var walk func(at int, rows []int, depth int)
		walk = func(at int, rows []int, depth int) {
			var y []float64
			for _, i := range rows {
				y = append(y, p.Y[i])
			}
			best := loss(y)
			whole := best
			for j := range x[0] {
				var values []float64
				for _, i := range rows {
					values = append(values, x[i][j])
				}
				slices.Sort(values)
				values = slices.Compact(values)
				for k, v := range values[1:] {
					_, _, l := divide(rows, j, (values[k]+v)/2)
					best = min(best, l)
				}
			}
			n := m.Nodes[at]
			if n.Left == 0 {
				if math.Abs(n.Value-regress.Mean(y)) > tiny {
					t.Errorf("node %d predicts %v, the mean is %v", at, n.Value, regress.Mean(y))
				}
				if (r.MaxDepth == unlimited || depth < r.MaxDepth) && best < whole-tiny {
					t.Errorf("node %d is a leaf, but a split lowers the loss of %v to %v",
						at, whole, best)
				}
				return
			}
			left, right, l := divide(rows, n.Column, n.Threshold)
			if len(left) == 0 || len(right) == 0 || l > best+tiny || l > whole+tiny {
				t.Errorf("node %d: %d and %d rows, loss %v of %v, at best %v",
					at, len(left), len(right), l, whole, best)
				return
			}
			walk(n.Left, left, depth+1)
			walk(n.Left+1, right, depth+1)
		}
		rows := make([]int, len(x))
		for i := range rows {
			rows[i] = i
		}
		walk(0, rows, 0)
		if r.MaxDepth != unlimited && m.depth() > r.MaxDepth {
			t.Errorf("depth %d", m.depth())
		}
	})
}

// TestScikitLearn compares with recorded trees of scikit-learn. The script that made the record is
// beside it.
func TestScikitLearn(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sklearn", "trees.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Problems []struct {
			Name              string
			Depth, Leaves     int
			X                 [][]float64
			Y                 []float64
			XTest             [][]float64 `json:"x_test"`
			Fitted, Predicted []float64
		}
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Problems) < 12 {
		t.Fatalf("%d problems on record", len(record.Problems))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }
	for _, q := range record.Problems {
		t.Run(fmt.Sprintf("%s/%d", q.Name, q.Depth), func(t *testing.T) {
			cols := len(q.X[0])
			x := fromDense(q.X, cols)
			m := fit(t, Tree{MaxDepth: q.Depth}, regress.Problem{X: x, Y: q.Y})
			if m.leaves() != q.Leaves {
				t.Errorf("%d leaves, want %d", m.leaves(), q.Leaves)
			}
			if got := m.Predict(x); !slices.EqualFunc(got, q.Fitted, near) {
				t.Errorf("fitted %v, want %v", got, q.Fitted)
			}
			if got := m.Predict(fromDense(q.XTest, cols)); !slices.EqualFunc(got, q.Predicted,
				near) {
				t.Errorf("predicted %v, want %v", got, q.Predicted)
			}
		})
	}
}

func TestDistinct(t *testing.T) {
	x := fromDense([][]float64{
		{1, 0, 2, 1, 0, 7, 1},
		{0, 0, 1, 0, 3, 7, 0},
		{0, 0, 0, 0, 0, 7, 2},
	}, 7)
	kept, steps := distinct(x)
	want := []column{
		{0, []cell{{0, 1}}}, {2, []cell{{0, 2}, {1, 1}}}, {4, []cell{{1, 3}}}, {6, []cell{{0, 1}, {2, 2}}},
	}
	if !reflect.DeepEqual(kept, want) || steps != 3*(8+9+8+9) {
		t.Errorf("columns %v, %v steps", kept, steps)
	}
	// Stored zeros of either sign count as zeros.
	x = regress.NewMatrix(2, 1)
	x.Append(regress.Row{Index: []int32{0}, Value: []float64{math.Copysign(0, -1)}})
	x.Append(regress.Row{})
	if kept, _ := distinct(x); kept != nil {
		t.Errorf("columns %v", kept)
	}
}
