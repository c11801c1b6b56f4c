package columns

import (
	"fmt"
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

// TestNumberOf reads all that people write for 12 of 15, or for 12.5 of 15.
func TestNumberOf(t *testing.T) {
	for _, cell := range []string{"12/15", "12 /15", "12/ 15", "12 / 15", "(12/15)", "12\\15", "12⁄15",
		"12∕15", "１２／１５", "१२/१५", "12 out of 15", "12 of 15", "12of15", "12 von 15", "12 sur 15",
		"12 de 15", "12 di 15", "12 z 15", "12 из 15", "12 van 15", "12 av 15", "12 od 15",
		"١٢ من ١٥", "١٢/١٥", "12/15 pts", "12 pts / 15", "12 Pkt. von 15 Pkt.", "12/15 points", "12/15 P.",
		"12点/15点", "12점/15점", "12/15分", "12 (of 15)", "12 (/15)", "12 [of 15 points]",
		"12/15 (80%)", "12 / 15 (80 %)", "12/15 [80,0%]", "12/15 = 80%", "'12/15", "+12/15",
		"12.0/15", "12,0/15", "12/15.0", "12.00 / 15.00", "１２．０／１５"} {
		for _, n := range []Notation{{}, {Comma: true}} {
			if v, top, ok := n.Number(cell); v != 12 || top != 15 || !ok {
				t.Errorf("%q: %v of %v, %v", cell, v, top, ok)
			}
		}
	}
	for _, cell := range []string{"12.5/15", "12,5/15", "12½/15", "12½ von 15", "12 1/2 / 15", "12 ½ / 15",
		"12.5 out of 15", "12,5 Punkte von 15"} {
		if v, top, ok := (Notation{Comma: true}).Number(cell); v != 12.5 || top != 15 || !ok {
			t.Errorf("%q: %v of %v, %v", cell, v, top, ok)
		}
	}
	for above := range 100 {
		for below := 1; below < 100; below++ {
			cell := fmt.Sprintf("%d/%d", above, below)
			if v, top, ok := Number(cell); v != float64(above) || top != float64(below) || !ok {
				t.Fatalf("%s: %v of %v, %v", cell, v, top, ok)
			}
		}
	}
}

func TestNumberWithUnit(t *testing.T) {
	for _, cell := range []string{"7 pts", "7 pts.", "7pt", "7 Pt.", "7 points", "7 Points", "7 point",
		"7 Punkte", "7 Punkt", "7 Pkt.", "7 pkt", "7 Pkte", "7 P.", "7P.", "7 P", "7 puntos", "7 pto.",
		"7 punti", "7 punten", "7 pontos", "7 marks", "7 poäng", "7 punktów", "7 баллов", "7 балла",
		"7 puan", "7 điểm", "7分", "7 分", "7点", "7점", "７分", "7 (53.3%)", "7 [53 %]", "7,0 Punkte",
		"7.0 (47%)", "'7"} {
		for _, n := range []Notation{{}, {Comma: true}} {
			if v, top, ok := n.Number(cell); v != 7 || top != 0 || !ok {
				t.Errorf("%q: %v of %v, %v", cell, v, top, ok)
			}
		}
	}
	for _, cell := range []string{"2 moles", "12 km", "3 apples", "7 minutes", "7 min", "50p", "12 pm",
		"12 p.m.", "7 pints", "7 pounds", "7 Prozent", "7 pointers", "12:15", "12 | 15", "12-15", "12–15",
		"7 (late)", "7 (15)", "5 de mayo", "12 of them", "1/2/3", "3 of 4 of 5", "of 15", "pts", "10²",
		"①", "2nd", "5 - Excellent", "2 or 3", "12 15", "H2O", "(7)", "10 km/h", "(53%)"} {
		if v, top, ok := Number(cell); ok {
			t.Errorf("%q: %v of %v, expected no number", cell, v, top)
		}
	}
	n := FindNotation([][]string{{"8,000 pts", "6,5 pts", "7,5/15"}}, false, false)
	if v, _, _ := n.Number("8,000 pts"); v != 8 || !Ambiguous("8,000 pts") {
		t.Errorf("8,000 pts is %v", v)
	}
}

func TestLeading(t *testing.T) {
	for _, test := range []struct {
		cell string
		v    float64
		rest string
	}{
		{"5 - Excellent", 5, "Excellent"}, {"5 – excellent", 5, "excellent"}, {"1: poor", 1, "poor"},
		{"4 (gut)", 4, "gut"}, {"(4) gut", 4, "gut"}, {"2,5 = mittel", 2.5, "mittel"},
		{"3. State", 3, "State"}, {"５ － 優", 5, "優"},
		{"5", 0, ""}, {"5 apples", 0, ""}, {"5 - 6", 0, ""}, {"5.5", 0, ""}, {"x - 5", 0, ""},
		{"12/15", 0, ""}, {"2026-01-05", 0, ""}, {"5-", 0, ""},
	} {
		v, rest, ok := Notation{}.Leading(test.cell)
		if ok != (test.rest != "") || v != test.v || rest != test.rest {
			t.Errorf("%q: %v, %q, %v", test.cell, v, rest, ok)
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

func TestMissing(t *testing.T) {
	for _, cell := range []string{"", " ", "-", "--", "–", "—", "N/A", "NA", "NaN", "NULL", "None", "k.A.",
		"n.a.", "Not yet graded", "[No Answer]"} {
		if !Missing(cell) {
			t.Errorf("%q is something", cell)
		}
	}
	for _, cell := range []string{"0", "absent", "no", "pending", "-1"} {
		if Missing(cell) {
			t.Errorf("%q is nothing", cell)
		}
	}
}
