package board

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strconv"

	"github.com/podium-labs/podium/graders/lang"
)

// tokenParameter carries the token in the address that opens the page; afterwards a cookie does.
const tokenParameter = "token"

// contentPolicy lets the page load its own files and nothing else. No script and no style can hide in markup, and
// what comes from the cluster cannot become markup (https://www.w3.org/TR/CSP3/, https://www.w3.org/TR/trusted-types/).
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// guard lets in only the person who was told the token. Other users of the machine can reach the port, and so can every web
// page that this person's browser shows: by its number, or by a name that its owner makes point to it (DNS rebinding).
type guard struct {
	token string
	port  int
	words *lang.Printer
}

func (g guard) host() string { return net.JoinHostPort(loopback, strconv.Itoa(g.port)) }

// cookie is named after the port, because browsers share cookies between the ports of a host.
func (g guard) cookie() string { return "podium-board-" + strconv.Itoa(g.port) }

func (g guard) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		harden(w.Header())
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, g.words.Sprintf("the board can only be looked at"), http.StatusMethodNotAllowed)
		case !g.local(r.Host):
			http.Error(w, g.words.Sprintf("this is not the name of the board"), http.StatusMisdirectedRequest)
		case foreign(r):
			http.Error(w, g.words.Sprintf("the board answers to its own page only"), http.StatusForbidden)
		case r.URL.Path == "/" && g.is(r.URL.Query().Get(tokenParameter)):
			// No redirect: a Strict cookie would not come along if another site's page held the link.
			http.SetCookie(w, &http.Cookie{Name: g.cookie(), Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			next.ServeHTTP(w, r)
		case g.known(r):
			next.ServeHTTP(w, r)
		default:
			http.Error(w, g.words.Sprintf("open the board with the whole address that podium printed"), http.StatusForbidden)
		}
	})
}

func harden(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer") // the token must not travel
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
}

// local is true for the names under which the loopback interface is known to this machine alone.
func (g guard) local(host string) bool {
	return slices.Contains([]string{g.host(), net.JoinHostPort("localhost", strconv.Itoa(g.port))}, host)
}

// foreign is true for requests that a page of another origin makes. To open the address from there is fine.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return true
	}
	site := r.Header.Get("Sec-Fetch-Site")
	opened := r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate"
	return site != "" && site != "same-origin" && site != "none" && !opened
}

func (g guard) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

func (g guard) known(r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(g.cookie()), func(c *http.Cookie) bool { return g.is(c.Value) })
}
