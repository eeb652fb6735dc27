-- site_map_supplier
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table site_config add column amap_key text;

comment on column site_config.amap_key is '高德地图 Key';

alter table site_config add column amap_code text;

comment on column site_config.amap_code is '高德安全密钥';
