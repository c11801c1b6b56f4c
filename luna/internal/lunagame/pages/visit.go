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
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// visit is a time in which somebody judges answers one after the other, alone and in memory. Of it,
// only the guesses are stored.
type visit struct {
	id  string
	day bool // of answers to questions of days

	mu      sync.Mutex
	answer  *archive.Answer // nil if there was none left
	machine *Machine        // that made the answer for practice, or nil
	verdict *verdict        // nil while a guess is awaited
	seen    map[string]bool

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

// judging limits how many answers are shown. Each shows the rating of a player, of which nobody
// should learn so many that they know how ratings are distributed.
type judging struct {
	each    *guard.Limiter
	network *guard.Tiers
}

func newJudging(now func() time.Time) judging {
	return judging{
		guard.NewLimiter("answers", guard.Rate{Burst: 20, Every: 72 * time.Minute}, now),
		guard.NewTiers("answers", guard.Rate{Burst: 400, Every: 4 * time.Minute},
			guard.Rate{Burst: 10_000, Every: 100 * time.Millisecond}, now),
	}
}

// errEnough is for somebody who has judged as many answers as one may in a day.
var errEnough = &pages.Refusal{
	Status: http.StatusTooManyRequests, Title: "That is enough for today",
	Text: "You have judged about twenty answers, as many as anybody may in a day. There are more tomorrow.",
	Link: dayPath, LinkText: "The question of the day",
}

// allow counts an answer that is shown to somebody.
func (l judging) allow(x *pages.Exchange) error {
	who := x.Address()
	if x.Account != nil {
		who = string(player(x))
	}
	if l.each.Allow(who, 1) != nil || l.network.Allow(x.Address(), 1) != nil {
		return errEnough
	}
	return nil
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
	if err := w.judging.allow(x); err != nil {
		return err
	}
	j, today := w.judge(x, v.id, v.seen), dayOf(w.referee.Now())
	v.answer, v.machine, v.verdict = nil, nil, nil
	if v.day {
		v.answer, err = w.referee.DrawDayAnswer(x.Context(), j, today-daysBack, today)
	} else {
		v.answer, err = w.referee.DrawAnswer(x.Context(), j, 100*rand.Float64())
		if err == nil && v.answer == nil {
			v.answer, err = w.referee.DrawDayAnswer(x.Context(), j, today-daysBack, today-1)
		}
		if err == nil && v.answer == nil {
			err = w.invent(x, v)
		}
	}
	if v.answer != nil {
		v.seen[v.answer.ID] = true
		if v.answer.Day > 0 {
			v.answer.Question = questionOf(v.answer.Day)
		}
	}
	return err
}

// invent has a program answer a question that the visit has not had from it, if there is one. A
// visit begins with a program that there is something to compare with.
func (w *web) invent(x *pages.Exchange, v *visit) error {
	list, err := w.known(x, v)
	if len(list) == 0 || v.Rounds > 0 {
		list = w.machines
		if w.control != nil {
			list = append(list[:len(list):len(list)], *w.control)
		}
	}
	for _, at := range rand.Perm(len(list) * len(practiceQuestions)) {
		m, question := list[at%len(list)], practiceQuestions[at/len(list)]
		if id := m.id() + "/" + question; err == nil && !v.seen[id] {
			v.seen[id] = true
			text := m.answers(x.Context(), []string{question})[0].Text
			v.answer, v.machine = &archive.Answer{ID: m.id(), Question: question, Text: text}, &m
			return nil
		}
	}
	return err
}

// known returns the programs about which enough people have guessed or, failing these, that of the
// known rating.
func (w *web) known(x *pages.Exchange, v *visit) (list []Machine, err error) {
	for _, m := range w.machines {
		others, err := w.referee.GuessesAbout(x.Context(), m.id(), w.judge(x, v.id, nil).ID)
		if err != nil {
			return nil, err
		}
		if len(others) >= minMean {
			list = append(list, m)
		}
	}
	if len(list) == 0 && w.control != nil {
		list = []Machine{*w.control}
	}
	return list, nil
}

// take judges the answer of a visit.
func (w *web) take(x *pages.Exchange, v *visit, guess float64) (err error) {
	a, j := v.answer, w.judge(x, v.id, v.seen)
	known, source := a.Rating, "It is the Smarts Rating of who wrote this: the mean of what people guessed in games."
	if v.machine != nil {
		if known, source, err = w.ratingOf(x.Context(), v.machine); err != nil {
			return err
		}
	}
	if v.verdict, err = w.verdict(x.Context(), a.ID, j, guess, known, source); err != nil {
		return err
	}
	v.Rounds++
	if v.verdict.Known != "" {
		v.Points += v.verdict.Points
		v.Streak++
		if v.verdict.Points <= 100-closeBy {
			v.Streak = 0
		}
	}
	v.verdict.By, err = w.author(x, v)
	return err
}

// author says who wrote an answer, as far as it is told.
func (w *web) author(x *pages.Exchange, v *visit) (string, error) {
	if v.machine != nil {
		return "It was made for practice by the program " + v.machine.Name + ", which " + v.machine.About + ".", nil
	}
	account, err := w.accounts.Get(x.Context(), accounts.ID(v.answer.Author))
	if account.Kind == accounts.Machine {
		return "A machine wrote it.", err
	}
	return "A person wrote it.", err
}
