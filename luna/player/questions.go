package player

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/luna/game"
)

// QuestionSet is the five Questions that a machine asks in all of its games, with acceptable
// answers as their keys, and a Name for what is learned about them.
type QuestionSet struct {
	Name      string
	Questions []datasets.Question
}

// ThesisQuestions returns the questions that the two machines of Silver (2016), 6.2.2, asked, with
// the words that the website's template for players expected in the responses.
func ThesisQuestions() QuestionSet {
	return QuestionSet{Name: "thesis", Questions: []datasets.Question{
		{ID: "1", Text: "What color is the sky?", Key: []string{"blue"}},
		{
			ID: "2", Key: []string{"ball"},
			Text: `What is the direct object in this sentence: "The boy threw the ball to the dog"?`,
		},
		{ID: "3", Text: "Why is 6 afraid of 7?", Key: []string{"7 8 9"}},
		{ID: "4", Text: "Why does poverty exist?", Key: []string{"poverty"}},
		{ID: "5", Text: "What is the capital of New York?", Key: []string{"albany"}},
	}}
}

// Texts returns the questions as they are asked.
func (s QuestionSet) Texts() []string {
	list := make([]string, len(s.Questions))
	for i, q := range s.Questions {
		list[i] = q.Text
	}
	return list
}

// Check returns an error unless there are five questions that the rules allow.
func (s QuestionSet) Check() error { return game.CheckQuestions(s.Texts()) }

// maxQuestions bounds a file of questions, in bytes. The file may be a whole data set, of which one
// line is used.
const maxQuestions = 256 << 20

// OpenQuestions reads a question set from a file. The file is a data set in the native format, of
// which only the first line is read, or a text with one question per line, followed by its
// acceptable answers, all separated by tabs. In a text, empty lines and lines that begin with # are
// skipped, and the set is named after the file.
func OpenQuestions(path string) (QuestionSet, error) {
	content, err := files.Read(path, maxQuestions, "five questions")
	if err != nil {
		return QuestionSet{}, err
	}
	var s QuestionSet
	if bytes.HasPrefix(bytes.TrimPrefix(content, []byte("\ufeff")), []byte("{")) {
		var d *datasets.Dataset
		if d, err = datasets.ReadQuestions(bytes.NewReader(content), path); err == nil {
			s = QuestionSet{Name: d.Name, Questions: d.Questions}
		}
	} else {
		s = plainQuestions(strings.ToValidUTF8(string(content), "\ufffd"), path)
	}
	if err == nil {
		err = s.Check()
	}
	if err != nil && !strings.Contains(err.Error(), path) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return s, err
}

func plainQuestions(content, path string) QuestionSet {
	base := filepath.Base(path)
	s := QuestionSet{Name: strings.TrimSuffix(base, filepath.Ext(base))}
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		id := strconv.Itoa(len(s.Questions) + 1)
		q := datasets.Question{ID: id, Text: strings.TrimSpace(fields[0])}
		for _, answer := range fields[1:] {
			if answer = strings.TrimSpace(answer); answer != "" {
				q.Key = append(q.Key, answer)
			}
		}
		s.Questions = append(s.Questions, q)
	}
	return s
}
