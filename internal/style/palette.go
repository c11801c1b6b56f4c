// Package style holds what figures and pages share: colours, each for light and for dark
// backgrounds, the style sheet of pages, and the drawing of a rating with its interval.
//
// Its tests check the contrasts: at least 4.5:1 for text and 3:1 for what figures draw, as the Web
// Content Accessibility Guidelines 2.2 require (criteria 1.4.3 and 1.4.11), and that readers with
// colour-blindness can tell the series apart.
package style

// Color is a colour, as #RRGGBB, on a light and on a dark background.
type Color struct{ Name, Light, Dark string }

// The colours of surfaces, texts and lines.
var (
	Page  = Color{"page", "#F6F8FA", "#0D1117"}  // around the sections
	Paper = Color{"paper", "#FFFFFF", "#151B23"} // of sections and figures
	Ink   = Color{"ink", "#1F2328", "#E6EDF3"}   // text
	Muted = Color{"muted", "#59636E", "#9AA4AF"} // less important text, axes
	Rule  = Color{"rule", "#E3E6EA", "#2D333B"}  // decorative lines, such as grids
	Line  = Color{"line", "#D1D9E0", "#3D444D"}  // decorative borders
	Edge  = Color{"edge", "#7D8792", "#768390"}  // borders of fields and buttons
	Grey  = Color{"grey", "#8B949E", "#7D8590"}  // data that are not in focus
	Link  = Color{"link", "#0A5FA8", "#6CB6FF"}
	Good  = Color{"best", "#116329", "#57D47A"}
	Bad   = Color{"bad", "#A40E26", "#FF8589"}
	Warn  = Color{"warn", "#7D4E00", "#E9C46A"}
	// Caution is the background of warnings.
	Caution = Color{"warn-back", "#FFF8E5", "#272115"}
)

// Series are the colours of data. They follow Okabe and Ito, Color Universal Design (2008); their
// light colours are darker here, because yellow, orange, pink and sky blue have less than 3:1 on
// white.
var Series = []Color{
	{"series1", "#0072B2", "#4AA8E6"}, // blue
	{"series2", "#D55E00", "#F0803C"}, // vermilion
	{"series3", "#00966B", "#2FBD94"}, // green
	{"series4", "#B8478C", "#D693B7"}, // pink
	{"series5", "#5B3F00", "#E8C32C"}, // brown, or yellow on dark
	{"series6", "#3A98D9", "#A9DDF9"}, // light blue
}

// Pale are tints of [Series], for areas with an outline in the full colour.
var Pale = []Color{
	{"pale1", "#B8D7E9", "#1D4560"},
	{"pale2", "#F3D2B8", "#5C3522"},
	{"pale3", "#B8E1D6", "#174F42"},
	{"pale4", "#EBCCDF", "#523B49"},
	{"pale5", "#D1CABA", "#594C18"},
	{"pale6", "#C8E2F5", "#2F4D5E"},
}

// Colors lists every colour.
func Colors() []Color {
	list := []Color{Page, Paper, Ink, Muted, Rule, Line, Edge, Grey, Link, Good, Bad, Warn, Caution}
	return append(append(list, Series...), Pale...)
}
