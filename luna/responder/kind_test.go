package responder_test

import (
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

// TestKinds holds messages and the document against the list of kinds.
func TestKinds(t *testing.T) {
	document, err := os.ReadFile("../../docs/playing.md")
	suite.OK(t, err)
	_, err = responder.Open("nobody")
	if err == nil {
		t.Fatal("opened a responder of no kind")
	}
	for _, k := range responder.Kinds() {
		if !strings.Contains(err.Error(), k.Form()) {
			t.Errorf("the error does not name %s: %v", k.Form(), err)
		}
		if !strings.Contains(string(document), "\n| `"+k.Form()+"` |") {
			t.Errorf("docs/playing.md has no row for %s", k.Form())
		}
		if k.What != "" {
			continue
		}
		if _, err := responder.Open(k.Name + ":more"); err == nil {
			t.Errorf("%s: what follows the colon is ignored", k.Name)
		}
	}
}
