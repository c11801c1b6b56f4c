package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// visitor sends requests of one guest through a proxy.
type visitor struct {
	t              *testing.T
	s              http.Handler
	address, token string
}

const questions = `{"questions":["1","2","3","4","5"]}`

func openProxied(t *testing.T, o server.Options) *server.Server {
	t.Helper()
	o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	if o.DB == "" {
		o.DB = filepath.Join(t.TempDir(), "luna.db")
	}
	s := suite.Must(server.Open(t.Context(), o))(t)
	t.Cleanup(func() { suite.OK(t, s.Close()) })
	return s
}

// guestAt registers a guest at an address.
func guestAt(t *testing.T, s http.Handler, address string) *visitor {
	t.Helper()
	v := &visitor{t: t, s: s, address: address}
	_, a := v.do("GET", "/registerGuest", "")
	v.token, _ = a["token"].(string)
	return v
}

func (v *visitor) do(method, path, body string) (status int, answer map[string]any) {
	v.t.Helper()
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("X-Forwarded-For", v.address)
	r.Header.Set("Content-Type", "application/json")
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	w := httptest.NewRecorder()
	v.s.ServeHTTP(w, r)
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return w.Code, answer
}

// enter enters a game and returns its name.
func (v *visitor) enter() (id string, phase float64) {
	v.t.Helper()
	status, a := v.do("POST", "/home", questions)
	if status != http.StatusOK {
		v.t.Fatalf("%s: %d %v", v.address, status, a)
	}
	id, _ = a["_id"].(string)
	phase, _ = a["phase"].(float64)
	return id, phase
}

// TestClassBehindOneAddress has 40 pupils play whose school has one address, which the operator has
// named or not. All of them finish.
func TestClassBehindOneAddress(t *testing.T) {
	for _, shared := range []bool{false, true} {
		o := server.Options{}
		if shared {
			o.SharedNetworks = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
		}
		s := openProxied(t, o)
		pupils, games := make([]*visitor, 40), make([]string, 40)
		for i := range pupils {
			pupils[i] = guestAt(t, s, "192.0.2.7")
		}
		finished := 0
		for i, p := range pupils {
			games[i], _ = p.enter()
			if i%2 == 0 {
				continue
			}
			for _, move := range []string{`response {"responses":["1","2","3","4","5"]}`, `guess {"guess":50}`} {
				path, body, _ := strings.Cut(move, " ")
				for j := i - 1; j <= i; j++ {
					_, a := pupils[j].do("POST", "/home/"+games[j]+"/"+path, body)
					if a["turn"] == 2. {
						finished++
					}
				}
			}
			_, a := pupils[i-1].do("GET", "/home/"+games[i-1], "")
			if a["turn"] == 2. {
				finished++
			}
		}
		if finished != 40 {
			t.Errorf("shared %t: %d of 40 pupils finish", shared, finished)
		}
	}
}

// TestAdminNetwork looks at the guests of an address, in each way of naming it, and suspends them.
func TestAdminNetwork(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := openProxied(t, server.Options{DB: db})
	var bad []*visitor
	for range 3 {
		g := guestAt(t, s, "198.51.100.9")
		g.enter()
		bad = append(bad, g)
	}
	good := guestAt(t, s, "203.0.113.1")
	good.enter()
	list := suite.Must(server.Networks(t.Context(), db, 10))(t)
	if len(list) != 2 || list[0].Games != 2 || list[0].Share < 0.66 || list[1].Games != 1 {
		t.Fatalf("%+v", list)
	}
	n := suite.Must(server.FindNetwork(t.Context(), db, "198.51.100.9"))(t)
	if n.Network != list[0].Network || n.Guests != 3 || len(n.Players) != 3 || n.Since == nil {
		t.Errorf("%+v", n)
	}
	for _, name := range []string{n.Network, n.Players[1].ID, n.Players[2].Name} {
		if same := suite.Must(server.FindNetwork(t.Context(), db, name))(t); fmt.Sprint(same.Players) !=
			fmt.Sprint(n.Players) {
			t.Errorf("%s: %+v, want %+v", name, same, n)
		}
	}
	if _, err := server.FindNetwork(t.Context(), db, "nobody"); err == nil {
		t.Error("nobody has a network")
	}
	suite.OK(t, server.EndGames(t.Context(), db, n.Network))
	players, err := server.SuspendNetwork(t.Context(), db, "198.51.100.9", "silent guests")
	if err != nil || players != 3 {
		t.Errorf("%d suspended, %v", players, err)
	}
	for v, want := range map[*visitor]int{bad[0]: 403, bad[2]: 403, good: 200} {
		if status, a := v.do("GET", "/home", ""); status != want {
			t.Errorf("%s: %d %v, want %d", v.address, status, a, want)
		}
	}
}
