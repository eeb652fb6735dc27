-- locks
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table api_key drop constraint api_key_bad_count_range;

alter table api_key drop column locked_until;

alter table api_key drop column bad_since;

alter table api_key drop column bad_count;

-- By hand: wrong codes and wrong signatures are counted by where they come from (login_attempt, decision 0123); nothing pauses a telephone or
-- a key any more.
alter table order_visitor drop column paused_until;
alter table recruit_visitor drop column paused_until;
alter table lessee_visitor drop column paused_until;

-- Keys of login_attempt: 'from:' + hash of what is guessed at + ':' + hash of the origin; 'user:' + name, over all origins; 'ip:' + address,
-- over all names.
comment on table login_attempt is '输错次数与暂停';

-- Whether somebody signed in from an origin before is asked while strangers guess.
create index session_origin_idx on session (operator_id, user_id, created_at);
