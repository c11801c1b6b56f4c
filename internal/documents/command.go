package documents

import (
	"net"
	"regexp"
	"strings"
	"testing"
)

// shellCommands splits a shell block into commands.
func shellCommands(body string) []string {
	var list []string
	for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", "")) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "export ") {
			list = append(list, line)
		}
	}
	return list
}

// runsTests reports whether a command runs the tests, which are running already.
func runsTests(command string) bool {
	return strings.HasPrefix(command, "go test") || strings.HasPrefix(command, "LUNA_TEST=") ||
		strings.HasPrefix(command, ".ci/run")
}

// ours matches a package that a command builds: of a released version, or of the clone.
var ours = regexp.MustCompile(
	`(?:github\.com/luna-rating/luna|\.)/((?:cmd|benchmarks)/[a-z]+)(?:@latest)?`)

// ofThisModule makes a command build packages of the module under test.
func ofThisModule(command string) string { return ours.ReplaceAllString(command, module+"/$1") }

// freePorts maps the ports in a block of commands to ports that are free on this machine.
type freePorts map[string]string

var loopbackPort = regexp.MustCompile(`(127\.0\.0\.1|localhost):(\d+)`)

// replace returns the command with free ports.
func (p freePorts) replace(t testing.TB, command string) string {
	t.Helper()
	return loopbackPort.ReplaceAllStringFunc(command, func(address string) string {
		host, port, _ := strings.Cut(address, ":")
		if p[port] == "" {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			_, p[port], _ = net.SplitHostPort(listener.Addr().String())
			listener.Close()
		}
		return host + ":" + p[port]
	})
}

// restore returns an output with the ports that the document shows.
func (p freePorts) restore(printed string) string {
	for shown, free := range p {
		printed = strings.ReplaceAll(printed, ":"+free, ":"+shown)
	}
	return printed
}
