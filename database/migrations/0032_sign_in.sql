-- Passkeys, what is asked once while somebody signs in, by what a session was opened, and where else people sign in. Touches the kit's own tables only. Hand-written.

create table user_passkey (
  operator_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- as at login: passkeys name a person before anybody typed a name
  username text not null,
  -- keyed hash of the credential's id: what a browser shows is looked up by it
  mark text not null unique,
  -- id, public key, transports and site; AES-256-GCM bound to the person, key outside the database: whoever writes here adds no key of his own
  sealed text not null,
  -- of signatures, as the authenticator counts them; one that goes back is a copy
  counter bigint not null,
  name text not null,
  -- it asks who holds it (finger, face, PIN) and knows whose it is: opens without a password
  without_password boolean not null,
  -- copied to other devices of its owner by their maker
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (operator_id, id)
);
create index user_passkey_user_idx on user_passkey (operator_id, user_id);
alter table user_passkey enable row level security;
alter table user_passkey force row level security;
create policy tenant on user_passkey
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
create policy owner_reads on user_passkey for select to current_user using (true);
comment on table user_passkey is '通行密钥';

-- Whose a passkey is, before its company is known: by one narrow question, and by nothing else.
create function passkey_by_mark(wanted text) returns table (operator_id bigint, id bigint)
language sql stable security definer set search_path = public as $$
  select p.operator_id, p.id from user_passkey p where p.mark = wanted
$$;

-- What a browser has to answer within minutes, once: random, known by its sha256. Nobody's before he is in, so it has no company.
create table sign_in_challenge (
  hash text primary key,
  purpose text not null,
  -- of whom, and in which session, where that is known
  user_id bigint,
  session_id bigint,
  -- what belongs to it, AES-256-GCM bound to the hash
  sealed text not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_age_idx on sign_in_challenge (expires_at);
comment on table sign_in_challenge is '登录中一次有效的质询';

-- By what a session was opened.
alter table session
  -- of `provides.signInWays`; null: password or passkey
  add column way text,
  -- false: whoever vouched stands in the password's place, and none of ours is asked for
  add column asks_password boolean not null default true,
  -- a second factor was asked there
  add column proven_elsewhere boolean not null default false;
drop function session_by_token(text);
create function session_by_token(wanted text)
returns table (
  id bigint, user_id bigint, operator_id bigint, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  idle_minutes integer, way text, asks_password boolean, proven_elsewhere boolean, access_version bigint
)
language sql stable security definer set search_path = public as $$
  select s.id, s.user_id, s.operator_id, s.created_at, s.last_seen_at, s.expires_at, s.idle_minutes, s.way, s.asks_password,
    s.proven_elsewhere, coalesce(v.version, 0)
  from session s
  -- Nobody is signed in to a company that was stopped.
  join operator o on o.id = s.operator_id and o.status = 'active'
  left join access_version v on v.operator_id = s.operator_id
  where s.token_hash = wanted and s.revoked_at is null
$$;

-- Where people of a company prove who they are (OpenID Connect); a company has one.
create table oidc_provider (
  operator_id bigint primary key default nullif(current_setting('app.operator_id', true), '')::bigint,
  issuer text not null,
  client_id text not null,
  -- AES-256-GCM bound to the company, key outside the database; null: a public client
  secret text,
  claim text not null,
  match_by text not null check (match_by in ('email', 'username')),
  button text not null,
  proves_second boolean not null,
  password_off boolean not null,
  enabled boolean not null
);
alter table oidc_provider enable row level security;
alter table oidc_provider force row level security;
create policy tenant on oidc_provider
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table oidc_provider is '统一身份认证';

-- The administrator keeps his passkeys when the demo company goes, as he keeps his codes.
do $$
begin
  if to_regprocedure('remove_demo(bigint)') is null then
    return;
  end if;
  execute replace(
    replace(pg_get_functiondef('remove_demo(bigint)'::regprocedure), '''user_recovery'']', '''user_recovery'', ''user_passkey'', ''oidc_provider'']'),
    'delete from user_recovery where',
    'delete from user_passkey where operator_id = wanted and not user_id in (select id from "user" where operator_id = wanted and is_admin);
  delete from user_recovery where'
  );
end
$$;
