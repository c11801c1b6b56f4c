package pages

import (
	_ "embed"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// dayPath is the page of the question of the day.
const dayPath = "/play/day"

// dayQuestions has the questions of the days, one a line, which follow each other for ever.
// Programs ask them in practice, and answer them.
//
//go:embed questions.txt
var dayQuestions string

// maxQuestions is the number of questions.
const maxQuestions = 60

// questionList has them one by one.
var questionList = strings.Split(dayQuestions, "\n")

// dayOf is the day of a time, in UTC, since 1970.
func dayOf(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// questionOf is the question of a day.
func questionOf(day int) string { return questionList[day%maxQuestions] }

// dayBody is the page of the question of the day.
type dayBody struct {
	Question string
	Own      *dayRow // the player's answer to it
	Earlier  []dayRow
	Streak   int    // days in a row that the player has answered
	Asked    bool   // the player has chosen whether others may judge what they answer
	Shown    bool   // they may
	Typed    string // an answer that was not taken
	Judging  string // as chosen in a form that was not taken
	Problems pages.Problems
}

// dayRow is an answer of the player's and, once enough others have guessed, their mean.
type dayRow struct {
	archive.DayAnswer
	Date     time.Time
	Question string
	Mean     string
}

// maxDays is how many of a player's answers are shown.
const maxDays = 30

// day shows the question of the day, and what others guessed about the player's answers.
func (w *web) day(x *pages.Exchange) error { return w.showDay(x, nil) }

func (w *web) showDay(x *pages.Exchange, problem error) (err error) {
	today := dayOf(w.referee.Now())
	b := dayBody{Question: questionOf(today), Typed: pages.Clean(x.Text("answer")), Judging: x.Value("judging")}
	if x.Account != nil {
		var chosen time.Time
		if b.Shown, chosen, err = w.referee.JudgingConsent(x.Context(), player(x)); err != nil {
			return err
		}
		b.Asked = !chosen.IsZero()
		list, err := w.referee.DayAnswersOf(x.Context(), player(x), maxDays)
		if err != nil {
			return err
		}
		b.add(list, today)
	}
	v := pages.View{Page: "day", Title: "The question of the day", Body: &b}
	if problem != nil {
		b.Problems = x.Problems(problem)
	}
	return showForm(x, v, problem)
}

// add adds a player's answers, the newest first.
func (b *dayBody) add(list []archive.DayAnswer, today int) {
	for i, a := range list {
		row := dayRow{a, time.Unix(int64(a.Day)*24*60*60, 0).UTC(), questionOf(a.Day), ""}
		if a.Guesses >= minMean {
			row.Mean = ratingText(&a.Mean)
		}
		if a.Day == today {
			b.Own = &row
		} else {
			b.Earlier = append(b.Earlier, row)
		}
		if a.Day == list[0].Day-i && list[0].Day >= today-1 {
			b.Streak++
		}
	}
}

// answerDay takes in an answer to the question of the day.
func (w *web) answerDay(x *pages.Exchange) error {
	text := x.Text("answer")
	err := checkDayAnswer(text)
	if _, chosen, failed := w.referee.JudgingConsent(x.Context(), player(x)); failed != nil {
		return failed
	} else if err == nil && chosen.IsZero() {
		err = w.chooseJudging(x)
	}
	if err == nil {
		err = w.referee.PutDayAnswer(x.Context(), player(x), dayOf(w.referee.Now()), text)
	}
	if err != nil {
		return retryForm(x, err, func() error { return w.showDay(x, err) })
	}
	return x.Redirect(dayPath)
}

// checkDayAnswer returns what is wrong with an answer, which is as long as a response may be.
func checkDayAnswer(text string) error {
	if strings.TrimSpace(text) == "" {
		return httpx.Errorf(http.StatusBadRequest, "please write an answer first")
	}
	err := game.CheckResponses(append([]string{text}, make([]string, game.Questions-1)...))
	if bad, ok := errors.AsType[*game.InvalidError](err); ok {
		return httpx.Errorf(http.StatusBadRequest, "your answer %s", bad.Problem)
	}
	return err
}
