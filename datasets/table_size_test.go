package datasets

import (
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// endless is a table with a header and rows without end.
type endless struct{ header, row, rest string }

func (e *endless) Read(p []byte) (n int, err error) {
	if e.rest == "" {
		e.rest, e.header = e.header+e.row, ""
	}
	n = copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// TestTooManyColumns refuses a table by its header, however many rows follow, unless options say
// which columns are questions.
func TestTooManyColumns(t *testing.T) {
	var header strings.Builder
	header.WriteString("id")
	for i := range maxColumns + 1 {
		fmt.Fprintf(&header, ",Q%d", i+1)
	}
	in := io.LimitReader(&endless{header: header.String() + "\n", row: "ann,mud\n"}, 8<<20)
	_, err := ReadTable(in, "f", TableOptions{Ignore: []string{"id"}}, Options{})
	checkError(t, err, "f:1: found a header of 16385 columns, expected at most 16384: name the questions in "+
		"--question-columns, or what is none in --ignore-columns")
	if left := in.(*io.LimitedReader).N; left < 4<<20 {
		t.Errorf("rows were read: only %d bytes are left", left)
	}
	for _, o := range []TableOptions{{Questions: []string{"Q1"}}, {Ignore: []string{"id", "Q3*"}}} {
		d, err := ReadTable(strings.NewReader(header.String()+"\nann,mud\nbob,ice\n"), "f", o, Options{})
		if err != nil || len(d.Respondents) != 2 {
			t.Errorf("%v: %v", o, err)
		}
	}
}

// TestTooManyQuestions states how many there may be.
func TestTooManyQuestions(t *testing.T) {
	const questions = 6_000
	header, row := "", ""
	for i := range questions {
		header, row = header+fmt.Sprintf("Q%d,", i+1), row+"a mud,"
	}
	_, err := ReadTable(strings.NewReader(header+"Total\n"+strings.Repeat(row+"3\n", 200)), "f", TableOptions{},
		Options{})
	checkError(t, err, "f: found 200 rows with 6000 questions, expected at most 5498 of these for so many rows")
}

// TestPlainTexts leaves alone what has nothing to repair, and nothing else.
func TestPlainTexts(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "a": true, "it melts, then runs": true, " a": false, "a ": false, "a  b": false, "a\tb": false,
		"a\nb": false, "a<br>b": false, "a &amp; b": false, "é": true, "\xff": false, "a\u00a0b": false,
		"â€™": false, "größere Flüsse": true, "水。": true,
	} {
		if isPlain(s) != want {
			t.Errorf("%q: expected %v", s, want)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	pieces := strings.Split("a|b| |\t|é|ü|Â|Ã|©|â|€|™|ð|Ÿ|\u00a0|\u2003|\u0085|\xc3|\xe2|<br>|<|&amp;|&|水|\ufffd", "|")
	for range 100_000 { // of pieces that are repaired
		s := ""
		for range r.IntN(6) {
			s += pieces[r.IntN(len(pieces))]
		}
		fixed := entity().ReplaceAllStringFunc(undoDoubleEncoding(repairUTF8(s)), html.UnescapeString)
		fixed = strings.Join(strings.Fields(breakTag().ReplaceAllString(fixed, " ")), " ")
		if isPlain(s) && fixed != s {
			t.Fatalf("%q is plain, but repaired to %q", s, fixed)
		}
	}
}

// TestResponsesInPlace reads questions beside each other, and others, in the order of the columns.
func TestResponsesInPlace(t *testing.T) {
	const rows = "\nann,rain,mud,1\nbob,snow,ice,2\n"
	for _, o := range []TableOptions{{Questions: []string{"Q1", "Q2"}}, {Questions: []string{"Q2", "Q1"}}} {
		d, err := ReadTable(strings.NewReader("id,Q1,Q2,Total"+rows), "f", o, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"Q1": "rain", "Q2": "mud"}
		for q, question := range d.Questions {
			if got := d.Respondents[0].Responses[q]; got != want[question.ID] || d.Respondents[0].ID != "ann" {
				t.Errorf("%v: found %s", o.Questions, got)
			}
		}
	}
}

// BenchmarkReadTable reads tables of answers of six words on average, of answers with numbers, of a
// few short ones again and again, and of points beside answers.
func BenchmarkReadTable(b *testing.B) {
	words := strings.Fields("rain snow falls melts because the sun warms it and then water runs down slowly")
	answer := func(i, q int) (s string) {
		for w := range 3 + (i+q)%7 {
			s += words[(i*7+q*5+w*(1+i%11))%len(words)] + " "
		}
		return s + string(rune('a'+i%26))
	}
	for name, cell := range map[string]func(i, q int) string{
		"words":  answer,
		"digits": func(i, q int) string { return fmt.Sprintf("%d %s of %d.%d", i, answer(i, q), q, i%100) },
		"short":  func(i, q int) string { return words[i*i%7] + " " + words[q] },
		"points": func(i, q int) string { return fmt.Sprintf([]string{"%d/4", "it %d melts %[1]d"}[q%2], i%5) },
		"accent": func(i, q int) string { return answer(i, q) + " für größere Flüsse" },
	} {
		b.Run(name, func(b *testing.B) {
			var s strings.Builder
			s.WriteString("id,Q1,Q2,Q3,Q4,Q5,Q6,Q7,Q8,Q9,Q10,Total\n")
			for i := range 5_000 {
				fmt.Fprintf(&s, "s%05d", i)
				for q := range 10 {
					s.WriteString("," + cell(i, q))
				}
				fmt.Fprintf(&s, ",%d\n", i%21)
			}
			b.SetBytes(int64(s.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadTable(strings.NewReader(s.String()), "f", TableOptions{}, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
