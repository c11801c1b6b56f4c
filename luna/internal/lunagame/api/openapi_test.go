package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx/openapitest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/wire"
)

// described is a site whose answers are held against its description.
type described struct {
	*site
	*openapitest.Document
}

func newDescribed(t *testing.T) *described {
	t.Helper()
	s := newSite(t, guard.Limits{}, jsonapi.OpenMachines)
	s.open(jsonapi.Options{Machines: jsonapi.OpenMachines, OpenAPI: [][]byte{api.OpenAPI},
		Forgot: func(string, string) error { return nil }}, api.Routes(s.referee))
	d := suite.Must(openapitest.Parse([]byte(s.send("", "GET", "/openapi.json", "", "", nil).body)))(t)
	return &described{s, d}
}

// send makes a request of a described operation and checks body and answer against it.
func (d *described) send(token, method, path string, body any, status int) answer {
	d.t.Helper()
	route := path
	for id := range strings.SplitSeq(path, "/") {
		if len(id) > 20 { // of a game
			route = strings.Replace(path, id, "{game}", 1)
		}
	}
	o := d.Paths[route][strings.ToLower(method)]
	if o == nil {
		d.t.Fatalf("%s %s is not described", method, route)
	}
	if body != nil {
		var sent any
		text, err := json.Marshal(body)
		if err == nil {
			err = json.Unmarshal(text, &sent)
		}
		if err == nil && status == 200 {
			err = d.Check(path, o.RequestBody.Content["application/json"].Schema, sent)
		}
		if err != nil {
			d.t.Error(err)
		}
	}
	a := d.json(token, method, path, body)
	if a.status != status {
		d.t.Errorf("%s %s: %v, expected %d", method, path, a, status)
	}
	if err := o.Answer(d.Document, a.status, a.header.Get("Content-Type"), []byte(a.body)); err != nil {
		d.t.Error(err)
	}
	return a
}

type object = map[string]any

// move has two players play, wait for each other afterwards, and the second one moved to the first
// one's game when the game ends in which they are opponents.
func (d *described) move(first, second string) {
	d.t.Helper()
	questions := object{"questions": texts("x", "question")}
	enter := func(token string) string {
		return "/home/" + read[object](d.t, d.send(token, "POST", "/home", questions, 200))["_id"].(string)
	}
	enter(first)
	both := enter(second)
	enter(first)
	waiting := enter(second)
	d.send(first, "GET", both+"/deactivate", nil, 200)
	for range 1000 {
		if _, moved := read[object](d.t, d.send(second, "GET", waiting, nil, 200))["moved"]; moved {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	d.t.Error("nobody was moved")
}

// The description has exactly the routes. Answers of a whole game match it, refusals too, and every
// field in it occurs in an answer.
func TestOpenAPI(t *testing.T) {
	d := newDescribed(t)
	list, problems := d.Operations()
	for _, p := range problems {
		t.Error(p)
	}
	served := d.handler.(*jsonapi.API).Routes()
	slices.Sort(served)
	if !slices.Equal(list, served) {
		t.Errorf("described %q\nserved %q", list, served)
	}

	tokens := make(map[string]string)
	for _, name := range []string{"ann", "bob"} {
		who := object{"username": name, "password": "correct horse", "consent": true, "email": ""}
		tokens[name] = read[wire.Token](t, d.send("", "POST", "/register", who, 200)).Token
		d.send("", "POST", "/login", object{"username": name, "password": "correct horse"}, 200)
	}
	d.send("", "POST", "/register", object{"username": "ann", "password": "correct horse"}, 409)
	d.send("", "POST", "/login", object{"username": "ann", "password": "wrong horse"}, 401)
	d.send("", "POST", "/registerMachine", object{"username": "watson"}, 200)
	guest := read[wire.Token](t, d.send("", "GET", "/registerGuest", nil, 200)).Token
	eve := object{"username": "eve", "password": "correct horse"}
	guest = read[wire.Token](t, d.send(guest, "POST", "/saveGuest", eve, 200)).Token

	ann, bob := tokens["ann"], tokens["bob"]
	for range 2 { // the second game shows ratings before it
		questions := object{"questions": texts("ann", "question")}
		game := read[object](t, d.send(ann, "POST", "/home", questions, 200))["_id"].(string)
		home := "/home/" + game
		d.send(bob, "POST", "/home", questions, 200)
		d.send(ann, "POST", home+"/interview", questions, 409)
		for _, token := range []string{ann, bob} {
			d.send(token, "POST", home+"/response", object{"responses": texts("x", "response")}, 200)
			d.send(token, "GET", home, nil, 200)
		}
		v := d.view(d.json(ann, "GET", home, nil))
		grades := []object{{"rid": v.OpResponses[0].ID, "grade": 50}}
		d.send(ann, "PUT", "/home/responseGrades", grades, 200)
		d.send(ann, "POST", home+"/guess", object{"guess": 150}, 400)
		d.send(ann, "POST", home+"/guess", object{"guess": 40}, 200)
		d.send(bob, "POST", home+"/guess", object{"guess": 60.5}, 200)
		d.send(bob, "GET", home+"/deactivate", nil, 200)
	}
	d.move(ann, bob)
	d.send(ann, "GET", "/home", nil, 200)
	d.send(guest, "GET", "/home/"+strings.Repeat("x", 26), nil, 404)
	d.send("", "GET", "/home", nil, 401)
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"DELETE", "/notifs", nil}, {"GET", "/oldquestions", nil}, {"GET", "/profile", nil},
		{"POST", "/profile/initial", object{"initial": "X"}},
		{"POST", "/profile/color", object{"color": "#123456"}},
		{"GET", "/profile/consent", nil}, {"POST", "/profile/consent", object{"consent": true}},
		{"GET", "/profile/email", nil}, {"POST", "/profile/email", object{"email": ""}},
		{"POST", "/forgot", object{"username": "ann"}}, {"POST", "/logout", object{}},
		{"GET", "/livez", nil}, {"GET", "/readyz", nil}, {"GET", "/healthz", nil},
		{"GET", "/openapi.json", nil},
	} {
		d.send(ann, c.method, c.path, c.body, http.StatusOK)
	}
	d.send(ann, "GET", "/home", nil, 401)
	account := suite.Must(d.accounts.Named(t.Context(), "ann"))(t)
	reset := object{"token": suite.Must(d.accounts.ResetToken(account, time.Hour))(t),
		"password": "battery staple"}
	ann = read[wire.Token](t, d.send("", "POST", "/reset", reset, 200)).Token
	d.send("", "POST", "/reset", reset, 403)
	d.send(bob, "POST", "/profile/delete", object{"password": "wrong horse"}, 401)
	d.send(bob, "POST", "/profile/delete", object{"password": "correct horse", "texts": true}, 200)
	d.send(bob, "GET", "/profile", nil, 401)
	eveID := suite.Must(d.accounts.Named(t.Context(), "eve"))(t).ID
	suite.Must(d.accounts.Suspend(t.Context(), eveID, "rude"))(t)
	d.send(guest, "GET", "/home", nil, 403)
	d.referee.Close()
	d.send(ann, "POST", "/home", object{"questions": texts("ann", "question")}, 503)
	missing := slices.DeleteFunc(d.Unseen(), func(p string) bool {
		return p == "Message.request_id" // which the site adds, see its tests
	})
	if len(missing) > 0 {
		t.Errorf("described but in no answer: %q", missing)
	}
}
