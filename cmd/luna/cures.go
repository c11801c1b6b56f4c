package main

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/luna/client"
)

// cure adds advice to errors of the server on what to do about them.
func cure(err error) error {
	if e, ok := errors.AsType[*client.Error](err); ok && e.Status == http.StatusUnauthorized {
		return fmt.Errorf("%w; without a token the player registers anew, and 'luna machine revoke "+
			"NAME --db FILE' makes a new token", err)
	}
	return err
}
