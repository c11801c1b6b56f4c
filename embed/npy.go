package embed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// npyMagic is the start of a file of NumPy.
const npyMagic = "\x93NUMPY"

const (
	maxHeader = 64 << 10 // bytes of the header of a file of NumPy
	maxTexts  = 1 << 30  // bytes of the file with its texts
)

// The entries of a header that matter. It is a dictionary as Python writes it.
var (
	npyType  = text.Pattern(`['"]descr['"]\s*:\s*['"]<f([48])['"]`)
	npyOrder = text.Pattern(`['"]fortran_order['"]\s*:\s*False\b`)
	npyShape = text.Pattern(`['"]shape['"]\s*:\s*\(\s*(\d+)\s*,\s*(\d+)\s*,?\s*\)`)
)

// readNPY reads the vectors in a file of NumPy and their texts in the file beside it.
func readNPY(r io.Reader, path string) (*table, error) {
	rows, dim, size, err := readNPYHeader(r, path)
	if err != nil {
		return nil, err
	}
	beside := strings.TrimSuffix(path, ".gz")
	beside = strings.TrimSuffix(beside, filepath.Ext(beside)) + ".json"
	texts, err := readTexts(beside, path)
	if err != nil {
		return nil, err
	}
	if len(texts) != rows {
		return nil, files.New(path, 0, text.Count(rows, "row"), fmt.Sprintf("%d, one for each text of %s",
			len(texts), text.OneLine(beside)))
	}
	return readNPYRows(r, path, texts, dim, size)
}

// readTexts reads the texts of the vectors in a file.
func readTexts(path, of string) ([]string, error) {
	const want = "a JSON array of texts"
	content, err := files.Read(path, maxTexts, want)
	if errors.Is(err, os.ErrNotExist) {
		return nil, files.New(of, 0, "no file "+text.OneLine(path)+" beside it", "one with "+want)
	} else if err != nil {
		return nil, err
	}
	var list []*string
	if err := files.DecodeJSON(content, &list); err != nil {
		return nil, files.New(path, 0, fmt.Sprintf("%s (%v)", text.Quote(content), err), want)
	}
	texts := make([]string, len(list))
	for i, s := range list {
		if s == nil {
			return nil, files.New(path, 0, fmt.Sprintf("null as text %d", i+1), want)
		}
		texts[i] = *s
	}
	return texts, nil
}

// readNPYHeader returns the rows, the numbers in each and the size of a number in bytes.
func readNPYHeader(r io.Reader, path string) (rows, dim, size int, err error) {
	fault := func(found, expected string) (int, int, int, error) {
		return 0, 0, 0, files.New(path, 0, found, expected)
	}
	start := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, start); err != nil || !strings.HasPrefix(string(start), npyMagic) {
		return fault(text.Quote(start), "the header of a file of NumPy")
	}
	length := make([]byte, 4)
	switch major := start[len(npyMagic)]; major {
	case 1:
		_, err = io.ReadFull(r, length[:2])
	case 2, 3:
		_, err = io.ReadFull(r, length)
	default:
		return fault(fmt.Sprintf("version %d of NumPy's format", major), "1, 2 or 3")
	}
	n := binary.LittleEndian.Uint32(length)
	if n > maxHeader {
		return fault(fmt.Sprintf("a header of %d bytes", n), fmt.Sprintf("at most %d", maxHeader))
	}
	header := make([]byte, n)
	if err == nil {
		_, err = io.ReadFull(r, header)
	}
	if err != nil {
		return fault("the end of the file in the header", "a file of NumPy")
	}
	kind, order := npyType().FindSubmatch(header), npyOrder().Find(header)
	shape := npyShape().FindSubmatch(header)
	if kind == nil || order == nil || shape == nil {
		return fault("the header "+text.Quote(header), "'descr': '<f4' or '<f8' (float32 or float64), "+
			"'fortran_order': False, and a 'shape' of two numbers")
	}
	rows, errRows := strconv.Atoi(string(shape[1]))
	dim, errDim := strconv.Atoi(string(shape[2]))
	if errRows != nil || errDim != nil || dim < 1 || dim > maxDim {
		return fault(fmt.Sprintf("the shape (%.20s, %.20s)", shape[1], shape[2]),
			fmt.Sprintf("rows of 1 to %d numbers", maxDim))
	}
	return rows, dim, int(kind[1][0] - '0'), nil
}

// readNPYRows reads a row for each text, and the end of the file after them.
func readNPYRows(r io.Reader, path string, texts []string, dim, size int) (*table, error) {
	t, row := newTable(path), make([]byte, dim*size)
	for i, s := range texts {
		if _, err := io.ReadFull(r, row); err != nil {
			return nil, files.New(path, 0, fmt.Sprintf("the end of the file, or damage, in row %d", i+1),
				text.Count(len(texts), "row"))
		}
		v := make([]float32, dim)
		for k := range v {
			if at := row[k*size:]; size == 4 {
				v[k] = math.Float32frombits(binary.LittleEndian.Uint32(at))
			} else {
				v[k] = float32(math.Float64frombits(binary.LittleEndian.Uint64(at)))
			}
		}
		if err := t.add(0, []string{s}, v); err != nil {
			err.(*Error).Msg = fmt.Sprintf("row %d: %s", i+1, err.(*Error).Msg)
			return nil, err
		}
	}
	if n, err := io.ReadFull(r, row[:1]); n > 0 || err != io.EOF {
		return nil, files.New(path, 0, "further bytes, or damage, after the last row",
			text.Count(len(texts), "row"))
	}
	return t, nil
}
