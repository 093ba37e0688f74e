package board_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/board"
	"github.com/podium-labs/podium/graders/board/scene"
)

// visit asks the board as some client does, reads a page to its end, and returns the answer without its body.
func visit(t *testing.T, address string, change func(*http.Request)) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(request)
	}
	response, err := http.DefaultTransport.RoundTrip(request) // a client would follow redirects and keep cookies
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Header.Get("Content-Type") == "text/event-stream" {
		return response
	}
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return response
}

// places are the addresses of a board: with its token, and without any.
func places(t *testing.T, b *board.Board) (full string, bare *url.URL) {
	t.Helper()
	bare, err := url.Parse(b.URL())
	if err != nil {
		t.Fatal(err)
	}
	full = bare.String()
	bare.RawQuery = ""
	return full, bare
}

func TestOnlyWhoWasToldTheTokenGetsIn(t *testing.T) {
	a := newAttempt(t)
	full, bare := places(t, serve(t, a, "en", nil))
	other, _ := places(t, serve(t, a, "en", nil))
	opened := visit(t, full, nil) //nolint:bodyclose // visit has closed it
	cookies := opened.Cookies()
	if opened.StatusCode != http.StatusOK || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode || !strings.HasSuffix(cookies[0].Name, bare.Port()) {
		t.Fatalf("%s, cookies %v", opened.Status, cookies)
	}
	with := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			r.AddCookie(cookies[0])
			r.Header.Set(name, value)
		}
	}
	for _, c := range []struct {
		about, address string
		change         func(*http.Request)
		want           int
	}{
		{"no token", bare.String(), nil, http.StatusForbidden},
		{"a wrong token", bare.String() + "?token=x", nil, http.StatusForbidden},
		{"an empty token", bare.String() + "?token=", nil, http.StatusForbidden},
		{"the token of another board", bare.String() + "?" + strings.SplitN(other, "?", 2)[1], nil, http.StatusForbidden},
		{"the token somewhere else", strings.Replace(full, "/?", "/events?", 1), nil, http.StatusForbidden},
		{"the stream without a cookie", bare.String() + "events", nil, http.StatusForbidden},
		{"a file without a cookie", bare.String() + "assets/board.js", nil, http.StatusForbidden},
		{"the cookie", bare.String(), with("Accept", "*/*"), http.StatusOK},
		{"a file", bare.String() + "assets/board.js", with("Accept", "*/*"), http.StatusOK},
		{"no such file", bare.String() + "assets/nothing.js", with("Accept", "*/*"), http.StatusNotFound},
		{"the raw template", bare.String() + "assets/board.html", with("Accept", "*/*"), http.StatusNotFound},
		{"the list of files", bare.String() + "assets/", with("Accept", "*/*"), http.StatusNotFound},
		{"localhost", full, func(r *http.Request) { r.Host = "localhost:" + bare.Port() }, http.StatusOK},
		{"another name that leads here", full, func(r *http.Request) { r.Host = "evil.example:" + bare.Port() }, http.StatusMisdirectedRequest},
		{"another port", full, func(r *http.Request) { r.Host = "127.0.0.1:1" }, http.StatusMisdirectedRequest},
		{"its own origin", bare.String() + "events", with("Origin", "http://"+bare.Host), http.StatusOK},
		{"another origin", bare.String() + "events", with("Origin", "http://evil.example"), http.StatusForbidden},
		{"another port's origin", bare.String() + "events", with("Origin", "http://127.0.0.1:1"), http.StatusForbidden},
		{"no origin to speak of", bare.String() + "events", with("Origin", "null"), http.StatusForbidden},
		{"a page of the same site", bare.String() + "events", with("Sec-Fetch-Site", "same-site"), http.StatusForbidden},
		{"a script of another site", bare.String() + "assets/board.js", with("Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		{"a link from another site", full, func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "navigate")
		}, http.StatusOK},
		{"a change", full, func(r *http.Request) { r.Method = http.MethodPost }, http.StatusMethodNotAllowed},
	} {
		if got := visit(t, c.address, c.change); got.StatusCode != c.want { //nolint:bodyclose // visit has closed it
			t.Errorf("%s: %s, want %d", c.about, got.Status, c.want)
		}
	}
}

func TestEveryAnswerIsHardened(t *testing.T) {
	full, bare := places(t, serve(t, newAttempt(t), "en", nil))
	for _, address := range []string{full, bare.String(), bare.String() + "nothing"} {
		got := visit(t, address, nil) //nolint:bodyclose // visit has closed it
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", address, name, got.Header.Get(name))
			}
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "require-trusted-types-for 'script'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: %s", address, policy)
		}
	}
}

// event is one server-sent event.
type event struct{ name, id, data string }

// stream reads events as a browser does, until one called last.
func stream(t *testing.T, b *board.Board, from, last string) []event {
	t.Helper()
	full, bare := places(t, b)
	opened := visit(t, full, nil) //nolint:bodyclose // visit has closed it
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, bare.String()+"events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.AddCookie(opened.Cookies()[0])
	if from != "" {
		request.Header.Set("Last-Event-ID", from)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var found []event
	var now event
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "event":
			now.name = value
		case "id":
			now.id = value
		case "data":
			now.data += value
		case "":
			found = append(found, now)
			if now.name == last && strings.Contains(now.data, `"loaded":true`) {
				return found
			}
			now = event{}
		default:
			t.Fatalf("unknown field in %q", line)
		}
	}
}

// moments are all moments of a stream.
func moments(t *testing.T, events []event) []scene.Moment {
	t.Helper()
	var all []scene.Moment
	for _, e := range events {
		if e.name != "moments" {
			continue
		}
		var some []scene.Moment
		if err := json.Unmarshal([]byte(e.data), &some); err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

func TestTheStreamTellsEverythingOnceAndGoesOnWhereItWasLost(t *testing.T) {
	a := newAttempt(t)
	for range 30 {
		rollOut(a)
	}
	b := serve(t, a, "en", nil)
	events := stream(t, b, "", "state")
	all := moments(t, events)
	if len(all) < 2000 {
		t.Fatalf("%d moments only", len(all))
	}
	names := map[string]int{}
	for _, e := range events {
		names[e.name]++
	}
	if names["moments"] < 3 || names["score"] != 1 || names["state"] == 0 {
		t.Errorf("events: %v", names)
	}
	for i := range all[1:] {
		if all[i].RV >= all[i+1].RV {
			t.Fatalf("moment %d comes after %d", all[i+1].RV, all[i].RV)
		}
	}
	rest := moments(t, stream(t, b, events[0].id, "state"))
	first := moments(t, events[:1])
	if len(first)+len(rest) != len(all) || rest[0].RV != all[len(first)].RV {
		t.Errorf("after %s of %d moments it goes on with %d", events[0].id, len(all), len(rest))
	}
}

func TestNamesCannotBreakTheFraming(t *testing.T) {
	a := newAttempt(t)
	a.pod("evil\n\nevent: state\ndata: {}\r\u2028\x1b[31m\u202e<script>", nil, "", "</script>\n\nid: 7")
	a.flush()
	events := stream(t, serve(t, a, "en", nil), "", "state")
	all := moments(t, events)
	last := all[len(all)-1]
	if strings.ContainsAny(last.Card.Name+last.Says, "\x1b\u202e\r") || !strings.Contains(last.Card.Name, "<script>") {
		t.Errorf("%q, %q", last.Card.Name, last.Says)
	}
	for _, e := range events {
		if e.name == "moments" && strings.Contains(e.data, "<script>") {
			t.Errorf("markup in %s", e.data)
		}
	}
}
