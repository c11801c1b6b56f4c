package lpp

import (
	"context"
	"errors"
	"os"
	"testing"
)

// BenchmarkKeys measures keys that are sent, taken and acknowledged in a folder in memory, if the
// system has one.
func BenchmarkKeys(b *testing.B) {
	parent := "/dev/shm"
	if _, err := os.Stat(parent); err != nil {
		parent = ""
	}
	dir, err := os.MkdirTemp(parent, "lpp")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := NewSender(dir, Other, "")
	if err != nil {
		b.Fatal(err)
	}
	all := errors.New("all")
	done := make(chan error)
	b.ReportAllocs()
	b.ResetTimer()
	go func() {
		n := 0
		done <- Receiver{Dir: dir, From: Other}.Receive(context.Background(), func(p []Press) error {
			if n += len(p); n >= b.N {
				return all
			}
			return nil
		})
	}()
	for i := range b.N {
		for {
			_, err := s.Send(Key('a' + i%26))
			if err == nil {
				break
			}
			if !errors.Is(err, ErrFull) {
				b.Fatal(err)
			}
			if _, err := s.Wait(context.Background(), MaxPending/2); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := <-done; err != all {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "keys/s")
}
