package bert

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// maxHeader is the greatest length of the header of a file of tensors.
const maxHeader = 100 << 20

// tensors reads a file in the format safetensors: the length of a header, the header in JSON, and
// the numbers.
type tensors struct {
	path  string
	in    io.ReaderAt
	begin int64 // of the numbers
	list  map[string]tensor
	err   error // the first one of read
}

// tensor is an entry of the header.
type tensor struct {
	DType   string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// widths are how many bytes a number of each type has.
var widths = map[string]int64{"F64": 8, "I64": 8, "U64": 8, "F32": 4, "I32": 4, "U32": 4, "F16": 2, "BF16": 2,
	"I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}

// bytes returns the length that the shape says, or -1 if it is more than most.
func (t tensor) bytes(most int64) int64 {
	n := widths[t.DType]
	for _, d := range t.Shape {
		if d < 0 || d > 0 && n > most/d {
			return -1
		}
		n *= d
	}
	return n
}

// newTensors reads the header of a file of the given size.
func newTensors(in io.ReaderAt, size int64, path string) (*tensors, error) {
	var length [8]byte
	if _, err := in.ReadAt(length[:], 0); err != nil {
		return nil, files.New(path, 0, text.Count(size, "byte"), "a file in the format safetensors")
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n == 0 || n > maxHeader || int64(n) > size-8 {
		return nil, files.New(path, 0, fmt.Sprintf("a header of %d bytes in a file of %d", n, size),
			"a file in the format safetensors, with all of its header")
	}
	header := make([]byte, n)
	if _, err := in.ReadAt(header, 8); err != nil {
		return nil, err
	}
	t := &tensors{path: path, in: in, begin: 8 + int64(n)}
	if err := json.Unmarshal(header, &t.list); err != nil {
		return nil, files.New(path, 0, "a header with "+err.Error(), "dtype, shape and data_offsets by tensor in JSON")
	}
	delete(t.list, "__metadata__")
	return t, t.check(size - t.begin)
}

// check checks that tensors are within the file and do not overlap.
func (t *tensors) check(size int64) error {
	var names []string
	for name, e := range t.list {
		from, to := e.Offsets[0], e.Offsets[1]
		switch {
		case from < 0 || to < from || to > size:
			return files.New(t.path, 0, fmt.Sprintf("tensor %s at bytes %d to %d", text.Quote(name), from, to),
				fmt.Sprintf("a part of the %d bytes that the file has for numbers", size))
		case widths[e.DType] > 0 && e.bytes(size) != to-from:
			return files.New(t.path, 0, fmt.Sprintf("tensor %s with %d bytes", text.Quote(name), to-from),
				fmt.Sprintf("those of shape %d in %s", e.Shape, e.DType))
		case from < to:
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.list[a].Offsets[0], t.list[b].Offsets[0]), cmp.Compare(a, b))
	})
	for i := 1; i < len(names); i++ {
		if t.list[names[i]].Offsets[0] < t.list[names[i-1]].Offsets[1] {
			return files.New(t.path, 0, fmt.Sprintf("tensors %s and %s at the same bytes",
				text.Quote(names[i-1]), text.Quote(names[i])), "each to have its own")
		}
	}
	return nil
}

// read returns the numbers of a tensor, which must be finite and of the given shape; nil after an
// error, which t keeps.
func (t *tensors) read(name string, shape ...int) []float32 {
	e, ok := t.list[name]
	fail := func(found, expected string) []float32 {
		t.err = files.New(t.path, 0, found, expected)
		return nil
	}
	same := func(a int64, b int) int { return cmp.Compare(a, int64(b)) }
	expected := fmt.Sprintf("one of shape %d, as the settings say, in F32, F16 or BF16", shape)
	switch {
	case t.err != nil:
		return nil
	case !ok:
		return fail("no tensor "+name, expected)
	case slices.CompareFunc(e.Shape, shape, same) != 0 || !slices.Contains([]string{"F32", "F16", "BF16"}, e.DType):
		return fail(fmt.Sprintf("tensor %s of shape %d in %s", name, e.Shape, text.Quote(e.DType)), expected)
	}
	width, length := int(widths[e.DType]), int(e.Offsets[1]-e.Offsets[0])
	numbers := make([]float32, 0, length/width)
	part := make([]byte, min(1<<20, length))
	for at := 0; at < length; at += len(part) {
		part = part[:min(len(part), length-at)]
		if _, err := t.in.ReadAt(part, t.begin+e.Offsets[0]+int64(at)); err != nil {
			return fail(err.Error(), "the numbers of tensor "+name)
		}
		for i := 0; i < len(part); i += width {
			v := number(part[i:], e.DType)
			if v-v != 0 {
				return fail(fmt.Sprintf("%v in tensor %s", v, name), "finite numbers")
			}
			numbers = append(numbers, v)
		}
	}
	return numbers
}

// number decodes a number of one of three types.
func number(b []byte, dtype string) float32 {
	switch dtype {
	case "F32":
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	case "BF16":
		return math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16)
	}
	half := uint32(binary.LittleEndian.Uint16(b))
	sign := half & 0x8000 << 16
	if half&0x7c00 == 0x7c00 { // infinite or not a number
		return math.Float32frombits(sign | 0x7f800000 | half&0x3ff<<13)
	}
	// The exponent is 112 more in float32; the product also makes subnormal numbers normal.
	v := math.Float32frombits(half&0x7fff<<13) * 0x1p112
	return math.Float32frombits(math.Float32bits(v) | sign)
}
