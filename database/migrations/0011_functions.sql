-- What must work before anybody knows which operator is asked for: signing in, and the look of a host.
-- Each runs with its owner's rights, answers one narrow question, and is the only way across tenants.

-- Row-level security is forced on the owner too, so the policies below name what these functions may see.
-- They are given to the owner of the tables only; the program's role is somebody else.
do $$
declare
  t text;
begin
  foreach t in array array['credential', 'user', 'site_config', 'release'] loop
    execute format('create policy owner_reads on %I for select to %I using (true)', t, current_user);
  end loop;
end
$$;

create function auth_find_user(wanted text)
returns table (id bigint, operator_id bigint, username text, password_hash text, status text, is_first boolean)
language sql stable security definer set search_path = public as $$
  select u.id, u.operator_id, c.username, c.password_hash, u.status, c.is_first
  from credential c join "user" u on u.id = c.user_id
  where lower(c.username) = lower(wanted) and u.deleted_at is null
$$;

-- Exact host first, then '*'. Null when no site is configured.
create function site_for_host(wanted text) returns jsonb
language sql stable security definer set search_path = public as $$
  select jsonb_build_object(
    'operatorId', operator_id, 'host', host, 'look', look, 'title', title, 'company', company, 'logo', logo, 'favicon', favicon,
    'loginBackground', login_background, 'primaryColor', primary_color, 'root', root, 'watermark', watermark,
    'androidUrl', android_url, 'iosUrl', ios_url, 'icp', icp)
  from site_config
  where deleted_at is null and lower(host) in (lower(wanted), '*')
  order by (host = '*'), id
  limit 1
$$;

create function site_shows_file(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from site_config
    where deleted_at is null
      and jsonb_build_array(jsonb_build_object('id', wanted)) <@ any (array[coalesce(logo, '[]'), coalesce(favicon, '[]'), coalesce(login_background, '[]')])
  )
$$;

-- What verify.json announces: one program serves every operator, so the newest release of any of them.
create function newest_release() returns text
language sql stable security definer set search_path = public as $$
  select version_no from release where deleted_at is null and status = 'published' order by published_at desc, id desc limit 1
$$;

-- One row per live host in the installation: two operators cannot claim one host.
create unique index site_config_host_everywhere on site_config (lower(host)) where deleted_at is null;
