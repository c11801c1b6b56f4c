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
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/modelclient"
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
	// Note is told where answers go, and what was used.
	Note func(note string)
	// Progress is told how many requests of all are done; nil is told nothing.
	Progress func(done, total int)
}

// Answer is an answer to be graded.
type Answer struct {
	By       string             // whose it is, which is not sent
	Question *datasets.Question // its text and its key are sent
	Text     string             // the answer itself
	Top      float64            // the highest grade, above 0
	Examples []Example          // that are shown
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

// Judge asks a chat server for grades, in one call of [Judge.Grade] at a time.
type Judge struct {
	client *modelclient.Client
	o      Options
	cache  *cache
	mu     sync.Mutex
	run
}

// run is what a call of [Judge.Grade] has done.
type run struct {
	sent, spare, read, wrote int       // requests, those that may be repeated, tokens
	failures                 int       // in a row
	first                    error     // the first reason why an answer has no grade
	grades                   []float64 // of the different answers
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
	o.Instructions = cmp.Or(o.Instructions, Instructions)
	o.Batch, o.Parallel = max(1, o.Batch), cmp.Or(o.Parallel, 4)
	client.Attempt, client.Timeout = cmp.Or(o.Timeout, time.Minute), max(allTries, o.Timeout)
	client.MaxWait = 2 * time.Minute
	return &Judge{client: client, o: o}, nil
}

// Model returns the name of the model.
func (j *Judge) Model() string { return j.client.Model }

// Grade returns a grade in [0,1] of each answer, NaN where the judge gave none in two attempts.
// Equal answers with equal examples are asked for once, and none that has no text, whose grade is
// 0. Grades are kept as they arrive, so that a call after one that failed or was killed sends only
// the rest. The note before the first request says how many answers go where, that at the end what
// was used and how many have no grade. It is an error if the requests are more than allowed
// ([ErrLimit]), if the server refuses the key, the address or the model, if requests fail ten times
// in a row, and if no answer gets a grade.
func (j *Judge) Grade(ctx context.Context, answers []Answer) ([]float64, error) {
	defer j.client.Close()
	requests, number, distinct := j.requests(answers)
	j.run = run{grades: slices.Repeat([]float64{math.NaN()}, distinct)}
	kept := "no grades are kept"
	if j.cache = openCache(j.o.Cache, j.client.Address+"#"+j.Model(), j.note); j.cache.file != nil {
		kept = "the grades so far are kept, and the same command asks for the rest"
		defer j.cache.file.Close()
	}
	open := slices.DeleteFunc(slices.Clone(requests), j.known)
	if err := j.announce(answers, number, open, len(requests)-len(open)); err != nil {
		return nil, err
	}
	start, done := time.Now(), 0
	err := parallel.Do(ctx, j.o.Parallel, len(open), func(i int) error { return j.ask(ctx, open[i]) }, func() {
		if done++; j.o.Progress != nil {
			j.o.Progress(done, len(open))
		}
	})
	missing := 0
	for _, g := range j.grades {
		if math.IsNaN(g) {
			missing++
		}
	}
	if len(open) > 0 {
		j.report(time.Since(start), missing)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("judge %s: %w; %s", j.Model(), err, kept)
	case missing == distinct && distinct > 0:
		return nil, fmt.Errorf("judge %s: no answer has a grade: %w", j.Model(), j.first)
	}
	grades := make([]float64, len(answers))
	for i, n := range number {
		if n >= 0 {
			grades[i] = j.grades[n]
		}
	}
	return grades, nil
}

// requests returns what asks for all answers, the number of each one's text, -1 where there is
// none, and how many texts there are.
func (j *Judge) requests(answers []Answer) (list []*request, number []int, distinct int) {
	type group struct {
		content
		texts []string
		of    []int
	}
	var groups []*group
	named, numbers := map[string]*group{}, map[[2]string]int{}
	for _, a := range answers {
		if strings.TrimSpace(a.Text) == "" {
			number = append(number, -1)
			continue
		}
		c := content{Question: a.Question.Text, Key: a.Question.Key, Top: a.Top, Examples: a.Examples}
		name := encoded(c)
		g := named[name]
		if g == nil {
			g = &group{content: c}
			named[name], groups = g, append(groups, g)
		}
		n, there := numbers[[2]string{name, a.Text}]
		if !there {
			n = distinct
			numbers[[2]string{name, a.Text}], distinct = n, distinct+1
			g.texts, g.of = append(g.texts, a.Text), append(g.of, n)
		}
		number = append(number, n)
	}
	for _, g := range groups {
		for k := 0; k < len(g.texts); k += j.o.Batch {
			end := min(k+j.o.Batch, len(g.texts))
			list = append(list, newRequest(j.o.Instructions, g.content, g.texts[k:end], g.of[k:end]))
		}
	}
	return list, number, distinct
}

// known takes the grades of a request from the cache, if they are there.
func (j *Judge) known(r *request) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	grades := j.cache.get(r)
	for i, g := range grades {
		j.grades[r.of[i]] = g
	}
	return grades != nil
}

// ask sends a request, and once more if that fails: then several answers are asked for one by one.
func (j *Judge) ask(ctx context.Context, r *request) error {
	err := j.once(ctx, r, "")
	if err == nil || j.final(ctx, err) {
		return err
	}
	rest := []*request{r}
	if len(r.Answers) > 1 {
		c := r.content
		c.Answers, rest = nil, nil
		for i, a := range r.Answers {
			rest = append(rest, newRequest(j.o.Instructions, c, []string{a.Answer}, r.of[i:i+1]))
		}
	}
	for _, r := range rest {
		if j.known(r) {
			continue
		}
		if err := j.once(ctx, r, again); err != nil && j.final(ctx, err) {
			return err
		} else if err != nil {
			j.mu.Lock()
			j.first = cmp.Or(j.first, err)
			j.mu.Unlock()
		}
	}
	return nil
}

// final reports whether an error ends it all.
func (j *Judge) final(ctx context.Context, err error) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	refusal, refused := errors.AsType[*modelclient.Refusal](err)
	return ctx.Err() != nil || j.failures >= patience ||
		refused && slices.Contains([]int{401, 403, 404}, refusal.Status)
}

// once sends a request once, as far as that is allowed, and keeps the grades in the reply.
func (j *Judge) once(ctx context.Context, r *request, more string) error {
	j.mu.Lock()
	repeats := j.o.Limit == 0 || j.spare > 0
	if more != "" {
		j.spare--
	}
	j.mu.Unlock()
	if more != "" && !repeats {
		return fmt.Errorf("%w to ask once more", ErrLimit)
	}
	reply, err := j.client.Complete(ctx, r.messages(more), modelclient.Settings{Tokens: maxReply,
		Temperature: new(float64), Schema: r.schema()})
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sent++
	if err != nil {
		j.failures++
		return err
	}
	j.failures, j.read, j.wrote = 0, j.read+reply.Read, j.wrote+reply.Written
	grades, err := r.read(reply.Text)
	if err != nil {
		return err
	}
	for i, g := range grades {
		j.grades[r.of[i]] = g
	}
	j.cache.put(r, grades)
	return nil
}

// announce says what goes where and what it may cost, or that it is more than allowed.
func (j *Judge) announce(answers []Answer, number []int, open []*request, cached int) error {
	goes, people, bytes, n := map[int]bool{}, map[string]bool{}, 0, len(open)
	for _, r := range open {
		for _, k := range r.of {
			goes[k] = true
		}
		bytes += len(r.system) + len(r.user)
	}
	for i, a := range answers {
		if goes[number[i]] {
			people[a.By] = true
		}
	}
	read, wrote := bytes/perToken, len(goes)*perAnswer
	switch j.spare = j.o.Limit - n; {
	case j.o.Limit > 0 && j.spare < 0:
		return fmt.Errorf("judge %s: %w: %d are needed, %d more are cached, and %d may be sent", j.Model(), ErrLimit,
			n, cached, j.o.Limit)
	case n == 0:
		j.note("judge %s: nothing is sent; %s, all cached", j.Model(), text.Count(cached, "request"))
	default:
		j.note("judge %s: %s of %s %s; %s, about %d tokens to read and %d to write%s; %d more are cached", j.Model(),
			text.Count(len(goes), "different answer"), text.Count(len(people), "respondent"), j.client.Destination(),
			text.Count(n, "request"), read, wrote, j.cost(read, wrote), cached)
	}
	return nil
}

// report says what was used and what is missing.
func (j *Judge) report(took time.Duration, missing int) {
	used := "the server counts no tokens"
	if j.read+j.wrote > 0 {
		used = fmt.Sprintf("%d tokens read and %d written%s", j.read, j.wrote, j.cost(j.read, j.wrote))
	}
	j.note("judge %s: sent %s in %.0f s; %s", j.Model(), text.Count(j.sent, "request"), took.Seconds(), used)
	if missing > 0 && j.first != nil {
		j.note("warning: judge %s: %d of %s have no grade; the first reason: %v", j.Model(), missing,
			text.Count(len(j.grades), "different answer"), j.first)
	}
}

// cost returns what tokens cost, in words.
func (j *Judge) cost(read, wrote int) string {
	if j.o.Price == ([2]float64{}) {
		return ""
	}
	return fmt.Sprintf(", %.4g at the stated price", (float64(read)*j.o.Price[0]+float64(wrote)*j.o.Price[1])/1e6)
}

func (j *Judge) note(format string, args ...any) {
	if j.o.Note != nil {
		j.o.Note(fmt.Sprintf(format, args...))
	}
}
