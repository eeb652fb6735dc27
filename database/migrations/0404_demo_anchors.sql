-- A demo company that is taken away leaves its log, and so what its log is anchored by; codes of people who go, go with them.
do $$
declare
  body text := pg_get_functiondef('remove_demo(bigint)'::regprocedure);
  taken text := replace(
    replace(body, '''session''];', '''session'', ''audit_anchor'', ''log_shipped'', ''user_recovery''];'),
    'delete from credential where',
    'delete from user_recovery where operator_id = wanted and not user_id in (select id from "user" where operator_id = wanted and is_admin);
  delete from credential where'
  );
begin
  if taken not like '%audit_anchor%user_recovery where%' then
    raise exception 'remove_demo is not what it was';
  end if;
  execute taken;
end
$$;
