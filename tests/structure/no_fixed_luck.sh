#!/bin/bash
# no_fixed_luck.sh SHIPPED_OBJECT TESTED_OBJECT...: main.c as it is installed has no way to fix what is dealt. That the
# search can tell shows on the objects that the tests run, which have one.
set -euo pipefail
shipped=$1
shift
has_way()
{
    nm "$@" | grep -c 'U host_fix_luck$' >/dev/null # reads to the end: -q would break the pipe
}
has_way "$@" || { echo "the program that the tests run cannot fix luck: this test proves nothing"; exit 1; }
! has_way "$shipped" || { echo "the program that is installed can be told what to deal"; exit 1; }
! grep -q TABLETALK_SEED "$shipped" || { echo "the program that is installed knows TABLETALK_SEED"; exit 1; }
