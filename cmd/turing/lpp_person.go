package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/seat"
)

// personFlags are the flags of the commands that let a person take part.
type personFlags struct {
	judge, log, addr string
	round            int
	minutes          float64
	web              bool
	hosts            []string
}

func (f *personFlags) register(c *cobra.Command, minutes float64, length string) {
	flags := c.Flags()
	flags.Float64Var(&f.minutes, "minutes", minutes, length)
	flags.IntVar(&f.round, "round", 1, "`NUMBER` of the round, for the title and the log")
	flags.BoolVar(&f.web, "web", false, "offer a web page instead of this terminal")
	flags.StringVar(&f.addr, "addr", "127.0.0.1:0",
		"`ADDRESS` of the web page: host:port (port 0: any free one)")
	flags.StringArrayVar(&f.hosts, "host", nil,
		"`NAME` by which the web page is known, besides localhost and addresses; can be repeated")
}

// registerLog adds the flags of a judge.
func (f *personFlags) registerLog(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.judge, "judge", "J1", "`NAME` of the judge, one word")
	flags.StringVar(&f.log, "log", "",
		"`FILE` to which each key is appended, as in the logs of 2009")
}

// word is a name that a log and a ballot can hold.
var word = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// maxMinutes is the maximum length of a round: a day.
const maxMinutes = 24 * 60

func (f *personFlags) check(c *cobra.Command) error {
	switch {
	case !(f.minutes >= 0 && f.minutes <= maxMinutes):
		return cli.Usagef("--minutes is %v, 0 to %d is needed", f.minutes, maxMinutes)
	case f.round < 1 || f.round > 1_000_000:
		return cli.Usagef("--round is %d, 1 to 1000000 is needed", f.round)
	case f.judge != "" && !word.MatchString(f.judge):
		return cli.Usagef("--judge is %q, one word of letters and digits is needed", f.judge)
	case !f.web && (c.Flags().Changed("addr") || c.Flags().Changed("host")):
		return cli.Usagef("--addr and --host are for --web")
	}
	if _, _, err := net.SplitHostPort(f.addr); err != nil {
		return cli.Usagef("--addr is %q, host:port is needed", f.addr)
	}
	return nil
}

// laterFaults collects faults for the organiser. They are reported when the person can no longer
// see them.
type laterFaults struct {
	mu   sync.Mutex
	list []string
	more int
}

// maxLaterFaults bounds the number of faults reported.
const maxLaterFaults = 20

func (x *laterFaults) add(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.list) < maxLaterFaults {
		x.list = append(x.list, err.Error())
	} else {
		x.more++
	}
}

func (x *laterFaults) tell(w io.Writer) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, text := range x.list {
		fmt.Fprintf(w, "warning: %s\n", cli.InLine(text))
	}
	if x.more > 0 {
		fmt.Fprintf(w, "warning: there were %d more like these\n", x.more)
	}
}

// sit lets a person sit at folders until the end of the round.
func (f *personFlags) sit(c *cobra.Command, o seat.Options) (v seat.Verdict, err error) {
	cli.Orderly(c.Context()) // the terminal must be given back
	var told laterFaults
	defer func() { told.tell(c.ErrOrStderr()) }()
	o.Length = time.Duration(f.minutes * float64(time.Minute))
	o.Judge, o.Round, o.Log, o.Fault = f.judge, f.round, f.log, told.add
	if f.web {
		l, err := net.Listen("tcp", f.addr)
		if err != nil {
			return v, cli.CureListen(err)
		}
		defer l.Close() // which the server has closed, unless something fails before
		return seat.OnPage(c.Context(), o, l, f.hosts, func(url string) {
			fmt.Fprintf(c.ErrOrStderr(), "open %s\n", url)
		})
	}
	in, _ := c.InOrStdin().(*os.File)
	out, _ := cli.Terminal(c.OutOrStdout())
	return seat.AtTerminal(c.Context(), o, in, out)
}

// wholeFolder checks a flag that names a folder.
func wholeFolder(flag, dir string) error {
	if dir == "" {
		return cli.Usagef("--%s is needed, a folder of the protocol", flag)
	}
	return nil
}

// sameFolder reports whether two paths lead to the same place.
func sameFolder(a, b string) bool {
	one, err1 := filepath.Abs(a)
	two, err2 := filepath.Abs(b)
	if err1 != nil || err2 != nil {
		return a == b
	}
	if one == two {
		return true
	}
	info1, err1 := os.Stat(one)
	info2, err2 := os.Stat(two)
	return err1 == nil && err2 == nil && os.SameFile(info1, info2)
}

// left turns the error of a person who has left on purpose into the result of a command.
func left(err error) error {
	if errors.Is(err, seat.ErrQuit) {
		return nil
	}
	return err
}
