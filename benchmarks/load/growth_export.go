package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/internal/parallel"
)

// listed finds a file in the index of published files.
var listed = regexp.MustCompile(`"path":"([^"]+)"`)

// export reads the largest published file, once it has been made.
func export(ctx context.Context, base string) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	index, status := download(ctx, base+"/export")
	for ; status == http.StatusServiceUnavailable; index, status = download(ctx, base+"/export") {
		must.Do(parallel.Sleep(ctx, time.Second)) // it is being made
	}
	largest := listed.FindSubmatch(index)
	if largest == nil {
		must.Do(fmt.Errorf("/export: status %d: found no file in %.200s", status, index))
	}
	if _, status := download(ctx, base+string(largest[1])); status != http.StatusOK {
		must.Do(fmt.Errorf("%s: status %d", largest[1], status))
	}
}

func download(ctx context.Context, url string) (text []byte, status int) {
	a := must.Get(http.DefaultClient.Do(must.Get(http.NewRequestWithContext(ctx, "GET", url, nil))))
	defer a.Body.Close()
	return must.Get(io.ReadAll(a.Body)), a.StatusCode
}
