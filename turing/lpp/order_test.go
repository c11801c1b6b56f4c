package lpp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// folder is one in which a sender makes key presses 1, 2 and so on while it is listed.
type folder struct {
	made    int
	removed map[int]bool
}

// list returns a listing during which the sender makes some key presses. Those that were there
// before are in it; of the others, some are, as a system may choose.
func (f *folder) list(t *rapid.T) []Press {
	var list []Press
	before := f.made
	f.made += rapid.IntRange(0, 6).Draw(t, "made")
	for n := 1; n <= f.made; n++ {
		if !f.removed[n] && (n <= before || rapid.Bool().Draw(t, "seen")) {
			list = append(list, Press{Sequence: fmt.Sprintf("%06d", n), Key: 'a', By: Other})
		}
	}
	return list
}

func (f *folder) remove(p Press) int {
	n, _ := strconv.Atoi(p.Sequence)
	f.removed[n] = true
	return n
}

// TestListingsAreNotAtomic checks that nothing is taken before what was made earlier, whatever a
// listing leaves out of what is made meanwhile.
func TestListingsAreNotAtomic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := folder{removed: map[int]bool{}}
		o := newOrder(nil, func(err error) { t.Errorf("fault: %v", err) })
		taken := 0
		look := func(list []Press) bool {
			take, repeated, more := o.next(list)
			for _, p := range take {
				if n := f.remove(p); n != taken+1 {
					t.Fatalf("took %d after %d", n, taken)
				}
				taken++
			}
			if len(repeated) > 0 {
				t.Fatalf("found %v again", repeated)
			}
			return more
		}
		for range rapid.IntRange(1, 30).Draw(t, "listings") {
			look(f.list(t))
		}
		still := func() (list []Press) { // the sender has ended
			for n := 1; n <= f.made; n++ {
				if !f.removed[n] {
					list = append(list, Press{Sequence: fmt.Sprintf("%06d", n), Key: 'a', By: Other})
				}
			}
			return list
		}
		for looks := 0; look(still()); looks++ {
			if looks > 2 {
				t.Fatal("there is always more")
			}
		}
		if taken != f.made {
			t.Fatalf("took %d of %d", taken, f.made)
		}
	})
}

// TestOneListingIsNotEnough checks that the model above is hostile: to take all of each listing
// breaks the order.
func TestOneListingIsNotEnough(t *testing.T) {
	broken := false
	rapid.Check(t, func(t *rapid.T) {
		f := folder{removed: map[int]bool{}}
		last := 0
		for range 30 {
			for _, p := range f.list(t) {
				n := f.remove(p)
				broken = broken || n < last
				last = n
			}
		}
	})
	if !broken {
		t.Error("the order was never broken")
	}
}

// names returns key presses of names.
func presses(t *testing.T, names string) (list []Press) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		list = append(list, get(ParseName(name+".other"))(t))
	}
	return list
}

func inLines(presses []Press) string {
	var s strings.Builder
	for _, p := range presses {
		s.WriteByte(byte(p.Key))
	}
	return s.String()
}

func TestBrokenNumbers(t *testing.T) {
	for name, test := range map[string]struct {
		past   string
		made   []string // one after the other
		taken  string
		faults []string
	}{
		"good": {"", []string{"01.a 02.b 10.c", "11.d"}, "abcd", nil},
		"shorter": {"", []string{"9.a 10.b 11.c"}, "abc",
			[]string{"10.b.other after 9.a.other, expected sequence numbers that increase as numbers and as texts"}},
		"late": {"", []string{"05.a", "03.b 04.c", "06.d"}, "abcd",
			[]string{"03.b.other after 05.a.other, expected"}},
		"twice": {"", []string{"05.b 05.a 06.c"}, "abc",
			[]string{"05.b.other, but its sequence number was that of the key a"}},
		"zeros": {"", []string{"05.a 005.b"}, "ba",
			[]string{"05.a.other, but its sequence number was that of the key b"}},
		"repeated": {"", []string{"05.a", "05.a 06.b"}, "ab",
			[]string{"05.a.other, which was taken before; it was removed"}},
		"anew": {"", []string{"01.a 02.b 03.c", "01.x 02.b 03.c"}, "abcxbc",
			[]string{"01.x.other, but its sequence number was that of the key a"}},
		"both restart": {"05.a 06.b", []string{"06.b 07.c", "06.b"}, "c",
			[]string{"06.b.other, which was taken before"}}, // told once
		"restart, anew": {"05.a 06.b", []string{"05.z"}, "z",
			[]string{"05.z.other, but its sequence number was that of the key a"}},
		"huge": {"",
			[]string{"9" + strings.Repeat("9", 150) + ".a 9" + strings.Repeat("9", 151) +
				".b"}, "ab", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var faults []string
			o := newOrder(presses(t, test.past), func(err error) { faults = append(faults, err.Error()) })
			got := ""
			for _, made := range test.made {
				list := presses(t, made)
				slices.SortFunc(list, comparePresses)
				for range 2 {
					take, repeated, _ := o.next(list)
					got += inLines(take)
					list = slices.DeleteFunc(list, func(p Press) bool {
						return slices.Contains(take, p) || slices.Contains(repeated, p)
					})
				}
				if len(list) > 0 {
					t.Errorf("%v remain", list)
				}
			}
			if got != test.taken {
				t.Errorf("took %q, want %q", got, test.taken)
			}
			if len(faults) != len(test.faults) {
				t.Fatalf("found faults %q, want %q", faults, test.faults)
			}
			for i, want := range test.faults {
				if !strings.Contains(faults[i], want) {
					t.Errorf("found fault %q, want %q", faults[i], want)
				}
			}
		})
	}
}

// TestForgotten checks that what is remembered is bounded.
func TestAliases(t *testing.T) {
	var listing []Press
	for _, name := range []string{"1.quotedble.other", "2.quotedl.other", "3.tab.other", "4.tab.other"} {
		p, err := ParseName(name)
		if err != nil || p.Name() != name {
			t.Fatalf("%s is %+v, %v", name, p, err)
		}
		listing = append(listing, p)
	}
	var told []string
	Sort(listing, func(err error) { told = append(told, err.Error()) })
	want := []string{"found the key quotedble, took it for quotedbl",
		"found the key quotedl, took it for quotedbl", "found the key tab, took it for Tab"}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, expected %q", told, want)
	}
	if text := string([]Key{listing[0].Key, listing[1].Key, listing[2].Key}); text != "\"\"\t" {
		t.Errorf("the keys are %q", text)
	}
}

func TestForgotten(t *testing.T) {
	o := newOrder(nil, func(err error) { t.Error(err) })
	for n := range 3 * maxRecent {
		o.remember(Press{Sequence: fmt.Sprintf("%09d", n), Key: 'a', By: Other})
	}
	if n := len(o.recent) + len(o.older); n > 2*maxRecent {
		t.Errorf("%d key presses are remembered", n)
	}
	if _, ok := o.used(Press{Sequence: strconv.Itoa(3*maxRecent - maxRecent)}); !ok {
		t.Error("a late key press was forgotten")
	}
}

func TestAbove(t *testing.T) {
	digits := rapid.StringMatching("[0-9]{1,12}")
	rapid.Check(t, func(t *rapid.T) {
		a, b := Press{Sequence: digits.Draw(t, "a")}, Press{Sequence: digits.Draw(t, "b")}
		next, err := after(above([]Press{a, b}))
		if err != nil {
			t.Fatal(err)
		}
		if !follows(next, a.Sequence) || !follows(next, b.Sequence) {
			t.Fatalf("%s follows neither or only one of %s and %s", next, a.Sequence, b.Sequence)
		}
	})
}
