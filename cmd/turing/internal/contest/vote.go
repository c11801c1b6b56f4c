package contest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// votesFolder holds what judges and the organiser have given until it is in the journal.
const votesFolder = "votes"

// Values of By for a ballot that the judge did not give.
const (
	byOrganiser = "organiser"
	byRule      = "rule for missing ballots"
)

// Notes of ballots that a judge gave in the place of others.
const (
	byJudge   = "the judge corrected it"
	judgesOwn = "the judge's own verdict took the place of the organiser's entry"
)

// Vote is what judges and the organiser give.
type Vote = desk.Vote

// Cast stores a vote for the contest of a folder. The process that holds the contest, or the next
// one, takes it up.
func Cast(dir string, v Vote) error {
	c, err := prepare(dir, Options{})
	if err != nil {
		return err
	}
	path := filepath.Join(dir, journalFile)
	c.state, err = files.With(path, "a journal", func(in io.Reader, path string) (*state, error) {
		s, _, err := readJournal(in, path)
		return s, err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no journal, expected a contest that has begun", dir)
	}
	if err != nil {
		return err
	}
	if err := cmp.Or(c.checkSetup(), c.checkPlans()); err != nil {
		return err
	}
	if v, err = c.checkVote(v); err != nil {
		return err
	}
	return store(dir, v)
}

// store keeps a vote for [contest.takeVotes]. It is on disk afterwards.
func store(dir string, v Vote) error {
	folder := filepath.Join(dir, votesFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	name := fmt.Sprintf("%020d-%s.json", time.Now().UnixNano(), cmp.Or(v.Judge, "round"))
	return atomicdir.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(v)
	})
}

// stored is a vote that is not in the journal yet.
type stored struct {
	Vote
	path string
}

// storedVotes lists the votes that are not in the journal yet, the earliest first. What is none is
// put aside.
func (c *contest) storedVotes() (list []stored, err error) {
	folder := filepath.Join(c.dir, votesFolder)
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if filepath.Ext(path) != ".json" {
			continue
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // it was taken up meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		x := stored{path: path}
		if err := json.Unmarshal(data, &x.Vote); err != nil {
			c.warnf("%s: found no vote: %v; it is kept as %[1]s.bad", e.Name(), err)
			if err := os.Rename(path, path+".bad"); err != nil {
				return nil, err
			}
			continue
		}
		list = append(list, x)
	}
	return list, nil
}

// takeVotes takes up what was stored. What does not fit is reported and dropped.
func (c *contest) takeVotes() error {
	list, err := c.storedVotes()
	if err != nil {
		return err
	}
	for _, x := range list {
		v, err := c.checkVote(x.Vote)
		switch {
		case err != nil:
			if err := c.leaveOut(v, err); err != nil {
				return err
			}
		case len(v.Ranks) == 0 && c.state.round(v.Stage, v.Round).begun:
			continue // until the end of the conversations is in the journal
		default:
			if err := c.enterVote(v); err != nil {
				return err
			}
		}
		if err := os.Remove(x.path); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut tells the organiser that a vote does not fit. The journal keeps what a judge has given,
// who was thanked for it a moment before something else was entered.
func (c *contest) leaveOut(v Vote, why error) error {
	note := c.warnf("the vote of %s for %s, round %d, was left out: %v", cmp.Or(v.Judge, "the organiser"), v.Stage,
		v.Round, why)
	if !v.Own {
		return nil
	}
	said, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.record(event{Kind: eventControl, Stage: v.Stage, Round: v.Round, Note: note + ": " + string(said)})
}

// enterVote writes a vote to the journal.
func (c *contest) enterVote(v Vote) error {
	switch {
	case v.Annul:
		return c.annulAgain(v)
	case len(v.Ranks) > 0:
		return c.enterRanks(v)
	}
	if c.state.finished != nil {
		v.Reason += " (after the results)"
	}
	old, voted := c.state.round(v.Stage, v.Round).ballots[v.Judge]
	b := ballotFrom(v, old, voted)
	again := *b
	again.Note, again.Corrected = old.Note, old.Corrected
	if v.Own && voted && reflect.DeepEqual(again, old) {
		return nil
	}
	if v.Own && old.By == byOrganiser {
		c.warnf("%s, round %d: %s has voted at the page, too; this takes the place of your entry", v.Stage, v.Round,
			c.nameOf("", v.Judge))
	}
	return c.record(event{Kind: eventBallot, Stage: v.Stage, Round: v.Round, Judge: v.Judge, Ballot: b})
}

// ballotFrom returns the ballot of a vote, and how it came about. How sure the judge was, and why,
// outlasts a correction of the organiser that says the same.
func ballotFrom(v Vote, old ballot, voted bool) *ballot {
	b := &ballot{Confidence: v.Confidence, Reason: v.Why, Human: v.Human, Is: v.Is, Left: max(v.Left, 0),
		By: byOrganiser, Note: v.Reason, Corrected: voted}
	switch {
	case v.Void:
		*b = old
		b.Void = v.Reason
		if !voted {
			b.By = byOrganiser
		}
	case v.Own:
		b.By, b.Note = "", ""
		if voted {
			b.Note = byJudge
		}
		if old.By == byOrganiser {
			b.Note = judgesOwn
		}
	case b.Human == old.Human && b.Is == old.Is && b.Left == old.Left:
		b.Confidence, b.Reason = cmp.Or(v.Confidence, old.Confidence), old.Reason
	}
	return b
}

// annulAgain has a round that is over held again, as the organiser wants.
func (c *contest) annulAgain(v Vote) error {
	stage, _ := c.stage(v.Stage)
	if err := c.putAside(stage, v.Round, c.state.round(v.Stage, v.Round).attempts); err != nil {
		return err
	}
	note := c.warnf("%s, round %d: the organiser annulled the round, which was held again (%s)", v.Stage, v.Round,
		v.Reason)
	err := c.record(event{Kind: eventAnnulled, Stage: v.Stage, Round: v.Round, Note: note})
	if err == nil {
		c.round(stage, v.Round).reopen()
	}
	return err
}
