package datasets_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What is tolerated among the tables of TestExtras: so many with a question too many, and so many
// that are refused, since two columns could be the totals. No rating may be wrong.
const (
	extrasTables    = 10 * 2 * 61
	extrasQuestions = 20
	extrasLoud      = 40
)

// plainExam is a plain English table, by the headers of identifiers, questions and totals.
type plainExam struct{ name, id, questions, total string }

var exams = []plainExam{
	{"q", "Student ID", "Q1|Q2|Q3|Q4|Q5|Q6", "Total"},
	{"wordings", "Name", "Why do we salt icy roads?|What does a thermostat do?|Name a reason to " +
		"rotate crops.|Why does an onion make you cry?|What is a dam for?|Why is a drum louder " +
		"than a table when you hit it?", "Score"},
	{"numbers", "Participant", "1|2|3|4|5|6", "Points"},
	{"question", "Student", "Question 1|Question 2|Question 3|Question 4|Question 5|Question 6",
		"Mark"},
	{"topics", "Name", "Salt|Thermostat|Crops|Onion|Dam|Drum", "Final grade"},
	{"task", "Email", "Task 1|Task 2|Task 3|Task 4|Task 5|Task 6", "Total score"},
	{"numbered", "Candidate", "1. Why do we salt icy roads?|2. What does a thermostat do?|3. Name " +
		"a reason to rotate crops.|4. Why does an onion make you cry?|5. What is a dam for?|6. " +
		"Why is a drum louder than a table when you hit it?", "Total points"},
	{"answer", "ID", "Answer 1|Answer 2|Answer 3|Answer 4|Answer 5|Answer 6", "Grade"},
	{"lower_case", "student_id", "salt|thermostat|crops|onion|dam|drum", "total_points"},
	{"item", "Respondent", "Item 1|Item 2|Item 3|Item 4|Item 5|Item 6", "Rating"},
}

// identifier returns a person's cell below an exam's header of identifiers.
func (e plainExam) identifier(i int, p pupil) string {
	switch e.id {
	case "Name", "Student":
		return p.name
	case "Email":
		return p.mail
	case "Participant", "Respondent":
		return fmt.Sprintf("P%02d", i+1)
	case "ID":
		return strconv.Itoa(i + 1)
	}
	return p.id
}

// extra is one more column, which is no question.
type extra struct {
	header string
	cell   func(i int, p pupil) string
}

// of cycles through the items of a list in an order that has nothing to do with that of the people.
func of(list string) func(int, pupil) string {
	items := strings.Split(list, "|")
	return func(i int, _ pupil) string { return items[(i*i+i*5)/3%len(items)] }
}

// in puts numbers that change with the rows into a text: DAY is 1 to 28, DD the same with two
// digits, MM is 10 to 59, and X is 1 to 9.
func in(text string) func(int, pupil) string {
	return func(i int, _ pupil) string {
		return strings.NewReplacer("DAY", strconv.Itoa(i%28+1), "DD", fmt.Sprintf("%02d", i%28+1),
			"MM", strconv.Itoa(10+i*13%50), "X", strconv.Itoa(i%9+1)).Replace(text)
	}
}

// graded leaves the cells of people blank who are not rated.
func graded(cell func(int, pupil) string) func(int, pupil) string {
	return func(i int, p pupil) string {
		if p.total == "" {
			return ""
		}
		return cell(i, p)
	}
}

const agents = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/1DD.0.0.0 " +
	"Safari/537.36"

const praise = "Good start, but say why.|Please read the text on page 12 again.|Very clear!|You " +
	"mix up cause and effect.|Almost there.|See me after the lesson.|Nicely put, well done.|The " +
	"last answer is missing.|Use your own words next time.|Correct, but short."

var extras = []extra{
	{"Submitted", in("Jan DAY, 2026 10:MM AM")},
	{"Date", in("DAY January 2026, 10:MM")},
	{"Abgabe", in("Montag, DAY. Januar 2026, 10:MM Uhr")},
	{"SubmitTime", in("Mon Jan DD 10:MM:1X PST 2026")},
	{"Week", in("2026-WDD")},
	{"Last seen", in("MM minutes ago")},
	{"Timestamp", in("2026-01-DDT10:MM:1XZ")},
	{"Started", in("DD/01/2026 10:MM")},
	{"Birthday", in("2010-0X-DD")},
	{"Phone", in("+49 170 DD44MMX")},
	{"Mobile", in("(555) 0MM-DD1X")},
	{"IP", in("10.0.DAY.MM")},
	{"IP-Adresse", in("192.168.X.MM")},
	{"Code", in("CS-DAY-MM")},
	{"Locker", in("KDAY")},
	{"Seat", in("XB")},
	{"File", func(i int, p pupil) string {
		return strings.ToLower(strings.ReplaceAll(p.name, " ", "_")) + ".docx"
	}},
	{"Attachment", func(i int, p pupil) string { return fmt.Sprintf("Exam %s (%d).pdf", p.name, i) }},
	{"Location", in("52.MMDAY, 13.DAY")},
	{"User agent", in(agents)},
	{"Browser", of("Chrome 120|Chrome 121|Firefox 119|Safari 17|Edge 120")},
	{"Device", of("iPhone|Android phone|Laptop|iPad")},
	{"Link", in("https://forms.example/r/DAY?page=MM")},
	{"SIS Login ID", func(_ int, p pupil) string { return strings.ToLower(p.name[:3]) + p.id }},
	{"Username", func(_ int, p pupil) string { return strings.ReplaceAll(p.name, " ", ".") }},
	{"E-mail", func(_ int, p pupil) string { return p.mail }},
	{"Session", in("8f3DDa9c-MMd1")},
	{"Full name", func(_ int, p pupil) string { return p.name }},
	{"STUDENTS FULL NAME", func(_ int, p pupil) string { return strings.ToUpper(p.name) }},
	{"Nickname", func(i int, p pupil) string {
		return of("otter|fox|silver|sleepy|captain")(i, p) + p.name[:2] + p.id[3:]
	}},
	{"Team", of("Otters|Foxes|Hawks|Wolves|Bees|Storks")},
	{"School", of("Lincoln High School|Riverside Academy|St Mary's|Oak Lane Secondary School")},
	{"Gender", of("female|male|non-binary|prefer not to say")},
	{"Class", func(_ int, p pupil) string { return p.class }},
	{"Group", in("Group X")},
	{"Teacher", of("Ms Rossi|Mr Novak|Dr Lee")},
	{"Interviewer", of("Noor|Ida|Piet")},
	{"Channel", of("mail|phone|chat")},
	{"Agent", of("Marta B.|Jon|Priya")},
	{"Language", of("English|German|French")},
	{"Country", of("Germany|Kenya|Brazil|South Korea|United Kingdom|Peru|Norway|Japan")},
	{"ZIP code", in("10MMX")},
	{"How sure are you?", of("very sure|fairly sure|not sure|I guessed")},
	{"Time taken", in("DAY min MM s")},
	{"Course", of("Physics 101 with lab")},
	{"Form version", of("3")},
	{"Remark", func(i int, _ pupil) string {
		if i == 7 {
			return "came late, the bus broke down"
		}
		return ""
	}},
	{"Age", in("1X")},
	{"Duration (in seconds)", in("DAYMM")},
	{"Attempts", of("1|1|2|1|3")},
	{"Previous exam", in("MM")},
	{"Midterm", func(i int, p pupil) string {
		if i == 11 {
			return "absent"
		}
		return strconv.Itoa(i * 7 % 21)
	}},
	{"Percentage", func(i int, p pupil) string {
		total, err := strconv.ParseFloat(p.total, 64)
		if err != nil {
			return "pending"
		}
		return strconv.FormatFloat(math.Round(total/15*1000)/10, 'f', 1, 64)
	}},
	{"Status", func(_ int, p pupil) string {
		if p.total == "" {
			return "Submitted"
		}
		return "Graded"
	}},
	{"Marked?", graded(of("yes"))},
	{"Comment", graded(of(praise))},
	{"Hint for the pupil", graded(func(i int, p pupil) string {
		return of(praise)(i, p) + " Read chapter " + strconv.Itoa(i%9+1) + " again, " + p.name[:3] + "."
	})},
	{"Spelling errors found by teacher", graded(in("X"))},
	{"Quality of reasoning (0-4)", graded(of("0|1|2|3|4|2|3"))},
	{"Number of correct answers", graded(func(_ int, p pupil) string {
		return strconv.Itoa(len(slices.DeleteFunc(slices.Clone(p.points),
			func(s string) bool { return s == "" || s == "0" })))
	})},
	{"Points deducted", graded(of("0|0|1|0.5|0|2"))},
}

// TestExtras reads plain tables with one more column, right of the identifiers or left of the
// totals. To see the tables of one column: go test ./datasets -run TestExtras/IP -v.
func TestExtras(t *testing.T) {
	people := pupils(t)
	c := &tally{tolerated: []string{loud, extraQuestion}}
	t.Cleanup(func() {
		t.Logf("one more column\n%s", c)
		c.limit(t, extrasQuestions, extraQuestion)
		c.limit(t, extrasLoud, loud)
	})
	if n := len(exams) * 2 * len(extras); n != extrasTables {
		t.Fatalf("%d tables", n)
	}
	for _, x := range extras {
		t.Run(x.header, func(t *testing.T) {
			t.Parallel()
			for _, e := range exams {
				for _, place := range []string{"left", "right"} {
					t.Run(e.name+"/"+place, func(t *testing.T) {
						c.read(t, "exam.csv", asText(t, e.with(x, people, place), ','),
							truthOf(people), x.header)
					})
				}
			}
		})
	}
}

// with returns an exam with one more column.
func (e plainExam) with(x extra, people []pupil, place string) [][]string {
	at := 1
	if place == "right" {
		at = 7
	}
	rows := e.plain(people)
	rows[0] = slices.Insert(rows[0], at, x.header)
	for i, p := range people {
		rows[i+1] = slices.Insert(rows[i+1], at, x.cell(i, p))
	}
	return rows
}

// plain returns an exam as it is.
func (e plainExam) plain(people []pupil) [][]string {
	rows := [][]string{slices.Concat([]string{e.id}, strings.Split(e.questions, "|"),
		[]string{e.total})}
	for i, p := range people {
		rows = append(rows, slices.Concat([]string{e.identifier(i, p)}, p.answers,
			[]string{p.total}))
	}
	return rows
}
