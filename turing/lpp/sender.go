package lpp

// Sender makes the key presses of one end in a folder. It may be used by several goroutines at once.
type Sender struct{}

// NewSender returns a sender for a folder, which it creates if it does not exist. Its sequence
// numbers go on after the highest one that the folder has of the same end, and after last, which may
// be empty.
func NewSender(dir string, by End, last string) (*Sender, error) { panic("not yet") }

// Send makes key presses, in order, and returns them with their sequence numbers. When it returns,
// they are in the folder.
func (s *Sender) Send(keys ...Key) ([]Press, error) { panic("not yet") }

// Pending returns how many of the end's key presses have not been read by the other end.
func (s *Sender) Pending() (int, error) { panic("not yet") }
