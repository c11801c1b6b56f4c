package recall

import "slices"

// queue finds the question that an answer answers. One question is current; others wait in the
// queue of their bettor. After an answer to bettor i the next one is the first of the queues of
// bettors i+1, i+2 and so on.
type queue struct {
	bettors []string
	waiting [][]string
	owner   int
	current string
	open    bool
}

// maxWaiting is the maximum number of bettors and of questions in a queue that count.
const maxWaiting = 1000

func (q *queue) ask(bettor, text string) {
	i := slices.Index(q.bettors, bettor)
	switch {
	case i < 0 && len(q.bettors) == maxWaiting:
		return
	case i < 0:
		i = len(q.bettors)
		q.bettors = append(q.bettors, bettor)
		q.waiting = append(q.waiting, nil)
	}
	switch {
	case !q.open:
		q.owner, q.current, q.open = i, text, true
	case len(q.waiting[i]) < maxWaiting:
		q.waiting[i] = append(q.waiting[i], text)
	}
}

// answer returns the question that was current.
func (q *queue) answer() (text string, ok bool) {
	if !q.open {
		return "", false
	}
	text, q.open = q.current, false
	n := len(q.bettors)
	for step := 1; step <= n; step++ {
		i := (q.owner + step) % n
		if len(q.waiting[i]) > 0 {
			q.owner, q.current, q.open = i, q.waiting[i][0], true
			q.waiting[i] = q.waiting[i][1:]
			break
		}
	}
	return text, true
}
