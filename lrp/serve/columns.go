package serve

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/grade"
)

// pageColumns is the step between a table and its ratings: its first rows with a role above each
// column, to be confirmed. The page carries the table along, since the server keeps nothing.
type pageColumns struct {
	Name, Data    string // of the file; Data is in base64
	Seen          string // the options that the page was made with
	Wide          bool
	People        int
	Questions     []datasets.Question // of the model
	Doubts, Notes []string
	lacking       bool // questions have no column
	Fields        []datasets.Field
	Columns       []pageColumn // none if the table cannot be read
	Rows          []sheet.Row
}

// pageColumn is a column with its role: the place of a question of the model, or one of
// [datasets.ColumnUse], or joined to the column of names.
type pageColumn struct {
	Child        int    // number of its cells in their row
	Letter, Name string // as in a spreadsheet, and in the header
	Role, Why    string
	Found        string // a role that cannot be chosen for other columns, "" if there is none
}

const (
	shownRows = 5
	mostWidth = 50      // columns of a table that cannot be read
	mostRoles = 50_000  // to choose from, of all columns
	fieldRoom = 8 << 10 // bytes of a form besides the table
	roleRoom  = 200     // bytes of a field of a form
)

// letters returns the name of a column in a spreadsheet.
func letters(k int) string {
	if k < 26 {
		return string(rune('A' + k))
	}
	return letters(k/26-1) + letters(k%26)
}

// chosen returns the options that say the chosen roles.
func (u *upload) chosen(questions []datasets.Question) (datasets.TableOptions, error) {
	by, o, wrong := map[string][]string{}, u.TableOptions, ""
	for k, role := range u.roles {
		by[role] = append(by[role], letters(k))
		if role == "ignore" {
			o.Ignore = append(o.Ignore, fmt.Sprintf("#%d", k+1))
		}
	}
	number := func(role, what string) string {
		if list := by[role]; len(list) > 1 {
			wrong += "Columns " + text.And(list) + " are chosen for " + what + ": choose one of them. "
		} else if list == nil {
			wrong += "No column is chosen for " + what + ": choose one. "
		}
		return fmt.Sprintf("#%d", slices.Index(u.roles, role)+1)
	}
	if by["question"] != nil || by["response"] != nil {
		o.Layout, o.Ignore = "long", nil
		o.QuestionColumn = number("question", "the questions")
		o.ResponseColumn = number("response", "the answers")
	} else {
		o.Layout = "wide"
		for j, q := range questions {
			o.Questions = append(o.Questions, number(strconv.Itoa(j), "question "+text.Quote(q.ID)))
		}
	}
	if by["respondent"] != nil && by["joined"] == nil {
		o.IDColumn = number("respondent", "the name of the person")
	}
	if o.Accept = true; wrong != "" {
		return o, unprocessable("%s", strings.TrimSpace(wrong))
	}
	return o, nil
}

// fields returns the fields of the page that say how a table is read. Roles stand for those that
// name columns. Without sheets, which are nil if they are not known, there is no field for them.
func (u *upload) fields(sheets []string) []datasets.Field {
	list := tableFields(&u.TableOptions)
	for i := range list {
		switch list[i].Name {
		case "attempts":
			list[i].Choices = append([]string{""}, list[i].Choices...)
		case "sheet":
			list[i].Choices = sheets
		}
	}
	return slices.DeleteFunc(list, func(f datasets.Field) bool {
		return f.Label == "" || strings.Contains(f.Name, "column") ||
			f.Name == "sheet" && sheets != nil && len(sheets) < 2
	})
}

// how is a fingerprint of these fields.
func (u *upload) how() string {
	return fmt.Sprintf("%q", []any{u.Sheet, u.HeaderRow, u.Layout, u.Delimiter, u.Encoding, u.Attempts})
}

// columns returns the step for a table, as far as it was read, nil if there is no table, or if no
// page can carry it and send it back.
func (s *service) columns(c *call, u *upload, ds *datasets.Dataset) *pageColumns {
	p, info := &pageColumns{Name: u.name, Data: base64.StdEncoding.EncodeToString(u.data),
		Questions: c.m.Questions()}, &datasets.TableInfo{}
	if ds != nil {
		p.doubt(ds)
	} else {
		o := u.TableOptions
		o.Questions = []string{"*"} // whatever is in it
		ds, _ = s.readTable(c, u, o)
	}
	if ds != nil {
		info, p.Wide = ds.Table, ds.Table.Wide
		p.People, p.Notes = len(ds.Respondents), grade.Sentences(ds.Notes)
	}
	n := len(info.Uses)
	if int64(len(p.Data)+fieldRoom+n*roleRoom) > s.o.MaxBody || n*(len(p.Questions)+4) > mostRoles {
		return nil
	}
	p.setColumns(u, info)
	if !p.preview(u, info, maxExpansion*s.o.MaxBody) {
		return nil
	}
	return p
}

// doubt says what a person had better decide.
func (p *pageColumns) doubt(ds *datasets.Dataset) {
	var lacking []string
	for j, q := range p.Questions {
		if ds.Table.Wide && columns.At(ds.Table.Questions, j) == "" {
			lacking = append(lacking, text.Quote(q.ID))
		}
	}
	if p.lacking = lacking != nil; p.lacking {
		p.Doubts = []string{"no column was found for " + text.Plural(len(lacking), "question ", "questions ") +
			text.And(lacking) + ": choose it above a column"}
	}
	p.Doubts = append(p.Doubts, ds.Warnings...)
	for _, d := range ds.Table.Doubts {
		p.Doubts = append(p.Doubts, d.Found)
	}
	p.Doubts = grade.Sentences(p.Doubts)
}

// setColumns lists the columns with what they were taken for, or what was chosen.
func (p *pageColumns) setColumns(u *upload, info *datasets.TableInfo) {
	named := false
	for k, use := range info.Uses {
		c := pageColumn{Child: k + 2, Letter: letters(k), Name: use.Name, Role: use.Role,
			Why: strings.Replace(use.Why, "a question that is known", "this question", 1)}
		switch j := slices.Index(info.Questions, use.Name); use.Role {
		case "respondent":
			if named {
				c.Role, c.Found = "joined", "joined"
			}
			named = true
		case "question":
			if j >= 0 && use.Name != "" {
				c.Role = strconv.Itoa(j)
			} else if info.Wide {
				c.Role, c.Why = "ignore", "the model has no such question"
			}
		case "response", "ignore":
		default:
			c.Found = use.Role
		}
		if chosen := columns.At(u.roles, k); chosen != "" && chosen != c.Role {
			c.Role, c.Why = chosen, "as you chose"
		}
		p.Columns = append(p.Columns, c)
	}
}

// preview reads the first rows below the header. It reports whether there is a table.
func (p *pageColumns) preview(u *upload, info *datasets.TableInfo, most int64) bool {
	comma, _ := sheet.ParseComma(u.Delimiter)
	in, err := sheet.NewReader(bytes.NewReader(u.data), u.name, sheet.Options{Comma: comma,
		Sheet: cmp.Or(info.Sheet, u.Sheet), Encoding: u.Encoding, MaxBytes: most,
		Skip: sheet.SkipAll})
	if err != nil {
		return false
	}
	defer in.Close()
	sheets := append([]string{}, in.Sheets()...)
	if len(sheets) > 1 {
		u.Sheet = in.Dialect().Sheet
	}
	p.Fields, p.Seen = u.fields(sheets), u.how()
	for width := cmp.Or(len(p.Columns), mostWidth); len(p.Rows) < shownRows; {
		row, err := in.Next()
		if err != nil {
			break
		}
		if row.Number > info.Header && strings.Join(row.Cells, "") != "" {
			row.Cells = row.Cells[:min(len(row.Cells), width)]
			p.Rows = append(p.Rows, row)
		}
	}
	return true
}
