package wsc

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written returns the problems' right answers in the form of the contest.
func written(t testing.TB, problems []Problem) string {
	t.Helper()
	answers := make([]int, len(problems))
	for i, p := range problems {
		answers[i] = p.Right
	}
	var b bytes.Buffer
	if err := WriteOutput(&b, problems, answers); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func parsed(t testing.TB, text string) Output {
	t.Helper()
	o, err := ReadOutput(strings.NewReader(text), "ann-output.txt")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOutputIsInTheFormOfTheContest(t *testing.T) {
	text := written(t, sample(t, "pdp.xml"))
	const start = `1. The baker counted what the miller had brought and paid him for nine sacks, though ten were on the cart.
and paid him for nine sacks
Answer 1.B the miller

2. Old Tom asked his daughter to read the letter to him, because he had broken his glasses when he fell from the ladder.
because he had broken his glasses
Answer 2.A Old Tom

`
	if !strings.HasPrefix(text, start) {
		t.Errorf("the output starts with\n%.400s", text)
	}
	const end = "Answer 12.A boats\n\nB, A, A, A, B, A, C, A, A, B, A, A\n"
	if !strings.HasSuffix(text, end) {
		t.Errorf("the output ends with\n%s", text[len(text)-100:])
	}
	if err := WriteOutput(&bytes.Buffer{}, sample(t, "pdp.xml"), nil); err == nil {
		t.Error("answers to no problem are written")
	}
}

// TestOtherSpellingsOfOutput reads what a program may write instead, without any fault.
func TestOtherSpellingsOfOutput(t *testing.T) {
	problems := sample(t, "pdp.xml")
	text := written(t, problems)
	wide := []byte("\xff\xfe")
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	for name, changed := range map[string]string{
		"CRLF":                  strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark":       "\xef\xbb\xbf" + text,
		"UTF-16":                string(wide),
		"no end of line":        strings.TrimSpace(text),
		"blank lines":           text + "\n\n  \n",
		"numbers without dots":  strings.ReplaceAll(text, "2. Old", "2 Old"),
		"no numbers":            strings.ReplaceAll(text, "12. Boats", "Boats"),
		"lower case":            strings.Replace(text, "B, A, A, A,", "b, a., A, (A),", 1),
		"list without spaces":   strings.Replace(text, "B, A, A, A,", "B,A,A,A,", 1),
		"list on several lines": strings.Replace(text, "A, C, ", "A,\nC,\n", 1),
		"comma at the end":      strings.TrimSpace(text) + ",",
		"spaces":                strings.ReplaceAll(text, "Answer ", "Answer  "),
	} {
		o := parsed(t, changed)
		equal(t, o.Team, "ann")
		if faults := Check(o, problems); len(faults) > 0 {
			t.Errorf("%s: %v", name, faults[0].Error)
		}
		right := 0
		for i, a := range o.Answers(len(problems)) {
			if a == problems[i].Right {
				right++
			}
		}
		if right != len(problems) {
			t.Errorf("%s: %d are right", name, right)
		}
	}
}

// TestFaultsOfOutput breaks an output in one way at a time.
func TestFaultsOfOutput(t *testing.T) {
	problems := sample(t, "pdp.xml")
	text := written(t, problems)
	const list = "B, A, A, A, B, A, C, A, A, B, A, A"
	at := strings.Index(text, list)
	swap := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the output has no %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	inList := func(new string) string { return text[:at] + new + "\n" }
	second, third := strings.Index(text, "2. Old"), strings.Index(text, "3. Old")
	block1, block2 := text[:second], text[second:third]
	for _, c := range []struct {
		text   string
		want   []string
		graded bool
	}{
		{text[:at], []string{"ann-output.txt: found no final list, expected the letters of all 12 " +
			"answers, separated by commas, on the last line"}, true},
		{inList("B, A, A"), []string{"ann-output.txt:49: found a list of 3 answers, expected 12; the " +
			"missing ones are wrong"}, true},
		{inList(list + ", B"), []string{"ann-output.txt:49: found a list of 13 answers, expected 12; " +
			"those after them are not graded"}, true},
		{inList("B, , A, A, B, A, -, A, A, B, ?, A"), []string{"ann-output.txt:49: found no answer in " +
			"the list to 3 problems: 2, 7, 11, expected a letter; they are wrong without one"}, true},
		{inList("B, A, A, A, B, A, F, A, A, C, A, A"), []string{
			`ann-output.txt:49: found "F" as the answer to problem 7 in the list, expected a letter from A to E`,
			`ann-output.txt:39: found answer B to problem 10, expected "C" as in the list, which alone is graded`,
		}, true},
		{inList("B, A, A, A, B, A, both, A, A, B, A, 1"), []string{
			`ann-output.txt:49: found "both" as the answer to problem 7 in the list, expected a letter from A ` +
				"to E; the same in 1 problem: 12",
		}, true},
		{text + "Thank you!\n", []string{"ann-output.txt:49: found the list of answers before other " +
			"text, expected it at the end",
			`ann-output.txt:50: found the line "Thank you!", expected a problem's answer after it`}, true},
		{inList(strings.ReplaceAll(list, ",", "")), []string{"ann-output.txt:49: found a list of " +
			"answers without commas, expected A, B, A, …"}, true},
		{swap(block1+block2, block2+block1), []string{"ann-output.txt:7: found problem 1 after problem " +
			"2, expected the problems in their order"}, false},
		{swap(block1, block1+block1), []string{"ann-output.txt:7: found an answer to problem 1 again " +
			"(first on line 3), expected each problem once"}, false},
		{swap(block2, ""), []string{"ann-output.txt: found no text and answer of 1 problem: 2, " +
			"expected those of all problems before the list"}, false},
		{swap("Answer 2.A", "Answer 20.A"), []string{"ann-output.txt:7: found an answer to problem 20, " +
			"expected one to a problem from 1 to 12", "ann-output.txt: found no text and answer of 1 " +
			"problem: 2, expected those of all problems before the list"}, false},
		{swap("2. Old", "3. Old"), []string{"ann-output.txt:5: found number 3, expected 2, as in the " +
			"answer"}, false},
		{swap("1. The baker", "1. The butcher"), []string{`ann-output.txt:1: found the text "1. The ` +
			`butcher counted what the miller had brought and paid "…, expected that of problem 1, ` +
			`"The baker counted what the miller had brought and paid him f"…`}, false},
		{swap("and paid him for nine sacks\n", ""), []string{"ann-output.txt:2: found 1 line before the " +
			"answer, expected 2: number and text of problem 1 on one line, then its excerpt"}, false},
		{swap("\nand paid him", "\nand gave him"), []string{`ann-output.txt:2: found the excerpt "and gave ` +
			`him for nine sacks", expected that of problem 1, "and paid him for nine sacks"`}, false},
		{swap("Answer 1.B the miller", "Answer 1.B the baker"), []string{`ann-output.txt:3: found B with ` +
			`"the baker", expected "the miller" after that letter`}, false},
		{swap("Answer 1.B the miller", "Answer 1.A the baker"), []string{`ann-output.txt:3: found answer A ` +
			`to problem 1, expected "B" as in the list, which alone is graded`}, true},
		{swap("Answer 1.B the miller", "Answer 1.D the miller"), []string{"ann-output.txt:3: found no " +
			"answer to problem 1, expected a letter from A to B",
			`ann-output.txt:3: found answer D to problem 1, expected "B" as in the list, which alone is graded`,
		}, true},
		{text[:at] + "A\nB\nC\n" + list, []string{"ann-output.txt:49: found the line \"A\", expected a " +
			"problem's answer after it; the same in 2 lines: 50, 51"}, false},

		{swap("the miller\n\n2.", "the miller\n2."), []string{"ann-output.txt:3: found no blank line after " +
			"the answer, expected one between problems"}, false},
	} {
		var got []string
		graded := false
		for _, f := range Check(parsed(t, c.text), problems) {
			got = append(got, f.Error.Error())
			graded = graded || f.Graded
		}
		equal(t, got, c.want)
		if graded != c.graded {
			t.Errorf("%s: whether it matters to graders is %v", c.want[0], graded)
		}
	}
	o, err := ReadOutput(strings.NewReader(text), "folder/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, Check(o, problems)[0].Error.Error(), `answers.txt: found the file name "answers.txt", `+
		`expected TEAM-output.txt`)
	equal(t, len(Check(parsed(t, strings.Repeat("Answer 99.A x\n", 10_000)+list), problems)), 2)
}

func TestOutputThatIsNoText(t *testing.T) {
	for name, text := range map[string]string{
		"NUL":       "A, B\x00, A",
		"too large": strings.Repeat("A, B\n", 4<<20),
	} {
		if o, err := ReadOutput(strings.NewReader(text), "x-output.txt"); err == nil {
			t.Errorf("%s: found %d answers, expected an error", name, len(o.List))
		}
	}
	equal(t, parsed(t, "").Answers(2), []int{Unknown, Unknown})
}

// TestAnswersComeBack writes random problems and answers and reads them again.
func TestAnswersComeBack(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-z0-9é'.,!?"“-]{1,12}`)
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		var problems []Problem
		var answers []int
		for i := range rapid.IntRange(1, 30).Draw(t, "problems") {
			p := Problem{Number: i + 1, Before: text.Draw(t, "before"), Pronoun: word.Draw(t, "pronoun"),
				After: text.Draw(t, "after"), Right: Unknown}
			p.Excerpt = join(p.Pronoun, p.After)
			p.Candidates = rapid.SliceOfN(text, minCandidates, maxCandidates).Draw(t, "candidates")
			problems = append(problems, p)
			answers = append(answers, rapid.IntRange(0, len(p.Candidates)-1).Draw(t, "answer"))
		}
		var b bytes.Buffer
		if err := WriteOutput(&b, problems, answers); err != nil {
			t.Fatal(err)
		}
		o, err := ReadOutput(&b, "x-output.txt")
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range o.Answers(len(problems)) {
			if a != answers[i] {
				t.Fatalf("the answer to problem %d is %d, expected %d", i+1, a, answers[i])
			}
		}
	})
}
