-- Key of a map supplier for the pages of a host; null when its site has none. The site is chosen as by site_for_host.
create function map_supplier_for_host(wanted text) returns jsonb
language sql stable security definer set search_path = public as $$
  select case when amap_key is null then null else jsonb_build_object('key', amap_key, 'code', amap_code) end
  from site_config
  where deleted_at is null and lower(host) in (lower(wanted), '*')
  order by (host = '*'), id
  limit 1
$$;
