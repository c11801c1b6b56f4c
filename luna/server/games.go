package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/pages"
	lunaplay "github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame"
	tradearchive "github.com/luna-rating/luna/luna/internal/tradegame/archive"
	tradeplay "github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// The names of the games in [Options].
const (
	lunaGame    = "luna"
	tradingGame = "trade"
)

// Trading configures Turing Trade. [Defaults] shows what the zero values stand for.
type Trading struct {
	// Targets describe the programs that are targets in half of the games, in the form of
	// [responder.Open]; nil means [DefaultTargets]. A name and an equals sign may come first, as in
	// "parrot=command:./parrot": the archive lists the program under this name. "retrieval" without
	// a file uses the server's own archive.
	Targets  []string
	Bettors  int            // maximum number of the server's own bettors that fill empty seats
	Patience time.Duration  // how long a game waits for more bettors
	MaxGames int            // maximum number of games at a time
	Settings trade.Settings // of all games; Game and Bettors are set for each
}

// archiveTarget describes the program that repeats replies of people in the site's own games.
const archiveTarget = "retrieval"

// DefaultTargets are the programs that are targets unless others are named.
func DefaultTargets() []string { return []string{"simple", "eliza", "aiml"} }

// offer is a game that a server can offer. Another one is one more line of offers.
type offer struct {
	name string
	// open returns the game's opener, with programs for practice, and what must be closed after it.
	open  func(o Options, practice []tradeplay.Target) (site.Opener, []io.Closer, error)
	erase eraser
}

func offers() []offer {
	return []offer{{lunaGame, openLuna, eraseLuna}, {tradingGame, openTrading, eraseTrading}}
}

// openers returns the openers of a server's games, and what must be closed after the server.
func openers(o Options) (list []site.Opener, closers []io.Closer, err error) {
	known := Defaults().Games
	games := o.Games
	if games == nil {
		games = known
	}
	practice, closers, err := o.practice()
	if err != nil {
		return nil, closers, err
	}
	for i, name := range games {
		at := slices.Index(known, name)
		if at < 0 || slices.Contains(games[:i], name) {
			return nil, closers, fmt.Errorf("games: found %q, expected %s, once each", name,
				strings.Join(known, " and "))
		}
		opener, opened, err := offers()[at].open(o, practice)
		closers = append(closers, opened...)
		if err != nil {
			return nil, closers, err
		}
		list = append(list, opener)
	}
	if len(list) == 0 {
		return nil, closers, fmt.Errorf("games: found none, expected %s or both",
			strings.Join(known, ", "))
	}
	// Texts are removed from all games of the file, whether the server offers them or not.
	for _, x := range offers() {
		if !slices.Contains(games, x.name) {
			list[0] = beside(list[0], x.erase)
		}
	}
	return list, closers, nil
}

// eraser removes the texts of a player from the games of a file, which a server may have open.
type eraser func(context.Context, *store.Store, accounts.ID) error

// beside returns an opener of the same game that makes erasing remove texts from another game, too.
func beside(open site.Opener, erase eraser) site.Opener {
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		g, err := open(ctx, h)
		if err != nil {
			return nil, err
		}
		own := g.Accounts.Erase
		g.Accounts.Erase = func(ctx context.Context, id accounts.ID) error {
			if err := own(ctx, id); err != nil {
				return err
			}
			return erase(ctx, h.Store, id)
		}
		return g, nil
	}
}

func eraseLuna(ctx context.Context, s *store.Store, id accounts.ID) error {
	a, err := archive.Open(ctx, s)
	if err == nil {
		err = a.EraseTexts(ctx, game.PlayerID(id), false)
	}
	return err
}

func eraseTrading(ctx context.Context, s *store.Store, id accounts.ID) error {
	a, err := tradearchive.Open(ctx, s)
	if err == nil {
		_, err = a.EraseTexts(ctx, id)
	}
	return err
}

func openLuna(o Options, practice []tradeplay.Target) (site.Opener, []io.Closer, error) {
	programs := pages.Programs{}
	for _, t := range practice {
		programs.Practice = append(programs.Practice, machineOf(t))
	}
	if len(practice) > 0 {
		control, _, err := openPrograms(o.Log, "control", []string{gibberishKind}, false)
		if err != nil {
			return nil, nil, err
		}
		programs.Control = new(machineOf(control[0]))
	}
	return lunagame.Opener(lunagame.Options{
		Programs:  programs,
		Aggregate: o.Aggregate,
		Pairing: lunaplay.Pairing{
			Grace:        max(0, cmp.Or(o.GraceMachines, Defaults().GraceMachines)),
			MachineGames: o.MachineGames,
		},
		ExportKeep: o.ExportKeep, ExportAfter: o.ExportAfter, SharedNetworks: o.SharedNetworks,
		Quota: lunaplay.Quota{
			Games: max(0, cmp.Or(o.MaxGames, Defaults().MaxGames)),
			Bytes: max(0, cmp.Or(o.MaxBytes, Defaults().MaxBytes)),
		},
		Ratings: lunaplay.Ratings(o.Ratings),
		Damping: lunaplay.Damping(cmp.Or(o.Damping, Defaults().Damping)),
	}), nil, nil
}

// machineOf returns a program for practice in the Luna Game.
func machineOf(t tradeplay.Target) pages.Machine {
	m := pages.Machine{Name: t.Name, About: t.About, Responder: t.Responder}
	if t.Kind == gibberishKind {
		m.Rating, m.Source = new(gibberishRating), "People gave it to this program in the first study of "+
			"the Luna Game (Silver, 2016), which used it as a control."
	}
	return m
}

func openTrading(o Options, practice []tradeplay.Target) (site.Opener, []io.Closer, error) {
	specs := o.Trading.Targets
	if specs == nil {
		specs = DefaultTargets()
	}
	targets, closers, err := openPrograms(o.Log, "target", specs, true)
	return tradegame.Opener(tradeplay.Options{
		Targets: targets, Bettors: o.Trading.Bettors, Settings: o.Trading.Settings,
		Patience: o.Trading.Patience, MaxGames: o.Trading.MaxGames,
		Networks: fair.Networks{Shared: o.SharedNetworks}, Practice: practice,
	}), closers, err
}

// The program of which people's rating is known: the control player of Silver (2016), 6.3.4.
const gibberishKind, gibberishRating = "gibberish", 6.4

// DefaultPractice are the programs against which visitors practise unless others are named.
func DefaultPractice() []string { return []string{"eliza", "aiml"} }

// practice opens the programs for practice.
func (o Options) practice() (list []tradeplay.Target, closers []io.Closer, err error) {
	specs := o.Practice
	if specs == nil {
		specs = DefaultPractice()
	}
	return openPrograms(o.Log, "practice", specs, false)
}

// openPrograms opens programs for a purpose and logs what they ignore; archive says whether one may
// repeat what the server's archive has.
func openPrograms(
	log *slog.Logger, what string, specs []string, archive bool,
) (list []tradeplay.Target, closers []io.Closer, err error) {
	for _, spec := range specs {
		name, spec := targetName(spec)
		if slices.ContainsFunc(list, func(x tradeplay.Target) bool { return x.Name == name }) {
			return nil, closers, fmt.Errorf("%ss: found two called %q, expected different names, "+
				"such as %s=SPEC", what, name, name+"2")
		}
		if archive && spec == archiveTarget {
			list = append(list, tradeplay.Target{Name: name, Archive: true})
			continue
		}
		r, err := responder.Options{Warn: func(text string) {
			if log != nil {
				log.Warn("a program ignores something", what, name, "what", text)
			}
		}}.Open(spec)
		if err != nil {
			return nil, closers, fmt.Errorf("%s %s: %w", what, name, err)
		}
		if c, ok := r.(io.Closer); ok {
			closers = append(closers, c)
		}
		t := tradeplay.Target{Name: name, Responder: r}
		t.Kind, _, _ = strings.Cut(spec, ":")
		for _, k := range responder.Kinds() {
			if k.Name == t.Kind {
				t.About, _, _ = strings.Cut(k.About, ",")
			}
		}
		list = append(list, t)
	}
	return list, closers, nil
}

// targetName splits a target into its name, which is its kind if it has none, and its description.
func targetName(spec string) (name, rest string) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ "
	name, rest, found := strings.Cut(spec, "=")
	if found && name != "" && strings.Trim(name, letters) == "" {
		return name, rest
	}
	kind, _, _ := strings.Cut(spec, ":")
	return kind, spec
}

// closeAll closes what must be closed, whatever fails.
func closeAll(list []io.Closer) (err error) {
	for _, c := range list {
		err = errors.Join(err, c.Close())
	}
	return err
}
