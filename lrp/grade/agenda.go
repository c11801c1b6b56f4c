package grade

import (
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
)

//go:embed agenda.html
var agendaText string

//go:embed agenda.js
var agendaScript string

var (
	agendaTemplate = style.NewDocument(agendaText, nil)
	agendaPolicy   = style.Policy(agendaScript)
)

// agendaPage is the data of the page in which items are graded.
type agendaPage struct {
	Name, Policy string
	Script       template.JS
	Items        []agendaCard
	Data         agendaData
}

// agendaData is what the script of the page needs, texts as they are in the table.
type agendaData struct {
	File  string       `json:"file"` // to be saved
	Key   string       `json:"key"`  // under which the browser keeps what was graded
	Items []agendaItem `json:"items"`
}

type agendaItem struct {
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	Others   []string `json:"others"`
	People   int      `json:"people"`
	OutOf    float64  `json:"outOf"`
	Order    int      `json:"order"` // of the question
}

// agendaCard is an item as it is shown.
type agendaCard struct {
	Number, People             int
	ID, Text, Accepted, Answer string
	Others                     []string
	Expected, OutOf            string
	Choices                    [][2]string // points and what a button says
}

// WriteHTML writes a self-contained page in which a browser, without any server or network, shows
// the items, has them graded by keyboard, keeps the points, and saves them as a file that
// [ReadDecisions] reads. Name is that of the sheet beside it.
func (a *Agenda) WriteHTML(w io.Writer, name string) error {
	p := agendaPage{Name: inLine(name), Policy: agendaPolicy, Script: template.JS(agendaScript),
		Data: agendaData{File: strings.TrimSuffix(name, filepath.Ext(name)) + "-points.csv"}}
	for k, x := range a.Items {
		q := a.Data.Questions[x.Question]
		p.Items = append(p.Items, agendaCard{Number: k + 1, People: x.People, ID: inLine(q.ID),
			Text: textOf(q), Accepted: inLine(strings.Join(q.Key, " | ")), Answer: printable(x.Answer),
			Others: numbers.Map(x.Others, printable), Expected: numbers.Figure(x.Expected, 2),
			OutOf: numbers.Figure(x.OutOf, 3), Choices: choices(x.OutOf)})
		p.Data.Items = append(p.Data.Items, agendaItem{q.ID, x.Answer, append([]string{}, x.Others...),
			x.People, x.OutOf, x.Question})
	}
	data, err := json.Marshal(p.Data.Items)
	if err != nil {
		return err
	}
	p.Data.Key = fmt.Sprintf("lrp-next-%x", sha256.Sum256(data))
	return agendaTemplate.Write(w, p)
}

// choices are the points for which a page has buttons: whole ones, half ones too if there is room,
// or none, half and all of many.
func choices(top float64) (list [][2]string) {
	step := 1.0
	switch {
	case top != math.Trunc(top) || top > 9:
		step = top / 2
	case top <= 3:
		step = .5
	}
	for v := 0.0; v <= top; v += step {
		list = append(list, [2]string{strconv.FormatFloat(v, 'f', -1, 64), numbers.Figure(v, 3)})
	}
	return list
}
