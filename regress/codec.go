package regress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/numbers"
)

// ModelKind is a type of fitted model that can be written and read.
type ModelKind struct {
	Name string               // such as "linear"
	New  func() StorableModel // returns a pointer to a zero value to unmarshal into
}

// StorableModel is a [Model] that can be checked after it is read from bytes that may not be
// trusted.
type StorableModel interface {
	Model
	// Check reports what keeps Predict from working on designs with that many columns, such as
	// lengths that do not agree, numbers out of range or not finite, or nodes that form no tree. If
	// it returns nil, Predict neither panics nor loops forever on a finite matrix of that many
	// columns, and returns finite numbers unless sums or products overflow. Its memory is then
	// proportional to the model and the matrix; for a kernel, to groups times training rows, at
	// most 2²⁴.
	Check(columns int) error
}

// modelKinds lists the kinds of model of this package, sorted by name. A new type of model is
// registered here. Several regressors may share one.
var modelKinds = []ModelKind{
	{"gp", func() StorableModel { return new(gpModel) }},
	{"kernel", func() StorableModel { return new(kernelModel) }},
	{"linear", func() StorableModel { return new(Linear) }},
}

// ErrModel is wrapped by the errors of [EncodeModel] and [DecodeModel].
var ErrModel = errors.New("regress: unusable model")

// ErrKind is the [ErrModel] for an unknown kind of model.
var ErrKind = fmt.Errorf("%w: kind", ErrModel)

// EncodeModel returns the name of the model's kind and the model as JSON: the same bytes for the
// same model, numbers to the bit. The kinds are those of this package and those in more. The
// diagnostics of the fit are not written, so those of a model that was read are empty except for
// what the model itself shows. Models with kernels or neighbours hold their training rows, or part
// of them. EncodeModel fails ([ErrModel]) for a model of no known kind and for one that holds
// numbers that are not finite.
func EncodeModel(m Model, more ...ModelKind) (kind string, data []byte, err error) {
	all := slices.Concat(modelKinds, more)
	for _, k := range all {
		if m == nil || reflect.TypeOf(k.New()) != reflect.TypeOf(m) {
			continue
		}
		if v := reflect.ValueOf(m); v.Kind() == reflect.Pointer && v.IsNil() {
			return "", nil, fmt.Errorf("%w: %s: a nil %T", ErrModel, k.Name, m)
		}
		if data, err = json.Marshal(m); err != nil {
			return "", nil, fmt.Errorf("%w: %s: %w", ErrModel, k.Name, err)
		}
		return k.Name, data, nil
	}
	return "", nil, fmt.Errorf("%w: %T cannot be written; the kinds are %s",
		ErrModel, m, kindNames(all))
}

// DecodeModel reads what [EncodeModel] wrote, from bytes that may not be trusted. The kinds are
// those of this package and those in more. The model is checked for designs with the given number
// of columns; see [StorableModel]. White space aside, the bytes must be those that EncodeModel
// writes for the model, so no field is unknown, missing or given twice. A field that is added to a
// type of model later must therefore be omitted when zero, so that older bytes remain readable. If
// DecodeModel fails ([ErrModel], or [ErrKind] for an unknown kind), the error says what was found
// and what was expected.
func DecodeModel(kind string, data []byte, columns int, more ...ModelKind) (Model, error) {
	if columns < 0 || columns > math.MaxInt32 {
		return nil, fmt.Errorf("%w: for designs of %d columns, want 0 to %d",
			ErrModel, columns, math.MaxInt32)
	}
	all := slices.Concat(modelKinds, more)
	for _, k := range all {
		if k.Name != kind {
			continue
		}
		m, err := k.decode(data, columns)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrModel, kind, err)
		}
		return m, nil
	}
	return nil, fmt.Errorf("%w %.40q, want one of %s", ErrKind, kind, kindNames(all))
}

func kindNames(kinds []ModelKind) string {
	names := numbers.Map(kinds, func(k ModelKind) string { return k.Name })
	return strings.Join(names, ", ")
}

func (k ModelKind) decode(data []byte, columns int) (Model, error) {
	m := k.New()
	var given bytes.Buffer
	if err := json.Compact(&given, data); err != nil { // no value, or more than one
		return nil, err
	}
	if !bytes.HasPrefix(given.Bytes(), []byte("{")) {
		return nil, fmt.Errorf("found %.12q, want an object", given.Bytes())
	}
	d := json.NewDecoder(bytes.NewReader(given.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("%.200v", err) // it may quote a long text
	}
	if err := m.Check(columns); err != nil {
		return nil, err
	}
	canonical, err := json.Marshal(m)
	if err == nil && !bytes.Equal(given.Bytes(), canonical) {
		err = errors.New("found other bytes than those that are written for the model: a field is " +
			"missing or given twice, or a number written otherwise")
	}
	return m, err
}
