package desk

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/suite"
)

// noted is a contest that takes what judges give, until it is full.
type noted struct {
	given []Given
	votes []Vote
	full  bool
}

func (n *noted) Given(string) []Given { return n.given }

func (n *noted) Ranked(judge string) (terminals []string) {
	for _, v := range n.votes {
		if v.Judge == judge && len(v.Ranks) > 0 {
			terminals = v.Ranks
		}
	}
	return terminals
}

func (n *noted) Accept(v Vote) error {
	if n.full {
		return errors.New("it could not be stored")
	}
	n.votes = append(n.votes, v)
	return nil
}

// open serves a judge and a confederate, and returns how to send a form to a page of the judge, or
// to get it with nil.
func open(t *testing.T, o Options, n *noted) (*Desk, func(path string, form url.Values) (int, string)) {
	t.Helper()
	o.Say, o.People, o.Speed = func(string, ...any) {}, []Person{{"J1", "Bob"}, {"C1", "Ann"}}, 1
	d, secrets := New(o, n), make(map[string]string)
	t.Cleanup(d.Close)
	suite.OK(t, d.Open(secrets, []string{"C1"}))
	return d, func(path string, form url.Values) (int, string) {
		t.Helper()
		address := d.url + path + secrets["J1"]
		if path == "/control/" {
			address = d.url + path + secrets[controlKey]
		}
		r, err := http.Get(address)
		if form != nil {
			r.Body.Close()
			r, err = http.PostForm(address, form)
		}
		suite.OK(t, err)
		defer r.Body.Close()
		return r.StatusCode, string(suite.Must(io.ReadAll(r.Body))(t))
	}
}

// TestConsent checks that those who agree see what they have missed, and nobody anything before.
func TestConsent(t *testing.T) {
	d, judge := open(t, Options{Name: "Contest", Consent: "It is published."}, &noted{})
	d.Tell("J1", "Your round is over.")
	_, page := judge("/", nil)
	suite.Has(t, "the page before", page, "Please read what this is about first.")
	suite.Equal(t, "who agrees", len(d.Agreed()), 1)
	_, page = judge("/consent/", nil)
	suite.Has(t, "the consent", page, "It is published.", "I agree and take part")
	_, page = judge("/consent/", url.Values{})
	suite.Has(t, "the page afterwards", page, "Your round is over.")
	suite.Equal(t, "who agrees", slices.Equal(d.Agreed(), []string{"C1", "J1"}), true)
}

// TestForms checks that ranks and corrections are taken as they are, or refused in words.
func TestForms(t *testing.T) {
	n := &noted{}
	d, judge := open(t, Options{Name: "Contest", Ranked: true}, n)
	ask := func(path string, want int, words string, fields ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		status, page := judge(path, form)
		suite.Equal(t, "status", status, want)
		suite.Has(t, "the page", page, words)
	}
	ask("/form/", 409, "Ranks are not asked for now", "f1", "1")
	d.AskRanks("J1", []Talk{{1, map[keylog.Side][]keylog.Turn{keylog.Left: nil, keylog.Right: nil}}})
	ask("/form/", 422, "whole number from 1 to 2", "f1", "1", "f2", "3")
	ask("/form/", 422, "The rank 2 is there twice", "f1", "2", "f2", "2")
	ask("/form/", 200, "Thank you", "f1", "2", "f2", "1")
	suite.Equal(t, "ranks", slices.Equal(n.Ranked("J1"), []string{"1-right", "1-left"}), true)
	ask("/form/", 409, "these ranks were not taken", "f1", "1", "f2", "2")
	n.full = true
	ask("/form/", 422, "it could not be stored", "f1", "1", "f2", "2", "given", "1-right,1-left")
	n.full = false
	n.given = []Given{{Vote: Vote{Stage: "Study", Round: 1, Judge: "J1", Is: session.Human, Left: -1, Own: true},
		Asked: session.Details{Confidence: true}, Question: session.Single}}
	ask("/verdicts/", 422, "cannot be corrected any more", "stage", "Study", "round", "2")
	ask("/verdicts/", 422, "how sure you are", "stage", "Study", "round", "1", "is", session.Machine)
	ask("/verdicts/", 200, "Your correction is noted", "stage", "Study", "round", "1", "is", session.Machine,
		"confidence", "70")
	if v := n.votes[len(n.votes)-1]; v.Is != session.Machine || *v.Confidence != 70 || !v.Own {
		t.Errorf("the correction became %+v", v)
	}
	ask("/control/", 422, "Give a reason", "action", Annul)
}
