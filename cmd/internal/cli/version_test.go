package cli

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionComesFromTheBuild(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-11-22T04:00:00Z"}, {Key: "vcs.modified", Value: "true"}}}
	var out bytes.Buffer
	if err := writeBuild(&out, describeBuild("lrp", "v1.2.3", info)); err != nil {
		t.Fatal(err)
	}
	want := "lrp     v1.2.3\n" +
		"commit  0123456789ab of 2026-11-22T04:00:00Z, with changes that are not committed\nGo      "
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("found\n%swant\n%s…", &out, want)
	}
	if b := describeBuild("lrp", "(devel)", nil); b.Commit != "" || b.Modified || b.Go == "" {
		t.Errorf("without information: %+v", b)
	}
}
