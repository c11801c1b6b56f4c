package datasets

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/files"
)

// files returns a source with the given contents by file name.
func fileMap(m map[string]string) source {
	fsys := fstest.MapFS{}
	for name, content := range m {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return source{fsys, "dir"}
}

// changed returns a copy of m in which one file is replaced, or removed if the new content is
// "-".
func changed(m map[string]string, file, content string) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[k] = v
	}
	out[file] = content
	if content == "-" {
		delete(out, file)
	}
	return out
}

const nulError = "found a NUL byte (a binary or damaged file), expected UTF-8 text"

// A miniature in the form of Powergrading: question 2 is not graded.
var miniPg = map[string]string{
	pgKeyFile: "Q#\tQuestion\tAnswers\r\n1\tWhat colour is snow?\twhite\tclear\t\r\n2\tWhat is mud?\tdirt\r\n3\tName a tree.\toak\telm\tash",
	pgLabelled: "student\tQ#\tanswer\tG1\tG2\tG3\r\n" +
		"s1\t1\t\"white\\nas milk\t1\t1\t0\r\ns1\t2\tearth\t-1\t-1\t-1\r\ns1\t3\toak\t1\t1\t1\r\n" +
		"s2\t1\t\t0\t0\t0\r\ns2\t2\tx\t-1\t-1\t-1\r\ns2\t3\tnot answered\t0\t0\t1\r\n" +
		"s3\t1\twhite\t1\t1\t1\r\ns3\t2\tx\t-1\t-1\t-1\r\ns3\t3\telm\t1\t1\t1\r\n",
	pgUnlabelled: "student\tQ#\tanswer\tG1\tG2\tG3\nu1\t1\twhite\t-1\t-1\t-1\nu1\t2\tdirt\t-1\t-1\t-1\nu1\t3\tash\t-1\t-1\t-1",
}

func TestPowergrading(t *testing.T) {
	d, err := openPowergrading(fileMap(miniPg), "powergrading", Options{})
	if err != nil {
		t.Fatal(err)
	}
	third := 1.0 / 3
	want := &Dataset{Name: "powergrading",
		RatingNote: "sum of the graded judgements, min-max scaled over the respondents (lowest 1, highest 6 of 6)",
		Scale:      Scale{1, 6},
		Questions: []Question{{"1", "What colour is snow?", []string{"white", "clear"}},
			{"3", "Name a tree.", []string{"oak", "elm", "ash"}}},
		Respondents: []Respondent{
			{ID: "s1", Responses: []string{`"white as milk`, "oak"}, Rating: 0.8,
				Scores: []float64{2 * third, 1}, Judgements: [][]float64{{1, 1, 0}, {1, 1, 1}}},
			{ID: "s2", Responses: []string{"", ""}, Rating: 0, Scores: []float64{0, third},
				Judgements: [][]float64{{0, 0, 0}, {0, 0, 1}}},
			{ID: "s3", Responses: []string{"white", "elm"}, Rating: 1, Scores: []float64{1, 1},
				Judgements: [][]float64{{1, 1, 1}, {1, 1, 1}}},
		}}
	if diff := cmp.Diff(want, d, sameData); diff != "" {
		t.Error(diff)
	}
	raw, err := openPowergrading(fileMap(miniPg), "powergrading",
		Options{Raw: true, Rating: Fraction})
	if err != nil {
		t.Fatal(err)
	}
	if got := raw.Respondents[0].Responses[0]; got != `"white\nas milk` {
		t.Errorf("raw response %q", got)
	}
	if got := raw.Respondents[0].Rating; got != 5.0/6 {
		t.Errorf("fraction %v, want 5/6", got)
	}

	u, err := openPgUnlabelled(fileMap(miniPg), "powergrading-unlabelled", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want = &Dataset{Name: "powergrading-unlabelled", RatingNote: "no ratings: nothing is graded",
		Questions: want.Questions,
		Respondents: []Respondent{{ID: "u1", Responses: []string{"white", "ash"},
			Rating: math.NaN()}}}
	if diff := cmp.Diff(want, u, sameData); diff != "" {
		t.Error(diff)
	}
	alone, err := openPgUnlabelled(fileMap(changed(miniPg, pgLabelled, "-")), "u", Options{})
	if err != nil || len(alone.Questions) != 3 {
		t.Errorf("without the labelled file: %v, %v; want 3 questions", alone, err)
	}
}

func TestPowergradingErrors(t *testing.T) {
	const head = "student\tQ#\tanswer\tG1\tG2\tG3\n"
	rows := func(s string) string {
		return fmt.Sprintf(
			"%[1]s\t1\ta\t1\t1\t1\n%[1]s\t2\ta\t-1\t-1\t-1\n%[1]s\t3\ta\t1\t1\t1\n", s)
	}
	answers, key := filepath.Join("dir", pgLabelled), filepath.Join("dir", pgKeyFile)
	for _, c := range []struct{ name, file, content, want string }{
		{"no key file", pgKeyFile, "-", key +
			": found no such file or folder, expected the answer key"},
		{"no answers", pgLabelled, "-", answers +
			": found no such file or folder, expected the students' answers and grades"},
		{"key empty", pgKeyFile, "", key +
			": found an empty file, expected a header Q#, Question, Answers"},
		{"key zeros", pgKeyFile, "\x00\x00", key + ":1: " + nulError},
		{"key header", pgKeyFile, "1\tq\ta\n", key +
			`:1: found "1\tq\ta", expected the header Q#, Question, Answers, tab-separated`},
		{"key header only", pgKeyFile, "Q#\tQuestion\tAnswers\n", key +
			":1: found the end of the file, expected at least one question after the header"},
		{"key columns", pgKeyFile, "Q#\tQuestion\tAnswers\n1\tq\n", key +
			":2: found 2 columns, expected at least 3: number, question and acceptable answers"},
		{"key number", pgKeyFile, "Q#\tQuestion\tAnswers\n\tq\ta\n", key +
			":2: found no question number, expected one in the first column"},
		{"key twice", pgKeyFile, "Q#\tQuestion\tAnswers\n1\tq\ta\n1\tr\tb\n", key +
			`:3: found question "1" again (first on line 2), expected each question once`},
		{"key without answer", pgKeyFile, "Q#\tQuestion\tAnswers\n1\tq\t\t\n", key +
			":2: found no acceptable answer, expected at least one"},
		{"empty", pgLabelled, "", answers +
			": found an empty file, expected a header student, Q#, answer, G1, …"},
		{"zeros", pgLabelled, strings.Repeat("\x00", 100), answers + ":1: " + nulError},
		{"header", pgLabelled, "a,b,c\n", answers +
			`:1: found "a,b,c", expected the header student, Q#, answer, G1, …, tab-separated`},
		{"header only", pgLabelled, head, answers +
			":1: found the end of the file, expected at least one student after the header"},
		{"columns", pgLabelled, head + "s\t1\ta\t1\t1\n", answers +
			":2: found 5 columns, expected 6, as in the header"},
		{"cut in a line", pgLabelled, head + rows("s") + "t\t1\tb", answers +
			":5: found 3 columns, expected 6, as in the header"},
		{"cut between lines", pgLabelled, head + rows("s") + "t\t1\ta\t1\t1\t1\n", answers +
			`:5: found no answer to question "2" for student "t", expected 3 rows, one per question of ` + pgKeyFile},
		{"gap", pgLabelled, head + "s\t1\ta\t1\t1\t1\n" + rows("t"), answers +
			`:2: found no answer to question "2" for student "s", expected 3 rows, one per question of ` + pgKeyFile},
		{"grade range", pgLabelled, head + "s\t1\ta\t1\t2\t1\n", answers +
			`:2: found grade "2", expected 0, 1 or -1 (not graded)`},
		{"grade text", pgLabelled, head + "s\t1\ta\t1\tNaN\t1\n", answers +
			`:2: found grade "NaN", expected 0, 1 or -1 (not graded)`},
		{"grade empty", pgLabelled, head + "s\t1\ta\t1\t1\t\n", answers +
			`:2: found grade "", expected 0, 1 or -1 (not graded)`},
		{"grade missing", pgLabelled, head + rows("s") +
			strings.Replace(rows("t"), "1\t1\t1", "1\t-1\t1", 1), answers +
			`:5: found grade -1 (not graded), expected 0 or 1: other answers to question "1" are graded`},
		{"nothing graded", pgLabelled, strings.ReplaceAll(head+rows("s"), "\t1\t1\t1",
			"\t-1\t-1\t-1"), answers +
			": found grade -1 (not graded) throughout, expected graded answers"},
		{"student", pgLabelled, head + "\t1\ta\t1\t1\t1\n", answers +
			":2: found no student, expected one in the first column"},
		{"student twice", pgLabelled, head + rows("s") + rows("t") + rows("s"), answers +
			`:8: found student "s" again (first on line 2), expected a unique id for each student, whose rows are consecutive`},
		{"pair twice", pgLabelled, head + "s\t1\ta\t1\t1\t1\ns\t1\tb\t1\t1\t1\n", answers +
			`:3: found question "1" again for student "s" (first on line 2), expected each question once`},
		{"unknown question", pgLabelled, head + "s\t4\ta\t1\t1\t1\n", answers +
			`:2: found question "4", expected a question of ` + pgKeyFile},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openPowergrading(fileMap(changed(miniPg, c.file, c.content)), "p", Options{})
			checkError(t, err, c.want)
		})
	}
}

// A miniature in the form of the corpus's version 2.0, with one exam question.
var miniMohler = map[string]string{
	"data/raw/questions":     "1.1 What is rain?\n1.2 What is fog?\n11.1 What is hail?\n",
	"data/raw/answers":       "1.1 Falling water. \n1.2 A cloud on the ground\n11.1 Falling ice\n",
	"data/raw/1.1":           "1.1 water\n1.1 wet<br>\n1.1 not answered\n",
	"data/raw/1.2":           "1.2 a cloud\n1.2 \n1.2 sky\n",
	"data/raw/11.1":          "11.1 ice\n11.1 p-&gt;q\n11.1 snow\n",
	"data/scores/1.1/ave":    "5\n2.5\n0\n",
	"data/scores/1.1/me":     "5\n2\n0\n",
	"data/scores/1.1/other":  "5\n3\n0\n",
	"data/scores/1.2/ave":    "5\n0\n1",
	"data/scores/11.1/ave":   "4.75\n5\n1\n",
	"data/scores/11.1/me":    "9\n10\n2\n",
	"data/scores/11.1/other": "10\n10\n2\n",
}

func TestMohler(t *testing.T) {
	d, err := openMohler(fileMap(miniMohler), "mohler", Options{lines: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := &Dataset{Name: "mohler",
		RatingNote: "sum of the graded judgements, min-max scaled over the respondents (lowest 2, highest 14.75 of 15)",
		Scale:      Scale{2, 14.75},
		Questions: []Question{{"1.1", "What is rain?", []string{"Falling water."}},
			{"1.2", "What is fog?", []string{"A cloud on the ground"}},
			{"11.1", "What is hail?", []string{"Falling ice"}}},
		Respondents: []Respondent{
			{ID: "line-1", Responses: []string{"water", "a cloud", "ice"}, Rating: 1,
				Scores: []float64{1, 1, 0.95}, Judgements: [][]float64{{1, 1}, {}, {0.9, 1}}},
			{ID: "line-2", Responses: []string{"wet", "", "p->q"}, Rating: 5.5 / 12.75,
				Scores: []float64{0.5, 0, 1}, Judgements: [][]float64{{0.4, 0.6}, {}, {1, 1}}},
			{ID: "line-3", Responses: []string{"", "sky", "snow"}, Rating: 0,
				Scores: []float64{0, 0.2, 0.2}, Judgements: [][]float64{{0, 0}, {}, {0.2, 0.2}}},
		}}
	if diff := cmp.Diff(want, d, sameData); diff != "" {
		t.Error(diff)
	}
	if len(d.Warnings) != 1 {
		t.Errorf("warnings %q, want one about the respondents", d.Warnings)
	}
	sets, err := openMohlerAssignments(fileMap(miniMohler), "m", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 2 || sets[0].Name != "m-1" || len(sets[0].Questions) != 2 ||
		sets[1].Name != "m-11" || len(sets[1].Questions) != 1 {
		t.Errorf("assignments %v", sets)
	}
	all, err := openMohlerSample(fileMap(miniMohler), "s", Options{})
	if err != nil || len(all.Respondents) != 3 {
		t.Errorf("all lines: %v, %v", all, err)
	}
	raw, err := openMohlerSample(fileMap(miniMohler), "s", Options{Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := raw.Respondents[1].Responses[0] + raw.Respondents[2].Responses[0] +
		raw.Questions[0].Key[0]; got != "wet<br>not answeredFalling water. " {
		t.Errorf("raw texts %q", got)
	}
}

func TestMohlerErrors(t *testing.T) {
	at := func(file, msg string) string {
		return filepath.Join("dir", filepath.FromSlash(file)) +
			msg
	}
	for _, c := range []struct{ name, file, content, want string }{
		{"no questions", "data/raw/questions", "-",
			": found no such file or folder, expected the questions (lines of id and text)"},
		{"questions empty", "data/raw/questions", "\n",
			": found an empty file, expected the questions (lines of id and text)"},
		{"question line", "data/raw/questions", "1.1 a\nfoo\n",
			`:2: found "foo", expected a question's id such as 1.2, a space and a text`},
		{"question path", "data/raw/questions", "../x a\n",
			`:1: found "../x a", expected a question's id such as 1.2, a space and a text`},
		{"question twice", "data/raw/questions", "1.1 a\n1.1 b\n",
			`:2: found question "1.1" again, expected each question once`},
		{"no key", "data/raw/answers", "-",
			": found no such file or folder, expected the answer key (lines of id and text)"},
		{"key short", "data/raw/answers", "1.1 a\n",
			`: found no answer to question "1.2", expected one per question`},
		{"key other", "data/raw/answers", "1.1 a\n1.3 b\n",
			`:2: found question "1.3", expected a question of data/raw/questions`},
		{"no answers", "data/raw/1.2", "-",
			": found no such file or folder, expected the answers to question 1.2"},
		{"answers empty", "data/raw/1.2", "",
			": found an empty file, expected one answer per line"},
		{"answers zeros", "data/raw/1.2", "\x00\x00\x00", ":1: " + nulError},
		{"answer of another", "data/raw/1.2", "1.2 a\n1.1 b\n1.2 c\n",
			`:2: found "1.1 b", expected an answer that begins with 1.2`},
		{"blank line", "data/raw/1.2", "1.2 a\n\n1.2 c\n",
			`:2: found "", expected an answer that begins with 1.2`},
		{"no grades", "data/scores/1.2/ave", "-",
			": found no such file or folder, expected the grades of question 1.2"},
		{"grades short", "data/scores/1.2/ave", "1\n2\n",
			": found 2 grades, expected 3, one per line of data/raw/1.2"},
		{"judge short", "data/scores/1.1/me", "1\n2\n",
			": found 2 grades, expected 3, one per line of data/raw/1.1"},
		{"grade range", "data/scores/1.2/ave", "1\n5.5\n2\n",
			`:2: found grade "5.5", expected a number from 0 to 5`},
		{"exam range", "data/scores/11.1/me", "1\n10.5\n2\n",
			`:2: found grade "10.5", expected a number from 0 to 10`},
		{"grade NaN", "data/scores/1.2/ave", "1\nNaN\n2\n",
			`:2: found grade "NaN", expected a number from 0 to 5`},
		{"grade Inf", "data/scores/1.2/ave", "1\nInf\n2\n",
			`:2: found grade "Inf", expected a number from 0 to 5`},
		{"grade text", "data/scores/1.2/ave", "1\nfive\n2\n",
			`:2: found grade "five", expected a number from 0 to 5`},
		{"grade hexadecimal", "data/scores/1.2/ave", "1\n0x1p1\n2\n",
			`:2: found grade "0x1p1", expected a number from 0 to 5`},
		{"grade negative", "data/scores/1.2/ave", "1\n-1\n2\n",
			`:2: found grade "-1", expected a number from 0 to 5`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openMohler(fileMap(changed(miniMohler, c.file, c.content)), "m", Options{lines: 3})
			checkError(t, err, at(c.file, c.want))
		})
	}
	_, err := openMohler(fileMap(miniMohler), "m", Options{})
	checkError(t, err, at("data/raw/1.1",
		": found 3 lines, expected at least 24, one per respondent"))

	uneven := changed(changed(miniMohler, "data/raw/1.2", "1.2 a\n"), "data/scores/1.2/ave", "1\n")
	_, err = openMohlerAssignments(fileMap(uneven), "m", Options{})
	checkError(t, err, at("data/raw/1.2",
		": found 1 line, expected 3, as in 1.1 of the same assignment"))

	apart := changed(changed(miniMohler, "data/raw/questions", "1.1 a\n11.1 b\n1.2 c\n"),
		"data/raw/answers", "1.1 a\n11.1 b\n1.2 c\n")
	_, err = openMohlerAssignments(fileMap(apart), "m", Options{})
	checkError(t, err, at("data/raw/questions",
		": found questions of assignment 1 in two places, expected each assignment's questions together"))
}

// A miniature in the form of version 1.0: students 2 and 10 answered everything.
var miniV1 = map[string]string{
	"assign1.txt": "#####\n\t\tQuestion: What is rain?\n\t\tAnswer: Falling water. \n\n5\t[10]\twater<br>\n2.5\t[3]\twet\n0\t[2]\tNO ANSWER\n\n#####\n\t\tQuestion: And snow?\n\t\tAnswer: Ice\n\n5\t[10]\tice\n5\t[3]\tice\n0\t[2]\tfog\n",
	"assign2.txt": "#####\n\t\tQuestion: What is fog?\n\t\tAnswer: A cloud\n\n3\t[2]\ta\tcloud\n5\t[10]\tcloud\n\n#####\n\t\tQuestion: And mist?\n\t\tAnswer: Thin fog\n\n1\t[2]\tAnswer: fog\n2\t[10]\tfog\n",
	"assign3.txt": "#####\r\nQuestion: What is hail?\r\nAnswer: Falling ice\r\n\r\n4\t[2]\tice\r\n3\t[10]\t# ice\r\n\r\n###\r\nQuestion: And sleet?\r\nAnswer: Rain and snow\r\n\r\n1\t[2]\train\r\n4\t[10]\train, snow",
}

func TestMohlerV1(t *testing.T) {
	d, err := openMohlerV1(fileMap(miniV1), "mohler-v1", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Dataset{Name: "mohler-v1",
		RatingNote: "sum of the graded judgements, min-max scaled over the respondents (lowest 9, highest 24 of 30)",
		Scale:      Scale{9, 24},
		Questions: []Question{{"1.1", "What is rain?", []string{"Falling water."}},
			{"1.2", "And snow?", []string{"Ice"}}, {"2.1", "What is fog?", []string{"A cloud"}},
			{"2.2", "And mist?", []string{"Thin fog"}},
			{"3.1", "What is hail?", []string{"Falling ice"}},
			{"3.2", "And sleet?", []string{"Rain and snow"}}},
		Respondents: []Respondent{
			{ID: "2", Responses: []string{"", "fog", "a cloud", "Answer: fog", "ice", "rain"},
				Rating: 0, Scores: []float64{0, 0, 0.6, 0.2, 0.8, 0.2}},
			{ID: "10", Responses: []string{"water", "ice", "cloud", "fog", "# ice", "rain, snow"},
				Rating: 1, Scores: []float64{1, 1, 1, 0.4, 0.6, 0.8}},
		}}
	if diff := cmp.Diff(want, d, sameData); diff != "" {
		t.Error(diff)
	}
}

func TestMohlerV1Errors(t *testing.T) {
	const q = "###\nQuestion: a\nAnswer: b\n"
	file := filepath.Join("dir", "assign3.txt")
	for _, c := range []struct{ name, content, want string }{
		{"missing", "-", ": found no such file or folder, expected assignment 3"},
		{"empty", "", `: found the end of the file, expected "Question: …"`},
		{"zeros", "\x00", ":1: " + nulError},
		{"no sentinel", "Question: a\n",
			":1: found a question, expected a line of # characters before it"},
		{"no question", "###\n4\t[2]\tx\n",
			`:2: found "4\t[2]\tx", expected a line of # characters, then "Question: …"`},
		{"no key", "###\nQuestion: a\n4\t[2]\tx\n",
			`:3: found "4\t[2]\tx", expected "Answer: …" after the question`},
		{"two keys", q + "Answer: c\n", ":4: found a second answer key, expected one per question"},
		{"columns", q + "4 [2] x\n",
			":4: found 1 column, expected 3: grade, [student] and answer, tab-separated"},
		{"grade range", q + "6\t[2]\tx\n", `:4: found grade "6", expected a number from 0 to 5`},
		{"grade text", q + "inf\t[2]\tx\n", `:4: found grade "inf", expected a number from 0 to 5`},
		{"student", q + "4\t2\tx\n",
			`:4: found student "2", expected a number in brackets, such as [7]`},
		{"student twice", q + "4\t[2]\tx\n3\t[2]\ty\n",
			`:5: found student "2" again for question 3.1, expected one answer per student`},
		{"cut short", q + "4\t[2]\tx\n3\t[10]\ty\n" + q + "4\t[2]\tx\n",
			":7: found 1 answer to question 3.2, expected 2, as for the first question"},
		{"cut before a question", q + "4\t[2]\tx\n####\n",
			`:5: found the end of the file, expected "Question: …"`},
		{"cut between questions", q + "4\t[2]\tx\n",
			": found 1 question, expected 2, as in each assignment before"},
		{"no answers", q,
			":2: found 0 answers to question 3.1, expected 1, as for the first question"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openMohlerV1(fileMap(changed(miniV1, "assign3.txt", c.content)), "m", Options{})
			checkError(t, err, file+c.want)
		})
	}
	_, err := openMohlerV1(fileMap(changed(miniV1, "assign3.txt", q+"4\t[9]\tx\n"+q+"4\t[9]\tx\n")),
		"m", Options{})
	checkError(t, err,
		"dir: found no student with an answer to every question, expected at least one")
}

const csvHead = "id,question,desired_answer,student_answer,score_me,score_other,score_avg\n"

const miniMohlerCSV = csvHead +
	"1.1,What is rain?,Falling water.,\"water, wet\",4,5,4.5\n1.1,What is rain?,Falling water.,#NAME?,0,1,0.5\n1.1,What is rain?,Falling water.,x &lt; y,5,5,5\n" +
	"11.11,What is hail?,Falling ice,ice,5,4.5,4.75\n11.11,What is hail?,Falling ice,not answered,0,0,0\n"

func TestMohlerCSV(t *testing.T) {
	src := fileMap(map[string]string{"m.csv": files.ByteOrderMark +
		strings.ReplaceAll(miniMohlerCSV, "\n", "\r\n")})
	d, err := openMohlerCSV(src, "m.csv", "mohler-csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Dataset{Name: "mohler-csv",
		RatingNote: "sum of the graded judgements, min-max scaled over the respondents (lowest 0.5, highest 9.25 of 10)",
		Scale:      Scale{0.5, 9.25},
		Questions: []Question{{"1.1", "What is rain?", []string{"Falling water."}},
			{"11.10", "What is hail?", []string{"Falling ice"}}},
		Respondents: []Respondent{
			{ID: "line-1", Responses: []string{"water, wet", "ice"}, Rating: 1,
				Scores: []float64{0.9, 0.95}, Judgements: [][]float64{{0.8, 1}, {1, 0.9}}},
			{ID: "line-2", Responses: []string{"", ""}, Rating: 0, Scores: []float64{0.1, 0},
				Judgements: [][]float64{{0, 0.2}, {0, 0}}},
		}}
	if diff := cmp.Diff(want, d, sameData); diff != "" {
		t.Error(diff)
	}
	if len(d.Warnings) != 2 {
		t.Errorf("warnings %q, want one about respondents and one about the lost answer",
			d.Warnings)
	}
	raw, err := openMohlerCSV(src, "m.csv", "mohler-csv", Options{Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := raw.Respondents[1].Responses; got[0] != "#NAME?" || got[1] != "not answered" {
		t.Errorf("raw responses %q", got)
	}
}

func TestMohlerCSVErrors(t *testing.T) {
	const row = "1.1,q,a,s,1,2,1.5\n"
	for _, c := range []struct{ name, content, want string }{
		{"missing", "-", ": found no such file or folder, expected the answers and grades"},
		{"empty", "",
			": found an empty file, expected the columns id,question,desired_answer,student_answer,score_me,score_other,score_avg"},
		{"zeros", "\x00\x00", ":1: found a NUL byte (a binary or damaged file), expected text"},
		{"late zeros", csvHead + row + "\x00\x00", ":3: found a NUL byte (a binary or damaged file), expected text"},
		{"header only", csvHead,
			": found the end of the file, expected at least one row after the header"},
		{"no header", row,
			`:1: found no column "id", expected the columns id,question,desired_answer,student_answer,score_me,score_other,score_avg`},
		{"column missing", "id,question\n",
			`:1: found no column "desired_answer", expected the columns id,question,desired_answer,student_answer,score_me,score_other,score_avg`},
		{"columns", csvHead + "1.1,q,a,s,1,2\n",
			`:2: found score_avg "", expected a number from 0 to 5`},
		{"quote", csvHead + row + "1.1,q,a,\"s",
			`:3: found a damaged row (extraneous or missing " in quoted-field), expected cells delimited by a comma, quoted by " where needed, with "" for each " inside`},
		{"id", csvHead + "1,q,a,s,1,2,1.5\n",
			`:2: found id "1", expected an assignment's number, a dot and a question's number, such as 1.2`},
		{"no id", csvHead + ",q,a,s,1,2,1.5\n", `:2: found id "", expected an assignment's number, a dot and a question's number, such as 1.2`},
		{"question", csvHead + row + "1.1,r,a,s,1,2,1.5\n",
			":3: found another question or desired answer for id 1.1, expected the same ones in each of its rows"},
		{"grade", csvHead + "1.1,q,a,s,1,6,1.5\n",
			`:2: found score_other "6", expected a number from 0 to 5`},
		{"grade text", csvHead + "1.1,q,a,s,1,2,nan\n",
			`:2: found score_avg "nan", expected a number from 0 to 5`},
		{"cut short", csvHead + row + row + "1.2,q,a,s,1,2,1.5\n",
			": found 1 row for question 1.2, expected 2, as for question 1.1 of the same assignment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openMohlerCSV(fileMap(changed(nil, "m.csv", c.content)), "m.csv", "m",
				Options{})
			checkError(t, err, filepath.Join("dir", "m.csv")+c.want)
		})
	}
	_, err := openMohlerCSV(fileMap(map[string]string{"m.csv": miniMohlerCSV}), "m.csv", "m",
		Options{lines: 3})
	checkError(t, err, filepath.Join("dir",
		"m.csv")+": found 2 positions that every question has, expected at least the 3 asked for")
}
