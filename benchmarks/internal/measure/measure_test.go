package measure

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0}, {[]float64{3}, 3}, {[]float64{3, 1}, 2},
		{[]float64{9, 1, 4}, 4}, {[]float64{4, 1, 9, 2}, 3},
	} {
		if got := Median(c.values); got != c.want {
			t.Errorf("median of %v: %v, want %v", c.values, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := Table(&b, [][]string{{"a", "µs"}, {"long", "1"}}); err != nil {
		t.Fatal(err)
	}
	if want := "| a    | µs |\n|------|----|\n| long | 1  |\n"; b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

// A process reports its memory and its error.
func TestRun(t *testing.T) {
	var result struct{ A int }
	u, err := Run(context.Background(), &result, "sh", "-c", `echo '{"Peak":7,"Result":{"A":3}}'`)
	if err != nil || result.A != 3 {
		t.Fatalf("got %v, %v", result, err)
	}
	if u.Peak != 7 || u.CPU < 0 {
		t.Errorf("got %+v", u)
	}
	if runtime.GOOS == "linux" && Peak() < 1e6 {
		t.Errorf("this process has held %d bytes at most", Peak())
	}
	_, err = Run(context.Background(), &result, "sh", "-c", "echo first >&2; echo last >&2; exit 3")
	if err == nil || err.Error() != "sh -c: last" {
		t.Errorf("error %v", err)
	}
	if _, err = Run(context.Background(), &result, "sh", "-c", "echo no"); err == nil {
		t.Error("no error for what is no JSON")
	}
}

// What any program writes and takes is known, and why it has failed.
func TestWatch(t *testing.T) {
	var out strings.Builder
	u, err := Watch(context.Background(), &out, "sh", "-c", "echo out; echo err >&2")
	if err != nil || out.String() != "out\n" {
		t.Errorf("got %q, %v", &out, err)
	}
	if runtime.GOOS == "linux" && u.Peak < 1e5 {
		t.Errorf("a program has held %d bytes at most", u.Peak)
	}
	if _, err = Watch(context.Background(), &out, "no such program"); err == nil {
		t.Error("no error without a program")
	}
	late, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = Watch(late, &out, "sh", "-c", "echo out"); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}
