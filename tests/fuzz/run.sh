#!/bin/sh
# run.sh FUZZER CORPUS SECONDS: the seeds of CORPUS, then SECONDS of new inputs. HALLMARK_SEED chooses them.
# A crash leaves its input in ./fuzz-findings and is printed in base64.
set -eu
fuzzer=$1
corpus=$2
seconds=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p fuzz-findings
"$fuzzer" "$work" "$corpus" -max_total_time="$seconds" -timeout=100 -rss_limit_mb=2048 -max_len=4096 \
  -seed="${HALLMARK_SEED:-1}" -print_final_stats=1 -artifact_prefix="fuzz-findings/$(basename "$fuzzer")-" >"$work.log" 2>&1 || {
  tail -n 60 "$work.log"
  rm -f "$work.log"
  exit 1
}
grep -E 'Done|INFO: Seed|number_of_executed_units' "$work.log"
rm -f "$work.log"
