package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// allowEscapes makes the console interpret escape sequences.
func allowEscapes(out *os.File) error {
	var mode uint32
	if err := windows.GetConsoleMode(windows.Handle(out.Fd()), &mode); err != nil {
		return err
	}
	return windows.SetConsoleMode(windows.Handle(out.Fd()),
		mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
}
