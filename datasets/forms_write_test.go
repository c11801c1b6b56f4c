package datasets_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// form is how a program writes the exam. Columns are separated by "|", those of each question stand
// between the others. A column is its name, "=" and its cells, then, after "~", what stands there
// for those who are not rated, and, after "^" each, the cells of further rows of the header.
type form struct {
	file                string
	comma               rune // 0 for workbooks
	before, each, after string
	long                bool     // a row for each answer
	last                []string // rows below: a cell for each column, one for each of the questions
	finish              func([]byte) []byte
}

var forms = []form{
	{file: "plain.csv", comma: ',', before: "Student ID={id}", each: "Q{q}={answer}",
		after: "Total={total}",
		last:  []string{"key|{key}|", "points|3|30"}},
	{file: "semicolons.csv", comma: ';', before: "Matrikelnummer={id}",
		each:  "Aufgabe {q}={answer}",
		after: "Punkte (max. 30,0)={total},0~"},
	{file: "unicode.tsv", comma: '\t', before: "ID={id}|Name={first} {last}",
		each:  "{text}={answer}",
		after: "Total={total}", finish: utf16},
	{file: "windows-1252.csv", comma: ';', before: "Schülernummer={id}|Vorname={first}|" +
		"Nachname={last}",
		each: "Frage {q}={answer}", after: "Gesamtpunkte={total}", finish: windows1252},
	{file: "moodle-responses.csv", comma: ',', before: moodle, each: "Response {q}={dashed}"},
	{file: "moodle-grades.csv", comma: ',', before: moodle,
		each: "Q. {q} /3.00={score}.00~Requires grading|Response {q}={dashed}"},
	{file: "canvas.csv", comma: ',', before: "name={first} {last} {i}|id=40{i}|sis_id={id}|" +
		"section=Sec 1|section_id=77|section_sis_id=|submitted=2026-03-01 10:10:00 UTC|attempt=1",
		each:  "9{q}: {text}={answer}|3.0={score}.0~0.0",
		after: "n correct=0|n incorrect=0|score={total}"},
	{file: "google-forms.csv", comma: ',',
		before: "Timestamp=3/1/2026 9:00:11|Email Address={email}|Score={total} / 30~",
		each: "{text}={answer}|{text} [Score]={score}.00 / 3~-- / 3|{text} [Feedback]=see " +
			"chapter {score}~"},
	{file: "microsoft-forms.xlsx", before: "ID={i}|Start time=2026-03-01 9:00:00|Completion " +
		"time=2026-03-01 9:10:00|Email=anonymous|Name=|Total points={total}|Quiz feedback=|" +
		"Grade posted time=",
		each: "{text}={answer}|Points - {text}={score}|Feedback - {text}="},
	{file: "qualtrics.csv", comma: ',',
		before: `StartDate=2026-03-01 10:00:00^Start Date^{"ImportId":"startDate"}|` +
			`Status=IP Address^Response Type^{"ImportId":"status"}|Progress=100^Progress^{"ImportId":"progress"}|` +
			`ResponseId=R_{id}^Response ID^{"ImportId":"_recordId"}|UserLanguage=EN^User Language^{"ImportId":"userLanguage"}`,
		each:  `Q{q}={answer}^{text}^{"ImportId":"QID{q}_TEXT"}`,
		after: `SC0={total}^Score^{"ImportId":"SC_1"}`},
	{file: "surveymonkey.csv", comma: ',', before: "Respondent ID=119000{i}^|Collector " +
		"ID=4410^|Start Date=03/01/2026 10:00:00 AM^|IP Address=192.0.2.1^|First Name=^|Last " +
		"Name=^|Custom Data 1=^",
		each: "{text}={answer}^Open-Ended Response", after: "Total={total}^"},
	{file: "limesurvey.csv", comma: ';', before: "id={i}|submitdate=2026-03-01 10:00:00|" +
		"lastpage=3|startlanguage=en|seed=18{i}|token=tk{i}|refurl=https://survey.example/",
		each:  "G01Q{q}={answer}",
		after: "interviewtime=412.{i}|groupTime12=400|rating={total}"},
	{file: "kobo.csv", comma: ';', before: "start=2026-03-01T10:00:00.000+01:00|" +
		"today=2026-03-01|username=enum",
		each: "group_a/q{q}={answer}", after: "score_by_hand={total}|_id=88{i}|_uuid={id}|" +
			"_submission_time=2026-03-01T09:10:00|_validation_status=|_notes=|" +
			"__version__=vQx7fMabc|_index={i}"},
	{file: "redcap.csv", comma: ',', before: "record_id={i}|redcap_event_name=event_1_arm_1|" +
		"redcap_survey_identifier=|quiz_timestamp=2026-03-01 10:10:00", each: "q{q}={answer}",
		after: "quiz_complete=2|total_score={total}"},
	{file: "blackboard.xls", comma: '\t', before: "Username={email}|Last Name={last}|First " +
		"Name={first}",
		each: "Question ID {q}=Question ID {q}|Question {q}=<p>{text}</p>|Answer " +
			"{q}=<p>{answer}</p>|Possible Points {q}=3|Auto Score {q}=0|Manual Score {q}={score}",
		finish: utf16},
	{file: "brightspace.csv", comma: ',', long: true,
		before: "Org Defined ID={id}|Username={email}|FirstName={first}|LastName={last}|" +
			"Attempt #=1|Attempt Start=2/3/2026 15:24|Section #=|Q #={q}|Q Type=SA|Q Title=|Q " +
			"Text={text}|Bonus?=FALSE|Difficulty=1|Answer={answer}|Answer Match=|Score={score}|Out " +
			"Of=3"},
	{file: "short-answers.csv", comma: ',', long: true,
		before: "student_id={id}|question_id={q}|question={text}|reference_answer={key}|" +
			"student_answer={answer}|score={score}|max_score=3"},
	{file: "max-points.csv", comma: ',', before: "SID={id}^|Email={email}^|Name={first} " +
		"{last}^Max points",
		each: "{text}={answer}^3.0", after: "Total Score={total}.0~^30.0"},
	{file: "teacher.xlsx", before: "Student ID={id}|Name={first} {last}|Fee paid=5",
		each:  "{text}={answer}",
		after: "Total={total}", finish: teacher},
	{file: "typeform.csv", comma: ',', before: "#={id}",
		each:  "Please answer in one sentence.={answer}",
		after: "Start Date (UTC)=2026-03-01 10:00:00|Network ID=ab{i}|Score={total}"},
	{file: "summary-rows.csv", comma: ',', before: "Student ID={id}|Name={first} {last}",
		each:  "Q{q}={answer}",
		after: "Total={total}", last: []string{"|||", "|Class average||21.4", "|Max|3|30",
			"Second marking to follow|||"}},
	{file: "words.csv", comma: ',', before: "Student ID={id}|Name={first} {last}",
		each:  "Q{q}={answer}",
		after: "Final mark={total}~absent"},
	{file: "more-words.csv", comma: ',', before: "Student ID={id}|Name={first} {last}",
		each:  "Q{q}={answer}",
		after: "Total={total}~Requires grading", last: []string{"|Average||", "|Max points|3|30"}},
}

const moodle = "Last name={last}|First name={first}|ID number={id}|Email address={email}|" +
	"State=Finished|Started on=3 March 2026  9:05 AM|Completed=3 March 2026  9:30 AM|Time " +
	"taken=21 mins|Grade/30.00={total}.00~Not yet graded"

// column is one of a form; q is its question, index its place among the specifications.
type column struct {
	q, index             int
	name, rated, unrated string
	more                 []string // below the name
}

// columns returns all columns.
func (f form) columns(questions int) (all []column) {
	index := 0
	for part, specs := range []string{f.before, f.each, f.after} {
		if specs == "" {
			continue
		}
		list := strings.Split(specs, "|")
		for q := range map[bool]int{true: questions, false: 1}[part == 1] {
			for k, spec := range list {
				rows := strings.Split(spec, "^")
				c := column{q: q, index: index + k, more: rows[1:]}
				c.name, c.rated, _ = strings.Cut(rows[0], "=")
				c.rated, c.unrated, _ = strings.Cut(c.rated, "~")
				all = append(all, c)
			}
		}
		index += len(list)
	}
	return all
}

// write writes the exam.
func (f form) write(e *exam) []byte {
	columns := f.columns(len(e.questions))
	var rows [][]string
	add := func(cell func(c column) string) {
		row := make([]string, len(columns))
		for k, c := range columns {
			row[k] = cell(c)
		}
		rows = append(rows, row)
	}
	add(func(c column) string { return e.fill(c.name, nil, 0, c.q) })
	for r := range columns[0].more {
		add(func(c column) string { return e.fill(c.more[r], nil, 0, c.q) })
	}
	lines := map[bool]int{true: len(e.questions), false: 1}[f.long]
	for i := range len(e.people) * lines {
		p := &e.people[i/lines]
		add(func(c column) string {
			if p.points == nil && (strings.Contains(c.rated,
				"{total}") || strings.Contains(c.rated, "{score}")) {
				return c.unrated
			}
			return e.fill(c.rated, p, i/lines, max(c.q, i%lines))
		})
	}
	for _, last := range f.last {
		cells := strings.Split(last, "|")
		add(func(c column) string { return e.fill(cells[c.index], nil, 0, c.q) })
	}
	written := book(rows)
	if f.comma != 0 {
		written = text(rows, f.comma)
	}
	if f.finish != nil {
		written = f.finish(written)
	}
	return written
}

// fill puts what is known of a person and a question in the place of names in braces.
func (e *exam) fill(template string, p *person, i, q int) string {
	of := []string{"{q}", strconv.Itoa(q + 1), "{text}", e.questions[q].Text,
		"{key}", strings.Join(e.questions[q].Key, "|")}
	if p != nil {
		of = append(of, "{id}", p.id, "{i}", strconv.Itoa(101+i), "{first}", p.first, "{last}",
			p.last,
			"{email}", p.email, "{answer}", p.answers[q], "{dashed}", cmp.Or(p.answers[q], "-"))
	}
	if p != nil && p.points != nil {
		total := 0
		for _, v := range p.points {
			total += v
		}
		of = append(of, "{score}", strconv.Itoa(p.points[q]), "{total}", strconv.Itoa(total))
	}
	return strings.NewReplacer(of...).Replace(template)
}

func text(rows [][]string, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = comma, true
	must(w.WriteAll(rows))
	return b.Bytes()
}

func utf16(b []byte) []byte {
	b, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(b)
	must(err)
	return b
}

func windows1252(b []byte) []byte {
	b, err := charmap.Windows1252.NewEncoder().Bytes(b)
	must(err)
	return b
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// book writes a workbook, with numbers as such.
func book(rows [][]string) []byte {
	x := excelize.NewFile()
	defer x.Close()
	for r, cells := range rows {
		for k, cell := range cells {
			at, err := excelize.CoordinatesToCellName(k+1, r+1)
			must(err)
			if n, err := strconv.Atoi(cell); err == nil {
				must(x.SetCellValue("Sheet1", at, n))
			} else if cell != "" {
				must(x.SetCellValue("Sheet1", at, cell))
			}
		}
	}
	b, err := x.WriteToBuffer()
	must(err)
	return b.Bytes()
}

// teacher adds rows above the header, hides the third column and makes the totals formulas.
func teacher(b []byte) []byte {
	x, err := excelize.OpenReader(bytes.NewReader(b))
	must(err)
	defer x.Close()
	must(x.InsertRows("Sheet1", 1, 3))
	must(x.SetCellValue("Sheet1", "A1", "Civics, class 9b"))
	must(x.SetSheetRow("Sheet1", "A2", &[]any{"Date:", "3.11.2026", nil, nil, nil, "Max:", 30}))
	must(x.SetColVisible("Sheet1", "C", false))
	rows, err := x.GetRows("Sheet1")
	must(err)
	width := len(rows[3])
	for i, row := range rows {
		if at, _ := excelize.CoordinatesToCellName(width, i+1); i > 3 && len(row) == width {
			must(x.SetCellFormula("Sheet1", at, fmt.Sprintf("SUM(Points!B%d:K%[1]d)", i+1)))
		}
	}
	out, err := x.WriteToBuffer()
	must(err)
	return out.Bytes()
}
