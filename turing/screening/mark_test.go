package screening

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// TestMarks marks answers as people and programs give them.
func TestMarks(t *testing.T) {
	use := func(name string) Question {
		i := slices.IndexFunc(world.Things(), func(t world.Thing) bool { return t.Name == name })
		return Question{Text: "What would I use a " + name + " for?", Key: world.Things()[i].Use}
	}
	pick := Question{
		Text:   "Which is larger, a grape or a grapefruit?",
		Key:    []string{"grapefruit"},
		Reject: []string{"grape"},
	}
	oldest := Question{
		Text:   "John is older than Mary, and Mary is older than Sarah. Which of them is the oldest?",
		Key:    []string{"John"},
		Reject: []string{"Mary", "Sarah"},
	}
	game := Question{
		Text:   "Do you know what game Harry likes to play?",
		Key:    []string{"tennis"},
		Reject: []string{"golf"},
		About:  "I have a friend named Harry who likes to play tennis.",
	}
	legs := Question{Text: "How many legs does a spider have?", Key: []string{"8"}}
	yesterday := Question{Text: "What day of the week was yesterday?", Clock: "yesterday"}
	clock := func(kind string) Question { return Question{Text: "…", Clock: kind} }
	for _, c := range []struct {
		question Question
		answer   string
		want     Verdict
	}{
		{use("hammer"), "You hit nails with it.", Right},
		{use("hammer"), "pounding in nails", Right},
		{use("hammer"), "To build a house.", Right},
		{use("hammer"), "not for hitting nails", Wrong},
		{use("hammer"), "I don't know", Wrong},
		{use("hammer"), "I don't know, hitting nails?", Partly},
		{use("hammer"), "For eating soup", Wrong},
		{use("hammer"), "What would I use a hammer for?", Wrong},
		{use("hammer"), "cut dig sew eat write sleep hit wash sweep cook drive read", Wrong},
		{use("taxi"), "A taxi takes you to the airport, for money.", Right},
		{use("taxi"), "to ride around the city when I have no car of my own", Right},

		{pick, "A grapefruit.", Right},
		{pick, "the grapefruit is", Right},
		{pick, "A grapefruit is much larger than a grape.", Right},
		{pick, "A grape is smaller than a grapefruit", Right},
		{pick, "A grape is larger than a grapefruit", Wrong},
		{pick, "the grapefruit, not the grape", Right},
		{pick, "the grape, not the grapefruit", Wrong},
		{pick, "grapefruit, unless it is a giant grape", Right},
		{pick, "grape, grapefruit", Wrong},
		{pick, "a grape or a grapefruit", Wrong},
		{pick, "grapefruit or grape", Wrong},
		{pick, "the second one", Right},
		{pick, "The first.", Wrong},
		{pick, "The second one?", Partly},
		{pick, "a grapefruit?", Partly},
		{pick, "a grape is smaller", Right},
		{pick, "a grapefruit is smaller", Wrong},
		{pick, "a grapefruit is bigger", Right},
		{pick, "not the grape", Partly},
		{pick, "not the grapefruit", Wrong},
		{pick, "both", Wrong},
		{pick, "They are equal", Wrong},
		{pick, "Grapes and grapefruits are fruit, so the grapefruit", Right},
		{pick, "a plane", Wrong},

		{oldest, "John", Right},
		{oldest, "john!!", Right},
		{oldest, "John is the oldest, then Mary, then Sarah.", Right},
		{oldest, "John is older than Mary and Mary is older than Sarah, so John.", Right},
		{oldest, "Sarah is the oldest, John is not.", Wrong},
		{oldest, "John is older than Mary, and Mary is older than Sarah.", Wrong},
		{oldest, "John Mary Sarah", Wrong},
		{oldest, "Mary", Wrong},

		{game, "Tennis.", Right},
		{game, "He plays tennis, you said.", Right},
		{game, "You have a friend named Harry who likes to play golf", Wrong},
		{game, "I have a friend named Harry who likes to play tennis.", Partly},
		{game, "Tennis or golf.", Wrong},
		{game, "not tennis", Wrong},
		{game, "Yes.", Wrong},

		{legs, "8", Right},
		{legs, "Eight, I believe.", Right},
		{legs, "It has 8 legs.", Right},
		{legs, "8 legs on one spider", Right},
		{legs, "6 or 8", Partly},
		{legs, "1 2 3 4 5 6 7 8", Wrong},
		{legs, "six", Wrong},
		{legs, "many", Wrong},

		{clock("time"), "10:40", Right},
		{clock("time"), "It's twenty to eleven.", Right},
		{clock("time"), "10:43 am", Right},
		{clock("time"), "10.30", Partly},
		{clock("time"), "10:40 pm", Wrong},
		{clock("time"), "9:30", Wrong},
		{clock("time"), "1:00 2:00 10:40", Wrong},
		{clock("time"), "10:40 or 11:40", Partly},
		{clock("time"), "Time for lunch", Wrong},
		{clock("round"), "3", Right},
		{clock("round"), "the third", Right},
		{clock("round"), "Round three of six", Right},
		{clock("round"), "round 3/6", Right},
		{clock("round"), "2nd", Wrong},
		{clock("part"), "morning", Right},
		{clock("part"), "It's morning, not noon.", Right},
		{clock("part"), "morning, noon, or night", Wrong},
		{clock("part"), "noon", Wrong},
		{clock("day"), "Saturday", Right},
		{clock("day"), "sat", Right},
		{clock("day"), "Sunday", Wrong},
		{clock("date"), "October 23", Right},
		{clock("date"), "the 23rd of October, 2010", Right},
		{clock("date"), "10/23/2010", Right},
		{clock("date"), "2010-10-23", Right},
		{clock("date"), "23.10.10", Right},
		{clock("date"), "October", Partly},
		{clock("date"), "October 24", Wrong},
		{clock("date"), "11/23/2010", Wrong},
		{clock("month"), "october", Right},
		{clock("year"), "2010", Right},
		{clock("left"), "20 minutes", Right},
		{clock("left"), "Twenty.", Right},
		{clock("left"), "a third of an hour", Wrong}, // a person overrules it
		{clock("left"), "half an hour", Partly},
		{clock("left"), "an hour", Wrong},
		{clock("length"), "three hours", Right},
		{clock("length"), "3", Right},
		{clock("length"), "180 minutes", Right},
		{clock("rounds-left"), "three more", Right},
		{clock("next-round"), "at eleven", Right},
		{clock("since-start"), "an hour and ten minutes ago", Right},
		{clock("until-end"), "110 minutes", Right},
		{clock("end"), "half past twelve", Right},
		{clock("tomorrow"), "Sunday", Right},
		{yesterday, "Yesterday was Friday, today is Saturday.", Right},
		{yesterday, "Yesterday was Saturday, today is Friday.", Wrong},
		{clock("until-end"), "1h50", Right},
	} {
		m := Score(c.question, Facts2010(time.UTC), c.answer, inRoundThree, DefaultScale())
		if m.Verdict != c.want || m.Why == "" {
			t.Errorf(
				"%s %s %q is %s, want %s: %s",
				c.question.Clock,
				c.question.Text,
				c.answer,
				m.Verdict,
				c.want,
				m.Why,
			)
		}
	}
}

// TestMarksOfAPerson marks answers that were written by hand as people chat. The half point is for
// "just under two hours", which is 10 minutes off.
func TestMarksOfAPerson(t *testing.T) {
	in, err := os.Open("testdata/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	q, err := Read(in, in.Name())
	if err != nil {
		t.Fatal(err)
	}
	answers, err := os.Open("testdata/person.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer answers.Close()
	s, err := ReadSheet(answers, answers.Name(), q)
	if err != nil {
		t.Fatal(err)
	}
	if points, of := s.Points(); points != 31.5 || of != 32 || !s.Person {
		t.Errorf("%v of %v points, want 31.5 of 32", points, of)
	}
	for _, r := range s.Rows {
		if r.Mark.Verdict != Right {
			t.Logf("%q is %s: %s", r.Answer.Text, r.Mark.Verdict, r.Mark.Why)
		}
	}
}

// TestOutsideOfTheContest asks for the round when there is none.
func TestOutsideOfTheContest(t *testing.T) {
	f := Facts2010(time.UTC)
	for at, answer := range map[time.Duration]string{
		-time.Hour:      "It has not started yet.",
		100 * time.Hour: "The contest is over.",
	} {
		for _, kind := range []string{"round", "left", "next-round", "rounds-left"} {
			q := Question{Text: "…", Clock: kind}
			if m := Score(q, f, answer, f.Start.Add(at), DefaultScale()); m.Verdict != Right {
				t.Errorf("%s at %v: %q is %s: %s", kind, at, answer, m.Verdict, m.Why)
			}
			if m := Score(q, f, "round 3, 20 minutes", f.Start.Add(at), DefaultScale()); m.Verdict != Wrong {
				t.Errorf("%s at %v: round 3 is %s: %s", kind, at, m.Verdict, m.Why)
			}
		}
	}
}

// TestBordersOfRounds allows the clock to be two minutes off.
func TestBordersOfRounds(t *testing.T) {
	f := Facts2010(time.UTC)
	q := Question{Text: "What round is this?", Clock: "round"}
	for minute, want := range map[int]string{29: "1 2", 31: "1 2", 33: "2", 26: "1"} {
		e, err := q.expects(f, f.Start.Add(time.Duration(minute)*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		key := e.key()
		slices.Sort(key)
		if got := strings.Join(key, " "); got != want {
			t.Errorf("after %d minutes the rounds are %s, want %s", minute, got, want)
		}
	}
}

func TestScale(t *testing.T) {
	q := Question{Text: "…", Key: []string{"8"}, Points: 4}
	s := Scale{Right: 1, Partly: 0.25, Wrong: -0.5}
	for answer, want := range map[string]float64{"8": 4, "6 or 8": 1, "6": -2} {
		if m := Score(q, Facts{}, answer, time.Time{}, s); m.Points != want || m.Of != 4 {
			t.Errorf("%q gets %v of %v, want %v of 4", answer, m.Points, m.Of, want)
		}
	}
	if m := Score(Question{Text: "…"}, Facts{}, "x", time.Time{}, s); m.Verdict != Wrong ||
		!strings.Contains(m.Why, "no key") {
		t.Errorf("a question without a key: %v", m)
	}
}

// TestStuffing replies with the words that are most often right, as many as fit into a reply. No
// number of them pays.
func TestStuffing(t *testing.T) {
	suite.Slow(t, "tries many answers")
	questions := manyQuestions(t)
	counts := map[string]int{}
	for _, q := range questions {
		for _, k := range q.Key {
			counts[k]++
		}
	}
	var words []string
	for w := range counts {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for _, n := range []int{1, 3, 5, 8, 12, 20, 40, 80} {
		points := 0.0
		answer := strings.Join(words[:n], " ")
		for _, q := range questions {
			points += Score(q, Facts2010(time.UTC), answer, inRoundThree, DefaultScale()).Points
		}
		share := points / float64(len(questions))
		t.Logf(
			"%2d words: %.3f of the points (%s …)",
			n,
			share,
			strings.Join(words[:min(n, 8)], " "),
		)
		if share > 0.08 {
			t.Errorf("%d words get %.3f of the points", n, share)
		}
	}
}
