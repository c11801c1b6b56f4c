package ptytest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Console is a pseudo-terminal together with the window that shows it.
type Console struct {
	t             testing.TB
	master, slave *os.File
	done          sync.WaitGroup

	mu     sync.Mutex
	window *window
	bytes  int
	raw    strings.Builder
}

// Open opens a pseudo-terminal, which is closed when the test ends.
func Open(t testing.TB, width, height int) *Console {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	n := control(t, master, func(fd int) (int, error) {
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return 0, err
		}
		return unix.IoctlGetInt(fd, unix.TIOCGPTN)
	})
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &Console{t: t, master: master, slave: slave, window: newWindow(width, height)}
	c.Resize(width, height)
	c.done.Go(c.read)
	t.Cleanup(func() {
		slave.Close()
		master.Close()
		c.done.Wait()
	})
	return c
}

// control calls ioctl in a way that keeps a file pollable.
func control(t testing.TB, f *os.File, call func(fd int) (int, error)) (n int) {
	t.Helper()
	conn, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { n, failed = call(int(fd)) }); err != nil ||
		failed != nil {
		t.Fatal(errors.Join(err, failed))
	}
	return n
}

func (c *Console) read() {
	b := make([]byte, 64<<10)
	for {
		n, err := c.master.Read(b)
		c.mu.Lock()
		c.bytes += n
		if c.raw.Len() < 1<<20 {
			c.raw.Write(b[:n])
		}
		c.window.write(string(b[:n]))
		c.mu.Unlock()
		if err != nil && !errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond) // nobody has the other end open
		}
	}
}

// Slave returns the program's end of the terminal.
func (c *Console) Slave() *os.File { return c.slave }

// Resize changes the size of the window. A program in its foreground gets a signal.
func (c *Console) Resize(width, height int) {
	c.t.Helper()
	c.mu.Lock()
	c.window.resize(width, height)
	c.window.stale = true
	c.mu.Unlock()
	control(c.t, c.master, func(fd int) (int, error) {
		return 0, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ,
			&unix.Winsize{Row: uint16(height), Col: uint16(width)})
	})
}

// Type presses keys.
func (c *Console) Type(keys string) {
	c.t.Helper()
	if _, err := c.master.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// Text returns what the window shows, without spaces at the ends of lines.
func (c *Console) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.window.text()
}

// HTML returns what the window shows as a web page.
func (c *Console) HTML() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.window.html()
}

// Written returns the number of bytes that the program has written.
func (c *Console) Written() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}

// Odd returns the control characters that the program has written, apart from those of escape
// sequences that the window knows.
func (c *Console) Odd() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.window.odd.String()
}

// Cursor returns the position of the cursor, negative if it is hidden.
func (c *Console) Cursor() (x, y int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.window.hidden {
		return -1, -1
	}
	return c.window.x, c.window.y
}

// Given reports whether a program has put the terminal into raw mode and into the alternate screen.
func (c *Console) Given() (raw, alternate bool) {
	control(c.t, c.slave, func(fd int) (int, error) {
		x, err := unix.IoctlGetTermios(fd, unix.TCGETS)
		if err == nil {
			raw = x.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) == 0
		}
		return 0, err
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	return raw, c.window.alternate
}

// Until waits until the window shows a text.
func (c *Console) Until(text string) {
	c.t.Helper()
	c.Wait(fmt.Sprintf("the window shows %q", text), func() bool {
		return strings.Contains(c.Text(),
			text)
	})
}

// Wait waits until a condition holds.
func (c *Console) Wait(what string, holds func() bool) {
	c.t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("it takes too long until %s; the window shows\n%s", what, c.Text())
		}
	}
}
