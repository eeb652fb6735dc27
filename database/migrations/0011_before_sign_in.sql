-- What must work before anybody knows which operator is asked for: signing in, and the look of a host.
-- Each runs with its owner's rights, answers one narrow question, and is the only way across companies. Hand-written.

-- Row-level security is forced on the owner too, so the policies below name what these functions may see.
-- They are given to the owner of the tables only; the program's role is somebody else.
do $$
declare
  t text;
begin
  foreach t in array array['credential', 'user', 'site_config', 'release', 'demo_account', 'operator_host'] loop
    execute format('create policy owner_reads on %I for select to %I using (true)', t, current_user);
  end loop;
end
$$;

create function auth_find_user(wanted text)
returns table (id bigint, operator_id bigint, username text, password_hash text, status text, is_first boolean)
language sql stable security definer set search_path = public as $$
  select u.id, u.operator_id, c.username, c.password_hash, u.status, c.is_first
  from credential c join "user" u on u.operator_id = c.operator_id and u.id = c.user_id
  where lower(c.username) = lower(wanted) and u.deleted_at is null
$$;

-- Whose visitors come through a host: the company it was given to, else the platform's. Null before the first company.
create function operator_of_host(wanted text) returns bigint
language sql stable security definer set search_path = public as $$
  select coalesce((select operator_id from operator_host where host = lower(wanted)), (select id from operator where platform))
$$;

-- The site of a host: as its company configured it, else the platform's look for all other hosts ('*'). What a company writes about
-- hosts it was not given shows nowhere. Null when no site is configured.
create function site_of_host(wanted text) returns bigint
language sql stable security definer set search_path = public as $$
  select id from site_config
  where deleted_at is null
    and (lower(host) = lower(wanted) and operator_id = operator_of_host(wanted)
      or host = '*' and operator_id = (select id from operator where platform))
  order by (host = '*'), id
  limit 1
$$;

create function site_for_host(wanted text) returns jsonb
language sql stable security definer set search_path = public as $$
  select jsonb_build_object(
    'operatorId', operator_id, 'host', host, 'look', look, 'title', title, 'company', company, 'logo', logo, 'favicon', favicon,
    'loginBackground', login_background, 'primaryColor', primary_color, 'root', root, 'watermark', watermark,
    'androidUrl', android_url, 'iosUrl', ios_url, 'icp', icp)
  from site_config where id = site_of_host(wanted)
$$;

-- Key of a map supplier for the pages of a host; null when its site has none.
create function map_supplier_for_host(wanted text) returns jsonb
language sql stable security definer set search_path = public as $$
  select jsonb_build_object('amapKey', amap_key, 'amapCode', amap_code, 'tiandituKey', tianditu_key, 'tiles', map_tiles,
    'crs', map_tiles_crs, 'credit', map_tiles_credit)
  from site_config where id = site_of_host(wanted)
$$;

create function site_shows_file(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from site_config
    where deleted_at is null
      and jsonb_build_array(jsonb_build_object('id', wanted)) <@ any (array[coalesce(logo, '[]'), coalesce(favicon, '[]'), coalesce(login_background, '[]')])
  )
$$;

-- What verify.json announces: one program serves every company, so the platform's newest release.
create function newest_release() returns text
language sql stable security definer set search_path = public as $$
  select version_no from release
  where operator_id = (select id from operator where platform) and deleted_at is null and status = 'published'
  order by published_at desc, id desc limit 1
$$;

create function demo_accounts() returns table (username text, password text, name text, note text)
language sql stable security definer set search_path = public as $$
  select username, password, name, note from demo_account order by operator_id, idx
$$;
