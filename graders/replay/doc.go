// Package replay writes what a learner asked of a live cluster into a file, and reads such files.
//
// A file is JSON, a line each. The first line is a Header: the format, the lab, and with what it was recorded. Every other
// line is one of three things:
//
//	{"settle":true}     the cluster had come to rest before what follows; a replay waits until it has again
//	{"object":{...}}    names an object whose name or UID the cluster made up, by its owner and its place among its siblings
//	{"request":{...}}   a request that was meant to change something, with the HTTP status of its answer
//
// Requests follow each other at once where no settle stands between them. Refused requests and dry runs are kept; reads are
// not, nor are Events and questions about one's own rights.
//
// What the cluster makes up is different every time. Such names, UIDs and hashes stand in names, label selectors and in all
// strings of bodies, what a learner wrote down included, as ${ID.name}, ${ID.uid} and ${ID.hash} of an object line above; ${}
// is the two characters ${ themselves. Where kubectl expose copied the zone or region that a Pod had taken over from its node,
// ${ID.zone} or ${ID.region} stands. An object is looked for where its line stands: a top-level object by its name; any
// other among all that its owner ever had, the youngest included: one on the same node if there is one, and the one that was
// made as the same number.
//
// The audit log knows neither the content type of a patch nor a body that was refused because it could not be read. The
// content type is concluded from the body and from what became of the object (see contentType). A request without its body
// is sent with one that has the fault which the API server named.
//
// The resourceVersion of a body is no part of the file. Where there was one, revision says whether it was "current" or
// "stale" (the API server answered with a conflict).
//
// A file is data. Reading it is strict, and what it may ask for is bounded by admit; all requests are sent with the learner's
// credential.
package replay
