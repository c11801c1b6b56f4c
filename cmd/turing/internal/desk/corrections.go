package desk

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Given is a verdict that a judge can correct.
type Given struct {
	Vote
	Asked    session.Details // with the question
	Question session.Question
}

// correctPath returns the path of the page on which a judge corrects verdicts.
func (d *Desk) correctPath(label string) string { return "/verdicts/" + d.seats[label].Token() }

// correct shows a judge's verdicts, and takes a correction.
func (d *Desk) correct(r *http.Request, label string) (status int, data any) {
	posted := r.Method == http.MethodPost
	wrong := ""
	if status = http.StatusOK; posted {
		if wrong = d.takeCorrection(r, label); wrong != "" {
			status = http.StatusUnprocessableEntity
		}
	}
	return status, map[string]any{"Secret": d.seats[label].Token(), "Wrong": wrong, "Ranked": d.Options.Ranked,
		"Done": posted && wrong == "", "Given": d.contest.Given(label)}
}

// takeCorrection stores a correction, or says what is wrong with it.
func (d *Desk) takeCorrection(r *http.Request, judge string) (wrong string) {
	list := d.contest.Given(judge)
	i := slices.IndexFunc(list, func(g Given) bool {
		return g.Stage == r.PostForm.Get("stage") && fmt.Sprint(g.Round) == r.PostForm.Get("round")
	})
	if i < 0 {
		return "This verdict cannot be corrected any more."
	}
	v := list[i].Vote
	switch list[i].Question {
	case session.Single:
		v.Is = r.PostForm.Get("is")
	case session.Choice:
		v.Human = keylog.Side(r.PostForm.Get("human"))
	case session.Points:
		n, err := numberIn(r, "points")
		if err != nil {
			return "Give the points as a whole number."
		}
		v.Left = float64(n)
	}
	if list[i].Asked.Confidence {
		n, err := numberIn(r, "confidence")
		if err != nil {
			return "Say how sure you are as a whole number from 0 to 100."
		}
		v.Confidence = &n
	}
	if list[i].Asked.Reason {
		v.Why = strings.ReplaceAll(r.PostForm.Get("reason"), "\r\n", "\n")
	}
	return d.accept(v)
}

// accept has the contest store a vote, or says why it does not.
func (d *Desk) accept(v Vote) (wrong string) {
	if err := d.contest.Accept(v); err != nil {
		return err.Error()
	}
	return ""
}

// numberIn returns the whole number in a field of a form.
func numberIn(r *http.Request, field string) (int, error) {
	return strconv.Atoi(strings.TrimSpace(r.PostForm.Get(field)))
}
