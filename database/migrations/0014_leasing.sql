-- What definitions cannot say about leasing and money. Hand-written.

-- One vehicle is in one pair of hands at a time, to the minute, also when two clerks hand over at once.
alter table lease_segment add constraint lease_segment_no_overlap
  exclude using gist (operator_id with =, vehicle with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);
create unique index lease_segment_one_open on lease_segment (operator_id, vehicle) where to_at is null and deleted_at is null;
alter table lease_segment add constraint lease_segment_order check (to_at is null or to_at > from_at);

alter table bill add constraint bill_remain_not_negative check (amount - paid - written_off >= 0);
alter table bill add constraint bill_voided_unpaid check (status <> 'voided' or paid = 0);
alter table payment add constraint payment_spent check (allocated >= 0 and to_balance >= 0 and allocated + to_balance <= amount);

-- One transaction of a channel is one receipt. A rejected or reversed one frees its number.
create unique index payment_trade_no_key on payment (operator_id, channel, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;

-- Money is corrected by opposite rows. Only the owner of the tables may remove some (the demo company as a whole).
create function ledger_refuse() returns trigger language plpgsql as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;
create trigger bill_item_fixed before update or delete on bill_item for each row execute function ledger_refuse();
create trigger allocation_fixed before update or delete on allocation for each row execute function ledger_refuse();
create trigger account_entry_fixed before update or delete on account_entry for each row execute function ledger_refuse();
create trigger deposit_entry_fixed before update or delete on deposit_entry for each row execute function ledger_refuse();
