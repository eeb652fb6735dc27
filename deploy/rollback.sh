#!/bin/sh
# Back to the release before the last upgrade. Where that one cannot read what the new one made of the database, the backup of
# before the upgrade is restored, and the data of since then are kept beside it.
set -eu
[ "$(id -u)" = 0 ] || { echo "请以 root 身份运行" >&2; exit 1; }
base=/opt/zuyuntong
settings=/etc/zuyuntong/zuyuntong.env
[ -f /etc/zuyuntong/upgrade ] || { echo "没有可以退回的版本" >&2; exit 1; }
. /etc/zuyuntong/upgrade
[ -d "$previous" ] || { echo "上一版本的目录 $previous 已不在" >&2; exit 1; }
now=$(readlink -f $base/current)
running() { [ -d /run/systemd/system ]; }
as_user() { setpriv --reuid zuyuntong --regid zuyuntong --clear-groups -- "$@"; }
setting() { sed -n "s/^$1=//p" $settings | tail -n 1; }
data=$(setting DATA_DIR)

if running; then systemctl stop zuyuntong; fi
newer=$(ls "$now/database/migrations" | while read -r file; do [ -f "$previous/database/migrations/$file" ] || echo "$file"; done)
if [ -n "$newer" ]; then
  if [ -n "$(setting DATABASE_URL)" ]; then
    echo "新版本改动了数据库结构。请把 DATABASE_URL 改为一个空数据库，运行 $previous/deploy/zuyuntong restore $backup，再把 $base/current 指向 $previous" >&2
    exit 1
  fi
  aside="$data.after-$(date +%Y%m%d%H%M%S)"
  echo "新版本改动了数据库结构：升级之后的数据移到 $aside，恢复升级前的备份…"
  install -d -m 711 -o zuyuntong -g zuyuntong "$aside"
  find "$data" -mindepth 1 -maxdepth 1 -exec mv -t "$aside" {} +
  cp -p "$aside/secrets.json" "$data/"
  as_user "$previous/deploy/zuyuntong" restore "$backup"
fi
ln -sfn "$previous" $base/current.new && mv -T $base/current.new $base/current
install -m 644 "$previous/deploy/zuyuntong.service" /etc/systemd/system/zuyuntong.service
rm -f /etc/zuyuntong/upgrade
if running; then systemctl daemon-reload; systemctl start zuyuntong; fi
echo "已退回 $(cat "$previous/RELEASE")"
