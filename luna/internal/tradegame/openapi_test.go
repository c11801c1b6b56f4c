package tradegame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/httpx/openapitest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame"
	"github.com/luna-rating/luna/luna/internal/tradegame/api"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// described is a site whose answers are held against its description.
type described struct {
	*world
	*openapitest.Document
	game string
}

// ask makes a request of a described operation and checks the answer.
func (d *described) ask(name, method, path, body string, status int) string {
	d.t.Helper()
	route, _, _ := strings.Cut("/trade/api"+path, "?")
	if d.game != "" {
		route = strings.Replace(route, d.game, "{game}", 1)
	}
	o := d.Paths[route][strings.ToLower(method)]
	if o == nil {
		d.t.Fatalf("%s %s is not described", method, route)
	}
	code, text := d.send(name, method, "/trade/api"+path, body, nil)
	text = text[strings.IndexByte(text, '{'):]
	if code != status {
		d.t.Errorf("%s %s: found status %d, expected %d: %s", method, path, code, status, text)
	}
	suite.OK(d.t, o.Answer(d.Document, code, "application/json", []byte(text)))
	return text
}

// TestOpenAPI plays a game by programs. The description has exactly the routes, all answers match
// it, refusals too, and every field in it occurs in an answer.
func TestOpenAPI(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &described{world: newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "fixed", Responder: responder.Fixed("ok")}},
			Settings: trade.Settings{Seconds: 600}, Patience: time.Second,
		}, "ann", "bob", "tom", "eve")}
		robot := suite.Must(d.Accounts().RegisterMachine(t.Context(), "test",
			accounts.Credentials{Username: "robot", Consent: true}))(t)
		token := suite.Must(d.Accounts().Token(robot))(t)
		d.players["robot"] = player{id: robot.ID, name: "robot", token: token}
		_, text := d.send("", "GET", "/openapi.json", "", nil)
		d.Document = suite.Must(openapitest.Parse([]byte(text[strings.IndexByte(text, '{'):])))(t)
		d.routes()
		d.play()
		for _, p := range d.Unseen() {
			if strings.HasPrefix(p, "Trade") {
				t.Errorf("described but in no answer: %s", p)
			}
		}
	})
}

// routes compares the paths with those that are served.
func (d *described) routes() {
	list, problems := d.Operations()
	for _, p := range problems {
		d.t.Error(p)
	}
	list = slices.DeleteFunc(list, func(p string) bool { return !strings.Contains(p, "/trade/") })
	var served []string
	for _, r := range api.Routes(nil) {
		served = append(served, r.Method+" "+r.Path)
	}
	slices.Sort(served)
	if !slices.Equal(list, served) {
		d.t.Errorf("described %q\nserved %q", list, served)
	}
	if d.Paths["/login"] == nil || d.Paths["/home"] != nil {
		d.t.Error("expected the endpoints of accounts, and none of the Luna Game")
	}
}

func (d *described) play() {
	d.ask("", "GET", "/lobby", "", 401)
	d.ask("eve", "POST", "/enter", `{"role":"king"}`, 400)
	d.ask("eve", "POST", "/enter", `{"role":5}`, 400)
	d.ask("robot", "POST", "/enter", `{"role":"target"}`, 403)
	d.ask("robot", "POST", "/enter", `{}`, 403) // it agreed to something else when it registered
	d.ask("eve", "POST", "/consent", `{}`, 400)
	d.ask("eve", "POST", "/consent", `{"consent":true}`, 200)
	d.ask("eve", "POST", "/enter", `{}`, 200)
	d.ask("eve", "POST", "/consent", `{"consent":false}`, 200) // which ends the waiting
	d.ask("eve", "POST", "/enter", `{}`, 403)
	d.ask("eve", "POST", "/enter", `{"consent":true}`, 200)
	d.ask("eve", "POST", "/enter", `{"role":"target"}`, 409)
	d.ask("eve", "POST", "/withdraw", "", 200)
	for _, name := range []string{"ann", "bob", "robot"} {
		d.ask(name, "POST", "/enter", `{"role":"bettor","consent":true}`, 200)
		if name == "ann" {
			d.ask("tom", "POST", "/enter", `{"role":"target","consent":true}`, 200)
		}
	}
	time.Sleep(10 * time.Second)
	d.ask("ann", "GET", "/lobby", "", 200)
	_, lobby := d.call("ann", "GET", "/lobby", nil)
	game := fmt.Sprint("/games/", lobby["game"])
	d.game = fmt.Sprint(lobby["game"])
	key := 0
	act := func(name, action string, status int) {
		d.t.Helper()
		key++
		d.ask(name, "POST", game+"/act", fmt.Sprintf(`{"key":"%d",%s}`, key, action), status)
	}
	d.ask("ann", "GET", game+"/messages?after=0", "", 200)
	act("ann", `"type":"question","text":"one"`, 200)
	act("ann", `"type":"question","text":"two"`, 200)
	act("bob", `"type":"bet","side":"human"`, 200)
	act("bob", `"type":"bet","side":"nobody"`, 400)
	act("bob", `"type":"answer","number":1`, 403)
	act("eve", `"type":"done"`, 404)
	d.ask("ann", "GET", game, "", 200)
	_, lobby = d.call("tom", "GET", "/lobby", nil)
	if lobby["game"] != nil {
		act("tom", `"type":"answer","number":1,"text":"ok"`, 200)
		act("tom", `"type":"answer","number":1,"text":"ok"`, 409)
	}
	time.Sleep(3 * time.Minute)
	act("bob", `"type":"leave"`, 200)
	act("ann", `"type":"done"`, 200)
	d.ask("ann", "GET", game, "", 200)
	act("robot", `"type":"done"`, 200)
	time.Sleep(10 * time.Second)
	for _, name := range []string{"ann", "bob", "robot"} {
		d.ask(name, "GET", game, "", 200)
		d.ask(name, "GET", game+"/messages", "", 200)
	}
	d.ask("ann", "GET", game+"/messages?after=x", "", 400)
	d.ask("eve", "GET", game, "", 404)
	act("ann", `"type":"bet","side":"human"`, 409)
}
