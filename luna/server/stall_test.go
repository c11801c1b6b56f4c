package server_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// TestLeaversAreSeen has bob leave games after reading ann's questions: from the third one on the
// operator's list has him, and only him. On a server whose players are trusted, he does not pay.
func TestLeaversAreSeen(t *testing.T) {
	for ratings, want := range map[string]string{"public": `"smartsRating":0`, "thesis": `"smartsRating":null`} {
		var profile string
		db := filepath.Join(t.TempDir(), "luna.db")
		for n := range 3 {
			s := suite.Must(server.Open(t.Context(), server.Options{DB: db, Ratings: ratings}))(t)
			tokens := make([]string, 2)
			for i, name := range []string{"ann", "bob"} {
				path := "/login"
				if n == 0 {
					path = "/register"
				}
				a, text := request(s, "", "POST", path, fmt.Sprintf(`{"username":%q,"password":"correct horse"}`, name))
				if tokens[i], _ = a["token"].(string); tokens[i] == "" {
					t.Fatal(text)
				}
			}
			var id string
			for _, token := range tokens {
				a, text := request(s, token, "POST", "/home", `{"questions":["1","2","3","4","5"]}`)
				if id, _ = a["_id"].(string); id == "" {
					t.Fatal(text)
				}
			}
			request(s, tokens[1], "GET", "/home/"+id+"/deactivate", "")
			_, profile = request(s, tokens[1], "GET", "/profile", "")
			suite.OK(t, s.Close())
		}
		if !strings.Contains(profile, want) {
			t.Errorf("%s: %s", ratings, profile)
		}
		p := suite.Must(server.FindPlayer(t.Context(), db, "bob"))(t)
		if p.Stalled != 3 || !strings.HasPrefix(p.Completion, "finished 0 of 3 begun, and left 3 after") {
			t.Errorf("%s: %+v", ratings, p)
		}
		list := suite.Must(server.FairnessOf(t.Context(), db))(t)
		if len(list) != 1 || list[0].Name != "bob" || !strings.HasPrefix(list[0].Leaves, p.Completion) {
			t.Errorf("%s: %+v", ratings, list)
		}
	}
}
