package pages

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// visit is a time in which somebody judges answers one after the other, alone and in memory. Of it,
// only the guesses are stored.
type visit struct {
	sync.Mutex
	id   string
	days bool // only answers to questions of days
	seen map[string]bool

	Answer  *archive.Answer // nil if there was none left
	Machine *Machine        // that made the answer for practice, or nil
	Verdict *verdict        // nil while a guess is awaited

	Rounds, Points, Streak int
}

// The bounds of judging: visits that are kept in memory, how many days back answers to questions
// are judged, and for how many guesses less than closeBy off a streak lasts.
const (
	maxVisits = 2000
	visitLife = 6 * time.Hour
	daysBack  = 14
	closeBy   = 15
)

// How many answers are shown to a player, or to an address without an account, and to all players
// at an address. Each shows the rating of a player, of which nobody should learn so many that they
// know how ratings are distributed.
var (
	ofJudge   = guard.Rate{Burst: 20, Every: 72 * time.Minute}
	ofAddress = guard.Rate{Burst: 400, Every: 4 * time.Minute}
	ofAll     = guard.Rate{Burst: 10_000, Every: 100 * time.Millisecond}
)

// errEnough is for somebody who has judged as many answers as one may in a day.
var errEnough = &pages.Refusal{
	Status: http.StatusTooManyRequests, Title: "That is enough for today",
	Text: "You have judged about twenty answers, as many as anybody may in a day. There are more tomorrow.",
	Link: dayPath, LinkText: "The question of the day",
}

// judge is who judges: a player, or somebody of a network. Visitors of a network are one judge.
func (w *web) judge(x *pages.Exchange, visit string, seen map[string]bool) archive.Judge {
	j := archive.Judge{Seen: func(answer string) bool { return seen[answer] }}
	if x.Account != nil {
		j.Player = player(x)
		j.ID = string(j.Player)
	} else if origin, _ := w.networks.Of(fair.From(x.Context(), x.Request)); origin != 0 {
		j.ID = fmt.Sprintf("network %x", origin)
	} else {
		j.ID = "visit " + visit
	}
	return j
}

// draw gives a visit its next answer: one of a player with a known rating, or failing that one to
// the question of an earlier day, or one that a program makes for practice.
func (w *web) draw(x *pages.Exchange, v *visit) (err error) {
	who := x.Address()
	if x.Account != nil {
		who = string(player(x))
	}
	if w.judged.Allow(who, 1) != nil || w.judgedFrom.Allow(x.Address(), 1) != nil {
		return errEnough
	}
	j, today := w.judge(x, v.id, v.seen), dayOf(w.referee.Now())
	v.Answer, v.Machine, v.Verdict = nil, nil, nil
	if v.days {
		v.Answer, err = w.referee.DrawDayAnswer(x.Context(), j, today-daysBack, today)
	} else {
		v.Answer, err = w.referee.DrawAnswer(x.Context(), j, 100*rand.Float64())
		if err == nil && v.Answer == nil {
			v.Answer, err = w.referee.DrawDayAnswer(x.Context(), j, today-daysBack, today-1)
		}
		if err == nil && v.Answer == nil {
			w.invent(x, v)
		}
	}
	if v.Answer != nil {
		v.seen[v.Answer.ID], v.seen[string(v.Answer.Author)] = true, !v.days
		if v.Answer.Day > 0 {
			v.Answer.Question = questionOf(v.Answer.Day)
		}
	}
	return err
}

// invent has a program answer a question that the visit has not had from it, if there is one. A
// visit begins with the program whose rating is known.
func (w *web) invent(x *pages.Exchange, v *visit) {
	list := w.machines
	if w.control != nil && v.Rounds == 0 {
		list = []Machine{*w.control}
	} else if w.control != nil {
		list = append(list[:len(list):len(list)], *w.control)
	}
	for _, at := range rand.Perm(len(list) * maxQuestions) {
		m, question := list[at%len(list)], questionOf(at/len(list))
		if id := m.id() + "/" + question; !v.seen[id] {
			v.seen[id] = true
			text := m.answers(x.Context(), []string{question})[0].Text
			v.Answer, v.Machine = &archive.Answer{ID: m.id(), Question: question, Text: text}, &m
			return
		}
	}
}

// take judges the answer of a visit.
func (w *web) take(x *pages.Exchange, v *visit, guess float64) (err error) {
	a, j := v.Answer, w.judge(x, v.id, v.seen)
	known := a.Rating
	source := "It is the Smarts Rating of this answer's author: the mean of what people guessed in games."
	if v.Machine != nil {
		if known, source, err = w.ratingOf(x.Context(), v.Machine); err != nil {
			return err
		}
	}
	if v.Verdict, err = w.verdict(x.Context(), a.ID, j, guess, known, source); err != nil {
		return err
	}
	v.Rounds++
	if v.Verdict.Known != "" {
		v.Points += v.Verdict.Points
		v.Streak++
		if v.Verdict.Points <= 100-closeBy {
			v.Streak = 0
		}
	}
	switch {
	case v.Machine != nil:
		v.Verdict.By = "It was made for practice by the program " + v.Machine.Name + ", which " + v.Machine.About + "."
	case a.Machine:
		v.Verdict.By = "A machine wrote it."
	default:
		v.Verdict.By = "A person wrote it."
	}
	return nil
}
