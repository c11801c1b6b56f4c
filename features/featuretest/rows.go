package featuretest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// allRows returns the rows of the training responses and of those to predict.
func allRows(f features.Fitted, x example) []features.Row {
	var rows []features.Row
	for i := range x.train {
		var r features.Row
		f.AppendTrain(&r, i)
		rows = append(rows, r)
	}
	for _, d := range x.test {
		var r features.Row
		f.Append(&r, d)
		rows = append(rows, r)
	}
	return rows
}

func denseRows(f features.Fitted, x example) [][]float64 {
	columns := len(f.Columns())
	return numbers.Map(allRows(f, x), func(r features.Row) []float64 { return dense(r, columns) })
}

// rowName names a row of allRows.
func (x example) rowName(k int) string {
	if k < len(x.train) {
		return fmt.Sprintf("training row %d", k)
	}
	return fmt.Sprintf("the row of response %q", x.testTexts[k-len(x.train)])
}

func row(f features.Fitted, d *text.Doc) []float64 {
	var r features.Row
	f.Append(&r, d)
	return dense(r, len(f.Columns()))
}

func trainRow(f features.Fitted, i int) []float64 {
	var r features.Row
	f.AppendTrain(&r, i)
	return dense(r, len(f.Columns()))
}

// dense returns the row with its zeros. It drops columns out of range, which wellFormed reports.
func dense(r features.Row, columns int) []float64 {
	values := make([]float64, columns)
	for k, j := range r.Index {
		if j >= 0 && int(j) < columns {
			values[j] = r.Value[k]
		}
	}
	return values
}

// equal compares exactly.
func equal(a, b []float64) bool { return slices.Equal(a, b) }

// close tolerates the rounding of sums in another order.
func close(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-12 })
}

// copies returns deep copies.
func copies(docs []*text.Doc) []text.Doc {
	c := make([]text.Doc, len(docs))
	for i, d := range docs {
		c[i] = text.Doc{
			Raw:    d.Raw,
			Tokens: slices.Clone(d.Tokens),
			Words:  slices.Clone(d.Words),
			Clean:  d.Clean,
			Set:    slices.Clone(d.Set),
		}
	}
	return c
}

// validResources checks what a [features.ResourceUser] returns.
func validResources(e features.Extractor) error {
	user, ok := e.(features.ResourceUser)
	if !ok {
		return nil
	}
	resources, err := user.Resources()
	if err != nil {
		return fmt.Errorf("resources: %w", err)
	}
	names := make(map[string]bool)
	for _, r := range resources {
		if r.Name == "" {
			return fmt.Errorf("the resource with SHA-256 %q has no name", r.SHA256)
		}
		if names[r.Name] {
			return fmt.Errorf("the resource %q is listed twice", r.Name)
		}
		names[r.Name] = true
		if sum, err := hex.DecodeString(r.SHA256); err != nil || len(sum) != 32 {
			return fmt.Errorf("the resource %q has SHA-256 %q, expected 64 hexadecimal digits",
				r.Name, r.SHA256)
		}
	}
	again, err := user.Resources()
	if err != nil {
		return fmt.Errorf("resources, the second time: %w", err)
	}
	if !slices.Equal(resources, again) {
		return errors.New("resources change from call to call")
	}
	return nil
}

// validVersion checks what a [features.Versioned] returns.
func validVersion(e features.Extractor) error {
	if v, ok := e.(features.Versioned); ok && v.Version() < 1 {
		return fmt.Errorf("version %d, expected at least 1", v.Version())
	}
	return nil
}
