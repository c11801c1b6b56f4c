package contest

import (
	"embed"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/turing/scripted"
)

//go:embed templates/contest.toml
var setupTemplate embed.FS

// New writes a folder to start a contest from, with a commented description and the questions of
// scripted judges. It fails if the folder has a contest already.
func New(dir, rules string) error {
	named := rules
	if strings.ContainsAny(rules, "./\\") {
		path, err := filepath.Abs(rules)
		if err != nil {
			return err
		}
		named = path
	}
	r, err := readRules(dir, &setup{Rules: named})
	if err != nil {
		return err
	}
	if exists(filepath.Join(dir, SetupFile)) {
		return fmt.Errorf("%s: found %s, expected a new folder", dir, SetupFile)
	}
	d, err := atomicdir.Create(dir, SetupFile, "questions.txt")
	if err != nil {
		return err
	}
	defer d.Abort()
	t := template.Must(template.ParseFS(setupTemplate, "templates/contest.toml"))
	if err := d.Write("questions.txt", func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.Join(scripted.Questions(), "\n"))
		return err
	}); err != nil {
		return err
	}
	if err := d.Write(SetupFile, func(w io.Writer) error {
		return t.Execute(w, struct {
			Rules, Title, Opening string
			Minutes, Break        float64
			People                []int
		}{named, r.Title, r.Conversation.Opening, r.Conversation.Minutes, r.Conversation.Break,
			[]int{1, 2, 3, 4}})
	}); err != nil {
		return err
	}
	return d.Commit()
}
