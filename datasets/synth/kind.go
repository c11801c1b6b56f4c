package synth

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// MostRespondents is how many respondents a specification such as "synthetic-civics:1000" may ask for.
const MostRespondents = 1_000_000

// defaultSeed is that of a specification without one.
const defaultSeed = SampleSeed

// Formats returns the formats of generated data sets, synthetic-civics and
// synthetic-networks.
func Formats() []datasets.Format {
	return []datasets.Format{
		format("synthetic-civics",
			"synthetic: N respondents to the 10 questions of sample-powergrading",
			Civics, Panel, 1),
		format("synthetic-networks",
			"synthetic: N respondents to the 12 questions of sample-mohler",
			Networks, Graders, 5),
	}
}

// format returns the format NAME:N[:SEED] of an exam that the judges grade from 0 to
// highest.
func format(name, description string, exam func() *Exam, judges func() []Judge, highest int) datasets.Format {
	return datasets.Format{Name: name, Argument: "N[:SEED]", Description: description, Synthetic: true,
		Open: func(size string, opts datasets.Options) ([]*datasets.Dataset, error) {
			n, seed, msg := parseSize(size)
			if msg != "" {
				return nil, &datasets.UsageError{Msg: msg}
			}
			d := Generate(exam(), n, seed).rated(judges(), highest, opts.Rating)
			d.Name = name
			if !opts.Raw {
				repair(d)
			}
			return []*datasets.Dataset{d}, nil
		}}
}

// parseSize reads N[:SEED], or says what is wrong with it.
func parseSize(size string) (n int, seed uint64, msg string) {
	number, after, hasSeed := strings.Cut(size, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > MostRespondents {
		return 0, 0, fmt.Sprintf("found %.60q, expected how many respondents, a whole number from 1 to %d", number, MostRespondents)
	}
	if !hasSeed {
		return n, defaultSeed, ""
	}
	seed, err = strconv.ParseUint(after, 10, 64)
	if err != nil {
		return 0, 0, fmt.Sprintf("found %.60q, expected a seed, a whole number from 0 to %d", after, uint64(math.MaxUint64))
	}
	return n, seed, ""
}

// rated is the data set with ratings by the rule.
func (p *Population) rated(judges []Judge, highest int, rule datasets.RatingRule) *datasets.Dataset {
	if rule != datasets.Fraction {
		return p.Dataset(judges, highest)
	}
	d, most := p.graded(judges, highest)
	d.RatingNote = fmt.Sprintf("sum of the grades of %d simulated judges, divided by the highest attainable, %v", len(judges), most)
	for i := range d.Respondents {
		d.Respondents[i].Rating /= most
	}
	return d
}

// repair undoes what the exams have done to texts so that they look like published ones.
func repair(d *datasets.Dataset) {
	for i := range d.Questions {
		q := &d.Questions[i]
		q.Text = datasets.RepairText(q.Text)
		for j := range q.Key {
			q.Key[j] = datasets.RepairText(q.Key[j])
		}
	}
	each(len(d.Respondents), func(i int) {
		for j, text := range d.Respondents[i].Responses {
			d.Respondents[i].Responses[j] = datasets.RepairResponse(text)
		}
	})
}
