package columns

// Match returns the column of each known question, -1 if it has none: by its text, by its
// identifier or, if none is found this way and there are as many columns of questions as known
// questions, in order.
func (l *Layout) Match(known []Known) (found []int, missing int, inOrder bool) {
	texts, ids := map[string]int{}, map[string]int{}
	put := func(m map[string]int, name string, column int) {
		if name = Normal(name); name != "" {
			if _, taken := m[name]; !taken {
				m[name] = column
			}
		}
	}
	for _, q := range l.Questions {
		put(texts, l.Header[q.Column], q.Column)
		put(texts, q.Text, q.Column)
		put(ids, l.Header[q.Column], q.Column)
		if !q.Numbered {
			put(ids, q.ID, q.Column)
		}
	}
	for _, k := range known {
		column, ok := -1, false
		if name := Normal(k.Text); name != "" {
			column, ok = texts[name]
		}
		if !ok {
			column, ok = ids[Normal(k.ID)]
		}
		if !ok {
			column = -1
			missing++
		}
		found = append(found, column)
	}
	if missing == len(known) && len(l.Questions) == len(known) {
		for i, q := range l.Questions {
			found[i] = q.Column
		}
		return found, 0, true
	}
	return found, missing, false
}
