package export

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/game"
)

// File is a published file.
type File struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Records int    `json:"records"` // number of answers, of games, or of respondents of a data set
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// Build writes [AnswersFile], the data sets and, if asked for, [GamesFile] to an existing folder.
// The same games give the same bytes. It takes 100 MB of memory plus some 100 bytes for each
// consenting player, and twice the size of the records on disk.
func Build(ctx context.Context, dir string, s Source, o Options) (_ []File, err error) {
	runs, err := os.MkdirTemp(dir, "sorting")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(runs)) }()
	players, err := candidates(ctx, runs, s, o)
	if err != nil {
		return nil, err
	}
	if err := o.chooseGuesses(ctx, s, players); err != nil {
		return nil, err
	}
	answers, games := newSorter(runs, o.MaxBytes), newSorter(runs, o.MaxBytes)
	for g, err := range s.Games(ctx) {
		if err != nil {
			return nil, err
		}
		two, consent := consenting(g, players)
		if !consent {
			continue
		}
		released := true
		for seat := range g.Seats {
			if !two[1-seat].released(g) {
				released = false
				continue
			}
			if a, ok := o.answer(g, seat, two[seat], two[1-seat]); ok {
				number := o.number(g, seat)
				if told := two[1-seat].told; o.After > 0 && (told == nil || number != *told) {
					a.Guess, a.Scores = nil, make([]*float64, len(a.Scores))
				}
				if err := add(answers, append(sumOf(a.Questions), number[:]...), a); err != nil {
					return nil, err
				}
			}
		}
		if o.Games && released {
			if err := add(games, o.random("order", g.ID), o.whole(g, two)); err != nil {
				return nil, err
			}
		}
	}
	if o.Games {
		if err := o.unfinished(ctx, s, players, games); err != nil {
			return nil, err
		}
	}
	list := newSets()
	all, err := list.write(ctx, dir, answers)
	if err != nil {
		return nil, err
	}
	files := []File{all}
	if o.Games {
		f, err := writeGames(ctx, dir, games)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	more, err := list.files(ctx, dir, o)
	return append(files, more...), err
}

// consenting returns the players of a game, and whether both consent.
func consenting(g game.Game, players map[game.PlayerID]candidate) (two [2]candidate, ok bool) {
	for i, seat := range g.Seats {
		if two[i], ok = players[seat.Player]; !ok && seat.Player != "" {
			return two, false
		}
	}
	return two, true
}

// unfinished adds the games without a result, of which nobody may have joined.
func (o Options) unfinished(
	ctx context.Context, s Source, players map[game.PlayerID]candidate, games *sorter,
) error {
	for g, err := range s.Played(ctx) {
		if err != nil {
			return err
		}
		two, consent := consenting(g, players)
		waiting := g.Seats[1].Player == ""
		if g.Status == game.Finished || g.Status == game.Forfeit || !consent ||
			!two[0].released(g) || !waiting && !two[1].released(g) {
			continue
		}
		if g.Status != game.Active {
			if err := s.Texts(ctx, &g); err != nil {
				return err
			}
		}
		if err := add(games, o.random("order", g.ID), o.whole(g, two)); err != nil {
			return err
		}
	}
	return nil
}

// number is the position of the record of the answers to a seat's questions among all answers to
// the same questions. It reveals nothing about the game.
func (o Options) number(g game.Game, seat int) [16]byte {
	return [16]byte(o.random(fmt.Sprint("answers to seat ", seat), g.ID))
}

// chooseGuesses chooses the record of each player that is published with the asker's guess and
// scores. Somebody who recognizes a returning player by answers that they repeat, to several
// questions, would otherwise learn several guesses, whose mean is close to the rating.
func (o Options) chooseGuesses(
	ctx context.Context, s Source, players map[game.PlayerID]candidate,
) error {
	if o.After <= 0 {
		return nil
	}
	for g, err := range s.Games(ctx) {
		if err != nil {
			return err
		}
		two, consent := consenting(g, players)
		if !consent {
			continue
		}
		for seat := range g.Seats {
			c := two[1-seat]
			if !c.released(g) {
				continue
			}
			number := o.number(g, seat)
			if _, ok := o.answer(g, seat, two[seat], c); ok &&
				(c.told == nil || bytes.Compare(number[:], c.told[:]) < 0) {
				c.told = &number
				players[g.Seats[1-seat].Player] = c
			}
		}
	}
	return nil
}

func add(s *sorter, key []byte, record any) error {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(record); err != nil {
		return err
	}
	return s.add(key, bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func writeGames(ctx context.Context, dir string, games *sorter) (File, error) {
	w, err := create(dir, GamesFile)
	if err != nil {
		return File{}, err
	}
	err = games.each(ctx, func(e entry) error { return w.record("g", e.value) })
	return w.close(err)
}

// output is a file that is being written.
type output struct {
	File
	file *os.File
	hash hash.Hash
	*bufio.Writer
}

func create(dir, name string) (*output, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	o := &output{File: File{Name: name, Path: Path + "/" + name}, file: f, hash: sha256.New()}
	o.Writer = bufio.NewWriterSize(io.MultiWriter(f, o.hash), readerMemory)
	return o, nil
}

// Write implements [io.Writer].
func (o *output) Write(p []byte) (int, error) {
	o.Bytes += int64(len(p))
	return o.Writer.Write(p)
}

// record writes an object in JSON, whose ID is empty, as a line with an ID.
func (o *output) record(letter string, object []byte) error {
	o.Records++
	const blank = `{"id":"`
	_, err := fmt.Fprintf(o, "%s%s%d%s\n", blank, letter, o.Records, object[len(blank):])
	return err
}

// close closes the file after an error or nil.
func (o *output) close(err error) (File, error) {
	if err == nil {
		err = o.Flush()
	}
	o.SHA256 = hex.EncodeToString(o.hash.Sum(nil))
	return o.File, errors.Join(err, o.file.Close())
}
