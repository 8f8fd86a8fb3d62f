#!/bin/sh
# SPDX-License-Identifier: CC0-1.0
# trurl.sh OPERATION: the operations of trurl, line by line, for run.py. It does not tell an empty query or fragment
# from an absent one.
tab=$(printf '\t')
operation=$1

# column NAME: prints the component of $line, or "^" if it is empty. $() would remove line ends, which no component has.
column() {
	value=$(trurl --verify --no-guess-scheme --keep-port --get "{$1}" --url "$line") || return
	[ "$1" = path ] || value=${value:-^}
	printf %s "$value"
}

answer() {
	case $operation in
	valid | normalize) trurl --verify --no-guess-scheme --url "$line" ;;
	uri) trurl --verify --no-guess-scheme --keep-port --punycode --url "$line" ;;
	resolve) trurl --verify --no-guess-scheme --url "${line%%"$tab"*}" --redirect "${line#*"$tab"}" ;;
	split)
		user=$(column user) && password=$(column password) || return
		[ "$password" = ^ ] || user=$user:$password
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s' "$(column scheme)" "$user" "$(column host)" "$(column port)" \
			"$(column path)" "$(column query)" "$(column fragment)"
		;;
	esac
}

case $operation in
valid | normalize | uri | resolve | split) ;;
*) exit 2 ;;
esac
while IFS= read -r line; do
	result=$(answer 2>/dev/null) || result=
	printf '%s\n' "$result"
done
