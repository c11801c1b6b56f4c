package winograd

import (
	"strings"
	"testing"
)

// round makes a round of 100 problems from teams and their right answers.
func round(of int, scores ...any) Round {
	var r Round
	for i := 0; i < len(scores); i += 2 {
		r.Teams = append(r.Teams, Grade{Team: scores[i].(string), Share: share(scores[i+1].(int), of)})
	}
	return r
}

func TestPrizes(t *testing.T) {
	for name, c := range map[string]struct {
		first  Round
		second []any
		want   []Prize
	}{
		"nobody above 65 %": {round(60, "a", 39, "b", 0), nil, []Prize{}},
		"one":               {round(60, "a", 40, "b", 39), nil, []Prize{{"first", "a", 1000, 1}}},
		"four": {round(100, "a", 66, "b", 69, "c", 68, "d", 67), nil, []Prize{
			{"first", "b", 1000, 1}, {"second", "c", 750, 1}, {"third", "d", 500, 1}}},
		"tied first": {round(100, "a", 70, "b", 70, "c", 68, "d", 67), nil, []Prize{
			{"first", "a", 875, 2}, {"first", "b", 875, 2}, {"third", "c", 500, 1}}},
		"tied third": {round(100, "a", 80, "b", 70, "c", 68, "d", 68), nil, []Prize{
			{"first", "a", 1000, 1}, {"second", "b", 750, 1}, {"third", "c", 250, 2}, {"third", "d",
				250, 2}}},
		"all tied": {round(100, "a", 70, "b", 70, "c", 70, "d", 70, "e", 70), nil, []Prize{
			{"first", "a", 450, 5}, {"first", "b", 450, 5}, {"first", "c", 450, 5}, {"first", "d", 450, 5},
			{"first", "e", 450, 5}}},
		"tied second above a third": {round(100, "a", 80, "b", 70, "c", 70), nil, []Prize{
			{"first", "a", 1000, 1}, {"second", "b", 625, 2}, {"second", "c", 625, 2}}},
		"nobody with 90 % in the second": {round(60, "a", 54), []any{"a", 53}, []Prize{
			{"first", "a", 1000, 1}}},
		"90 % in both": {round(60, "a", 54), []any{"a", 54}, []Prize{
			{"grand", "a", 25000, 1}, {"first", "a", 1000, 1}}},
		"not qualified": {round(60, "a", 53), []any{"a", 60, "b", 60}, []Prize{
			{"first", "a", 1000, 1}}},
		"by the second round": {round(60, "a", 60, "b", 54), []any{"a", 55, "b", 56}, []Prize{
			{"grand", "b", 25000, 1}, {"first", "a", 1000, 1}, {"second", "b", 750, 1}}},
		"by the first round": {round(60, "a", 55, "b", 56), []any{"a", 56, "b", 56}, []Prize{
			{"grand", "b", 25000, 1}, {"first", "b", 1000, 1}, {"second", "a", 750, 1}}},
		"split": {round(60, "a", 56, "b", 56), []any{"b", 56, "a", 56}, []Prize{
			{"grand", "b", 12500, 2}, {"grand", "a", 12500, 2}, {"first", "a", 875, 2}, {"first",
				"b", 875, 2}}},
	} {
		var second *Round
		if c.second != nil {
			r := round(60, c.second...)
			second = &r
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			equal(t, Prizes(c.first, second), c.want)
		})
	}
}
