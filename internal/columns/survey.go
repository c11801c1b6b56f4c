package columns

import (
	"slices"
	"strings"
	"unicode"
)

// survey is what the rows of a table have in common.
type survey struct {
	*table
	texts    []int // columns of texts that are no names
	labels   []int // columns of names and identifiers
	typical  int   // how many columns of texts a row has an entry in, the median
	numbers  []int // columns of numbers
	first    int   // first row with answers
	last     int   // last row with answers
	wordsMax int   // of an entry in the first column of labels
	counts   []rowCount
	shapes   map[int]map[shape]int // by column of labels: how often each occurs
	labelled map[int]int           // by column of labels: how many have an entry
	top      map[int]float64       // by column of numbers: the highest of rows with answers
	lacking  int                   // column in which a row has no entry
}

func (t *table) survey() *survey {
	s := &survey{table: t, shapes: map[int]map[shape]int{}, labelled: map[int]int{}, top: map[int]float64{},
		first: len(t.rows), last: -1}
	for k, p := range t.profiles {
		named := t.isName(k, "identifier") || t.isName(k, "person") || t.isName(k, "first name") ||
			t.isName(k, "last name") || k == t.Layout.ID || t.names[k] == "" && k == 0
		named = named && !t.isLongText(k)
		textual := p.filled-p.numbers > 0 && 5*p.numbers <= p.filled+5 && p.kind != dates && p.kind != addresses
		switch {
		case named, len(t.rows) >= surely && 10*p.filled >= 8*len(t.rows) && 10*p.distinct >= 8*p.filled &&
			(p.kind == codes || p.kind == addresses || t.isLabel(k) && !t.isQuestion(k) && !asksSomething(t.header[k])) &&
			!shortLabel().MatchString(t.header[k]):
			s.labels = append(s.labels, k)
		case t.isName(k, "other") && !t.isLongText(k):
		case textual && p.kind != empty && t.free(k) || t.isQuestion(k) && textual:
			s.texts = append(s.texts, k)
		case p.numbers > 0 && p.kind != dates:
			s.numbers = append(s.numbers, k)
		}
	}
	if len(s.labels) == 0 && len(t.header) > 0 && t.profiles[0].numbers*5 > t.profiles[0].filled*3 &&
		t.profiles[0].distinct == t.profiles[0].filled {
		s.labels = append(s.labels, 0) // numbers of the rows
		s.numbers = slices.DeleteFunc(s.numbers, func(k int) bool { return k == 0 })
	}
	for _, k := range s.labels {
		s.shapes[k] = map[shape]int{}
	}
	s.counts = make([]rowCount, len(t.rows))
	filled := make([]int, len(t.rows))
	for i, row := range t.rows {
		s.counts[i] = s.count(i)
		filled[i] = s.counts[i].filled
		for _, k := range s.labels {
			if cell := strings.TrimSpace(At(row, k)); cell != "" {
				s.shapes[k][shapeOf(cell)]++
				s.labelled[k]++
			}
		}
	}
	if slices.Sort(filled); len(filled) > 0 {
		s.typical = filled[len(filled)/2]
	}
	for i, row := range t.rows {
		c := s.counts[i]
		if c.filled > 0 && (2*c.filled >= s.typical || c.filled > 1) {
			s.first, s.last = min(s.first, i), i
			if len(s.labels) > 0 {
				s.wordsMax = max(s.wordsMax, len(strings.Fields(At(row, s.labels[0]))))
			}
		}
		for _, k := range s.numbers {
			if v, ok := t.number(i, k); ok && 2*c.filled >= s.typical && v > s.top[k] && !s.allNumbers(i) {
				s.top[k] = v
			}
		}
	}
	return s
}

// rowCount counts the cells of a row.
type rowCount struct {
	filled, odd    int // in columns of texts: filled, and numbers among them
	texts, numbers int // in all columns
	entries        int // of any kind in all columns
}

func (s *survey) count(row int) (c rowCount) {
	for _, is := range s.table.entries[row*len(s.header):][:len(s.header)] {
		switch is {
		case aNumber:
			c.numbers++
		case aText:
			c.texts++
		}
		if is != noEntry {
			c.entries++
		}
	}
	for _, k := range s.texts {
		if !s.missing(row, k) {
			c.filled++
		}
		if s.entry(row, k) == aNumber {
			c.odd++
		}
	}
	return c
}

// shape says what characters an identifier has: letters, digits, blanks and other marks.
type shape struct{ letters, digits, marks, cased, capital bool }

func shapeOf(cell string) (s shape) {
	for _, r := range cell {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			s.letters = true
		case unicode.IsDigit(r):
			s.digits = true
		case !unicode.IsSpace(r) && r != '.' && r != '-' && r != '\'':
			s.marks = true
		}
	}
	s.cased = s.letters && cased(cell) && !s.digits
	s.capital = s.cased && look(cell).capitalised()
	return s
}
