package columns

import (
	"fmt"
	"math"
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
		if s := string(r); strings.ContainsAny(plain("x"+s), "0123456789") && !look(s).mayBeNumber() {
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
		if look(cell).mayBeNumber() {
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

// slowNumber is Number without what passes over cells.
func slowNumber(n Notation, cell string) (value, top float64, ok bool) {
	if cell = plain(cell); len(cell) > 80 || cell == "" || !strings.Contains("0123456789+-.,'/([", cell[:1]) {
		return 0, 0, false
	}
	cell = strings.TrimPrefix(strings.ToLower(cell), "'")
	if bare := share().ReplaceAllString(cell, ""); strings.Contains(cell, "%") && bare != "" {
		cell = bare
	}
	if m := counted().FindStringSubmatch(cell); m != nil {
		cell = m[1]
	}
	if m := ofMax().FindStringSubmatch(cell); m != nil && !mixed().MatchString(cell) {
		if top, ok = n.decimal(strings.TrimSpace(m[2])); !ok {
			return 0, 0, false
		}
		if cell = strings.TrimSpace(m[1]); strings.Trim(cell, "-") == "" {
			return math.NaN(), top, true
		}
		if value, ok = n.simple(cell); n.Parts && top < 10 && value < top && len(cell) == 1 {
			return value / top, 0, ok
		}
		return value, top, ok && top > 0
	}
	if before, found := strings.CutSuffix(cell, "%"); found {
		value, ok = n.decimal(strings.TrimSpace(before))
		return value, 100, ok
	}
	value, ok = n.simple(cell)
	return value, 0, ok
}

// TestNumberGuards compares what passes over cells with the regular expressions, for cells of
// pieces that numbers have and others.
func TestNumberGuards(t *testing.T) {
	pieces := strings.Split("1|20|3|7|0|,|.|.5|,25|500|/| |  |-|+|½|'|%|(|)|[|]|e|e3|E|pts|p.|Punkten|punktów|"+
		"poäng|bodova|marks|von|out of|of|sur|trên|z|ze|od|af|av|din|из|分|балл|word|cat|fish|go|:|"+
		"٣|\u00a0|⁄|\\|７", "|")
	r := rand.New(rand.NewPCG(2, 2))
	numbers := 0
	for range 60_000 {
		cell := ""
		for range 1 + r.IntN(6) {
			cell += pieces[r.IntN(len(pieces))]
		}
		for _, n := range []Notation{{}, {Comma: true, Parts: true}, {Comma: true, Exact: true}} {
			v, top, ok := n.Number(cell)
			want, most, number := slowNumber(n, cell)
			if ok != number || ok && fmt.Sprint(v, top) != fmt.Sprint(want, most) {
				t.Fatalf("%q, %v: found %v of %v, %v, expected %v of %v, %v", cell, n, v, top, ok, want, most, number)
			}
			if ok {
				numbers++
			}
		}
	}
	if numbers < 6_000 {
		t.Errorf("only %d are numbers", numbers)
	}
}
