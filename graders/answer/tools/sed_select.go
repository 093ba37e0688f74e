package tools

// selects tells whether a command's addresses take the current line.
func (s *sedRun) selects(c *sedCommand) bool {
	switch {
	case c.from == nil:
		return true
	case c.to == nil:
		return s.takes(c.from)
	case c.active:
		return s.inside(c)
	case c.from.line == 0 && c.from.re == nil && !c.from.last && !c.from.empty && c.from.step == 0:
		// 0,/re/: as if the range had begun before the first line.
		if s.at == 1 {
			c.active = true
			return s.inside(c)
		}
		return false
	case !s.takes(c.from):
		return false
	}
	return s.begin(c)
}

// begin opens a range at the current line; one that ends by a number already past is this line only.
func (s *sedRun) begin(c *sedCommand) bool {
	switch {
	case c.to.plus:
		c.until = s.at + c.to.line
	case c.to.times && c.to.line > 0:
		c.until = (s.at + c.to.line - 1) / c.to.line * c.to.line
	case c.to.times:
		c.until = s.at
	case c.to.re != nil || c.to.empty:
		c.until = 0
		c.active = true
		return true
	case c.to.last:
		c.active = s.at < len(s.input)
		c.until = 0
		return true
	default:
		c.until = c.to.line
	}
	c.active = c.until > s.at
	return true
}

// inside goes on with a range.
func (s *sedRun) inside(c *sedCommand) bool {
	switch {
	case c.to.re != nil || c.to.empty:
		c.active = !s.takes(c.to)
	case c.to.last:
		c.active = s.at < len(s.input)
	default:
		if s.at > c.until {
			// Lines were skipped by n or N: the range is over, and may begin again.
			c.active = false
			return s.takes(c.from) && s.begin(c)
		}
		c.active = s.at < c.until
	}
	return true
}

// takes tells whether one address takes the current line.
func (s *sedRun) takes(a *sedAddress) bool {
	switch {
	case a.last:
		return s.at >= len(s.input)
	case a.empty:
		return s.lastRE != nil && s.lastRE.MatchString(s.space)
	case a.re != nil:
		s.lastRE = a.re
		return a.re.MatchString(s.space)
	case a.step > 0:
		return s.at >= a.line && (s.at-a.line)%a.step == 0
	}
	return s.at == a.line
}
