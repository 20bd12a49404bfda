#!/bin/sh
# valgrind.sh CHECKER FOLDER STATUS: the checker on the certificates of a folder, under valgrind: it must end with STATUS, and touch
# no memory that is not its own, use no value that was never set and lose no memory.
set -eu
log=valgrind-$(basename "$2").log
status=0
valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
  "$1" "$2"/*.cert >/dev/null 2>"$log" || status=$?
if [ "$status" -ne "$3" ]; then
  grep -v '^hallmark-check: ' "$log" | tail -n 60
  echo "status $status, expected $3"
  exit 1
fi
echo "$(ls "$2" | wc -l) certificates of $(basename "$2") under valgrind: status $status"
