package regress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// ModelKind is a type of fitted model that can be written and read.
type ModelKind struct {
	Name string       // such as "linear"
	New  func() Model // a pointer to a zero value, to be unmarshalled into; a [Checked]
}

// Checked is a [Model] that can tell whether it is sound, as one that was read may not be.
type Checked interface {
	Model
	// Check tells what keeps Predict from working on designs of that many columns: lengths that do not
	// agree, numbers out of range or not finite, trees that are none. Where it returns nil, Predict neither
	// panics nor loops on any finite matrix of that many columns, allocates in proportion to model and matrix (a
	// kernel: to its groups times its training rows, at most 2²⁴), and returns finite numbers unless sums or products
	// overflow.
	Check(columns int) error
}

// modelKinds is the one place where a type of model is registered, sorted by name. Several regressors
// may share one.
var modelKinds = []ModelKind{
	{"gbt", func() Model { return new(GBTModel) }},
	{"gp", func() Model { return new(GPModel) }},
	{"kernel", func() Model { return new(Machine) }},
	{"knn", func() Model { return new(KNNModel) }},
	{"linear", func() Model { return new(Linear) }},
}

// ErrModel is wrapped by the errors of [EncodeModel] and [DecodeModel].
var ErrModel = errors.New("regress: unusable model")

// ModelKinds lists the kinds of model of this package, sorted by name.
func ModelKinds() []ModelKind { return append([]ModelKind(nil), modelKinds...) }

// EncodeModel returns the name of the model's kind and the model as JSON, always the same bytes for the same model and
// numbers to the bit; more are kinds from elsewhere. What [Model.Diagnostics] told of the fit is not written: it is
// empty for a model that was read, but for what the model itself shows. Models of kernels and neighbours hold their
// training rows, or part of them. EncodeModel fails for a model of no kind and for one that holds numbers that are not
// finite.
func EncodeModel(m Model, more ...ModelKind) (kind string, data []byte, err error) {
	all := append(ModelKinds(), more...)
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
	return "", nil, fmt.Errorf("%w: %T cannot be written; the kinds are %s", ErrModel, m, kindNames(all))
}

// DecodeModel reads what [EncodeModel] wrote, of bytes that need not be trusted; more are kinds from elsewhere. The model
// is checked for designs of the given number of columns, see [Checked]. White space aside the bytes must be those that
// EncodeModel writes for the model, so there are no unknown fields, missing ones, or ones given twice; a field that is
// added to a type of model later must be left out where it is zero, for older bytes to remain readable. DecodeModel fails
// ([ErrModel]) with what was found and what was expected.
func DecodeModel(kind string, data []byte, columns int, more ...ModelKind) (Model, error) {
	if columns < 0 || columns > math.MaxInt32 {
		return nil, fmt.Errorf("%w: for designs of %d columns, want 0 to %d", ErrModel, columns, math.MaxInt32)
	}
	all := append(ModelKinds(), more...)
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
	return nil, fmt.Errorf("%w: kind %.40q, want one of %s", ErrModel, kind, kindNames(all))
}

func kindNames(kinds []ModelKind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return strings.Join(names, ", ")
}

func (k ModelKind) decode(data []byte, columns int) (Model, error) {
	m, ok := k.New().(Checked)
	if !ok {
		return nil, fmt.Errorf("%T has no Check", k.New())
	}
	var given bytes.Buffer
	if err := json.Compact(&given, data); err != nil { // not one value, or something behind it
		return nil, located(err, len(data))
	}
	if !bytes.HasPrefix(given.Bytes(), []byte("{")) {
		return nil, fmt.Errorf("found %q, want an object", excerpt(given.Bytes(), 0))
	}
	d := json.NewDecoder(bytes.NewReader(given.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, shortened(err)
	}
	if err := m.Check(columns); err != nil {
		return nil, err
	}
	canonical, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return m, compareText(given.Bytes(), canonical)
}

// located adds to an error of syntax, in a text of that many bytes, where it is.
func located(err error, size int) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset == 0 { // which it is where the text ends too early
		return fmt.Errorf("byte %d: %w", size, err)
	}
	return fmt.Errorf("byte %d: %w", syntax.Offset, err)
}

// shortened cuts off what an error quotes at length.
func shortened(err error) error {
	const most = 200
	if text := err.Error(); len(text) > most {
		return fmt.Errorf("%.*s…", most, text)
	}
	return err
}

// compareText tells where the text departs from what was expected.
func compareText(given, want []byte) error {
	if bytes.Equal(given, want) {
		return nil
	}
	at := 0
	for at < len(given) && at < len(want) && given[at] == want[at] {
		at++
	}
	return fmt.Errorf("byte %d: found %q, want %q", at+1, excerpt(given, at), excerpt(want, at))
}

// excerpt returns a few bytes of the text around a place.
func excerpt(text []byte, at int) []byte {
	const around = 12
	return text[max(0, at-around):min(len(text), at+around)]
}
