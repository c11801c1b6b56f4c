package accounts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

func TestLooks(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	want := make(map[accounts.ID]accounts.Look)
	ids := []accounts.ID{"nobody", `"],[`}
	for _, name := range []string{"Ann", "bob"} {
		a := suite.Must(p.Register(ctx, here,
			accounts.Credentials{Username: name, Password: "correct horse"}))(t)
		want[a.ID] = accounts.Look{Initial: a.Initial, Color: a.Color}
		ids = append(ids, a.ID)
	}
	if diff := cmp.Diff(want, suite.Must(p.Looks(ctx, ids))(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if none := suite.Must(p.Looks(ctx, nil))(t); len(none) > 0 {
		t.Errorf("found %v of nobody", none)
	}
}
