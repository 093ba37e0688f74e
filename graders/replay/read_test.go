package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/replay"
)

const header = `{"format":"podium.attempt/v1","lab":"lab-2"}` + "\n"

// ask is a line with a request in which one field is another.
func ask(fields string) string {
	return `{"request":{"verb":"delete","version":"v1","resource":"pods","namespace":"lab-2","name":"a","code":200` + fields + "}}\n"
}

func with(old, replaced string) string { return strings.Replace(ask(""), old, replaced, 1) }

func TestReadTakesWhatIsRight(t *testing.T) {
	t.Parallel()
	const pod = `{"object":{"id":"pod-1","kind":"Pod","prefix":"a-","born":2}}` + "\n"
	attempt, err := replay.Read([]byte(header+ask("")+`{"settle":true}`+"\n"+pod+with(`"a"`, `"${pod-1.name}"`)), replay.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if marked, err := replay.Read([]byte("\ufeff"+header+ask("")), replay.Limits{}); err != nil || marked.Requests() != 1 {
		t.Errorf("after a byte order mark: %v", err)
	}
	segments := attempt.Segments()
	if attempt.Requests() != 2 || len(segments) != 2 || segments[0].First != 2 || segments[1].First != 4 || len(segments[1].Lines) != 2 {
		t.Errorf("%+v", segments)
	}
}

func TestReadRefusesWhatIsNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content string
		line    int
		says    string
	}{
		"nothing":                {"", 1, "empty"},
		"no UTF-8":               {header + "\xff", 1, "UTF-8"},
		"no JSON":                {"kubectl delete pod a", 1, "not readable"},
		"another format":         {strings.Replace(header, "v1", "v9", 1), 1, "podium.attempt/v9"},
		"unknown field":          {strings.Replace(header, `"lab"`, `"run":"sh","lab"`, 1), 1, "unknown field"},
		"unknown field below":    {header + ask(`,"exec":"sh"`), 2, "unknown field"},
		"two values":             {header + `{"settle":true} {"settle":true}`, 2, "more than one"},
		"nothing of anything":    {header + `{}`, 2, "not one of"},
		"everything at once":     {header + `{"settle":true,"object":{"id":"pod-1","kind":"Pod","name":"a"}}`, 2, "not one of"},
		"a null line":            {header + `null`, 2, "not one of"},
		"an empty line":          {header + "\n" + ask(""), 2, "not readable"},
		"verb":                   {header + with("delete", "proxy"), 2, "verb"},
		"upper case verb":        {header + with("delete", "DELETE"), 2, "verb"},
		"path in name":           {header + with(`"a"`, `"../../nodes/b"`), 2, "no name"},
		"escaped path in name":   {header + with(`"a"`, `"..%2fb"`), 2, "no name"},
		"dots as name":           {header + with(`"a"`, `".."`), 2, "no name"},
		"query in name":          {header + with(`"a"`, `"a?b=c"`), 2, "no name"},
		"path in namespace":      {header + with(`"lab-2"`, `"lab-2/pods/a"`), 2, "no namespace"},
		"path in version":        {header + with(`"v1"`, `"v1/../v2"`), 2, "no API version"},
		"path in group":          {header + ask(`,"group":"apps/../batch"`), 2, "no API group"},
		"dots in group":          {header + ask(`,"group":"a..b"`), 2, "no API group"},
		"path in resource":       {header + with("pods", "pods/exec"), 2, "cannot be replayed"},
		"exec":                   {header + ask(`,"subresource":"exec"`), 2, "cannot be replayed"},
		"token":                  {header + ask(`,"subresource":"token"`), 2, "cannot be replayed"},
		"events":                 {header + with("pods", "events"), 2, "cannot be replayed"},
		"no name":                {header + with(`"name":"a",`, ""), 2, "name is missing"},
		"a name it cannot have":  {header + with("delete", "deletecollection"), 2, "cannot have"},
		"option":                 {header + ask(`,"options":{"watch":"1"}`), 2, "option"},
		"long option":            {header + ask(`,"options":{"labelSelector":"`+strings.Repeat("a", 1001)+`"}`), 2, "longer than 1000"},
		"content type":           {header + strings.Replace(ask(`,"body":{},"patch":"text/plain"`), "delete", "patch", 1), 2, "no kind of patch"},
		"patch of what is none":  {header + ask(`,"patch":"json"`), 2, "no kind of patch"},
		"no body":                {header + with("delete", "update"), 2, "body is missing"},
		"revision":               {header + ask(`,"revision":"1"`), 2, "neither"},
		"unknown object":         {header + with(`"a"`, `"${pod-1.name}"`), 2, "no object"},
		"unknown object in body": {header + ask(`,"body":{"a":["${pod-1.uid}"]}`), 2, "no object"},
		"malformed reference":    {header + ask(`,"body":{"a":"${HOME}"}`), 2, "no reference"},
		"twice the same object":  {header + strings.Repeat(`{"object":{"id":"pod-1","kind":"Pod","name":"a"}}`+"\n", 2), 3, "another object"},
		"object of nothing":      {header + `{"object":{"id":"pod-1","kind":"Pod"}}`, 2, "needs either"},
		"object of nobody":       {header + `{"object":{"id":"pod-1","kind":"Pod","owner":"pod-1","born":1}}`, 2, "no object"},
		"object far away":        {header + `{"object":{"id":"pod-1","kind":"Pod","prefix":"a","born":1000000000}}`, 2, "born"},
		"odd id":                 {header + `{"object":{"id":"$(id)","kind":"Pod","name":"a"}}`, 2, "no id"},
		"too many requests":      {header + strings.Repeat(ask(""), 4), 5, "at most 3 requests"},
		"too many waits":         {header + strings.Repeat(`{"settle":true}`+"\n", 4), 5, "at most 3 waits"},
		"too large":              {header + strings.Repeat(" ", replay.MaxBytes), 1, "larger"},
		"too long":               {header + ask(`,"body":"`+strings.Repeat("a", 2000)+`"`), 2, "longer"},
		"too deep":               {header + ask(`,"body":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)), 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := replay.Limits{Requests: 3, Settles: 3, LineBytes: 1000}
			if name == "too deep" {
				limits.LineBytes = 1 << 20
			}
			_, err := replay.Read([]byte(c.content), limits)
			fault, ok := errors.AsType[*replay.LineError](err)
			if !ok || fault.Line != c.line || !strings.Contains(fault.Reason.String(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(header + ask(`,"body":{"a":"${}"}`))
	f.Add(header + `{"object":{"id":"pod-1","kind":"Pod","name":"a"}}`)
	f.Fuzz(func(t *testing.T, content string) {
		attempt, err := replay.Read([]byte(content), replay.Limits{})
		if err != nil {
			return
		}
		for _, line := range attempt.Lines {
			if line.Request != nil && strings.Contains(line.Request.Name, "/") {
				t.Errorf("a path got through: %q", line.Request.Name)
			}
		}
	})
}
