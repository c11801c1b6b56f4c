package aiml

import (
	"strings"
	"unicode"
)

// maxWords is the maximum number of words of a sentence, a pattern or a topic that are considered.
const maxWords = 200

// normal returns the words of a text in capitals, without punctuation. Contractions are written
// out, as the published sets of categories have them: “don't” becomes DO NOT, “what's” WHAT IS.
func normal(text string) []string { return split(text, "") }

// patternWords is normal for a pattern, which may have the wildcards * and _.
func patternWords(text string) []string { return split(text, "*_") }

func split(text, wildcards string) []string {
	text = strings.ToUpper(strings.ReplaceAll(text, "’", "'"))
	var list []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !ofWord(r) && r != '\'' && !strings.ContainsRune(wildcards, r)
	}) {
		if long, ok := contractions[w]; ok {
			list = append(list, long...)
		} else if w = expanded.Replace(w + " "); w != "" {
			list = append(list, strings.Fields(strings.ReplaceAll(w, "'", ""))...)
		}
		if len(list) >= maxWords {
			break
		}
	}
	return list[:min(len(list), maxWords)]
}

// ofWord reports whether a character can make a word by itself, unlike an apostrophe.
func ofWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// contractions maps contractions that are irregular or often lack the apostrophe to their words.
var contractions = map[string][]string{"WON'T": {"WILL", "NOT"}, "CAN'T": {"CAN", "NOT"},
	"CANT": {"CAN", "NOT"}, "DONT": {"DO", "NOT"}, "DOESNT": {"DOES", "NOT"}, "IM": {"I", "AM"},
	"DIDNT": {"DID", "NOT"}, "ISNT": {"IS", "NOT"}, "ARENT": {"ARE", "NOT"}, "IVE": {"I", "HAVE"},
	"WHATS": {"WHAT", "IS"}, "YOURE": {"YOU", "ARE"}, "THATS": {"THAT", "IS"}, "U": {"YOU"},
	"WHERES": {"WHERE", "IS"}, "HOWS": {"HOW", "IS"}, "WHO'S": {"WHO", "IS"},
	"WHAT'S": {"WHAT", "IS"}, "WHERE'S": {"WHERE", "IS"}, "HOW'S": {"HOW", "IS"},
	"IT'S": {"IT", "IS"}, "THAT'S": {"THAT", "IS"}, "HE'S": {"HE", "IS"}, "SHE'S": {"SHE", "IS"},
	"THERE'S": {"THERE", "IS"}}

// expanded writes out the endings of regular contractions.
var expanded = strings.NewReplacer("N'T ", " NOT", "'M ", " AM", "'RE ", " ARE", "'VE ", " HAVE",
	"'LL ", " WILL", "'D ", " WOULD")

// maxSentences is the maximum number of sentences of a text that are answered.
const maxSentences = 8

// sentences splits a text after the marks . ! and ? that end a word.
func sentences(text string) []string {
	var list []string
	start, hasWord := 0, false // of the sentence
	for i, r := range text {
		hasWord = hasWord || ofWord(r)
		end := strings.ContainsRune(".!?\n", r) && (i+1 == len(text) || r == '\n' ||
			strings.ContainsRune(" \n.!?", rune(text[i+1])))
		if end && hasWord {
			list = append(list, strings.TrimSpace(text[start:i+1]))
			start, hasWord = i+1, false
		}
	}
	if hasWord {
		list = append(list, strings.TrimSpace(text[start:]))
	}
	return list
}
