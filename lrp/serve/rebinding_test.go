package serve

import (
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
)

// TestOtherSitesInABrowser has pages of another site, one of them after DNS rebinding, ask for what
// the server knows, in a real browser. Explanations have texts of the training set.
func TestOtherSitesInABrowser(t *testing.T) {
	h := newService(exam(t, newGate()), quiet(Options{ShowKey: true, Hosts: []string{}}))
	const record = `{"responses":["rain","in a way"]}`
	pagetest.Attack(t, h, nil,
		pagetest.Ask{Method: "GET", Path: "/"}, pagetest.Ask{Method: "GET", Path: "/model"},
		pagetest.Ask{Method: "GET", Path: "/openapi.json"},
		pagetest.Ask{Method: "POST", Path: "/explain", Type: typeJSON, Body: record},
		pagetest.Ask{Method: "POST", Path: "/predict", Type: typeLines, Body: record + "\n"},
		pagetest.Ask{Method: "POST", Path: "/table", Type: "text/csv", Body: "id,q1,q2\na,b,c\n"},
		pagetest.Ask{Method: "POST", Path: "/", Type: "application/x-www-form-urlencoded",
			Body: "response=rain&response=so"},
	).Check(t)
}
