package serve

import (
	ziparchive "archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// rowsOf reads a table.
func rowsOf(t *testing.T, data []byte) [][]string {
	t.Helper()
	r, err := sheet.NewReader(bytes.NewReader(data), "answer", sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list [][]string
	for {
		row, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, row.Cells)
	}
}

func workbook(t *testing.T, rows ...[]any) string {
	t.Helper()
	var b bytes.Buffer
	if err := sheet.WriteBook(&b, sheet.Page{Name: "Exam", Rows: rows},
		sheet.Page{Name: "Notes", Rows: [][]any{{"nothing"}}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The model of exam has the questions q1 and q2. Its ratings grow with the length of responses.
func TestTable(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{}))
	for _, c := range []struct {
		name, body string
		id         int // column
	}{
		{"commas.csv", "id,q1,q2,Total\na,rain,in a way,\nb,,,3\n", 0},
		{"semicolons.csv", "Q1;Q2;Name;Note\r\nrain;in a way;a;\"1,5\"\r\n;;b;\r\n", 2},
		{"tabs.tsv", "Student\t WHY  <b>\tHow?\na\train\tin a way\nb\t\t\n", 0},
		{"packed.csv.gz", zip(t, "id,q1,q2\na,rain,in a way\nb,,\n"), 0},
		{"title.csv", "Exam of May,,\nid,q1,q2\na,rain,in a way\nb,,\n", 0},
		{"key.csv", "id,q1,q2\nkey,rain,x|y\npoints,1,2\na,rain,in a way\nb,,\n", 0},
		{"book.xlsx", workbook(t, []any{"id", "q1", "q2"}, []any{"a", "rain", "in a way"},
			[]any{"b", nil, nil}), 0},
	} {
		w := ask(h, "POST", "/table?name="+c.name, "application/octet-stream", c.body)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
			continue
		}
		given := rowsOf(t, []byte(c.body))
		got := rowsOf(t, w.Body.Bytes())
		seen := 0
		for i, row := range got {
			width := len(given[0])
			for _, g := range given {
				width = max(width, len(g))
			}
			for k, cell := range given[i] {
				if row[k] != cell {
					t.Errorf("%s: row %d has %q, given %q", c.name, i, row, given[i])
				}
			}
			name := ""
			if c.id < len(row) {
				name = row[c.id]
			}
			if name != "a" && name != "b" {
				continue
			}
			seen++
			record := map[string]string{"a": `["rain","in a way"]`, "b": `[null,null]`}[name]
			var p prediction
			if err := json.Unmarshal(ask(h, "POST", "/predict", typeJSON,
				`{"responses":`+record+`}`).Body.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%.2f", p.Rating)
			if cell := row[width]; strings.TrimRight(strings.Replace(cell, ",", ".", 1), "0") !=
				strings.TrimRight(want, "0") {
				t.Errorf("%s: %s is rated %q, predicted %s", c.name, name, cell, want)
			}
		}
		if seen != 2 {
			t.Errorf("%s: %d rows rated: %q", c.name, seen, got)
		}
		if d := w.Header().Get("Content-Disposition"); !strings.Contains(d, "-graded.") {
			t.Errorf("%s: disposition %q", c.name, d)
		}
	}
}

// What only the reader of all commands understands is read here, too.
func TestTablesOfAllCommands(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{}))
	encoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(
		"id;q1;q2;Note\na;rain;in a way;1,5\nb;;;\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query, body string
		want        [][]string // cells of the answer; "*" is a prediction
	}{
		{"name=exam.txt", encoded, [][]string{
			{"id", "q1", "q2", "Note", "predicted rating", "low", "high", "look first"},
			{"a", "rain", "in a way", "1,5", "*", "*", "*", "1"}, {"b", "", "", "", "*", "*", "*", "2"}}},
		{"name=exam.xlsx", workbook(t, []any{"id", "q1", "q2"}, []any{"key", "rain|snow", "so"},
			[]any{"points", 2, 3}, []any{"a", "rain", "in a way"}, []any{"b"}), [][]string{
			{"id", "q1", "q2", "predicted rating", "low", "high", "look first"},
			{"key", "rain|snow", "so"}, {"points", "2", "3"},
			{"a", "rain", "in a way", "*", "*", "*", "1"}, {"b", "", "", "*", "*", "*", "2"}}},
		{"name=long.csv.gz", zip(t, "respondent,question,response,score\na,q2,in a way,7\n"+
			"b,q2,,x\na,q1,rain,\n"), [][]string{
			{"id", "predicted rating", "low", "high", "look first"},
			{"a", "*", "*", "*", "1"}, {"b", "*", "*", "*", "2"}}},
		{"name=odd.csv&ignore-columns=id,%234&id-column=who&delimiter=comma",
			"id,who,q1,remark,remark,q2\n1,a,rain,x,y,in a way\n1,b,,,,\n", [][]string{
				{"id", "who", "q1", "remark", "remark", "q2", "predicted rating", "low", "high",
					"look first"},
				{"1", "a", "rain", "x", "y", "in a way", "*", "*", "*", "1"},
				{"1", "b", "", "", "", "", "*", "*", "*", "2"}}},
		{"name=low.csv", "id,q1,q2,low\na,rain,in a way,1 of 2\nb,,,-3\n", [][]string{
			{"id", "q1", "q2", "low", "predicted rating", "low (lrp)", "high", "look first"},
			{"a", "rain", "in a way", "1 of 2", "*", "*", "*", "1"},
			{"b", "", "", "-3", "*", "*", "*", "2"}}},
	} {
		w := ask(h, "POST", "/table?"+c.query, "application/octet-stream", c.body)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", c.query, w.Code, w.Body)
			continue
		}
		got := rowsOf(t, w.Body.Bytes())
		rating := ""
		for i, row := range got {
			for k, cell := range row {
				if i >= len(c.want) || k >= len(c.want[i]) {
					t.Errorf("%s: found %q beyond what is expected: %q", c.query, cell, row)
				} else if want := c.want[i][k]; want == "*" {
					if slices.Contains(row, "a") && rating == "" {
						rating = strings.Replace(cell, ",", ".", 1)
					}
				} else if cell != want && cell != "'"+want {
					t.Errorf("%s: row %d has %q, expected %q", c.query, i+1, row, c.want[i])
				}
			}
		}
		if len(got) != len(c.want) || rating == "" {
			t.Errorf("%s: %q, rating %s", c.query, got, rating)
		}
		var p prediction
		if err := json.Unmarshal(ask(h, "POST", "/predict", typeJSON,
			`{"responses":["rain","in a way"]}`).Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%.2f", p.Rating); strings.TrimRight(rating, "0") !=
			strings.TrimRight(want, "0") {
			t.Errorf("%s: rating %s, predicted %s", c.query, rating, want)
		}
	}
	for query, want := range map[string]string{"layout=round": "expected auto, wide, long",
		"delimiter=x": "expected auto, comma", "encoding=klingon": "expected a name such as utf-8"} {
		w := ask(h, "POST", "/table?"+query, "text/csv", "id,q1,q2\na,b,c\n")
		if w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
}

// The answer says what was decided: in JSON, in a header, with errors and on the page. Its file is
// named for what it is.
func TestTableSaysHowItWasRead(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{}))
	ask := func(accept, query, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/table?name="+query, strings.NewReader(body))
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	const other = "id,a,b,Total\nänn,rain,in a way,3\nbob,sun,,\n"
	var got tableAnswer
	w := ask(typeJSON, "exam.xlsx", other)
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.File != "exam-graded.csv" ||
		len(got.Notes) < 2 || len(got.Warnings) != 1 || len(got.Rows) != 2 || *got.Rows[0].Given != 3 ||
		got.Rows[1].Given != nil || !strings.Contains(got.Warnings[0], "in order, a to q1") {
		t.Errorf("%v, %+v in %s", err, got, w.Body)
	}
	w = ask("*/*", "exam.csv", strings.ReplaceAll(other, "id,a", "id,ä"))
	if s := w.Header().Get("Lrp-Notes"); !strings.HasPrefix(s, `["the questions have other names`) ||
		!strings.Contains(s, `in order, \u00e4 to q1`) || w.Header().Get("Content-Type") != "text/csv" {
		t.Errorf("header %q", s)
	}
	w = ask("text/html", "exam.csv&yes=1", other)
	for _, want := range []string{`class="warning">The questions have other`, "<td>3</td>",
		"How your table was read", "Rows with a given total have it beside"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
	w = ask("text/html", "exam.csv&yes=1", "id,q1\na,rain\n")
	if w.Code != 422 || !strings.Contains(w.Body.String(), "What was found before that") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = ask("", "exam.csv", "id,q1\na,rain\n")
	if w.Code != 422 || !strings.Contains(w.Body.String(), `"notes":["wide form: 1 respondent`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	got = tableAnswer{}
	w = ask(typeJSON, "long.json", `[{"respondent":"a","question":"q1","response":"rain"},`+
		`{"respondent":"b","question":"q1","response":"sun"},{"respondent":"a","question":"q2","response":"x"}]`)
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.File != "long-graded.csv" {
		t.Errorf("%v, %+v in %s", err, got, w.Body)
	}
	nested, err := os.ReadFile("../../internal/sheet/testdata/parquet/nested.parquet")
	if err != nil {
		t.Fatal(err)
	}
	w = ask("", "t.parquet", string(nested))
	if w.Code != 422 || !strings.Contains(w.Body.String(), `(FLOAT16), \"meta\" (STRUCT)`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = ask("text/html", "t.parquet&ignore-columns=half,meta,seen,tags", string(nested))
	if !strings.Contains(w.Body.String(), "<td>snow") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// No table is read or written for a client that has gone.
func TestGoneClientEndsItsTable(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	w := whileHere{ctx, strings.NewReader("id"), &out}
	if n, err := w.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Errorf("read %d, %v", n, err)
	}
	cancel()
	_, unread := w.Read(make([]byte, 1))
	_, unwritten := w.Write([]byte("x"))
	if unread != errGone || unwritten != errGone || out.Len() > 0 {
		t.Errorf("%v, %v, wrote %q", unread, unwritten, out.String())
	}
	h := Handler(exam(t, newGate()), quiet(Options{}))
	r := httptest.NewRequest("POST", "/table", strings.NewReader("id,q1,q2\na,rain,in a way\n"))
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r.WithContext(ctx))
	if answer.Code != errGone.Status {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// What a spreadsheet would run is neutralised in the answer.
func TestTableNeutralisesFormulas(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{}))
	w := ask(h, "POST", "/table", "text/csv", "id,q1,q2\n=cmd|' /C calc'!A0,+1+1,@SUM(A1)\n")
	if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, "'=cmd|") ||
		!strings.Contains(body, ",'+1+1,'@SUM") {
		t.Errorf("%d %s", w.Code, body)
	}
}

func TestBadTablesSayWhatToDo(t *testing.T) {
	h := Handler(exam(t, newGate()), quiet(Options{MaxRecords: 2, MaxResponse: 10, MaxBody: 64 << 10}))
	var bomb bytes.Buffer
	z := ziparchive.NewWriter(&bomb)
	f, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(make([]byte, 8<<20)); err != nil {
		t.Fatal(err)
	}
	z.Close()
	for _, c := range []struct {
		kind, body string
		status     int
		want       string
	}{
		{"text/csv", "id,q1\na,b\n", 422, `t.csv:1: found no column named "q2"; the questions here are "q1", expected one for each`},
		{"text/csv", "id,q1,q2\n", 422, "t.csv:1: found the end of the file, expected at least one row"},
		{"text/csv", "\n\n", 422, "t.csv"},
		{"text/csv", "", 400, "found nothing, expected a table: choose a .csv"},
		{"text/csv", "id,q1,q2\na,b,c\nd,e,f\ng,h,i\n", 413, "row 4: found more than 2 rows, expected"},
		{"text/csv", "id,q1,q2\na,b,c\nd,eeeeeeeeeee,f\n", 422,
			`row 3, question "q1": found a response of 11 bytes, expected at most 10: shorten`},
		{"text/csv", zip(t, "id,q1,q2\n"+strings.Repeat("a,b,"+strings.Repeat(" ", 1000)+"\n", 1000)),
			413, "found cells of more than 524288 bytes, expected a smaller table"},
		{"text/csv", "respondent,question,response\na,x,b\n", 422,
			`t.csv:1: found none of the model's questions "q1", "q2"; the questions here are "x", expected at least one`},
		{"text/csv", "id,a,b,c\n1,b,c,d\n", 422, `found no column named "q1", "q2"; the questions here are "a", "b", "c"`},
		{"text/csv", bomb.String(), 413, "found a workbook of more than"},
		{typeJSON, `{"responses":[]}`, 415, "records go to predict"},
		{"multipart/form-data; boundary=x", "nonsense", 400, "form that cannot be read"},
		{"multipart/form-data; boundary=x", "--x--\r\n", 400, "choose a .csv"},
		{"text/csv", "%PDF-1.7", 422, "t.csv"},
	} {
		w := ask(h, "POST", "/table?name=t.csv", c.kind, c.body)
		if w.Code != c.status || !strings.Contains(strings.ReplaceAll(w.Body.String(), `\"`, `"`),
			c.want) {
			t.Errorf("%.40q: %d %s, want %d %s", c.body, w.Code, w.Body, c.status, c.want)
		}
	}
}

// A browser sends a form and gets a page with the ratings and the file.
func TestTableOnThePage(t *testing.T) {
	m := exam(t, newGate())
	h := newService(m, quiet(Options{}))
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	f, err := form.CreateFormFile("file", `C:\exams\"may".csv`)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "id,q1,q2\n<b>Ada</b>,rain,in a way\nBob,x,\n")
	form.WriteField("sheet", "")
	form.WriteField("yes", "true")
	form.Close()
	r := httptest.NewRequest("POST", "/table", bytes.NewReader(b.Bytes()))
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body := w.Body.String()
	for _, want := range []string{"2 rows rated", "&lt;b&gt;Ada&lt;/b&gt;",
		`class="ratingbar"`, "-graded.csv", `href="data:text/csv;base64,`} {
		if w.Code != 200 || !strings.Contains(body, want) {
			t.Errorf("%d, no %s in %s", w.Code, want, body)
		}
	}
	if strings.Contains(body, "<script") || strings.Contains(body, `exams\`) {
		t.Errorf("%s", body)
	}
	r = httptest.NewRequest("POST", "/table?yes=1", strings.NewReader("id,q1,q2\nAda,rain,\n,x,\n"))
	r.Header.Set("Accept", "text/html")
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	for _, want := range []string{">row 2<", ">row 3<", "Column &#34;id&#34; cannot identify the respondents"} {
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d, no %s in %s", w.Code, want, w.Body)
		}
	}
	r = httptest.NewRequest("POST", "/table", strings.NewReader("id,1\n"))
	r.Header.Set("Accept", "text/html")
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 422 || !strings.Contains(w.Body.String(), "This did not work") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// The form shows the rating, and each grade or effect beside its question.
func TestForm(t *testing.T) {
	h := newService(auto(), quiet(Options{ShowKey: true}))
	page := ask(h, "GET", "/?example=1", "", "").Body.String()
	fields := regexp.MustCompile(`(?s)<textarea[^>]*>\n(.*?)</textarea>`).FindAllStringSubmatch(page, -1)
	if len(fields) != len(auto().Questions()) || fields[0][1] == "" {
		t.Fatalf("fields %q", fields)
	}
	values := url.Values{}
	for _, f := range fields {
		values.Add("response", f[1])
	}
	for do, want := range map[string]string{"predict": ">suggested ", "explain": " for typical answers, "} {
		values.Set("do", do)
		w := ask(h, "POST", "/", "application/x-www-form-urlencoded", values.Encode())
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, want) ||
			strings.Count(body, `class="outcome"`) != len(fields) ||
			!strings.Contains(body, fields[0][1]+"</textarea>") ||
			!strings.Contains(body, `id="result"`) {
			t.Errorf("%s: %d %s", do, w.Code, body)
		}
	}
	w := ask(h, "POST", "/", "application/x-www-form-urlencoded", "response=one")
	if w.Code != 422 || !strings.Contains(w.Body.String(), "found 1 responses, expected one for each") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = ask(newService(auto(), quiet(Options{})), "GET", "/?example=1", "", "")
	if s := w.Body.String(); strings.Contains(s, "Load an example") || strings.Contains(s, "I do not know.") {
		t.Error("an example without the key")
	}
}

// A browser gets a page where there is none, a program JSON.
func TestNoSuchPage(t *testing.T) {
	h := newService(auto(), quiet(Options{}))
	for accept, want := range map[string]string{"text/html": "This did not work", "*/*": `{"error":"found path`} {
		r := httptest.NewRequest("GET", "/nope", nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != 404 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", accept, w.Code, w.Body)
		}
	}
}

// What moved a rating adds up to it as it is shown, and only what shows is coloured.
func TestExplanationAddsUp(t *testing.T) {
	m := auto()
	e := lrp.Explanation{Rating: 0, Base: .482, Whole: -.0625, Cut: .1}
	effects := []float64{.031, -.1125, .0001}
	p := &pageData{Fields: make([]pageField, len(m.Questions()))}
	for j := range m.Questions() {
		effect := -.0001
		if j < len(effects) {
			effect = effects[j]
		}
		e.Questions = append(e.Questions, approach.QuestionEffect{Effect: effect})
		e.Cut -= effect
	}
	e.Cut -= .482 - .0625 + .1
	r := p.show(m, make([]string, len(e.Questions)), lrp.Prediction{Rating: 0})
	p.explain(r, e)
	numbers := regexp.MustCompile(`[+−]?[0-9]+\.[0-9]+`)
	sum := func(texts ...string) (total float64) {
		for _, n := range numbers.FindAllString(strings.Join(texts, " "), -1) {
			v, err := strconv.ParseFloat(strings.Replace(n, "−", "-", 1), 64)
			if err != nil {
				t.Fatal(err)
			}
			total += v
		}
		return math.Round(total*1e6) / 1e6
	}
	if got := sum(p.Rating.Sum); got != 0 {
		t.Errorf("%s: the sum is %v, expected 0", p.Rating.Sum, got)
	}
	if f := p.Fields; !f[0].Up || !f[1].Down || f[2].Up || f[2].Down || f[2].Effect != "±0" {
		t.Errorf("effects %+v", f[:3])
	}
}

// Any body is answered or refused.
func FuzzTable(f *testing.F) {
	f.Add("id,q1,q2\na,b,c\n", "t.csv", "")
	f.Add("q1;q2\r\nx;\"y\nz\"\r\n", "../t.xlsx", "Exam")
	f.Add("PK\x03\x04", "\x00", "2")
	h := newService(exam(f, newGate()), quiet(Options{MaxRecords: 3, MaxBody: 1 << 16}))
	f.Fuzz(func(t *testing.T, body, name, sheet string) {
		q := url.Values{"name": {name}, "sheet": {sheet}}
		w := ask(h, "POST", "/table?"+q.Encode(), "text/csv", body)
		if w.Code >= 500 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}
