# Functions that lead a fixture through `moult migrate` without a terminal; a script that reads this file says before:
#
#   $root      the project's own folder
#   $moult     the program
#   $work      a folder of its own
#   $generate  the command that makes generated code anew
#   person     a function: does by hand, in the project's folder, what a step leaves; may be called again

journal=.git/moult-migrate.json

# Makes $work/project of a fixture, a repository with one commit. $2 is its configuration, if it gets another.
prepare() {
  rm -rf "$work/project"
  cp -R "$root/Fixtures/$1/before" "$work/project"
  cd "$work/project"
  if [ $# -gt 1 ]; then printf '%s\n' "$2" >.moult.yml; fi
  git init -q .
  git config user.name moult && git config user.email moult@example.com
  git add -A && git commit -q -m 'As it was'
}

# Runs `moult migrate`, which ends well or with something left.
run() {
  "$moult" migrate "$@" >"$work/said.txt" 2>"$work/errors.txt" && code=0 || code=$?
  [ "$code" -lt 2 ] || { cat "$work/errors.txt"; return 1; }
}

# Leads the project in the working directory to the end. With $1, the first run is killed after so many seconds.
lead() {
  if [ $# -gt 0 ]; then
    "$moult" migrate --leave --generate "$generate" >"$work/said.txt" 2>"$work/errors.txt" &
    local process=$!
    sleep "$1"
    kill -9 "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
    # A git that it had begun ends by itself; moult itself waits for a generator that goes on.
    sleep 0.3
  fi
  if [ ! -f "$journal" ] && [ "$(git rev-list --count HEAD)" -eq 1 ]; then
    run --leave --generate "$generate"
  fi
  for _ in 1 2 3 4 5 6; do
    [ -f "$journal" ] || return 0
    if grep -q '"message"' "$journal"; then person; fi
    run --continue
  done
  echo "$fixture: the migration does not end"
  return 1
}
