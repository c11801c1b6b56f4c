package serve

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// sendForm sends a form as a browser does: fields as pairs of names and values, and a file unless
// its name is "".
func sendForm(t testing.TB, h http.Handler, file, body string, fields ...string) (int, string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	if file != "" {
		f, err := form.CreateFormFile("file", file)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, body)
	}
	for i := 0; i < len(fields); i += 2 {
		form.WriteField(fields[i], fields[i+1])
	}
	form.Close()
	r := httptest.NewRequest("POST", "/table", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "text/html")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if strings.Contains(w.Body.String(), "<script") {
		t.Errorf("a script in %s", w.Body)
	}
	return w.Code, w.Body.String()
}

var (
	hiddenField = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)
	chosenRole  = regexp.MustCompile(`(?s)name="role".*?</select>`)
	sheetField  = regexp.MustCompile(`<select name="(sheet)">.*<option value="[^"]*" selected>(.*?)<`)
	optionOf    = regexp.MustCompile(`<option(?: value="([^"]*)")?( selected)?>([^<]*)<`)
)

// carried returns the hidden fields of a page, and the roles that it has.
func carried(page string) (fields, roles []string) {
	for _, f := range append(hiddenField.FindAllStringSubmatch(page, -1), sheetField.FindAllStringSubmatch(page, -1)...) {
		fields = append(fields, f[1], html.UnescapeString(f[2]))
	}
	for _, s := range chosenRole.FindAllString(page, -1) {
		role := "ignore"
		for _, o := range optionOf.FindAllStringSubmatch(s, -1) {
			if o[2] != "" && o[1] != "" {
				role = o[1]
			} else if o[2] != "" {
				role = o[3]
			}
		}
		roles = append(roles, role)
	}
	return fields, roles
}

// confirm sends a page back with other roles, or its own.
func confirm(t testing.TB, h http.Handler, page, roles string, more ...string) (int, string) {
	t.Helper()
	fields, own := carried(page)
	if roles != "" {
		own = strings.Split(roles, ",")
	}
	for _, role := range own {
		fields = append(fields, "role", role)
	}
	return sendForm(t, h, "", "", append(fields, more...)...)
}

// A page shows what the columns were taken for. Nothing is predicted before a person has confirmed
// it or chosen otherwise.
func TestColumnsAreConfirmed(t *testing.T) {
	m := exam(t, newGate())
	h := newService(m, quiet(Options{}))
	v, err := m.Rating([]string{"rain", "in a way"})
	other, _ := m.Rating([]string{"in a way", "rain"})
	rating := fmt.Sprintf("%.2f", v)
	if err != nil || rating == fmt.Sprintf("%.2f", other) {
		t.Fatalf("ratings %s and %v, %v", rating, other, err)
	}
	for _, c := range []struct {
		name, table string
		want        string // roles
		says        string // on the page
		chosen      string // other roles, "" for these
		code        int
		result      string // on the next page, with the rating of "rain", "in a way" for %s
	}{
		{"named.csv", "id,q2,q1,Total\na<i>,in a way,rain,3\n", "respondent,1,0,total", "named as this question",
			"", 200, "<td>3</td><td>%s</td>"},
		{"swapped.csv", "id,q2,q1\na,rain,in a way\n", "respondent,1,0", "1 person.", "respondent,0,1", 200,
			"<td>%s</td>"},
		{"lacking.csv", "id,q1,b\na,rain,in a way\nb,x,y\n", "respondent,0,ignore", "No column was found for question &#34;q2&#34;",
			"respondent,0,1", 200, "<td>%s</td>"},
		{"lacking.csv", "id,q1,b\na,rain,in a way\nb,x,y\n", "respondent,0,ignore", "the model has no such question",
			"respondent,0,0", 422, "Columns B and C are chosen for question &#34;q1&#34;: choose one of them. " +
				"No column is chosen for question &#34;q2&#34;: choose one."},
		{"order.csv", "id,a,b\nx,rain,in a way\n", "respondent,0,1", "they are matched in order", "", 200, "<td>%s</td>"},
		{"names.csv", "First name,Last name,q1,q2\nAda,Lo,rain,in a way\n", "respondent,joined,0,1",
			"named as an identifier", "", 200, "Ada Lo</th><td>%s</td>"},
		{"names.csv", "First name,Last name,q1,q2\nAda,Lo,rain,in a way\n", "respondent,joined,0,1", "", "ignore,ignore,0,1",
			200, "row 2</th><td>%s</td>"},
		{"names.csv", "First name,Last name,q1,q2\nAda,Lo,rain,in a way\n", "respondent,joined,0,1", "",
			"respondent,respondent,0,1", 422, "Columns A and B are chosen for the name of the person"},
		{"points.csv", "id,q1,q1 points,q2,q2 points\na,rain,1,in a way,2\nb,x,1,y,0\n",
			"respondent,0,points,1,points", "", "", 200, "<td>%s</td>"},
		{"long.csv", "student,question,answer\na,q1,rain\na,q2,in a way\nb,q1,x\n", "respondent,question,response",
			"a row per response", "", 200, "<td>%s</td>"},
		{"long.csv", "student,question,answer\na,q1,rain\na,q2,in a way\nb,q1,x\n", "respondent,question,response", "",
			"respondent,ignore,response", 422, "No column is chosen for the questions"},
		{"empty.csv", "id,q1,q2\n,rain,in a way\nb,x,y\n", "ignore,0,1", "", "", 200, "<td>%s</td>"},
		{"sheets.xlsx", workbook(t, []any{"id", "q1", "q2"}, []any{"a", "rain", "in a way"}), "respondent,0,1",
			`<option value="Exam" selected>Exam</option><option value="Notes">Notes</option>`, "", 200, "sheets-graded.xlsx"},
	} {
		code, page := sendForm(t, h, c.name, c.table)
		if _, roles := carried(page); code != 200 || strings.Join(roles, ",") != c.want ||
			!strings.Contains(page, c.says) || strings.Contains(page, `id="result"`) {
			t.Errorf("%s: %d, roles %q, want %s, %q in %s", c.name, code, roles, c.want, c.says, page)
		}
		chosen := c.chosen
		code, page = confirm(t, h, page, chosen)
		want := strings.ReplaceAll(c.result, "%s", rating)
		if code != c.code || !strings.Contains(page, want) {
			t.Errorf("%s, %s: %d, no %s in %s", c.name, chosen, code, want, page[strings.Index(page, "<main"):])
		}
		if _, roles := carried(page); chosen != "" && strings.Join(roles, ",") != chosen {
			t.Errorf("%s: the page has the roles %q, chosen %s", c.name, roles, chosen)
		}
	}
}

// What says how a table is read is asked for again before roles that somebody chose for what they
// had seen are used. A table that cannot be read is kept for other options.
func TestColumnsAreReadAgain(t *testing.T) {
	h := newService(exam(t, newGate()), quiet(Options{}))
	code, page := sendForm(t, h, "t.csv", "Exam of May\nx,y,z\nid,q1,q2\na,rain,in a way\n")
	for _, c := range []struct {
		field, value string
		code         int
		roles, says  string
	}{
		{"header-row", "3", 200, "respondent,0,1", `value="3" placeholder="a number"`},
		{"header-row", "x", 400, "ignore,ignore,ignore", "found header-row &#34;x&#34;, expected a whole number"},
		{"header-row", "9", 422, "", "found no entry in the row that --header-row names"},
		{"layout", "long", 422, "", "How should the program read"},
		{"delimiter", "semicolon", 200, "", ""},
		{"seen", "", 200, "ignore,ignore,ignore", "2 people."},
	} {
		got, next := confirm(t, h, page, "ignore,0,1", c.field, c.value)
		_, roles := carried(next)
		if got != c.code || c.roles != "" && strings.Join(roles, ",") != c.roles || !strings.Contains(next, c.says) ||
			!strings.Contains(next, `name="table"`) || strings.Contains(next, `id="result"`) {
			t.Errorf("%s=%s: %d, roles %q in %s", c.field, c.value, got, roles, next[strings.Index(next, "<main"):])
		}
	}
	if code != 200 {
		t.Error(code)
	}
}

// What is no table is said in words, and what a page cannot carry is read at once.
func TestColumnsThatCannotBeShown(t *testing.T) {
	m := exam(t, newGate())
	h := newService(m, quiet(Options{MaxBody: 32 << 10}))
	wide := "id,q1,q2" + strings.Repeat(",x", 9000) + "\na,rain,in a way\n"
	long := "id,q1,q2,x\na,rain,in a way," + strings.Repeat("z", 25<<10)
	for _, c := range []struct {
		h          http.Handler
		name, body string
		code       int
		says       string
		asks       bool
	}{
		{h, "t.xls", "\xd0\xcf\x11\xe0 old", 422, "found an old Excel workbook (.xls)", false},
		{h, "t.xls", "<html><table>", 422, "found a web page (HTML), although its name ends in .xls, expected a file saved as .xlsx or .csv", false},
		{h, "t.csv", "", 400, "found nothing, expected a table", false},
		{h, "<b>.csv", "id,<script>,q1\na,b,\"<script>x</script>\"\n", 200, "&lt;script&gt;x", true},
		{h, "t.csv", "id,1,2\n", 422, "expected at least one row after the header", true},
		{newService(m, quiet(Options{})), "t.csv", wide, 200, "1 row rated", false},
		{h, "t.csv", long, 200, "1 row rated", false},
	} {
		code, page := sendForm(t, c.h, c.name, c.body)
		if code != c.code || !strings.Contains(page, c.says) || strings.Contains(page, `id="columns"`) != c.asks {
			t.Errorf("%s: %d, no %q in %s", c.name, code, c.says, page[strings.Index(page, "<main"):])
		}
	}
	if code, page := sendForm(t, h, "", "", "table", "%"); code != 400 || !strings.Contains(page, "expected base64") {
		t.Errorf("%d %s", code, page)
	}
	if code, page := sendForm(t, h, "t.csv", "id,q1,q2\na,b,c\n", "yes", "1"); code != 200 ||
		!strings.Contains(page, "1 row rated") || strings.Contains(page, `name="table"`) {
		t.Errorf("%d %s", code, page)
	}
	if w := ask(h, "POST", "/table?yes=1", "text/csv", "id,q1,q2\na,b,c\n"); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Any roles of any table are used or refused.
func FuzzColumns(f *testing.F) {
	f.Add("id,q1,q2\na,b,c\n", "t.csv", "respondent,0,1", `["" '\x00' "" "" "" ""]`)
	f.Add("student,question,answer\na,q1,b\n", "t.csv", "respondent,question,response", "")
	f.Add("q1;q2\n<script>;\n", "t.csv.gz", "1,0,99,-1,total,joined", "")
	h := newService(exam(f, newGate()), quiet(Options{MaxRecords: 3, MaxBody: 1 << 16}))
	f.Fuzz(func(t *testing.T, body, name, roles, seen string) {
		code, page := sendForm(t, h, name+".csv", body, "seen", seen)
		if code < 500 && strings.Contains(page, `name="table"`) {
			code, _ = confirm(t, h, page, roles)
		}
		if code >= 500 {
			t.Errorf("%d %s", code, page)
		}
	})
}
