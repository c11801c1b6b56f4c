package columns

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		cell              string
		point, comma, top float64 // by notation; NaN where it is no number
	}{
		{"12", 12, 12, 0}, {" 12.5 ", 12.5, 12.5, 0}, {"12,5", 12.5, 12.5, 0}, {"-3", -3, -3, 0},
		{"−3", -3, -3, 0}, {"8,000", 8000, 8, 0}, {"8.000", 8, 8000, 0}, {"0,125", .125, .125, 0},
		{"1,234.5", 1234.5, 1234.5, 0}, {"1.234,5", 1234.5, 1234.5, 0}, {"1,234,567", 1234567, 1234567, 0},
		{"1.234.567", 1234567, 1234567, 0}, {"8 000", 8000, 8000, 0}, {"8\u202f000,5", 8000.5, 8000.5, 0},
		{"1'250", 1250, 1250, 0}, {"12,3456", 12.3456, 12.3456, 0}, {"1e3", 1000, 1000, 0},
		{"12 / 20", 12, 12, 20}, {"12 out of 20", 12, 12, 20}, {"12 von 20", 12, 12, 20},
		{"93%", 93, 93, 100}, {"14.00 / 15", 14, 14, 15}, {"10½", 10.5, 10.5, 0}, {"½", .5, .5, 0},
		{"10 1/2", 10.5, 10.5, 0}, {"1/2", 1, 1, 2}, {"-2 ¼", -2.25, -2.25, 0},
		{"١٤", 14, 14, 0}, {"１４", 14, 14, 0}, {"१४", 14, 14, 0}, {"١٤٫٥", 14.5, 14.5, 0},
		{"+5", 5, 5, 0}, {".5", .5, .5, 0}, {",5", .5, .5, 0},
		{"", nan, nan, 0}, {"14*", nan, nan, 0}, {"absent", nan, nan, 0}, {"1,2,3", nan, nan, 0},
		{"12 34", nan, nan, 0}, {"1.2.3", nan, nan, 0}, {"e5", nan, nan, 0}, {"12.03.2026", nan, nan, 0},
		{"0x1f", nan, nan, 0}, {"/", nan, nan, 0}, {"10 20", nan, nan, 0}, {"3/4/2026", nan, nan, 0},
		{"NaN", nan, nan, 0}, {"-", nan, nan, 0}, {"'", nan, nan, 0}, {"1e999", nan, nan, 0},
		{"5 / 0", nan, nan, 0},
	} {
		for n, want := range map[Notation]float64{{}: test.point, {Comma: true}: test.comma} {
			v, top, ok := n.Number(test.cell)
			if ok != !math.IsNaN(want) || ok && (v != want || top != test.top) {
				t.Errorf("%q by %+v: %v of %v, %v, expected %v of %v", test.cell, n, v, top, ok, want,
					test.top)
			}
		}
	}
	for _, cell := range []string{"-- / 2", "/10", "– / 10"} {
		if v, top, ok := Number(cell); !math.IsNaN(v) || top == 0 || !ok {
			t.Errorf("%q: %v of %v, %v", cell, v, top, ok)
		}
	}
}

func TestFindNotation(t *testing.T) {
	for _, test := range []struct {
		cells                       []string
		semicolons, workbook, comma bool
	}{
		{[]string{"8,000", "6,500"}, false, false, false},
		{[]string{"8,000", "6,500"}, true, false, true},
		{[]string{"8,000", "6,5"}, false, false, true},
		{[]string{"8.000", "6.5"}, true, false, false},
		{[]string{"1.150", "850"}, true, false, true},
		{[]string{"3.667", "4.333"}, false, false, false},
		{[]string{"3.667", "2.5"}, false, true, false},
		{[]string{"1.234,5", "850"}, false, false, true},
	} {
		rows := [][]string{test.cells}
		if n := FindNotation(rows, test.semicolons, test.workbook); n.Comma != test.comma {
			t.Errorf("%q: %+v", test.cells, n)
		}
	}
}
