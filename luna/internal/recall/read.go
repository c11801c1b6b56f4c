package recall

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/trade"
)

const (
	// maxLine is the maximum size of a line in bytes.
	maxLine = 1 << 20
	// maxExchanges bounds what is kept; maxFiles is the maximum number of files in a folder.
	maxExchanges, maxFiles = 500_000, 100_000
	// maxText is the maximum size of a text or a reply; longer ones are left out.
	maxText = 10_000
)

// Open returns the memory of [List]'s exchanges without blank replies.
func Open(path string) (*Memory, error) {
	all, err := List(path)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e Exchange) bool { return strings.TrimSpace(e.Reply) == "" })
	if len(all) == 0 {
		return nil, files.New(path, 0, "no reply",
			"at least one of a human target, or a question with its response")
	}
	return New(all), nil
}

// List reads a file, or those of a folder whose names end in .jsonl, .tsv or .txt, in the order of
// their names. Their lines are of three kinds: the events of a log of Turing Trade, JSON objects
// with a question and a response, or a question, a tab and its response. Replies in a game whose
// target was not a human, or whose log does not say what the target was, are left out, as are texts
// that were removed.
func List(path string) (all []Exchange, err error) {
	paths, err := files.List(path, maxFiles, func(extension string) bool {
		return slices.Contains([]string{".jsonl", ".tsv", ".txt"}, extension)
	})
	if err != nil {
		return nil, err
	}
	for _, name := range paths {
		list, err := files.With(name, "questions with their responses, or a log", Read)
		if err != nil {
			return nil, err
		}
		if all = append(all, list...); len(all) > maxExchanges {
			return nil, files.New(path, 0, fmt.Sprintf("more than %d replies", maxExchanges),
				"fewer: give a part of the files")
		}
	}
	return all, nil
}

// line is a line of JSON of either kind.
type line struct {
	Type     trade.Kind
	Bettor   string
	Bettors  []string
	Text     string
	Who      string
	Nature   string
	Question *string
	Response *string
}

// Read reads one file. The name of the file appears in errors.
func Read(in io.Reader, file string) ([]Exchange, error) {
	var r reader
	s := files.NewScanner(in, file, maxLine)
	for s.Scan() {
		content := strings.ToValidUTF8(s.Text(), "\ufffd")
		if strings.TrimSpace(content) == "" {
			continue
		}
		if !strings.HasPrefix(content, "{") {
			question, response, ok := strings.Cut(content, "\t")
			if !ok {
				return nil, files.New(file, s.Line(), text.Quote(content),
					"a question, a tab and its response, or a line of JSON")
			}
			r.keep(Exchange{Text: question, Reply: response})
			continue
		}
		var l line
		if err := json.Unmarshal([]byte(content), &l); err != nil {
			return nil, files.New(file, s.Line(), text.Quote(content), "an object in JSON")
		}
		if err := r.line(l); err != "" {
			return nil, files.New(file, s.Line(), err,
				`an event of a game, or {"question":…,"response":…}`)
		}
		if len(r.list)+r.asked() > maxExchanges {
			return nil, files.New(file, s.Line(),
				fmt.Sprintf("more than %d replies", maxExchanges), "fewer in a file")
		}
	}
	return r.list, s.Err()
}

// reader is the state of reading a file.
type reader struct {
	list []Exchange
	game *trade.Game // that is being read, or nil
}

// asked returns the number of questions of the game that is being read.
func (r *reader) asked() int {
	if r.game == nil {
		return 0
	}
	return r.game.Asked()
}

// line takes a line of JSON. It returns what is wrong with it, if anything.
func (r *reader) line(l line) (found string) {
	switch l.Type {
	case "":
		if l.Question == nil || l.Response == nil {
			return "neither a type nor a question with its response"
		}
		r.keep(Exchange{Text: *l.Question, Reply: *l.Response})
	case trade.Start:
		s := trade.Settings{Bettors: l.Bettors, MaxBettors: max(1, len(l.Bettors))}
		var err error
		if r.game, err = trade.New(s); err != nil {
			return fmt.Sprintf("a start with a fault (%v)", err)
		}
	case trade.Question, trade.Answer, trade.Leave:
		if r.game != nil {
			// Events that the rules refuse have not happened. Which question an answer is to
			// depends on the order of the events, and not on their times.
			_ = r.game.Apply(trade.Event{Kind: l.Type, Bettor: l.Bettor, Text: l.Text, Who: l.Who})
		}
	case trade.End:
		if l.Nature == string(trade.Human) && r.game != nil {
			for _, e := range Replies(r.game.Exchanges()) {
				r.keep(e)
			}
		}
		r.game = nil
	}
	return ""
}

// Removed takes the place of a text in a log that was removed at its author's request.
const Removed = "[removed]"

// Replies returns the replies of the target of a game, without texts that were removed.
func Replies(game []trade.Exchange) (list []Exchange) {
	before := ""
	for _, x := range game {
		if x.Answered >= 0 && x.Question != Removed && x.Answer != Removed {
			list = append(list, Exchange{Before: before, Text: x.Question, Reply: x.Answer})
		}
		if before = x.Question; before == Removed {
			before = ""
		}
	}
	return list
}

func (r *reader) keep(e Exchange) {
	if len(e.Text) <= maxText && len(e.Reply) <= maxText && len(e.Before) <= maxText {
		r.list = append(r.list, e)
	}
}
