// Package judge has a chat model grade answers. The model sees a question, its acceptable answers,
// the scale, graded examples if there are any, and one answer or several; it replies with a grade
// for each. Answers are data within JSON. The keys of a reply depend on them, so that an answer
// cannot dictate a reply in the right form. What it can do is to persuade the model.
package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/modelclient"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
)

// Options says how a judge is asked.
type Options struct {
	Instructions string        // "" stands for [Instructions]
	Batch        int           // answers in a request; 0 stands for 1
	Parallel     int           // requests at once; 0 stands for 4
	Limit        int           // requests that may be sent; 0 stands for any number
	Price        [2]float64    // of a million tokens read and written; zero if unknown
	Timeout      time.Duration // of an attempt; 0 stands for a minute
	Cache        string        // the folder that keeps grades; "" for none
	// Note is told where answers go, and what was used; nil is told nothing.
	Note func(format string, args ...any)
	// Progress is told how many requests of all are done; nil is told nothing.
	Progress func(done, total int)
}

// Answer is an answer to be graded.
type Answer struct {
	By       *datasets.Respondent // whose it is, of whom nothing is sent
	Question *datasets.Question   // its text and its key are sent
	Text     string               // the answer itself
	Top      float64              // the highest grade, above 0
	Examples []Example            // that are shown
}

// Example is a graded answer that the judge is shown.
type Example struct {
	Answer string  `json:"answer"`
	Grade  float64 `json:"grade"` // from 0 to Answer.Top
}

// ErrLimit is the error of more requests than [Options].Limit, before the first one is sent.
var ErrLimit = errors.New("too many requests")

const (
	maxReply  = 2048             // tokens
	patience  = 10               // failures in a row after which a judge gives up
	allTries  = 10 * time.Minute // for a request with all its attempts
	perAnswer = 12               // tokens of a grade, for the estimate
	perToken  = 4                // bytes, for the estimate
)

// Judge asks a chat server for grades.
type Judge struct {
	client *modelclient.Client
	o      Options
}

// run is a call of [Judge.Grade].
type run struct {
	*Judge
	stop  context.CancelCauseFunc
	spare atomic.Int64 // how many requests may be repeated

	mu                          sync.Mutex
	file                        *os.File             // nil: nothing more is kept
	kept                        map[string][]float64 // by requests
	sent, failures, read, wrote int                  // requests, failures in a row, tokens
	first                       error                // the first reason why an answer has no grade
	grades                      []float64            // 0, and those of the different answers
}

// Open returns the judge with an address such as http://127.0.0.1:11434/v1#MODEL, which it does not
// contact yet.
func Open(address string, o Options) (*Judge, error) {
	client, err := modelclient.Open(address, "chat/completions", "")
	switch {
	case errors.Is(err, modelclient.ErrAddress), err == nil && client.Model == "":
		return nil, fmt.Errorf("found judge %q, expected %w#MODEL", address, modelclient.ErrAddress)
	case err != nil:
		return nil, err
	}
	o.Instructions = cmp.Or(o.Instructions, Instructions) + form
	o.Batch, o.Parallel = max(1, o.Batch), max(1, cmp.Or(o.Parallel, 4))
	if o.Note == nil {
		o.Note = func(string, ...any) {}
	}
	client.Attempt, client.Timeout = cmp.Or(o.Timeout, time.Minute), max(allTries, o.Timeout)
	client.MaxWait = 2 * time.Minute
	return &Judge{client, o}, nil
}

// Grade returns a grade in [0,1] of each answer, NaN where the judge gave none in two attempts.
// Equal answers with equal examples are asked for once, and none that has no text, whose grade is
// 0. Grades are kept as they arrive, so that a call after one that failed or was killed sends only
// the rest. The note before the first request says how many answers go where, that at the end what
// was used and how many have no grade. It is an error if the requests are more than allowed
// ([ErrLimit]), if the server refuses the key, the address or the model, if requests fail ten times
// in a row, and if no answer gets a grade.
func (j *Judge) Grade(ctx context.Context, answers []Answer) ([]float64, error) {
	defer j.client.Close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	requests, number, distinct := j.requests(answers)
	r := &run{Judge: j, stop: stop, kept: map[string][]float64{}, grades: slices.Repeat([]float64{math.NaN()}, 1+distinct)}
	r.grades[0] = 0
	r.openCache()
	kept := "no grades are kept"
	if r.file != nil {
		kept = "the grades so far are kept, and the same command asks for the rest"
		defer r.file.Close()
	}
	open := slices.DeleteFunc(slices.Clone(requests), r.known)
	if err := r.announce(answers, number, open, len(requests)-len(open)); err != nil {
		return nil, err
	}
	start, done := time.Now(), 0
	err := parallel.Do(ctx, j.o.Parallel, len(open), func(i int) error { return r.ask(ctx, open[i]) }, func() {
		if done++; j.o.Progress != nil {
			j.o.Progress(done, len(open))
		}
	})
	if len(open) > 0 {
		r.report(time.Since(start))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("judge %s: %w; %s", j.client.Model, context.Cause(ctx), kept)
	case distinct > 0 && r.missing() == distinct:
		return nil, fmt.Errorf("judge %s: no answer has a grade: %w", j.client.Model, r.first)
	}
	return numbers.At(r.grades, number), nil
}

// requests returns what asks for all answers, the number of each one's text, 0 where there is none,
// and how many texts there are.
func (j *Judge) requests(answers []Answer) (list []*request, number []int, distinct int) {
	last, known := map[string]*request{}, map[[2]string]int{}
	number = make([]int, len(answers))
	for i, a := range answers {
		if strings.TrimSpace(a.Text) == "" {
			continue
		}
		c := content{Question: a.Question.Text, Key: a.Question.Key, Top: a.Top, Examples: a.Examples}
		about := encoded(c)
		key := [2]string{about, a.Text}
		if number[i] = known[key]; number[i] > 0 {
			continue
		}
		distinct++
		known[key], number[i] = distinct, distinct
		q := last[about]
		if q == nil || len(q.of) == j.o.Batch {
			q = &request{content: c}
			last[about], list = q, append(list, q)
		}
		q.Answers, q.of = append(q.Answers, entry{Answer: a.Text}), append(q.of, distinct)
	}
	for _, q := range list {
		q.finish(j.o.Instructions)
	}
	return list, number, distinct
}

// missing counts the answers without a grade.
func (r *run) missing() (n int) {
	for _, g := range r.grades {
		if math.IsNaN(g) {
			n++
		}
	}
	return n
}

// known takes the grades of a request from the cache, if they are there.
func (r *run) known(q *request) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	grades := r.kept[q.sum]
	if len(grades) != len(q.of) || slices.ContainsFunc(grades, func(g float64) bool { return !(g >= 0 && g <= 1) }) {
		return false
	}
	r.set(q, grades)
	return true
}

func (r *run) set(q *request, grades []float64) {
	for i, g := range grades {
		r.grades[q.of[i]] = g
	}
}

// ask sends a request, and if that fails, once more one for each answer.
func (r *run) ask(ctx context.Context, q *request) error {
	if r.once(ctx, q, "") == nil {
		return nil
	}
	for i, a := range q.Answers {
		one := &request{content: q.content, of: q.of[i : i+1]}
		one.Answers = []entry{{Answer: a.Answer}}
		if one.finish(r.o.Instructions); ctx.Err() != nil || r.known(one) {
			continue
		}
		if err := r.once(ctx, one, again); err != nil {
			r.mu.Lock()
			r.first = cmp.Or(r.first, err)
			r.mu.Unlock()
		}
	}
	return ctx.Err()
}

// once sends a request once, as far as that is allowed, and keeps the grades in the reply.
func (r *run) once(ctx context.Context, q *request, more string) error {
	if more != "" && r.spare.Add(-1) < 0 {
		return fmt.Errorf("%w to ask once more", ErrLimit)
	}
	reply, err := r.client.Complete(ctx, []modelclient.Message{{Role: "system", Content: r.o.Instructions},
		{Role: "user", Content: q.user + more}}, modelclient.Settings{Tokens: maxReply, Temperature: new(float64),
		Schema: q.schema})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent++
	if err != nil {
		refusal, refused := errors.AsType[*modelclient.Refusal](err)
		if r.failures++; r.failures >= patience || refused && slices.Contains([]int{401, 403, 404}, refusal.Status) {
			r.stop(err)
		}
		return err
	}
	r.failures, r.read, r.wrote = 0, r.read+reply.Read, r.wrote+reply.Written
	grades, err := q.read(reply.Text)
	if err == nil {
		r.set(q, grades)
		r.keep(q, grades)
	}
	return err
}

// announce says what goes where and what it may cost, or that it is more than allowed.
func (r *run) announce(answers []Answer, number []int, open []*request, cached int) error {
	people, bytes, n, goes := map[*datasets.Respondent]bool{}, 0, len(open), r.missing()
	for i, k := range number {
		if math.IsNaN(r.grades[k]) {
			people[answers[i].By] = true
		}
	}
	for _, q := range open {
		bytes += len(r.o.Instructions) + len(q.user)
	}
	read, wrote, limit := bytes/perToken, goes*perAnswer, cmp.Or(r.o.Limit, math.MaxInt)
	r.spare.Store(int64(limit - n))
	switch {
	case n > limit:
		return fmt.Errorf("judge %s: %w: %d are needed, %d more are cached, and %d may be sent", r.client.Model, ErrLimit,
			n, cached, limit)
	case n == 0:
		r.o.Note("judge %s: nothing is sent; %s, all cached", r.client.Model, text.Count(cached, "request"))
	default:
		r.o.Note("judge %s: %s of %s %s; %s, about %d tokens to read and %d to write%s; %d more are cached", r.client.Model,
			text.Count(goes, "different answer"), text.Count(len(people), "respondent"), r.client.Destination(),
			text.Count(n, "request"), read, wrote, r.cost(read, wrote), cached)
	}
	return nil
}

// report says what was used and what is missing.
func (r *run) report(took time.Duration) {
	used := "the server counts no tokens"
	if r.read+r.wrote > 0 {
		used = fmt.Sprintf("%d tokens read and %d written%s", r.read, r.wrote, r.cost(r.read, r.wrote))
	}
	r.o.Note("judge %s: sent %s in %.0f s; %s", r.client.Model, text.Count(r.sent, "request"), took.Seconds(), used)
	if r.first != nil {
		r.o.Note("warning: judge %s: %d of %s have no grade; the first reason: %v", r.client.Model, r.missing(),
			text.Count(len(r.grades)-1, "different answer"), r.first)
	}
}

// cost returns what tokens cost, in words.
func (j *Judge) cost(read, wrote int) string {
	if j.o.Price == ([2]float64{}) {
		return ""
	}
	return fmt.Sprintf(", %.4g at the stated price", (float64(read)*j.o.Price[0]+float64(wrote)*j.o.Price[1])/1e6)
}
