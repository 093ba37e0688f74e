package answer

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// Capture keeps the head and the tail of what is written to it. It may be written to from several goroutines.
type Capture struct {
	mu       sync.Mutex
	head     []byte
	tail     []byte // a ring once it is full
	start    int    // of the ring
	headSize int
	tailSize int
	elided   int64
	closed   bool
}

// NewCapture keeps so many bytes of the beginning and of the end.
func NewCapture(head, tail int) *Capture {
	return &Capture{headSize: head, tailSize: tail}
}

// Write never fails, so that a script does not notice the limit; after Text was called nothing is kept.
func (c *Capture) Write(data []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(data)
	if c.closed {
		return n, nil
	}
	room := min(c.headSize-len(c.head), len(data))
	c.head = append(c.head, data[:room]...)
	data = data[room:]
	if skip := len(data) - c.tailSize; skip > 0 {
		c.elided += int64(skip)
		data = data[skip:]
	}
	for _, b := range data {
		c.push(b)
	}
	return n, nil
}

func (c *Capture) push(b byte) {
	if len(c.tail) < c.tailSize {
		c.tail = append(c.tail, b)
		return
	}
	c.elided++
	c.tail[c.start] = b
	c.start = (c.start + 1) % c.tailSize
}

// Text ends the capture and returns what was kept, with a note where the middle is missing.
func (c *Capture) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	tail := string(c.tail[c.start:]) + string(c.tail[:c.start])
	if c.elided == 0 {
		return string(c.head) + tail
	}
	head := string(c.head)
	for range utf8.UTFMax {
		if r, size := utf8.DecodeLastRuneInString(head); r != utf8.RuneError || size != 1 {
			break
		}
		head = head[:len(head)-1]
	}
	tail = strings.TrimLeftFunc(tail, func(r rune) bool { return r == utf8.RuneError })
	return fmt.Sprintf("%s\n[… %d bytes left out …]\n%s", head, c.elided, tail)
}
