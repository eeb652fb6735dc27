-- map_grounds
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table site_config add column tianditu_key text;

comment on column site_config.tianditu_key is '天地图 Key';

alter table site_config add column map_tiles text;

comment on column site_config.map_tiles is '瓦片地址';

alter table site_config add column map_tiles_crs text default 'wgs84';

comment on column site_config.map_tiles_crs is '瓦片坐标系';

alter table site_config add column map_tiles_credit text;

comment on column site_config.map_tiles_credit is '地图版权说明';

alter table site_config add constraint site_config_map_tiles_crs_values check (map_tiles_crs in ('wgs84', 'gcj02'));

-- What lies below the map of a host, as its site says; the program chooses among it. Hand-written, as the function before it (0011).
create or replace function map_supplier_for_host(wanted text) returns jsonb
language sql stable security definer set search_path = public as $$
  select jsonb_build_object('amapKey', amap_key, 'amapCode', amap_code, 'tiandituKey', tianditu_key, 'tiles', map_tiles,
    'crs', map_tiles_crs, 'credit', map_tiles_credit)
  from site_config where id = site_of_host(wanted)
$$;
