#!/bin/sh
# Installs this release, or upgrades the one that is there: the data stay, a backup is made first, rollback.sh leads back.
set -eu
[ "$(id -u)" = 0 ] || { echo "请以 root 身份运行" >&2; exit 1; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
[ -f "$here/RELEASE" ] || here=$(dirname "$here")
release=$(cat "$here/RELEASE")
base=/opt/zuyuntong
settings=/etc/zuyuntong/zuyuntong.env
log=/etc/zuyuntong/upgrade
running() { [ -d /run/systemd/system ]; }
as_user() { setpriv --reuid zuyuntong --regid zuyuntong --clear-groups -- "$@"; }

id zuyuntong >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/zuyuntong --no-create-home --shell /usr/sbin/nologin zuyuntong
install -d -m 755 $base $base/releases /etc/zuyuntong
install -d -m 711 -o zuyuntong -g zuyuntong /var/lib/zuyuntong
install -d -m 700 -o zuyuntong -g zuyuntong /var/backups/zuyuntong
install -d -m 755 -o zuyuntong -g zuyuntong /var/cache/zuyuntong
if [ ! -f $settings ]; then
  cat > $settings <<'SETTINGS'
# 每行一个 名称=值，不加引号。全部名称见 docs/operations/configuration.md
PORT=8080
DATA_DIR=/var/lib/zuyuntong
DEMO=0
BACKUP_DIR=/var/backups/zuyuntong
BACKUP_AT=02:30
SETTINGS
  chown root:zuyuntong $settings
  chmod 640 $settings
fi

old=
[ ! -e $base/current ] || old=$(readlink -f $base/current)
new=$base/releases/$release
if [ "$old" = "$new" ]; then echo "已经是这个版本：$release"; exit 0; fi
rm -rf "$new.partial"
cp -a "$here" "$new.partial"
chown -R root:root "$new.partial"
rm -rf "$new"
mv "$new.partial" "$new"

saved=
if [ -n "$old" ] && [ -d "$old" ]; then
  # Stopped first: what is written after the backup would not come back with it.
  if running; then systemctl stop zuyuntong; fi
  echo "升级前备份…"
  as_user "$old/deploy/zuyuntong" backup || {
    echo "升级前的备份没有成功，没有升级" >&2
    if running; then systemctl start zuyuntong; fi
    exit 1
  }
  saved=$(ls /var/backups/zuyuntong/zuyuntong-*.tar 2>/dev/null | tail -n 1 || true)
  # Not among those that go when there are too many.
  if [ -n "$saved" ]; then install -d -m 700 -o zuyuntong -g zuyuntong /var/backups/zuyuntong/upgrade; cp -p "$saved" /var/backups/zuyuntong/upgrade/; saved=/var/backups/zuyuntong/upgrade/$(basename "$saved"); fi
  printf 'previous=%s\nbackup=%s\n' "$old" "$saved" > $log
fi
ln -sfn "$new" $base/current.new && mv -T $base/current.new $base/current
ln -sfn $base/current/deploy/zuyuntong /usr/local/bin/zuyuntong
install -d /etc/systemd/system
install -m 644 "$new/deploy/zuyuntong.service" /etc/systemd/system/zuyuntong.service
if running; then
  systemctl daemon-reload
  systemctl enable --quiet zuyuntong
  systemctl restart zuyuntong
  echo "已启动：journalctl -u zuyuntong 里有地址，首次安装还有管理员的初始密码"
else
  echo "本机没有运行 systemd，请自行启动：setpriv --reuid zuyuntong --regid zuyuntong --clear-groups zuyuntong start"
fi
echo "已安装 $release"
[ -z "$old" ] || echo "退回上一版本：$new/deploy/rollback.sh"
