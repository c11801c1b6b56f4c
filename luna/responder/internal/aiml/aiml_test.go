package aiml

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/suite"
)

func parseSet(t *testing.T, categories string) *Set {
	t.Helper()
	return suite.Must(Parse([]byte("<aiml>"+categories+"</aiml>"), "f"))(t)
}

func category(pattern, template string) string {
	return "<category><pattern>" + pattern + "</pattern><template>" + template +
		"</template></category>\n"
}

// converse checks texts and the replies to them, in turn.
func converse(t *testing.T, s *Set, said ...string) {
	t.Helper()
	c := s.Converse(1)
	c.now = func() time.Time { return time.Date(2001, 8, 8, 15, 4, 0, 0, time.UTC) }
	for i := 0; i < len(said); i += 2 {
		if got := c.Reply(said[i]); got != said[i+1] {
			t.Errorf("%q: found %q, want %q", said[i], got, said[i+1])
		}
	}
}

// The order of matching in the specification: _, then the word, then *, at each word.
func TestOrder(t *testing.T) {
	s := parseSet(t, category("*", "star")+category("A *", "a star")+category("A B", "a b")+
		category("_ C", "underscore c")+category("A * D", "a star d: <star/>")+
		category("* X *", "<star/> and <star index='2'/>, not <star index='3'/>"))
	converse(t, s, "a", "star", "A b!", "a b", "a z", "a star", "a c", "underscore c",
		"a b c", "underscore c", "a q d r d", "a star d: q d r", "p q x r", "p q and r, not",
		"Z! a b.", "star a b", "...", noMatch)
}

func TestThatAndTopic(t *testing.T) {
	s := parseSet(t, category("HI", "Hello. Do you like tea?")+
		"<category><pattern>YES</pattern><that>DO YOU LIKE *</that>"+
		"<template>So <thatstar/>!</template></category>"+
		category("YES", "yes what")+
		category("TALK ABOUT *", "<set name='topic'><star/></set>, fine")+
		"<topic name='THE *'>"+category("YES", "about <topicstar/>")+"</topic>"+
		category("REPEAT", "<that/> / <input/>"))
	converse(t, s, "yes", "yes what", "hi", "Hello. Do you like tea?", "Yes.", "So tea!",
		"yes", "yes what", "Talk about the sea", "the sea, fine", "yes", "about sea",
		"repeat", "about sea / repeat")
}

// The present input is the first, as in python-aiml; see the package's comment.
func TestIndex(t *testing.T) {
	s := parseSet(t, category("A", "One. Two? Three!")+category("B", "Four")+
		category("I *", "<input index='1'/> <input index='2'/> <input index=' 3,1'/>|"+
			"<input index='9'/><input index='x'/>")+
		category("T *", "<that/> <that index='1'/> <that index='2,1'/> <that index='2,3'/> "+
			"<that index='2,4'/><that index='2,*'/>"))
	converse(t, s, "a", "One. Two? Three!", "b", "Four",
		"t x", "Four Four Three! One. One. Two? Three!", "I z", "I z t x b|")
}

func TestExchanges(t *testing.T) {
	s := parseSet(t, category("G", "<gender>She'd told him that his hair is like hers, HE said"+
		"</gender>")+category("P", "<person2>I'm sure you know MY mother, and you've seen "+
		"mine.</person2>")+category("P *", "<person2/>")+category("G *", "<gender/>")+
		category("META", "<size/> <id/> <version/>"))
	converse(t, s, "g", "He'd told her that her hair is like his, She said",
		"p", "You are sure me know Your mother, and I've seen yours.",
		"p I love you", "you love me", "g her", "him", "meta", "5 anonymous AIML 1.0.1")
}

func TestLastOfEqualCategories(t *testing.T) {
	s := parseSet(t, category("A", "first")+category("A", "last"))
	converse(t, s, "a", "last")
	if want := []string{"f: categories that replace an earlier one with the same patterns: 1: " +
		"f:2: A"}; !slices.Equal(s.Warnings, want) || s.categories != 1 {
		t.Errorf("%d categories, %q", s.categories, s.Warnings)
	}
}

func TestTemplates(t *testing.T) {
	s := parseSet(t, category("A", "<srai>B <uppercase>x</uppercase></srai>")+
		category("B *", "b of <star/>")+category("PLEASE *", "<sr/>, please")+
		category("MY NAME IS *",
			"<think><set name='name'><formal><star/></formal></set></think>ok")+
		category("WHO", `<condition name="name"><li value="*">You are <get name="name"/></li>`+
			`<li>Who knows</li></condition>`)+
		category("TOM", `<condition name="name" value="tom">yes</condition>`)+
		category("DATE", "<date format='%A %H %Y'/>")+category("ME", "<bot name='name'/>")+
		category("SAY *", "<person/> and <sentence>a <lowercase>B</lowercase></sentence>")+
		category("LOOP", "x<srai>LOOP</srai>")+
		category("BIG", strings.Repeat("<srai>W</srai>", 100))+
		category("W", strings.Repeat("word ", 1000)))
	converse(t, s, "a", "b of x", "Please a", "b of x, please", "who", "Who knows",
		"my name is tom jones", "ok", "who?", "You are Tom Jones", "tom", noMatch,
		"My name is Tom", "ok", "tom", "yes", "date", "Wednesday 15 2001", "me", "Kim",
		"say I like my dog", "you like your dog and A b")
	if got := s.Converse(1).Reply("loop"); len(got) > 2*maxSrai {
		t.Errorf("a loop: %q", got)
	}
	if got := s.Converse(1).Reply("big"); len(got) > maxOutput {
		t.Errorf("%d bytes", len(got))
	}
}

func TestRandom(t *testing.T) {
	s := parseSet(t, category("R", "<random><li>a</li><li>b</li><li>c</li></random>"))
	c, again := s.Converse(5), s.Converse(5)
	last, seen := "", map[string]bool{}
	for range 40 {
		reply := c.Reply("r")
		if reply == last || reply != again.Reply("r") {
			t.Errorf("found %q after %q", reply, last)
		}
		last, seen[reply] = reply, true
	}
	if len(seen) != 3 {
		t.Errorf("found %v", seen)
	}
}

func TestFaults(t *testing.T) {
	for content, want := range map[string]string{
		"":                   "f:1: found no element, expected aiml",
		"<html/>":            `f:1: found the element "html", expected aiml`,
		"<aiml></aiml>":      "f: found no category",
		"<aiml>\n<category>": "f:2: XML syntax error",
		"<aiml>\n<category><pattern>A</pattern></category></aiml>": "f:2: found a category without",
		"<aiml>\n<topic>" + category("A", "b") + "</topic></aiml>": "f:2: found a topic without",
		strings.Repeat("<a>", 60):                                  "f:1: found elements in",
		"<?xml version='1.0' encoding='EBCDIC'?><aiml/>":           "expected UTF-8 or ISO-8859-1",
		"<!DOCTYPE a [<!ENTITY b 'c'>]><aiml>&b;</aiml>":           "f:1: ",
	} {
		if _, err := Parse([]byte(content), "f"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: found %v, want %q", content, err, want)
		}
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "found no file") {
		t.Errorf("an empty folder: %v", err)
	}
	s := parseSet(t, "\n<meta/>"+category("A", "<javascript>x</javascript>")+
		category("??", "b")+category("!", "b")+"<category><pattern>C</pattern></category>"+
		"<topic>"+category("X", "y")+"</topic>"+
		"<category><pattern>C</pattern><that>D <b/></that><template>e</template></category>"+
		category("E", "<b>x</b><i>y</i><bot name='eyes'/>"))
	want := []string{"f: 3 categories, 4 skipped: " +
		"f:3: found a category without a pattern of words, expected one; " +
		"f:5: found a category without a template, expected one; " +
		"f:5: found a topic without a name, expected one",
		"f: elements ignored: 5: f:2: meta; f:2: javascript; f:6: b; …",
		"f: uses of the bot's properties without a value: 1; write lines NAME=VALUE into " +
			"bot.properties: f:6: eyes"}
	if !slices.Equal(s.Warnings, want) {
		t.Errorf("found %q, want %q", s.Warnings, want)
	}
	old, err := Parse([]byte("<?xml version='1.0' encoding='ISO-8859-1'?><aiml>"+
		category("A", "caf\xe9")+"</aiml>"), "f")
	if err != nil || old.Converse(1).Reply("a") != "café" {
		t.Errorf("ISO-8859-1: %v", err)
	}
}

// What is wrong in one file leaves the others, and what comes before it, usable.
func TestFaultInOneFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.aiml", "<aiml>"+category("A", "a")+"<topic name='T'>"+category("B", "b")+
		"<category><pattern>C</pattern><template>\nx & y</template></category></topic></aiml>")
	write(t, dir, "b.aiml", "<html/>")
	write(t, dir, "c.aiml", "<aiml>"+category("D", "d")+"</aiml>")
	s := suite.Must(Open(dir))(t)
	converse(t, s, "a", "a", "d", "d", "c", noMatch)
	got := strings.ReplaceAll(strings.Join(s.Warnings, "\n"), dir, "")
	if s.categories != 3 || !strings.Contains(got, "fault: 2: /a.aiml:4: XML syntax error") ||
		!strings.Contains(got, `/b.aiml:1: found the element "html"`) {
		t.Errorf("%d categories, %q", s.categories, got)
	}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	suite.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
	suite.OK(t, os.WriteFile(path, []byte(content), 0o666))
}

func TestProperties(t *testing.T) {
	set := "<aiml>" + category("I AM <bot name='name'/>", "<bot name='Name'/>, <bot name='age'/>, "+
		"<bot name='job'/>, <bot name='home'/>") + "</aiml>"
	for name, content := range map[string]string{
		"set/bot.properties":        "# me\n\nname = Ada:B\nage=3\njob=queen\nhome: x=y",
		"config/properties.txt":     "name:Ada:B\r\nage:3\r\njob:queen\r\nhome:x=y",
		"set/config/properties.txt": "name:Ada:B\nage:3\njob:queen\nhome:x=y",
		"set/bot.properties.json":   `[["name","Ada:B"],["age",3],["job","queen"],["home","x=y"]]`,
		"set/properties.json":       `{"name":"Ada:B","age":3,"job":"queen","home":"x=y"}`,
		"set/startup.xml": "<programd-startup><bots><bot id='1'><property name='name' value='Ada:B'/>" +
			"<property name='age'>3</property></bot><bot-predicates><predicate name='job' value='queen'/>" +
			"<predicate name='home' value='x=y'/></bot-predicates></bots></programd-startup>",
	} {
		dir := t.TempDir()
		write(t, dir, "set/a.aiml", set)
		write(t, dir, name, content)
		for _, path := range []string{"set", "set/a.aiml"} {
			s, err := Open(filepath.Join(dir, path))
			if err != nil || len(s.Warnings) > 0 {
				t.Fatalf("%s: %v, %q", name, err, s.Warnings)
			}
			converse(t, s, "I am Ada B", "Ada:B, 3, queen, x=y")
		}
	}
	dir := t.TempDir()
	write(t, dir, "a.aiml", set)
	s, err := Open(dir)
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "without a value: 5, "+
		"so its name is Kim; write lines NAME=VALUE into "+filepath.Join(dir, "bot.properties")+": ") {
		t.Errorf("%v, %q", err, s.Warnings)
	}
	for content, want := range map[string]string{"name=x\nage": `:2: found "age", expected NAME=VALUE`,
		"=x": ":1: ", "<a>": ":1: XML syntax error"} {
		write(t, dir, "bot.properties", content)
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "bot.properties"+want) {
			t.Errorf("%q: found %v", content, err)
		}
	}
}

func TestWildcardsAreBounded(t *testing.T) {
	s := parseSet(t, category(strings.Repeat("* A ", 12)+"B", "x")+category("*", "y"))
	c := s.Converse(1)
	if got := c.Reply(strings.Repeat("a ", 300)); got != noMatch && got != "y" {
		t.Errorf("found %q", got)
	}
}

func TestDefault(t *testing.T) {
	s := Default()
	if len(s.Warnings) > 0 || s.categories < 60 {
		t.Errorf("%d categories, %q", s.categories, s.Warnings)
	}
	converse(t, s, "What is my name?", "You didn't tell me.",
		"My name is bob", "Nice to meet you, Bob!",
		"what's my name", "Didn't you say Bob?", "What day is it?", "Wednesday, isn't it?")
}

// slowSentences is a slow and obvious form of sentences.
func slowSentences(text string) (list []string) {
	for start, i := 0, 0; i <= len(text); i++ {
		last := i == len(text)
		mark := !last && (text[i] == '\n' || strings.Contains(".!?", text[i:i+1]) &&
			(i+1 == len(text) || strings.Contains(" \n.!?", text[i+1:i+2])))
		if (last || mark) && len(normal(text[start:i])) > 0 {
			list = append(list, strings.TrimSpace(text[start:min(i+1, len(text))]))
			start = i + 1
		}
	}
	return list
}

func FuzzSentences(f *testing.F) {
	f.Add("... Hi! It's 2.5, isn't it?\n' é. ...x")
	f.Add("''. \u0345. ß! \xff. a")
	f.Add(strings.Repeat("a. ", 20))
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := sentences(text), slowSentences(text); !slices.Equal(got, want) {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	})
}

// A text of dots was compared with each of its starts.
func TestDotsAreCheap(t *testing.T) {
	dots := strings.Repeat(".", 10_000)
	if n := testing.AllocsPerRun(3, func() { sentences(dots) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzReply(f *testing.F) {
	f.Add("My name is Tom. I am tired! Are you a bot?")
	f.Add(strings.Repeat("x. ", 1000))
	f.Fuzz(func(t *testing.T, text string) {
		c := Default().Converse(3)
		for range 3 {
			if reply := c.Reply(text); reply == "" ||
				utf8.ValidString(text) && !utf8.ValidString(reply) {
				t.Errorf("%q: found %q", text, reply)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("<aiml>"+category("A *", "<srai><star/></srai>")+"</aiml>", "a b")
	f.Add(fmt.Sprintf("%.2000s</aiml>", defaultText), "hello")
	f.Fuzz(func(_ *testing.T, content, text string) {
		if s, err := Parse([]byte(content), "f"); err == nil {
			c := s.Converse(1)
			c.Reply(text)
			c.Reply(text)
		}
	})
}
