package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/turing/internal/sitting"
	"github.com/luna-rating/luna/turing/keylog"
)

// form asks for the verdict.
type form struct {
	question sitting.Question
	deaf     time.Time // keys before were meant for an entity
	text     string
	verdict  sitting.Verdict
	sure     bool // the verdict is whole, and is to be confirmed
	wrong    string
}

// settling is how long keys are ignored when the time is over: the person is still typing.
const settling = 1500 * time.Millisecond

func (f *form) begin(now time.Time) {
	*f = form{question: f.question}
	if !now.IsZero() {
		f.deaf = now.Add(settling)
	}
}

// press acts on a key. It returns the verdict when that is confirmed.
func (f *form) press(now time.Time, c rune) (sitting.Verdict, bool) {
	if now.Before(f.deaf) {
		return sitting.Verdict{}, false
	}
	if f.sure {
		yes := c == 'y' || c == 'Y'
		if v := f.verdict; yes {
			return v, true
		}
		f.begin(time.Time{})
		return sitting.Verdict{}, false
	}
	switch {
	case c == '\r' || c == '\n':
		v, err := f.read()
		if err != nil {
			f.text, f.wrong = "", sentence(err)
			return sitting.Verdict{}, false
		}
		f.verdict, f.sure, f.wrong = v, true, ""
	case c == backspace || c == ctrlH:
		f.text = f.text[:max(0, len(f.text)-1)]
	case c > ' ' && c < backspace && len(f.text) < 10:
		f.text += string(c)
		f.wrong = ""
	}
	return sitting.Verdict{}, false
}

// read reads what was typed.
func (f *form) read() (sitting.Verdict, error) {
	if f.question == sitting.Points {
		n, err := strconv.Atoi(f.text)
		if err != nil || n < 0 || n > sitting.AllPoints {
			return sitting.Verdict{}, fmt.Errorf("%q is no whole number from 0 to %d", f.text,
				sitting.AllPoints)
		}
		if 2*n == sitting.AllPoints {
			return sitting.Verdict{}, fmt.Errorf("no ties: one side gets at least %d", n+1)
		}
		return sitting.Verdict{Left: n, Right: sitting.AllPoints - n}, nil
	}
	for _, side := range []keylog.Side{keylog.Left, keylog.Right} {
		if f.text != "" && strings.HasPrefix(string(side), strings.ToLower(f.text)) {
			return sitting.Verdict{Human: side}, nil
		}
	}
	return sitting.Verdict{}, fmt.Errorf("%q is neither left nor right", f.text)
}

// lines are what the form shows. What is typed stands after the last one.
func (f *form) lines() (head, prompt string) {
	switch {
	case f.sure && f.question == sitting.Points:
		return fmt.Sprintf("Left %d points, right %d points.", f.verdict.Left, f.verdict.Right),
			"Is that your verdict? It is final. (y/n) "
	case f.sure:
		return "The human is at the " + string(f.verdict.Human) + ".",
			"Is that your verdict? It is final. (y/n) "
	case f.question == sitting.Points:
		return "How human were they? Split 100 points.",
			"Points for the left, then Enter: "
	}
	return "Which of them is the human?", "Type left or right, then Enter: "
}
