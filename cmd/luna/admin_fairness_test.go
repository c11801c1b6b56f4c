package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// TestAdminFairness asks for the guesses of a player to be damped, and then for the opposite.
func TestAdminFairness(t *testing.T) {
	o := operate(t)
	o.register("ann")
	if out := o.admin("", "fairness"); strings.Count(out, "\n") != 1 {
		t.Errorf("nobody is damped, found\n%s", out)
	}
	for _, c := range []struct {
		args []string
		want float64
	}{
		{[]string{"--damp", "ann", "--weight", "0.5", "--reason", "sells guesses"}, 0.5},
		{[]string{"--lift", "ann"}, 1},
	} {
		o.admin("", append([]string{"fairness"}, c.args...)...)
		var list []server.Fairness
		suite.OK(t, json.Unmarshal([]byte(o.admin("", "fairness", "--format", "json")), &list))
		if len(list) != 1 || list[0].Name != "ann" || list[0].Weight != 1 ||
			list[0].Wanted == nil || *list[0].Wanted != c.want {
			t.Errorf("%v: %+v", c.args, list)
		}
	}
	if out := o.admin("", "fairness"); !strings.Contains(out, "1, to be 1") {
		t.Errorf("found\n%s", out)
	}
	for _, args := range [][]string{{"--damp", "ann", "--lift", "ann"}, {"--damp", "zoe"},
		{"--damp", "ann", "--weight", "1"}, {"--damp", "ann", "--weight", "-1"}} {
		var out, problems bytes.Buffer
		args = append([]string{"admin", "fairness", "--db", o.file}, args...)
		if status := run(t.Context(), args, strings.NewReader(""), &out, &problems); status == 0 {
			t.Errorf("%v is accepted", args)
		}
	}
}
