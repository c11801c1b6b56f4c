package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/luna-rating/luna/internal/pause"
)

// listed finds a file in the index of what is published.
var listed = regexp.MustCompile(`"path":"([^"]+)"`)

// export reads the largest published file, once it has been made.
func export(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	var index []byte
	for {
		text, status, err := download(ctx, base+"/export")
		if err != nil {
			return err
		}
		if status == http.StatusServiceUnavailable { // it is being made
			if err := pause.For(ctx, time.Second); err != nil {
				return err
			}
			continue
		}
		if status != http.StatusOK {
			return fmt.Errorf("/export: status %d: %.200s", status, text)
		}
		index = text
		break
	}
	largest := listed.FindSubmatch(index)
	if largest == nil {
		return fmt.Errorf("/export: found no file in %.200s", index)
	}
	path := string(largest[1])
	if _, status, err := download(ctx, base+path); err != nil || status != http.StatusOK {
		return fmt.Errorf("%s: status %d (%w)", path, status, err)
	}
	return nil
}

func download(ctx context.Context, url string) (text []byte, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer a.Body.Close()
	text, err = io.ReadAll(a.Body)
	return text, a.StatusCode, err
}
