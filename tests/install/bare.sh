# SPDX-License-Identifier: ISC
# shellcheck shell=sh disable=SC2034
# Bare Debian systems, for the scripts beside this file, which read it. IRI_DEBIAN is the folder that keeps the systems
# for the next run; one that is missing there is made, with the mirror and the settings of apt of this machine. Needs
# root, debootstrap and unshare. What a script does in a system is lost at its end.

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
	echo "${0##*/} needs root and debootstrap (apt-get install debootstrap)" >&2
	exit 2
fi
# Runs in a mount namespace of its own: the kernel unmounts everything when the script ends, even if it is killed.
[ "${IRI_DEBIAN_MOUNTS-}" ] || IRI_DEBIAN_MOUNTS=own exec unshare --mount --propagation private sh "$0" "$@"

here=$(cd "$(dirname "$0")/../.." && pwd)
cache=${IRI_DEBIAN:-/var/cache/iri-debian}
# shellcheck disable=SC2016 # apt-get expands the variables
mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' | sed -n 's/^Debian //p' | head -n 1)
mkdir -p "$cache" || exit 2
work=$(mktemp -d "$cache/work.XXXXXX") || exit 2
trap 'umount -R "$work/root" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
trap 'exit 2' HUP INT TERM

# bare SUITE: makes the folder of a bare system, with git, make and the packages that are always there, if it does not
# exist.
bare() {
	[ -d "$cache/$1" ] || {
		echo "debootstrap $1" &&
			rm -rf "$cache/$1.part" &&
			debootstrap --variant=minbase --include=git,make "$1" "$cache/$1.part" "$mirror" \
				>"$work/log" 2>&1 &&
			{ apt-config dump | grep -E '^Acquire::(https?|Check-)' \
				>"$cache/$1.part/etc/apt/apt.conf.d/99host" || :; } &&
			mv "$cache/$1.part" "$cache/$1"
	} || {
		tail -n 20 "$work/log"
		return 1
	}
}

# enter SUITE: makes $work/root this system, with a user "iri". All changes go to an overlay.
enter() {
	rm -rf "$work/upper" "$work/inner"
	mkdir -p "$work/upper" "$work/inner" "$work/root"
	mount -t overlay -o "lowerdir=$cache/$1,upperdir=$work/upper,workdir=$work/inner" overlay "$work/root" &&
		mount -t proc proc "$work/root/proc" &&
		mount -t sysfs -o ro sysfs "$work/root/sys" &&
		mount --rbind /dev "$work/root/dev" &&
		chroot "$work/root" useradd -m iri
}

leave() { umount -R "$work/root"; }

# inside USER FOLDER COMMAND: runs the command as this user in the folder, in the system.
inside() {
	chroot "$work/root" runuser -u "$1" -- env -i HOME=/home/iri PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		sh -c "cd $2 && $3" </dev/null
}
