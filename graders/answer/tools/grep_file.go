package tools

import "fmt"

// grepFile is grep in the middle of one file.
type grepFile struct {
	*grepCall
	out     *output
	prefix  string
	no      int
	hits    int
	kept    []string // lines that may become context before a match
	follow  int      // lines of context still to come
	printed int      // number of the last line printed
}

func (f *grepFile) line(text string, _ bool) error {
	f.no++
	places := f.matches(text)
	if (len(places) > 0) == f.invert {
		return f.context(text)
	}
	if f.most == 0 {
		return errEnough
	}
	f.hits++
	if f.quiet || f.list {
		return errEnough
	}
	if err := f.show(text, places); err != nil {
		return err
	}
	if f.most > 0 && f.hits >= f.most && f.after == 0 {
		return errEnough
	}
	return nil
}

func (f *grepFile) show(text string, places [][2]int) error {
	if f.count {
		return nil
	}
	if f.only {
		if f.invert {
			return nil
		}
		for _, place := range places {
			if place[0] == place[1] {
				continue
			}
			if err := f.print(text[place[0]:place[1]], ":", f.no); err != nil {
				return err
			}
		}
		return nil
	}
	first := f.no - len(f.kept)
	if f.printed > 0 && f.before+f.after > 0 && first > f.printed+1 {
		if err := f.out.live("--"); err != nil {
			return err
		}
	}
	for i, line := range f.kept {
		if err := f.print(line, "-", first+i); err != nil {
			return err
		}
	}
	f.kept, f.follow = nil, f.after
	return f.print(text, ":", f.no)
}

func (f *grepFile) context(text string) error {
	if f.follow > 0 && !f.count && !f.only {
		f.follow--
		return f.print(text, "-", f.no)
	}
	if f.most > 0 && f.hits >= f.most {
		return errEnough
	}
	if f.before > 0 {
		f.kept = append(f.kept, text)
		if len(f.kept) > f.before {
			f.kept = f.kept[1:]
		}
	}
	return nil
}

func (f *grepFile) print(text, mark string, no int) error {
	f.printed = no
	prefix := ""
	if f.prefix != "" {
		prefix = f.prefix + mark
	}
	if f.number {
		prefix += fmt.Sprintf("%d%s", no, mark)
	}
	return f.out.live(prefix + text)
}

func (f *grepFile) finish(name string) {
	switch {
	case f.quiet:
	case f.list && f.hits > 0:
		if name == "-" {
			name = "(standard input)"
		}
		_ = f.out.line(name)
	case f.count && !f.list:
		prefix := ""
		if f.prefix != "" {
			prefix = f.prefix + ":"
		}
		_ = f.out.line(fmt.Sprintf("%s%d", prefix, f.hits))
	}
}
