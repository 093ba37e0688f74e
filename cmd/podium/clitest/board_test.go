package clitest

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestTheBoardSaysWhatItCannotShow(t *testing.T) {
	p := newPlace(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"board"}, "no lab is running"},
		{[]string{"board", "lab-9"}, "no lab"},
		{[]string{"board", "lab-2"}, "podium lab start lab-2"},
		{[]string{"board", "--journal", "not-there.jsonl"}, "no recorded history"},
		{[]string{"board", "--journal", t.TempDir()}, "no recorded history"},
		{[]string{"board", "--port", "70000"}, "no port 70000"},
	} {
		if got := p.run(c.args...); got.code != 2 || !strings.Contains(got.err, c.says) {
			t.Errorf("podium %s: exit code %d, %s", strings.Join(c.args, " "), got.code, got.err)
		}
	}
}

// TestTheBoardShowsALivingLab follows the first task of lab-2 as the page does: the Pods get ready, and the points come.
func TestTheBoardShowsALivingLab(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(context.WithoutCancel(t.Context()), p.binary, "lab", "stop")) })
	if started := p.run("lab", "start", "lab-2"); started.code != 0 {
		t.Fatal(started)
	}
	board, events := p.board()
	p.deploy(strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out))
	awaitLine(t, events, `"says":"Deployment web has arrived: 4 of 4 Pods are ready"`)
	awaitLine(t, events, `{"points":10,`)
	if err := board.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = board.Wait() // Ctrl-C has an exit code of its own
	if code := board.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d after Ctrl-C", code)
	}
}

// board opens the board of the lab that runs, and returns its process and what it sends to the page.
func (p *place) board() (*exec.Cmd, <-chan string) {
	t := p.t
	t.Helper()
	board := p.command(t.Context(), p.binary, "board")
	said, err := board.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := board.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return board, boardEvents(t, strings.TrimSpace(address))
}

// boardEvents are the lines of the board's stream.
func boardEvents(t *testing.T, address string) <-chan string {
	t.Helper()
	ask := func(address string, cookies []*http.Cookie) *http.Response {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cookies {
			request.AddCookie(c)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", address, response.Status)
		}
		t.Cleanup(func() { _ = response.Body.Close() })
		return response
	}
	opened := ask(address, nil) //nolint:bodyclose // closed at the end of the test
	where, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	where.Path, where.RawQuery = "/events", ""
	stream := ask(where.String(), opened.Cookies()) //nolint:bodyclose // closed at the end of the test
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(stream.Body)
		scanner.Buffer(nil, 16<<20)
		for scanner.Scan() {
			lines <- scanner.Text()
		}
	}()
	return lines
}

// awaitLine returns the lines up to the wanted one.
func awaitLine(t *testing.T, lines <-chan string, want string) (before []string) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				t.Fatalf("the stream ended without %s", want)
			}
			if strings.Contains(line, want) {
				return before
			}
			before = append(before, line)
		case <-late:
			t.Fatalf("never came: %s", want)
		}
	}
}
