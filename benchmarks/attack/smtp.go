package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

// mailServer accepts letters by SMTP and keeps who they are for.
type mailServer struct {
	listener net.Listener
	hangs    func(recipient string) bool // says nothing more once it knows the recipient

	mu      sync.Mutex
	letters []letter
	open    []net.Conn
}

type letter struct {
	to string
	at time.Time
}

func newMailServer(hangs func(string) bool) (*mailServer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &mailServer{listener: l, hangs: hangs}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			m.mu.Lock()
			m.open = append(m.open, c)
			m.mu.Unlock()
			go m.serve(c)
		}
	}()
	return m, nil
}

func (m *mailServer) url() string { return "smtp://" + m.listener.Addr().String() }

func (m *mailServer) close() {
	m.listener.Close()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.open {
		c.Close()
	}
}

// to returns the letters to recipients that a function chooses.
func (m *mailServer) to(choose func(string) bool) (list []letter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range m.letters {
		if choose(l.to) {
			list = append(list, l)
		}
	}
	return list
}

// serve speaks SMTP on a connection.
func (m *mailServer) serve(c net.Conn) {
	defer c.Close()
	say := func(text string) { fmt.Fprint(c, text+"\r\n") }
	say("220 mail.example.org")
	to, reading := "", false
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		line := lines.Text()
		verb := strings.ToUpper(line)
		switch {
		case reading:
			if line != "." {
				continue
			}
			reading = false
			m.mu.Lock()
			m.letters = append(m.letters, letter{to, time.Now()})
			m.mu.Unlock()
			say("250 accepted")
		case strings.HasPrefix(verb, "RCPT TO:"):
			to, _, _ = strings.Cut(strings.TrimPrefix(line[len("RCPT TO:"):], "<"), ">")
			to = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(to), "<"))
			if m.hangs != nil && m.hangs(to) {
				for lines.Scan() { // until the client gives up
				}
				return
			}
			say("250 ok")
		case verb == "DATA":
			reading = true
			say("354 go on")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}
