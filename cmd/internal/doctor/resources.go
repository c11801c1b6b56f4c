package doctor

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
	"github.com/luna-rating/luna/lrp/auto"
)

// resource is a file embedded in the program.
type resource struct {
	name     string
	checksum func() (size int, digest string)
	load     func() (found string, err error)
}

// resources lists the embedded resources in the order of the checks.
var resources = []resource{
	{"WordNet", wordnet.Checksum, func() (string, error) {
		net := wordnet.Default()
		return fmt.Sprintf("version %s, %d synsets", net.Version(), net.Len()), nil
	}},
	{"word counts", brown.Checksum, func() (string, error) {
		return fmt.Sprintf("%d tokens of the Brown corpus", brown.Total()), nil
	}},
	{"word vectors", embed.DefaultChecksum, func() (string, error) {
		v, err := embed.Default()
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d words in %d dimensions", v.Len(), v.Dim()), nil
	}},
	{"encoder", embed.StaticChecksum, func() (string, error) {
		m, err := embed.Static()
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("vectors of %d numbers", m.Identity().Dim), nil
	}},
	{"prior of AUTO", auto.DefaultPriorChecksum, func() (string, error) {
		return fmt.Sprintf("%d weights", len(auto.DefaultPrior().Weights)), nil
	}},
	{"samples", datasets.SamplesChecksum, func() (string, error) {
		respondents := 0
		for _, spec := range []string{"sample-powergrading", "sample-mohler"} {
			sets, err := datasets.Open(spec, datasets.Options{})
			if err != nil {
				return "", err
			}
			respondents += len(sets[0].Respondents)
		}
		return fmt.Sprintf("%d respondents", respondents), nil
	}},
}

// sums lists the expected digests of the resources in the format of sha256sum: "digest  name".
//
//go:embed resources.sha256
var sums string

// expectedSum returns the expected digest of a resource, "" if it is not in sums.
func expectedSum(name string) string {
	for line := range strings.Lines(sums) {
		if digest, resource, _ := strings.Cut(strings.TrimSpace(line), "  "); resource == name {
			return digest
		}
	}
	return ""
}

const damaged = "the program's file is damaged: install it anew"

// check compares a resource's digest and, if it matches, loads the resource.
func (r resource) check() (c Check) {
	c = Check{Name: r.name, Status: "failed", Hint: damaged}
	c.Bytes, c.SHA256 = r.checksum()
	if want := expectedSum(r.name); c.SHA256 != want {
		c.Found = fmt.Sprintf("found SHA-256 %.12s…, expected %.12s…", c.SHA256, want)
		return c
	}
	defer func() {
		if fault := recover(); fault != nil {
			c.Found = fmt.Sprint(fault)
		}
	}()
	begin := time.Now()
	found, err := r.load()
	if err != nil {
		c.Found = err.Error()
		return c
	}
	c.Status = "ok"
	c.Hint = ""
	c.Found = found
	c.Seconds = Since(begin)
	return c
}
