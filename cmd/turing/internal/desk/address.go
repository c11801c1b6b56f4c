package desk

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Names among the secrets that are not labels of people.
const (
	controlKey = "control" // the secret of the control page
	addressKey = "address" // at which pages were served
)

// ending is how long a process that was killed may still have its address.
const ending = time.Second

// listenAt listens at the address that the organiser has chosen or, if there is none, at that of
// the first run, so that the addresses of people stay the same.
func (d *Desk) listenAt(before string) (net.Listener, error) {
	if d.Addr != "" {
		return httpx.Listen("tcp", d.Addr)
	}
	if before != "" {
		l, err := httpx.Listen("tcp", before)
		for end := time.Now().Add(ending); err != nil && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
			l, err = httpx.Listen("tcp", before)
		}
		if err == nil {
			return l, nil
		}
		d.Say("warning: the addresses below are new, since %s, where pages were served before, is not free: %v",
			before, err)
	}
	return httpx.Listen("tcp", "127.0.0.1:0")
}

// outside finds the address of pages that others can open, and the names that they may use for this
// computer.
func (d *Desk) outside() (hosts []string, err error) {
	at := d.listen.Addr().String()
	if d.Public != "" {
		u, err := checkPublic(d.Public)
		if err != nil {
			return nil, err
		}
		d.url = u.Scheme + "://" + u.Host
		return httpx.LocalHosts("tcp", at, []string{u.Hostname()}), nil
	}
	host, port, err := net.SplitHostPort(at)
	if net.ParseIP(host).IsUnspecified() {
		host = ownAddress()
	}
	d.url = "http://" + net.JoinHostPort(host, port)
	return httpx.LocalHosts("tcp", at, nil), err
}

// checkPublic parses the address that a proxy has for the pages of a contest.
func checkPublic(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
		!strings.EqualFold(text, u.Scheme+"://"+u.Host+u.Path) || strings.Trim(u.Path, "/") != "" {
		return nil, fmt.Errorf("found the public address %q, expected one such as https://contest.example.org", text)
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
