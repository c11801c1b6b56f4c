package main

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/player"
)

// tokenVariable is an environment variable for the token, which keeps it out of the process list.
const tokenVariable = "LUNA_TOKEN"

// accountFlags select the server and the player.
type accountFlags struct {
	server    string
	token     string
	tokenFile string
	name      string
	consent   bool
}

func (f *accountFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.server, "server", "http://127.0.0.1:8080", "`URL` of the server")
	flags.StringVar(&f.token, "token", "",
		"`TOKEN` of the player; set it as "+tokenVariable+" to hide it from other users")
	flags.StringVar(&f.tokenFile, "token-file", "",
		"`FILE` that stores the token of a player who registers without one")
	flags.StringVar(&f.name, "name", "", "user name to register without a token (default: a random one)")
	flags.BoolVar(&f.consent, "consent", false,
		"let the server publish the player's questions, responses and guesses")
}

// connect returns the player's client and gives the consent that --consent asks for.
func (f *accountFlags) connect(ctx context.Context, c *cobra.Command) (*client.Client, error) {
	cl, err := f.identify(ctx, c)
	if err == nil && f.consent {
		_, err = cl.SetConsent(ctx, true)
	}
	return cl, err
}

// identify returns a client with the given token, the stored one, or the token of a new player.
func (f *accountFlags) identify(ctx context.Context, c *cobra.Command) (*client.Client, error) {
	stderr := c.ErrOrStderr()
	token := cmp.Or(f.token, os.Getenv(tokenVariable))
	cl, err := client.New(f.server, strings.TrimSpace(token), client.Options{
		Agent: "luna/" + lrp.Version(),
		Failed: func(err error, wait time.Duration) {
			hint := ""
			if errors.Is(err, syscall.ECONNREFUSED) {
				hint = "; 'luna serve --db FILE' starts a server, and --server names another one"
			}
			fmt.Fprintf(stderr, "waiting %v: %s%s\n", wait.Round(time.Second/10),
				cli.InLine(err.Error()), hint)
		},
	})
	if err != nil {
		return nil, cli.Usage(err)
	}
	if cl.Token() != "" {
		return cl, nil
	}
	if f.tokenFile != "" {
		token, err := readToken(f.tokenFile, cl.Server())
		if err == nil {
			cl.SetToken(token)
			return cl, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return cl, f.enroll(ctx, cl, stderr)
}

// openMemory opens the file in which a player keeps what games reveal, or none if there is no path.
// The token of a player without a token file is kept beside it.
func (f *accountFlags) openMemory(path string, set player.QuestionSet) (*player.Memory, error) {
	if path == "" {
		return player.NewMemory(), nil
	}
	f.tokenFile = cmp.Or(f.tokenFile, path+".token")
	return player.OpenMemory(path, set)
}

// enroll registers a machine player and stores its token.
func (f *accountFlags) enroll(ctx context.Context, cl *client.Client, stderr io.Writer) error {
	name := cmp.Or(f.name, "machine-"+strings.ToLower(crand.Text()[:10]))
	token, err := cl.RegisterMachine(ctx, name)
	if err != nil {
		return fmt.Errorf("cannot register %s, and found no token in --token, %s or --token-file: "+
			"%w",
			name, tokenVariable, err)
	}
	if f.tokenFile == "" {
		fmt.Fprintf(stderr, "registered as %s; its token is not stored (see --token-file)\n", name)
		return nil
	}
	if err := writeToken(f.tokenFile,
		savedToken{Server: cl.Server(), Username: name, Token: token}); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "registered as %s; its token is in %s\n", name, f.tokenFile)
	return nil
}

// savedToken is the content of a token file.
type savedToken struct {
	Server   string `json:"server"`
	Username string `json:"username"`
	Token    string `json:"token"`
}

// maxTokenFile bounds a token file, in bytes.
const maxTokenFile = 64 << 10

// readToken reads the token for a server from a file.
func readToken(path, server string) (string, error) {
	content, err := files.Read(path, maxTokenFile, "a token file of this program")
	if err != nil {
		return "", err
	}
	var k savedToken
	if err := json.Unmarshal(content, &k); err != nil || k.Token == "" {
		return "", fmt.Errorf("%s: found no token, expected a token file of this program; "+
			"remove the file to register again", path)
	}
	if k.Server != server {
		return "", fmt.Errorf("%s: found a token for the server %s, expected one for %s", path,
			k.Server, server)
	}
	return k.Token, nil
}

// writeToken creates a token file that only its owner can read.
func writeToken(path string, k savedToken) error {
	content, err := json.Marshal(k)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(content, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}
