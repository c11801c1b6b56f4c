package pages

import (
	"context"
	"html/template"
	"io/fs"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Page answers a request, or returns an error that is shown as a page.
type Page func(*Exchange) error

// Route is a page with its pattern for [http.ServeMux].
type Route struct {
	Pattern string
	Page    Page
	Public  bool // open to visitors who are not logged in
}

// Link is an entry of a list of links.
type Link struct{ Path, Text string }

// Set is the pages of a game.
type Set struct {
	Name   string // prefix of the names of its slots
	Home   string // path of the player's games; their pages lie below it
	Routes []Route

	// Templates has pages/NAME.html, each of which defines "main", and shared/*.html for all of
	// them. A shared template whose name is the name of the set, a hyphen and one of the following
	// fills that slot of the site's pages:
	//
	//	consent  what players consent to, given the [View]
	//	privacy  what is kept and published, given the [View]
	//	profile  the player's results, given what Profile returns
	//	choices  what the player has agreed to, on the profile, given what Profile returns
	//	landing  what the game is, on the start page, given the [View]
	//	rules    a link to the game's rules, on the rules page of another game, given the [View]
	//	about    who thought of the game, given the [View]
	Templates fs.FS
	Funcs     template.FuncMap
	Static    fs.FS    // files to be served below /static/, or nil
	Scripts   []string // those of the files that all pages load

	Start  string // where new players begin, if it is the first game; "" means Home
	Menu   Link   // the link to Home, shown with the number of Notices
	Open   bool   // Home is open to visitors, too, so their menu has the link
	Links  []Link // further links in the menu on the pages of the game, for everybody
	Footer []Link
	// Notices counts what is new for a player; nil means nothing.
	Notices func(accounts.ID) int
	// News returns what is new for a player, "" for a visitor, and for the page at a path while it
	// is open; nil means nothing. See [accounts.Service.Wake].
	News   func(ctx context.Context, player accounts.ID, page string) (News, error)
	Boards bool // the game has leaderboards, which show players by public names
	// Publishes reports whether the choice that players make at sign-up decides about the
	// publication of games.
	Publishes bool
	// Profile returns the data for the slots of the profile; nil means none.
	Profile func(*Exchange) (any, error)
	// Kept has the names of form fields whose texts are repeated on an error page, so that players
	// do not lose what they typed.
	Kept []string
}

// menuItem is a link of the menu as a page shows it.
type menuItem struct {
	Link
	Badge int
}

// setOf returns the game to which the page at a path belongs: the one with a home above the path,
// or else the first game.
func (s *site) setOf(path string) Set {
	for _, set := range s.sets {
		if path == set.Home || strings.HasPrefix(path, set.Home+"/") {
			return set
		}
	}
	return s.sets[0]
}

// menu returns the menu of the page at a path for a player, or for a visitor if nil.
func (s *site) menu(path string, player *accounts.Account) []menuItem {
	var list []menuItem
	if player != nil {
		for _, set := range s.sets {
			item := menuItem{Link: set.Menu}
			if set.Notices != nil {
				item.Badge = set.Notices(player.ID)
			}
			list = append(list, item)
		}
		list = append(list, menuItem{Link: Link{"/me", "Profile"}})
	} else {
		for _, set := range s.sets {
			if set.Open {
				list = append(list, menuItem{Link: set.Menu})
			}
		}
	}
	for _, l := range s.setOf(path).Links {
		list = append(list, menuItem{Link: l})
	}
	if player != nil {
		return append(list, menuItem{Link: Link{"/leave", "Log out"}})
	}
	return append(list, menuItem{Link: Link{"/enter/login", "Log in"}})
}
