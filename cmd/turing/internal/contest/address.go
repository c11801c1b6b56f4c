package contest

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Names in the file of secrets that are not labels of people.
const (
	controlKey = "control" // the secret of the control page
	addressKey = "address" // at which pages were served
)

// listen listens at the address that the organiser has chosen or, if there is none, at that of the
// first run, so that the addresses of people stay the same.
func (c *contest) listen(before string) (net.Listener, error) {
	if c.Addr != "" {
		return httpx.Listen("tcp", c.Addr)
	}
	if before != "" {
		l, err := httpx.Listen("tcp", before)
		for end := time.Now().Add(ending); err != nil && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond) // a process that was killed a moment ago may still be ending
			l, err = httpx.Listen("tcp", before)
		}
		if err == nil {
			return l, nil
		}
		c.sayf("warning: the addresses below are new, since %s, where pages were served before, is not "+
			"free: %v", before, err)
	}
	return httpx.Listen("tcp", "127.0.0.1:0")
}

// outside returns the address of pages that others can open, and the names that they may use for
// this computer.
func (c *contest) outside(l net.Listener) (base string, hosts []string, err error) {
	at := l.Addr().String()
	if c.Public != "" {
		u, err := checkPublic(c.Public)
		if err != nil {
			return "", nil, err
		}
		return u.Scheme + "://" + u.Host, httpx.LocalHosts("tcp", at, []string{u.Hostname()}), nil
	}
	host, port, err := net.SplitHostPort(at)
	if err != nil {
		return "", nil, err
	}
	if net.ParseIP(host).IsUnspecified() {
		host = ownAddress()
	}
	return "http://" + net.JoinHostPort(host, port), httpx.LocalHosts("tcp", at, nil), nil
}

// checkPublic parses the address that a proxy has for the pages of a contest.
func checkPublic(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "") {
		err = errors.New("it has another form")
	}
	if err != nil {
		return nil, fmt.Errorf("found the public address %q, expected one such as "+
			"https://contest.example.org: %w", text, err)
	}
	return u, nil
}

// ownAddress returns the address of this computer in its network.
func ownAddress() string {
	c, err := net.Dial("udp", "192.0.2.1:9") // which sends nothing
	if err != nil {
		return "localhost"
	}
	defer c.Close()
	host, _, _ := net.SplitHostPort(c.LocalAddr().String())
	return host
}
