package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/internal/httpx"
)

// HealthCheckCommand returns the command that asks a running server whether it is well. Containers
// without a shell use it.
func HealthCheckCommand(address string) *cobra.Command {
	c := &cobra.Command{
		Use:   "healthcheck [URL]",
		Short: "ask a running server whether it is well",
		Long: `Healthcheck requests URL, by default ` + address + `, and exits with status 0 if the
server answers with a status from 200 to 299, else with 1. A container image without a shell or curl
uses it to check itself.`,
		Example: "  " + "healthcheck\n  healthcheck http://127.0.0.1:8080/readyz",
		Args:    AtMostOneArgument("URL"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				address = args[0]
			}
			if u, err := url.Parse(address); err != nil || u.Host == "" ||
				u.Scheme != "http" && u.Scheme != "https" {
				return Usagef("URL is %q, expected one such as http://127.0.0.1:8080/healthz", address)
			}
			return checkHealth(c.Context(), address, 5*time.Second)
		},
	}
	return c
}

func checkHealth(ctx context.Context, address string, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	// The server is on this machine or named exactly: no proxy.
	client := httpx.Client(&http.Transport{DisableKeepAlives: true})
	response, err := client.Do(request)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: no answer within %v", address, timeout)
	case err != nil:
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err
		}
		return fmt.Errorf("%s: no server answers there (%w); start it or give its URL", address, err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("%s: found status %s, expected 200", address, response.Status)
	}
	return nil
}
