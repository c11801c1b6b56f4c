package wsc

import "testing"

func TestClusters(t *testing.T) {
	problems := []Problem{
		{Before: "I put the plate on the shelf and", Pronoun: "it", After: "broke.",
			Candidates: []string{"the plate", "the shelf"}},
		{Before: "I put the heavy box on the shelf and", Pronoun: "it", After: "broke.",
			Candidates: []string{"the heavy box", "the shelf"}},
		{Before: "I put the heavy box on the shelf and", Pronoun: "it", After: "was empty.",
			Candidates: []string{"the heavy box", "the shelf"}},
		{Before: "The cat saw the dog before", Pronoun: "it", After: "barked.",
			Candidates: []string{"the cat", "the dog"}},
		{Before: "The cat saw the owl before", Pronoun: "she", After: "barked.",
			Candidates: []string{"the cat", "the owl"}},
	}
	equal(t, Runs(problems), [][]int{{0}, {1, 2}, {3}, {4}})
	equal(t, Clusters(problems), [][]int{{0, 1, 2}, {3}, {4}})
	equal(t, Clusters(nil), [][]int(nil))
}
