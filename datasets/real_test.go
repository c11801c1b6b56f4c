package datasets

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// realData opens a specification whose path is relative to the folder of the
// published corpora, which are not part of this repository.
func realData(t *testing.T, kind, path string, opts Options) []*Dataset {
	t.Helper()
	sets, err := Open(kind+":"+filepath.Join(realDir(t), filepath.FromSlash(path)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

func realDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("LRP_DATA")
	if dir == "" {
		t.Skip("LRP_DATA is not set: it names the folder of the published corpora")
	}
	return dir
}

const (
	realV1  = "ShortAnswerGrading_v1.0"
	realV2  = "ShortAnswerGrading_v2.0"
	realCSV = "mohler_csv/mohler_dataset_edited.csv"
)

var (
	damage = regexp.MustCompile(
		`(?i)â€|â¬|Ã|Â|\x{FFFD}|<br|&(lt|gt|amp|quot|nbsp|#\d+);|[\x00-\x1f\x7f-\x9f]|  |^ | $`)
	missingWords = regexp.MustCompile(`(?i)^(not answered|no answer)\.?$`)
)

// checkTexts checks that no damage is left that repair removes.
func checkTexts(t *testing.T, d *Dataset) {
	t.Helper()
	look := func(where, s string) {
		if m := damage.FindString(s); m != "" {
			t.Errorf("%s, %s: %q is left in %q", d.Name, where, m, s)
		}
	}
	for _, q := range d.Questions {
		look("question "+q.ID, q.Text)
		for _, k := range q.Key {
			look("key of "+q.ID, k)
		}
	}
	for _, r := range d.Respondents {
		for q, s := range r.Responses {
			look(r.ID+" on "+d.Questions[q].ID, s)
			if missingWords.MatchString(s) {
				t.Errorf("%s, %s: %q is left", d.Name, r.ID, s)
			}
		}
	}
}

func blanks(d *Dataset) (n int) {
	for _, r := range d.Respondents {
		for _, s := range r.Responses {
			if s == "" {
				n++
			}
		}
	}
	return n
}

func TestRealPowergrading(t *testing.T) {
	d := realData(t, "powergrading", "powergrading", Options{})[0]
	if len(d.Respondents) != 698 || len(d.Questions) != 10 {
		t.Fatalf("%d respondents, %d questions, want 698 and 10", len(d.Respondents),
			len(d.Questions))
	}
	if got := blanks(d); got != 1 {
		t.Errorf("%d blank answers, want 1", got)
	}
	perfect := 0
	lo, hi := 31, -1
	for _, r := range d.Respondents {
		total := 0
		for q, js := range r.Judgements {
			sum := 0.0
			for _, j := range js {
				sum += j
			}
			total += int(sum)
			if math.Abs(r.Scores[q]-sum/3) > 1e-15 {
				t.Fatalf("%s: score %v of judgements %v", r.ID, r.Scores[q], js)
			}
		}
		if want := float64(total-3) / 27; r.Rating != want {
			t.Errorf("%s: rating %v, want %v", r.ID, r.Rating, want)
		}
		lo, hi = min(lo, total), max(hi, total)
		if total == 30 {
			perfect++
		}
	}
	if lo != 3 || hi != 30 || perfect != 138 {
		t.Errorf("totals %d to %d, %d perfect; want 3 to 30, 138", lo, hi, perfect)
	}
	var ids []string
	for _, q := range d.Questions {
		ids = append(ids, q.ID)
	}
	if got, want := strings.Join(ids, " "), "1 2 3 4 5 6 7 8 13 20"; got != want {
		t.Errorf("questions %s, want %s", got, want)
	}
	checkTexts(t, d)

	u := realData(t, "powergrading-unlabelled", "powergrading", Options{})[0]
	if len(u.Respondents) != 100 || len(u.Questions) != 10 || u.CheckRated() == nil {
		t.Errorf("unlabelled: %d respondents, %d questions, CheckRated %v", len(u.Respondents),
			len(u.Questions), u.CheckRated())
	}
	checkTexts(t, u)
}

func TestRealMohler(t *testing.T) {
	d := realData(t, "mohler", realV2, Options{})[0]
	if len(d.Respondents) != 24 || len(d.Questions) != 87 {
		t.Fatalf("%d respondents, %d questions, want 24 and 87", len(d.Respondents),
			len(d.Questions))
	}
	checkTexts(t, d)
	table, err := os.ReadFile(filepath.Join(realDir(t), "mohler_thesis24_ratings.tsv"))
	if err != nil {
		t.Skip(err)
	}
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	if len(rows) != 24 {
		t.Fatalf("%d published ratings, want 24", len(rows))
	}
	for i, row := range rows {
		want, err := strconv.ParseFloat(strings.Split(row, "\t")[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Respondents[i].Rating; math.Abs(got-want) > 1e-9 {
			t.Errorf("rating %d is %v, want %v", i, got, want)
		}
	}
}

func TestRealMohlerAssignments(t *testing.T) {
	sets := realData(t, "mohler-assignments", realV2, Options{})
	respondents := []int{29, 30, 31, 30, 28, 26, 26, 27, 27, 24, 30, 28}
	questions := []int{7, 7, 7, 7, 4, 7, 7, 7, 7, 7, 10, 10}
	if len(sets) != 12 {
		t.Fatalf("%d data sets, want 12", len(sets))
	}
	answers := 0
	for i, d := range sets {
		if want := "mohler-assignment-" + strconv.Itoa(i+1); d.Name != want ||
			len(d.Respondents) != respondents[i] || len(d.Questions) != questions[i] {
			t.Errorf("%s has %d respondents and %d questions, want %s with %d and %d", d.Name,
				len(d.Respondents), len(d.Questions), want, respondents[i], questions[i])
		}
		if err := d.CheckRated(); err != nil {
			t.Error(err)
		}
		answers += len(d.Respondents) * len(d.Questions)
		checkTexts(t, d)
	}
	if answers != 2442 {
		t.Errorf("%d answers, want 2442", answers)
	}
}

// The lines that lost bytes of their doubly encoded quotation marks.
func TestRealMohlerLostBytes(t *testing.T) {
	sets := realData(t, "mohler-assignments", realV2, Options{})
	for _, c := range []struct {
		assignment, respondent, question int
		want                             string
	}{{4, 11, 1, "array’s size"}, {4, 26, 1, "array’s size"}, {6, 9, 1, "“points to”"}} {
		got := sets[c.assignment-1].Respondents[c.respondent-1].Responses[c.question-1]
		if !strings.Contains(got, c.want) {
			t.Errorf("%d.%d line %d: %q does not hold %q", c.assignment, c.question, c.respondent,
				got, c.want)
		}
	}
}

// Versions 1.0 and 2.0 hold the same answers and grades.
func TestRealMohlerV1(t *testing.T) {
	d := realData(t, "mohler-v1", realV1, Options{})[0]
	if len(d.Respondents) != 28 || len(d.Questions) != 21 {
		t.Fatalf("%d respondents, %d questions, want 28 and 21", len(d.Respondents),
			len(d.Questions))
	}
	checkTexts(t, d)
	src, err := dirSource(filepath.Join(realDir(t), realV1))
	if err != nil {
		t.Fatal(err)
	}
	v2 := realData(t, "mohler-assignments", realV2, Options{})
	for a := 1; a <= 3; a++ {
		qs, err := readV1(src, a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k, q := range qs {
			other := v2[a-1].Questions[k]
			if q.ID != other.ID || q.Text != other.Text || !slices.Equal(q.Key, other.Key) {
				t.Errorf("question %v is %v in version 2.0", q.Question, other)
			}
			var one, two []v1Answer
			for _, x := range q.answers {
				one = append(one, x)
			}
			for _, r := range v2[a-1].Respondents {
				two = append(two, v1Answer{r.Responses[k], r.Scores[k] * mohlerTop})
			}
			less := func(x, y v1Answer) int {
				if x.grade != y.grade {
					return int(2 * (x.grade - y.grade))
				}
				return strings.Compare(x.text, y.text)
			}
			slices.SortFunc(one, less)
			slices.SortFunc(two, less)
			if !slices.Equal(one, two) {
				t.Errorf("answers to %s differ between the versions", q.ID)
			}
		}
	}
}

// The comma-separated form has the texts of version 2.0, except for answers and characters that
// were lost in a spreadsheet.
func TestRealMohlerCSV(t *testing.T) {
	src, file := fileSource(filepath.Join(realDir(t), filepath.FromSlash(realCSV)))
	questions, lost, err := readMohlerCSV(src, file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, q := range questions {
		rows += len(q.answers)
	}
	if rows != 2273 || len(questions) != 81 || lost != 9 {
		t.Errorf("%d rows, %d questions, %d lost; want 2273, 81, 9", rows, len(questions), lost)
	}
	d := realData(t, "mohler-csv", realCSV, Options{})[0]
	if len(d.Respondents) != 24 || len(d.Questions) != 81 {
		t.Errorf("%d respondents, %d questions, want 24 and 81", len(d.Respondents),
			len(d.Questions))
	}
	checkTexts(t, d)

	v2Source, err := dirSource(filepath.Join(realDir(t), realV2))
	if err != nil {
		t.Fatal(err)
	}
	all, err := readMohler(v2Source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	v2 := map[string]mohlerQuestion{}
	for _, q := range all {
		v2[q.ID] = q
	}
	letters := regexp.MustCompile(`\W+`)
	differ := 0
	for _, q := range questions {
		other, ok := v2[q.ID]
		if !ok || len(other.answers) != len(q.answers) {
			t.Errorf("question %s: %d answers, %d in version 2.0", q.ID, len(q.answers),
				len(other.answers))
			continue
		}
		for i, s := range q.answers {
			if letters.ReplaceAllString(s, "") != letters.ReplaceAllString(other.answers[i], "") {
				differ++
			}
			top := 1e-9
			if judgeTop(q.ID) > mohlerTop {
				top = 0.5 // version 2.0 rounds the exams' averages
			}
			if math.Abs(q.average[i]-other.average[i]) > top {
				t.Errorf("%s line %d: average %v, %v in version 2.0", q.ID, i+1, q.average[i],
					other.average[i])
			}
			for j := range q.judges {
				if math.Abs(q.judges[j][i]-other.judges[j][i]) > 1e-9 {
					t.Errorf("%s line %d: judge %d gave %v, %v in version 2.0", q.ID, i+1, j,
						q.judges[j][i], other.judges[j][i])
				}
			}
		}
	}
	if differ != lost {
		t.Errorf("%d answers differ from version 2.0, want the %d lost ones", differ, lost)
	}
}

// Real data survive the native format exactly.
func TestRealRoundTrip(t *testing.T) {
	for _, d := range slices.Concat(realData(t, "powergrading", "powergrading", Options{}),
		realData(t, "mohler", realV2, Options{}), realData(t, "mohler-v1", realV1,
			Options{Raw: true})) {
		var b strings.Builder
		if err := WriteJSONL(&b, d); err != nil {
			t.Fatal(err)
		}
		got, err := ReadJSONL(strings.NewReader(b.String()), "f")
		if err != nil {
			t.Fatal(err)
		}
		if Digest(got) != Digest(d) {
			t.Errorf("%s changes on the way", d.Name)
		}
	}
}

// TestLongCases reads tables in long form that users had trouble with.
func TestLongCases(t *testing.T) {
	for file, want := range map[string]struct {
		respondents, sets int
		points            []float64
		first             float64 // rating
		text, key         bool
	}{
		"tables/case04.csv":            {40, 1, []float64{2, 3, 2, 3, 3, 2}, 14.0 / 15, true, false},
		"tables/case13.csv":            {40, 1, []float64{2, 3, 2, 3, 3, 2}, 14.0 / 15, true, true},
		"tables/case23.tsv":            {40, 6, []float64{3}, 1, false, false},
		"research/long-as-wide.csv":    {40, 1, []float64{2, 2, 2}, 0.5, false, false},
		"research/one-answer-each.csv": {30, 3, nil, 0.5, false, false},
	} {
		sets, err := Open(filepath.Join(realDir(t), "cases", file), Options{})
		if err != nil || len(sets) != want.sets {
			t.Errorf("%s: %d data sets, error %v", file, len(sets), err)
			continue
		}
		d := sets[0]
		if len(d.Respondents) != want.respondents || !slices.Equal(d.Points, want.points) || d.Respondents[0].Rating !=
			want.first || (d.Questions[0].Text != "") != want.text || d.HasKey() != want.key {
			t.Errorf("%s: %d respondents, points %v, rating %v, question %+v", file, len(d.Respondents), d.Points,
				d.Respondents[0].Rating, d.Questions[0])
		}
	}
}
