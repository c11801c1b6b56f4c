package loebner

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of the values in rules.
const (
	maxMoney   = 1_000_000_000
	maxMinutes = 24 * 60
	maxListed  = 100 // tiers, stages, prizes
)

// defaults are the values that rules may leave out.
var defaults = Rules{
	Conversation: Conversation{First: "judge"},
	Judging:      Judging{Ranking: "none", TiesFor: "all", TiedPrizes: "split"},
	Silver:       Silver{For: "winner"},
}

// ruleChecker keeps the first invalid value.
type ruleChecker struct{ path, fault string }

func (c *ruleChecker) need(ok bool, path string, found any, expected string) {
	if ok || c.fault != "" {
		return
	}
	if s, isText := found.(string); isText {
		found = strconv.Quote(s)
	}
	c.path, c.fault = path, fmt.Sprintf("found %s = %v, expected %s", path, found, expected)
}

func (c *ruleChecker) oneOf(path, found string, words ...string) {
	c.need(slices.Contains(words, found), path, found, strings.Join(words, " or "))
}

func (c *ruleChecker) between(path string, found, low, high int) {
	c.need(low <= found && found <= high, path, found, fmt.Sprintf("a whole number from %d to %d", low, high))
}

func (c *ruleChecker) share(path string, found float64) {
	c.need(found >= 0 && found <= maxPeople && (found < 1 || found == math.Trunc(found)), path, found,
		fmt.Sprintf("a whole number up to %d, or a share below 1", maxPeople))
}

// check finds the first invalid value in rules.
func (r *Rules) check() (c ruleChecker) {
	c.need(isLabel(r.Name), "name", r.Name, "a name of up to 64 characters")
	r.checkStages(&c)
	r.checkAdmission(&c)
	t := r.Conversation
	c.oneOf("conversation.first", t.First, "entity", "judge")
	c.need(t.Minutes >= 0.01 && t.Minutes <= maxMinutes, "conversation.minutes", t.Minutes, "0.01 to 1440")
	c.need(t.Break >= 0 && t.Break <= maxMinutes, "conversation.break", t.Break, "0 to 1440")
	c.between("conversation.rounds", t.Rounds, 0, maxRounds)
	printed, err := t.Printed()
	c.need(err == nil && Check(nil, printed).Valid, "conversation.schedule", t.Schedule,
		"rounds in which each pair meets once")
	c.need(t.Opening == "" || strings.Contains(t.Opening, "X"), "conversation.opening", t.Opening,
		"a sentence with X for the name")
	r.checkJudging(&c)
	r.checkPrizes(&c)
	return c
}

func (r *Rules) checkStages(c *ruleChecker) {
	c.between("stage", len(r.Stages), 1, maxListed)
	var seen []string
	met, single := 0, -1
	for i, s := range r.Stages {
		at := fmt.Sprintf("stage[%d].", i)
		c.need(isLabel(s.Name) && !slices.Contains(seen, s.Name), at+"name", s.Name,
			"a name that no other stage has")
		c.oneOf(at+"how", s.How, Questions, Interviews, Pairs, Witnesses)
		c.between(at+"keep", s.Keep, 1, maxPeople)
		seen = append(seen, s.Name)
		if s.How == Witnesses {
			single = i
		}
		if s.How == Witnesses || s.How == Pairs {
			met++
		}
	}
	c.need(met < 2, "stage", met, "one stage of pairs or witnesses at most")
	j := r.Judging
	c.need(single < 0 || j.Format == Choice && j.Ranking == "none" && len(r.Prizes) == 0, fmt.Sprintf("stage[%d].how",
		single), Witnesses, "pairs, where judges divide points or rank, or entries win prizes")
}

func (r *Rules) checkAdmission(c *ruleChecker) {
	c.between("admission", len(r.Admission), 1, maxListed)
	next := 0
	for i, t := range r.Admission {
		at := fmt.Sprintf("admission[%d].", i)
		c.need(t.From == next, at+"from", t.From,
			fmt.Sprintf("%d: tiers follow each other from 0 without gaps", next))
		if last := i == len(r.Admission)-1; last {
			c.need(t.To == 0 && t.From > 0, at+"to", t.To, "nothing in the last tier of several, which has no limit")
		} else {
			c.need(t.To >= t.From, at+"to", t.To, fmt.Sprintf("at least %d, or nothing in the last tier", t.From))
		}
		c.between(at+"first", t.First, 0, maxMoney)
		c.between(at+"prize", t.Prize, 0, maxMoney)
		if len(t.Stages) == 0 {
			c.oneOf(at+"outcome", t.Outcome, Wins, CarriedOver)
			c.need(t.Outcome != Wins || t.From == 1 && t.To == 1, at+"outcome", t.Outcome,
				"stages, unless there is exactly one entry")
		}
		for k, name := range t.Stages {
			known := slices.ContainsFunc(r.Stages, func(s Stage) bool { return s.Name == name })
			c.need(known, fmt.Sprintf("%sstages[%d]", at, k), name, "the name of a stage")
		}
		next = t.To + 1
	}
}

func (r *Rules) checkJudging(c *ruleChecker) {
	j := r.Judging
	c.oneOf("judging.format", j.Format, Points, Choice, Ranks)
	ways := []string{Semifinal, Ranks}
	switch {
	case j.Format == Ranks:
		ways = []string{Semifinal, Totals}
	case j.Ranking == "none":
		ways = []string{Semifinal}
	}
	if j.Format == Points {
		ways = append(ways, Points)
		c.between("judging.points", j.Points, 1, maxMoney)
		c.need(2*j.Least > j.Points && j.Least <= j.Points, "judging.least", j.Least,
			fmt.Sprintf("more than half of %d points and at most all", j.Points))
	}
	c.oneOf("judging.ranking", j.Ranking, "none", "met", "entries")
	c.need(j.Format != Ranks || j.Ranking != "none", "judging.ranking", j.Ranking,
		"met or entries, as ranks decide")
	c.oneOf("judging.ties_for", j.TiesFor, "all", "first")
	c.oneOf("judging.tied_prizes", j.TiedPrizes, "split", "open")
	for i, way := range j.Ties {
		at := fmt.Sprintf("judging.ties[%d]", i)
		c.oneOf(at, way, ways...)
		c.need(!slices.Contains(j.Ties[:i], way), at, way, "each way to break ties once")
	}
}

func (r *Rules) checkPrizes(c *ruleChecker) {
	for i, p := range r.Prizes {
		at := fmt.Sprintf("prize[%d].", i)
		c.need(p.Place == i+1, at+"place", p.Place, fmt.Sprint(i+1, ": places in order"))
		c.between(at+"amount", p.Amount, 0, maxMoney)
	}
	s := r.Silver
	c.between("silver.amount", s.Amount, 0, maxMoney)
	c.share("silver.judges", s.Judges)
	c.share("silver.confederates", s.Confederates)
	c.oneOf("silver.for", s.For, "winner", "any")
}
