#!/usr/bin/env bash
# Grades a student's repository, and tells GitHub: step summary, annotations, and a folder with JUnit XML and all else.
#   PODIUM      the program
#   SUBMISSION  the repository
#   LABS        the labs to grade, separated by spaces; if empty, those that have an answer
#   GITHUB_SHA  the commit that was pushed; if SUBMISSION is a repository, it is what is graded
#   RESULTS     the folder for results; emptied first
#   MIN_SCORE   end with 1 if a lab has fewer points; may be empty
#   LANGUAGE    en or ja; may be empty
# Ends as podium grade does: 0 graded, 1 below MIN_SCORE, 3 the environment failed, 4 the submission could not be read or tampered.
set -euo pipefail

rm -rf "$RESULTS"
mkdir -p "$RESULTS"
[ -z "${GITHUB_OUTPUT:-}" ] || echo "results=$RESULTS" >>"$GITHUB_OUTPUT"

# podium gets nothing of the job's environment, which may hold secrets, but what it needs.
podium() {
	env -i PATH=/usr/bin:/bin HOME="${RUNNER_TEMP:-/tmp}" TMPDIR="${RUNNER_TEMP:-/tmp}" LANG="${LANGUAGE:-en}" \
		GITHUB_STEP_SUMMARY="${GITHUB_STEP_SUMMARY:-}" "$PODIUM" "$@"
}

# answered is true if the lab has an answer. Every folder of the template has a README, which is none.
answered() {
	local file
	for file in "$SUBMISSION/answers/$1"/*; do
		case ${file##*/} in '*' | README*) ;; *) return 0 ;; esac
	done
	return 1
}

labs=${LABS:-}
if [ -z "$labs" ]; then
	for lab in $(podium labs | awk '/^[a-z]/ { print $1 }'); do
		! answered "$lab" || labs+=" $lab"
	done
fi
if [ -z "$labs" ]; then
	echo "::notice title=Podium::There is no answer yet: put files into answers/<lab>/, see README.md."
	exit 0
fi

# Names and messages can be a student's: until the token comes, GitHub takes nothing that is printed for a command.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
commit=()
[ ! -e "$SUBMISSION/.git" ] || [ -z "${GITHUB_SHA:-}" ] || commit=(--commit "$GITHUB_SHA")
code=0
# shellcheck disable=SC2086 # one word a lab
podium grade "$SUBMISSION" "${commit[@]}" $(printf -- '--lab %s ' $labs) --min-score "${MIN_SCORE:-0}" --redact --out "$RESULTS" \
	--report "junit=$RESULTS/junit.xml" --report "markdown=$RESULTS/report.md" --report "github-annotations=$RESULTS/annotations" \
	${GITHUB_STEP_SUMMARY:+--report github-summary} 2>&1 || code=$?
printf '\n::%s::\n' "$token"

if [ -f "$RESULTS/annotations" ]; then
	cat "$RESULTS/annotations"
else
	echo "::error title=Podium::Nothing was graded (exit code $code): see the log of this step."
fi
exit "$code"
