package wsc

import (
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/files"
)

// schemaWith returns a collection of one schema, which starts on line 3, with one part replaced.
func schemaWith(old, new string) string {
	const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
<collection>
<schema>
<text><txt1>The dog chased the cat until</txt1> <pron>it</pron> <txt2>gave up.</txt2></text>
<quote><pron>it</pron> <quote2>gave up</quote2></quote>
<answers><answer>the dog</answer> <answer>the cat</answer></answers>
<correctAnswer>A</correctAnswer>
<humanSubjects>9 out of 10 subjects got this answer.</humanSubjects>
<source>S</source>
</schema>
</collection>
`
	if !strings.Contains(text, old) {
		panic("the schema has no " + old)
	}
	return strings.Replace(text, old, new, 1)
}

func read(text string) ([]Problem, error) { return Read(strings.NewReader(text), "x.xml") }

// TestFaultyCollections compares whole messages, with their lines.
func TestFaultyCollections(t *testing.T) {
	deep := strings.Repeat("<b>", 100) + strings.Repeat("</b>", 100)
	many := "<answers>" + strings.Repeat("<answer>x</answer>", 27) + "</answers>"
	for _, c := range []struct{ text, want string }{
		{"", "x.xml: found no <schema>, expected a collection of schemas in XML, or " + rowSets},
		{"<collection></collection>", "x.xml: found " +
			"no <schema>, expected a collection of schemas in XML, or " + rowSets},
		{schemaWith("</schema>\n</collection>\n", ""), "x.xml:10: found faulty XML (unexpected EOF), " +
			"expected a collection of schemas in XML"},
		{schemaWith("</quote>", "</qoute>"), "x.xml:5: found faulty XML (element <quote> closed by " +
			"</qoute>), expected a collection of schemas in XML"},
		{schemaWith("dog chased", "dog & chased"), "x.xml:4: found faulty XML (invalid character entity " +
			"& (no semicolon)), expected a collection of schemas in XML"},
		{schemaWith("<collection>", "<!DOCTYPE collection [<!ENTITY a \"aaaaaaaaaa\">]><collection>&a;"),
			"x.xml:2: found faulty XML (invalid character entity &a;), expected a collection of schemas in XML"},
		{schemaWith("the dog<", deep+"<"), `x.xml:6: found element "b" inside of 32 others, expected a ` +
			`collection of schemas in XML`},
		{schemaWith("<pron>it</pron> <txt2>", "<txt2>"), "x.xml:4: found problem 1 without a pronoun in " +
			"its text, expected <pron> with one"},
		{schemaWith("<pron>it</pron> <txt2>", "<pron> </pron> <txt2>"), "x.xml:4: found problem 1 without " +
			"a pronoun in its text, expected <pron> with one"},
		{schemaWith("<txt1>The dog chased the cat until</txt1> <pron>it</pron> <txt2>gave up.</txt2>",
			"<pron>it</pron>"), "x.xml:4: found problem 1 without a text around its pronoun, expected " +
			"<txt1> or <txt2> with one"},
		{schemaWith("<txt2>gave up.</txt2>", "<pron>it</pron>"), "x.xml:4: found <pron> again (first on " +
			"line 4), expected one in each text, or <quote> to say which"},
		{schemaWith("<quote>", "<text></text><quote>"), "x.xml:5: found <text> again (first on line 4), " +
			"expected one in each schema"},
		{schemaWith("<source>", "<correctAnswer>B</correctAnswer><source>"), "x.xml:9: found " +
			"<correctanswer> again (first on line 7), expected one in each schema"},
		{schemaWith("<answer>the cat</answer>", ""), "x.xml:6: found problem 1 with 1 answer, expected 2 " +
			"to 26 in <answers>"},
		{schemaWith("<answers><answer>the dog</answer> <answer>the cat</answer></answers>", many),
			"x.xml:6: found problem 1 with 27 answers, expected 2 to 26 in <answers>"},
		{schemaWith("<answers><answer>the dog</answer> <answer>the cat</answer></answers>", ""),
			"x.xml:3: found problem 1 with 0 answers, expected 2 to 26 in <answers>"},
		{schemaWith("the cat<", " <"), "x.xml:6: found problem 1 with an empty <answer>, expected a " +
			"candidate"},
		{schemaWith(">A<", ">C<"), `x.xml:7: found problem 1 with the right answer "C", expected a letter ` +
			`from A to B`},
		{schemaWith(">A<", ">A or B<"), `x.xml:7: found problem 1 with the right answer "A or B", ` +
			`expected a letter from A to B`},
		{schemaWith("9 out of 10", "19 out of 10"), `x.xml:8: found problem 1 with "19 out of 10 subjects ` +
			`got this answer.", expected at most as many right as were asked`},
		{schemaWith("ISO-8859-1", "EBCDIC-7"), `x.xml:1: found the encoding "EBCDIC-7", expected a known ` +
			`one, such as UTF-8`},
		{schemaWith("ISO-8859-1", "UTF-16"), `x.xml:1: found the encoding "UTF-16" in a file that is not ` +
			`in it, expected the file's own encoding`},
		{schemaWith("dog chased", "dog\x00chased"), "x.xml:4: found faulty XML (illegal character code " +
			"U+0000), expected a collection of schemas in XML"},
		{"no XML", "x.xml: found no <schema>, expected a collection of schemas in XML, or " + rowSets},
	} {
		problems, err := read(c.text)
		if err == nil {
			t.Errorf("found %d problems, expected the error %s", len(problems), c.want)
			continue
		}
		equal(t, err.Error(), c.want)
	}
}

func TestCollectionsAreBounded(t *testing.T) {
	if _, err := read(strings.Repeat(" ", maxXML+1)); err == nil {
		t.Error("a file over the limit is read")
	}
	one := schemaWith("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<collection>\n", "")
	one = strings.TrimSuffix(one, "</collection>\n")
	_, err := read("<collection>\n" + strings.Repeat(one, maxProblems+1) + "</collection>")
	if err == nil || !strings.Contains(err.Error(), "more than 10000 schemas") {
		t.Errorf("found the error %v for too many schemas", err)
	}
}

// TestOtherForms reads what is unusual but clear.
func TestOtherForms(t *testing.T) {
	whole := schemaWith("", "")
	usual, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := usual[0]
	for name, text := range map[string]string{
		"no declaration":  schemaWith("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", ""),
		"byte order mark": "\xef\xbb\xbf" + schemaWith("", ""),
		"CRLF":            strings.ReplaceAll(schemaWith("", ""), "\n", "\r\n"),
		"UTF-16":          utf16(schemaWith("ISO-8859-1", "UTF-16")),
		"DOCTYPE":         schemaWith("?>\n", "?><!DOCTYPE collection SYSTEM \"file:///etc/passwd\">\n"),
		"comments":        schemaWith("cat until", "cat <!-- what? -->until"),
		"CDATA":           schemaWith("The dog", "<![CDATA[The dog]]>"),
		"markup":          schemaWith("The dog chased", "The <i>dog</i> chased"),
		"no-break space":  schemaWith("The dog", "The\u00a0dog"),
		"Latin-1 space":   schemaWith("The dog", "The\xa0dog"),
		"entities":        schemaWith("The dog", "The&nbsp;&#100;og"),
		"one mixed text": schemaWith("<txt1>The dog chased the cat until</txt1>",
			"The dog chased the cat until"),
		"capitals": strings.NewReplacer("correctAnswer", "CorrectAnswer",
			"schema", "SCHEMA").Replace(schemaWith("", "")),
		"other elements":   schemaWith("<source>", "<note>A</note><source>"),
		"namespace":        schemaWith("<collection>", `<collection xmlns="urn:x">`),
		"label with text":  schemaWith(">A<", ">the dog<"),
		"label with marks": schemaWith(">A<", "> (a) <"),
		"label and text":   schemaWith(">A<", ">A. the dog<"),
		"label with colon": schemaWith(">A<", ">a:<"),
		"lettered candidates": schemaWith("<answer>the dog</answer> <answer>the cat</answer>",
			"<answer>A. the dog</answer> <answer>B. the cat</answer>"),
		"no collection": whole[strings.Index(whole, "<schema>"):strings.Index(whole, "</collection>")],
	} {
		got, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got[0].Line = want.Line
		equal(t, got, []Problem{want})
	}

	for name, c := range map[string]struct {
		text   string
		change func(*Problem)
	}{
		"no right answer": {schemaWith("<correctAnswer>A</correctAnswer>", ""),
			func(p *Problem) { p.Right = Unknown }},
		"empty right answer": {schemaWith(">A<", "> <"), func(p *Problem) { p.Right = Unknown }},
		"no quote": {schemaWith("<quote><pron>it</pron> <quote2>gave up</quote2></quote>", ""),
			func(p *Problem) { p.Excerpt = "" }},
		"other people": {schemaWith("9 out of 10 subjects got this answer.", "Nobody was asked."),
			func(p *Problem) { p.HumansRight, p.Humans = 0, 0 }},
		"no text before": {schemaWith("<txt1>The dog chased the cat until</txt1>", ""),
			func(p *Problem) { p.Before = "" }},
		"no text after": {schemaWith("<txt2>gave up.</txt2>", ""), func(p *Problem) { p.After = "" }},
		"same text":     {schemaWith("<text>", "<sameText/><text>"), func(p *Problem) { p.SameText = true }},
		"same text inside": {schemaWith("<text>", "<text><sameText/>"),
			func(p *Problem) { p.SameText = true }},
		"several pronouns": {schemaWith("<txt2>gave up.</txt2>",
			"<txt2>gave up, and</txt2> <pron>it</pron> <txt3>slept.</txt3>"),
			func(p *Problem) { p.After = "gave up, and it slept." }},
		"windows-1252": {schemaWith("up.<", "\x93S\x94 caf\xe9<"), func(p *Problem) { p.After = "gave “S” café" }},
		"ISO-8859-2": {strings.Replace(schemaWith("ISO-8859-1", "ISO-8859-2"), "up.<", "\xb3<", 1),
			func(p *Problem) { p.After = "gave ł" }},
	} {
		p := want
		c.change(&p)
		got, err := read(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got[0].Line = p.Line
		equal(t, got, []Problem{p})
	}
	if problems, err := files.With("no such file", "problems", Read); err == nil {
		t.Errorf("found %v in no file", problems)
	}
}

func TestKeyed(t *testing.T) {
	equal(t, Keyed(sample(t, "pdp.xml"), "pdp.xml"), error(nil))
	err := Keyed(sample(t, "contest.xml"), "contest.xml")
	if err == nil || err.Error() != "contest.xml:5: found problem 1 without its right answer, expected "+
		"the collection with the right answers" {
		t.Errorf("found the error %v", err)
	}
}

func utf16(text string) string {
	wide := []byte("\xfe\xff")
	for _, r := range text {
		wide = append(wide, byte(r>>8), byte(r))
	}
	return string(wide)
}

func FuzzRead(f *testing.F) {
	for _, row := range rowExamples {
		f.Add([]byte(row))
	}
	for _, file := range []string{"pdp.xml", "schemas.xml", "contest.xml"} {
		data, err := os.ReadFile("../../testdata/winograd/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(utf16(schemaWith("ISO-8859-1", "UTF-16"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		problems, err := Read(strings.NewReader(string(data)), "x.xml")
		if err != nil {
			return
		}
		for i, p := range problems {
			if p.Number != i+1 || p.Pronoun == "" && !p.implied() ||
				len(p.Candidates) < minCandidates ||
				len(p.Candidates) > maxCandidates || p.Right < Unknown || p.Right >= len(p.Candidates) ||
				p.HumansRight > p.Humans || strings.ContainsAny(p.Question()+p.Choices(), "\r\n") {
				t.Errorf("found %+v", p)
			}
		}
		if n := len(problems); n > 0 {
			Halves(problems)
			equal(t, parsed(t, written(t, problems)).Blocks[n-1].Number, n)
		}
	})
}

func FuzzReadOutput(f *testing.F) {
	problems := sample(f, "pdp.xml")
	f.Add(written(f, problems))
	f.Add("Answer 1.A x\n\nA, B,,\n-, ?")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ReadOutput(strings.NewReader(text), "x-output.txt")
		if err != nil {
			return
		}
		for i, a := range o.Answers(len(problems)) {
			if a < Unknown || a >= maxCandidates {
				t.Errorf("the answer to problem %d is %d", i+1, a)
			}
		}
		for _, fault := range Check(o, problems) {
			if fault.File != "x-output.txt" || strings.ContainsAny(fault.Error.Error(), "\r\n") {
				t.Errorf("found the fault %q", fault.Error)
			}
		}
	})
}
