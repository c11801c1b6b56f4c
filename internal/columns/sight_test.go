package columns

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestMayBeNumber passes over no cell that has a number: every sign that is written with a digit,
// and the longest words beside one.
func TestMayBeNumber(t *testing.T) {
	for r := range rune(0x10000) {
		if s := string(r); strings.ContainsAny(plain("x"+s), "0123456789") && !look(s).mayBeNumber(s) {
			t.Errorf("%U is passed over", r)
		}
	}
	for cell, want := range map[string]float64{
		"1e1 punkten out of 20 punkten": 10, "7/20": 7, "7,5 баллов из 20 баллов": 7.5, "½": 0.5, "٣": 3, "㍘": 0,
	} {
		if v, _, ok := (Notation{Comma: true}).Number(cell); !ok || v != want {
			t.Errorf("%s: found %v, %v, expected %v", cell, v, ok, want)
		}
	}
	for _, cell := range []string{"10:30", "3 reasons, of which none is good enough", "no digit"} {
		if look(cell).mayBeNumber(cell) {
			t.Errorf("%s is not passed over", cell)
		}
	}
}

// TestLook compares what is seen at one look with what obvious ways find.
func TestLook(t *testing.T) {
	for _, cell := range []string{"", "Ann", "Ann Lee", "Ann,Lee", "ann lee", "A B C D E", "7b", "l'été,  Zoë",
		"水は 冷たい", "水bad 1", "a.b", "a。", "٣x 12", "½ ok", "a\u00a0b", "\xff\xfe x", ", ,"} {
		s := look(cell)
		names := strings.FieldsFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
		small := slices.ContainsFunc(names, func(w string) bool {
			r := []rune(w)[0]
			return !unicode.IsUpper(r) && !unicode.IsDigit(r)
		})
		words, digits := 0.0, 0
		for _, f := range strings.Fields(cell) {
			if r := []rune(f); withoutBlanks(r[0]) {
				words += float64(len(r)) / 2
			} else {
				words++
			}
		}
		for _, r := range cell {
			if unicode.IsDigit(r) {
				digits++
			}
		}
		got := fmt.Sprint(s.runes, s.fields, s.words, s.names, s.small, s.digits, s.marks)
		want := fmt.Sprint(len([]rune(cell)), len(strings.Fields(cell)), words, len(names), small, digits,
			strings.ContainsAny(cell, ".;:?!。、，"))
		if got != want {
			t.Errorf("%q: found %s, expected %s", cell, got, want)
		}
	}
}

// TestProfileCounts counts different cells, and different forms, as maps do.
func TestProfileCounts(t *testing.T) {
	var rows [][]string
	cells, forms := map[string]bool{}, map[string]bool{}
	for i := range 3_000 {
		cell := [...]string{fmt.Sprint("text ", i%700), fmt.Sprint("a#", i%9), strings.Repeat("x", i%50)}[i%3]
		rows = append(rows, []string{cell})
		if cell != "" {
			cells[cell], forms[string(form(cell, nil))] = true, true
		}
	}
	p := profileOf(rows, 0, Notation{})
	if p.distinct != len(cells) || p.forms != len(forms) {
		t.Errorf("found %d cells, %d forms, expected %d and %d", p.distinct, p.forms, len(cells), len(forms))
	}
}

// TestAddresses finds an address in its cheap signs.
func TestAddresses(t *testing.T) {
	for cell, want := range map[string]bool{
		"a@b.de": true, "https://x.org/a b": false, "https://x.org": true, "www.example": true, "10.0.0.1": true,
		"fe80::1": true, "52.5, -13.4": true, "my answers.docx": true, "notes.py": true, "+4930123456": true,
		"(030) 12 34 56": true, "007": false, "a.b.c": false, "It melts. It runs.": false, "": false, "3.5": false,
	} {
		if isAddress(cell) != want {
			t.Errorf("%q: expected %v", cell, want)
		}
	}
}

// TestKeep takes out the rows that are left out, and no others.
func TestKeep(t *testing.T) {
	got := Keep([]int{0, 1, 2, 3, 4}, []Stranger{{Row: 0}, {Row: 1}, {Row: 4}})
	if !slices.Equal(got, []int{2, 3}) {
		t.Errorf("found %v", got)
	}
}

// TestDated compares with the regular expression for years and times.
func TestDated(t *testing.T) {
	slow := regexp.MustCompile(`\b(?:19|20)[0-9]{2}\b|\b[0-9]{1,2}[:.][0-9]{2}\b`)
	r := rand.New(rand.NewPCG(1, 1))
	seen := 0
	for range 200_000 {
		cell := make([]rune, r.IntN(12))
		for i := range cell {
			cell[i] = []rune("0112299:.-_a é")[r.IntN(14)]
		}
		got := dated(string(cell))
		if want := slow.MatchString(string(cell)); got != want {
			t.Fatalf("%q: found %v, expected %v", string(cell), got, want)
		}
		if got {
			seen++
		}
	}
	if seen < 2_000 {
		t.Errorf("only %d are dates", seen)
	}
}
