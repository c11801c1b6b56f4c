package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/session"
)

// form asks for the verdict.
type form struct {
	question session.Question
	deaf     time.Time // keys before were meant for an entity
	text     string
	verdict  session.Verdict
	sure     bool // the verdict is whole, and is to be confirmed
	wrong    string
}

// settling is how long keys are ignored after the time is over, since the person may still be
// typing.
const settling = 1500 * time.Millisecond

func (f *form) begin(now time.Time) {
	*f = form{question: f.question}
	if !now.IsZero() {
		f.deaf = now.Add(settling)
	}
}

// press acts on a key. It returns the verdict when that is confirmed.
func (f *form) press(now time.Time, c rune) (session.Verdict, bool) {
	if now.Before(f.deaf) {
		return session.Verdict{}, false
	}
	if f.sure {
		yes := c == 'y' || c == 'Y'
		if v := f.verdict; yes {
			return v, true
		}
		f.begin(time.Time{})
		return session.Verdict{}, false
	}
	switch {
	case c == '\r' || c == '\n':
		v, err := f.read()
		if err != nil {
			f.text, f.wrong = "", sentence(err)
			return session.Verdict{}, false
		}
		f.verdict, f.sure, f.wrong = v, true, ""
	case c == backspace || c == ctrlH:
		f.text = f.text[:max(0, len(f.text)-1)]
	case c > ' ' && c < backspace && len(f.text) < 10:
		f.text += string(c)
		f.wrong = ""
	}
	return session.Verdict{}, false
}

// read reads what was typed.
func (f *form) read() (session.Verdict, error) {
	if f.question == session.Points {
		n, err := strconv.Atoi(f.text)
		if err != nil || n < 0 || n > session.AllPoints {
			return session.Verdict{}, fmt.Errorf("%q is no whole number from 0 to %d", f.text,
				session.AllPoints)
		}
		if 2*n == session.AllPoints {
			return session.Verdict{}, fmt.Errorf("no ties: one side gets at least %d", n+1)
		}
		return session.Verdict{Left: n, Right: session.AllPoints - n}, nil
	}
	for _, side := range []keylog.Side{keylog.Left, keylog.Right} {
		if f.text != "" && strings.HasPrefix(string(side), strings.ToLower(f.text)) {
			return session.Verdict{Human: side}, nil
		}
	}
	return session.Verdict{}, fmt.Errorf("%q is neither left nor right", f.text)
}

// lines returns the lines of the form. Typed text stands after the last one.
func (f *form) lines() (head, prompt string) {
	switch {
	case f.sure && f.question == session.Points:
		return fmt.Sprintf("Left %d points, right %d points.", f.verdict.Left, f.verdict.Right),
			"Is that your verdict? It is final. (y/n) "
	case f.sure:
		return "The human is at the " + string(f.verdict.Human) + ".",
			"Is that your verdict? It is final. (y/n) "
	case f.question == session.Points:
		return "How human were they? Split 100 points.",
			"Points for the left, then Enter: "
	}
	return "Which of them is the human?", "Type left or right, then Enter: "
}
