package main

// exception is a file that was reviewed by a person because no permissive licence was recognized in
// it.
type exception struct {
	why string
	// elsewhere reports that its terms are not those of what is linked.
	elsewhere bool
}

const gonumThird = "gonum.org/v1/gonum/THIRD_PARTY_LICENSES/"

var accepted = map[string]exception{
	"github.com/ajstarks/svgo/LICENSE-link.txt":             {why: "names CC BY 4.0"},
	"github.com/golang/freetype/LICENSE":                    {why: "offers a choice"},
	"github.com/golang/freetype/licenses/gpl.txt":           {"the FreeType License is chosen", true},
	"github.com/wneessen/go-mail/LICENSES/CC-BY-ND-4.0.txt": {"of a picture", true},
	gonumThird + "Bogaert-LICENSE":                          {why: "disclaims only; gonum has it under its own terms"},
	gonumThird + "Sun-LICENSE":                              {why: "asks to keep the notice"},
	gonumThird + "W3C-TestSuite-LICENSE":                    {"of tests", true},
	"modernc.org/memory/LICENSE-LOGO":                       {"of a picture", true},
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md":               {why: "has the MPL of a module that is not linked"},
	"modernc.org/sqlite/LICENSE-SQLITE":                     {why: "is in the public domain"},
}
