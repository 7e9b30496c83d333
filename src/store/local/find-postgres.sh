# Prints the folder of PostgreSQL's programs (initdb, pg_ctl, postgres).
#
# usage: sh find-postgres.sh [--find] [MAJOR]
#
# Where they are missing it installs them by the system's package manager and says
# so first; with --find it only looks. MAJOR wants that major version. Lines for
# people go to the standard error.

if [ "${1-}" = --find ]; then only_find=yes; shift; else only_find=; fi
major=${1-}

find_programs() {
    {
        command -v pg_ctl 2>/dev/null | sed 's|/[^/]*$||'
        pg_config --bindir 2>/dev/null
        # The distributions' folders, newest version first.
        ls -d /usr/lib/postgresql/*/bin /usr/lib/postgresql*/bin /usr/libexec/postgresql*/ \
            /usr/pgsql-*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin \
            /Applications/Postgres.app/Contents/Versions/*/bin 2>/dev/null | sort -rV
    } | while read -r folder; do
        [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && [ -x "$folder/postgres" ] || continue
        case "$("$folder/postgres" -V)" in
            *" $major"[.\ ]* | *" $major") ;;
            *) [ -z "$major" ] || continue ;;
        esac
        echo "$folder"
        break
    done
}

found=$(find_programs)
if [ -z "$found" ] && [ -z "$only_find" ]; then
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
    if command -v apt-get >/dev/null; then
        # A cluster of the distribution's own is not wanted.
        install="mkdir -p /etc/postgresql-common/createcluster.d &&
echo create_main_cluster=false >/etc/postgresql-common/createcluster.d/kosti.conf &&
apt-get update -q &&
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql${major:+-$major}"
    elif command -v dnf >/dev/null; then install="dnf install -y postgresql-server"
    elif command -v zypper >/dev/null; then install="zypper --non-interactive install postgresql-server"
    elif command -v pacman >/dev/null; then install="pacman -Sy --noconfirm postgresql"
    elif command -v apk >/dev/null; then install="apk add postgresql"
    elif command -v brew >/dev/null; then install="brew install postgresql@17"; sudo=
    else install=
    fi
    if [ -n "$install" ]; then
        echo "PostgreSQL's programs are missing on this machine; installing them now:" >&2
        echo "$install" >&2
        $sudo sh -c "$install" >&2 </dev/null || exit 1
        found=$(find_programs)
    fi
fi
[ -n "$found" ] && echo "$found"
