# Source this file to use packages of any Debian release, from this machine's own package
# sources. It installs nothing and leaves the machine's package lists unchanged.

release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")

# needs WHO PACKAGES TOOL...: names the packages to install if a tool is missing.
needs() {
  who=$1 packages=$2
  shift 2
  for tool; do
    if [ -z "$release" ] || ! command -v "$tool" >/dev/null; then
      echo "$who: $tool is missing; on Debian: sudo apt-get install $packages" >&2
      exit 1
    fi
  done
}

# sources RELEASE: prints this machine's Debian sources, changed to that release.
sources() {
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list.d/*.sources; do
    # Only Debian's own source lines name its release.
    if [ -f "$file" ] && grep -q "$release" "$file"; then
      sed "s/\b$release\b/$1/g" "$file"
      echo
    fi
  done
}

# unpack FOLDER RELEASE PACKAGE...: unpacks these packages into FOLDER.
unpack() {
  into=$1 from=$2
  shift 2
  apt=$(mktemp -d)
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/files" "$apt/sources"
  : >"$apt/status"
  sources "$from" >"$apt/sources/debian.sources"
  # The older format of sources has another file name.
  if grep -q '^deb' "$apt/sources/debian.sources"; then
    mv "$apt/sources/debian.sources" "$apt/sources/debian.list"
  fi
  (
    cd "$apt/files"
    for command in update "download $*"; do
      # shellcheck disable=SC2086 # each is a few words
      apt-get -qq -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
        -o Dir::State::status="$apt/status" -o Dir::Etc::sourcelist=/dev/null \
        -o Dir::Etc::sourceparts="$apt/sources" -o APT::Sandbox::User="$(id -un)" $command
    done
    for package in *.deb; do dpkg -x "$package" "$into"; done
  )
  rm -rf "$apt"
}

# step WORDS COMMAND...: runs the command, and shows its output only if it fails.
step() {
  echo "$1"
  shift
  log=$(mktemp)
  "$@" >"$log" 2>&1 || { tail -n 30 "$log" >&2; exit 1; }
  rm -f "$log"
}

# foreign TOOLS COMMAND...: runs a command that may also run an arm64 Pi's programs, with
# the QEMU in TOOLS. The machine's own settings do not change, because Linux 6.7 and newer
# keep them in a namespace.
foreign() (
  tools=$1
  shift
  talk=$(mktemp -d)
  trap 'rm -rf "$talk"' EXIT
  mkfifo "$talk/apart" "$talk/mapped"

  # Root inside is root outside, so files keep their owners.
  unshare --user --mount --pid --fork --kill-child sh -c '
    echo >"$1/apart"
    read -r _ <"$1/mapped"
    shift
    exec sh -c "$@"' apart "$talk" '
    set -eu
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    magic="\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00"
    mask="\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff"
    printf %s ":aarch64:M::$magic:$mask:$1/usr/bin/qemu-aarch64:OCF" >/proc/sys/fs/binfmt_misc/register
    shift
    exec "$@"' foreign "$tools" "$@" &
  child=$!
  read -r _ <"$talk/apart"
  echo 0 0 65536 >"/proc/$child/uid_map"
  echo 0 0 65536 >"/proc/$child/gid_map"
  echo >"$talk/mapped"
  wait "$child"
)
