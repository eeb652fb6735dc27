-- What definitions cannot say about leasing, money and vouchers: indexes over a part of the rows, exclusions, triggers. Hand-written.

-- One vehicle is in one pair of hands at a time, to the minute, also when two clerks hand over at once.
alter table lease_segment add constraint lease_segment_no_overlap
  exclude using gist (operator_id with =, vehicle with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);
create unique index lease_segment_one_open on lease_segment (operator_id, vehicle) where to_at is null and deleted_at is null;

alter table lease_segment add constraint lease_segment_order check (to_at is null or to_at > from_at);

alter table bill add constraint bill_remain_not_negative check (amount - paid - written_off >= 0);

alter table bill add constraint bill_voided_unpaid check (status <> 'voided' or paid = 0);

alter table payable_bill add constraint payable_bill_remain_not_negative check (amount - paid >= 0);

alter table payment add constraint payment_spent check (allocated >= 0 and to_balance >= 0 and allocated + to_balance <= amount);

-- One transaction of a channel is one receipt. A rejected or reversed one frees its number.
create unique index payment_trade_no_key on payment (operator_id, channel, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;
create unique index payout_trade_no_key on payout (operator_id, channel, trade_no)
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

-- The terms of a lease follow each other without overlap …
alter table lease_term add constraint lease_term_no_overlap
  exclude using gist (operator_id with =, lease with =, daterange(start_on, end_on) with &&) where (deleted_at is null) deferrable initially deferred;

alter table lease_term add constraint lease_term_order check (end_on > start_on);

-- … and without gap. Asked when the transaction ends, since a row of terms is written one by one.
create function lease_terms_follow() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select start_on, lag(end_on) over (order by start_on) as before from lease_term where operator_id = new.operator_id and lease = new.lease and deleted_at is null
    ) t where t.before is not null and t.before <> t.start_on
  ) then
    raise exception 'terms of lease % do not follow each other', new.lease using errcode = '23514', constraint = 'lease_term_follow';
  end if;
  return null;
end
$$;
create constraint trigger lease_term_follow after insert or update on lease_term deferrable initially deferred for each row execute function lease_terms_follow();

-- A lease has one vehicle at a time.
create unique index lease_segment_one_of_lease on lease_segment (operator_id, lease) where to_at is null and deleted_at is null;

-- What a run still has to issue: few beside everything ever planned.
create index plan_period_planned_idx on plan_period (operator_id, issue_on, lease) where status = 'planned' and deleted_at is null;

-- Open bills of a store, in the order of the list.
-- Of ten million bills some hundred thousand are open. Found through the index of the store alone, a store that owes
-- nothing cost a walk over all its bills; and what a settled bill leaves behind here is nothing at all. The sums stand in
-- the index, so that totals are read without the rows.
create index bill_open_store_idx on bill (operator_id, store, due_on desc, id desc) include (amount, paid, remain)
  where status in ('unpaid', 'partlyPaid') and deleted_at is null;

-- Open bills in the order of the list.
-- A run makes a hundred thousand open bills within seconds, long before the planner's sample knows of them: it believed in a
-- handful, found all of them through the index of the state, and sorted them for every look at the list.
create index bill_open_idx on bill (operator_id, due_on desc, id desc) where status in ('unpaid', 'partlyPaid') and deleted_at is null;

-- A coupon stands on a bill once, and one of a customer's coupons on one bill.
create unique index coupon_use_once_key on coupon_use (operator_id, coupon, bill) where status = 'applied' and deleted_at is null;
create unique index coupon_use_customer_coupon_key on coupon_use (operator_id, customer_coupon) where status = 'applied' and deleted_at is null;

alter table coupon add constraint coupon_issued_within_stock check (issued <= stock);

alter table coupon_use add constraint coupon_use_within_base check (live <= amount and amount <= base);

-- Bills that are counted by the planner while a run makes them.
-- A run of the night makes as many unpaid bills as there are leases, in seconds. Until the daemon next looks, the planner believes that
-- almost none are unpaid, fetches them all to sort them, and a page of the list takes 50 ms and more. Only who owns a table may have its
-- statistics made, and the role of the application owns none.
create function learn_of_bills() returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  analyze public.bill;
end
$$;

-- By hand: the cash book is added to, never changed; nothing is written under a day of a closed month; a line of the bank is one document.
create trigger cash_entry_fixed before update or delete on cash_entry for each row execute function ledger_refuse();

create function posting_open() returns trigger language plpgsql as $$
begin
  if new.posted_on is null or (tg_op = 'UPDATE' and new.posted_on is not distinct from old.posted_on) then
    return new;
  end if;
  if exists (select from account_period p where p.operator_id = new.operator_id and p.status = 'closed' and p.deleted_at is null and p.last_on >= new.posted_on) then
    raise exception '% of % lies in a closed month', tg_table_name, new.posted_on using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger cash_entry_open before insert on cash_entry for each row execute function posting_open();
create trigger payment_open before insert or update on payment for each row execute function posting_open();
create trigger refund_open before insert or update on refund for each row execute function posting_open();
create trigger payout_open before insert or update on payout for each row execute function posting_open();
create trigger payable_bill_open before insert or update on payable_bill for each row execute function posting_open();

alter table cash_entry add constraint cash_entry_posted_later check (posted_on >= business_on);
create unique index bank_line_one_document on bank_line (operator_id, matched_to, matched_id, direction)
  where status = 'matched' and matched_to is not null and deleted_at is null;
create unique index other_receipt_trade_no_key on other_receipt (operator_id, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;
create unique index other_payment_trade_no_key on other_payment (operator_id, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;

-- By hand: both sides of a voucher are equal, whoever writes it; a number of a word is given once a month.
create function voucher_balanced() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum((l->>'debit')::bigint), 0) - coalesce(sum((l->>'credit')::bigint), 0) from jsonb_array_elements(new.lines) l) <> 0 then
    raise exception 'voucher % is not balanced', new.no using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger voucher_balanced before insert or update of lines on voucher for each row execute function voucher_balanced();
create unique index voucher_number_key on voucher (operator_id, month, word, number) where number is not null and deleted_at is null;

-- A day and a rent each, the earlier day first, no day twice.
create function later_rents_sound(rents jsonb) returns boolean language sql immutable as $$
  select rents is null or (
    jsonb_typeof(rents) = 'array' and jsonb_array_length(rents) > 0 and (
      select bool_and(coalesce(each_sound, false)) from (
        select jsonb_typeof(r->'monthlyRent') = 'number' and (r->>'monthlyRent')::numeric > 0
          and (coalesce(jsonb_typeof(r->'dailyRent'), 'null') = 'null' or (jsonb_typeof(r->'dailyRent') = 'number' and (r->>'dailyRent')::numeric > 0))
          and (r->>'on') ~ '^\d{4}-\d{2}-\d{2}$' and ((r->>'on') > lag(r->>'on') over (order by at)) is not false as each_sound
        from jsonb_array_elements(rents) with ordinality as listed (r, at)
      ) judged
    )
  )
$$;

alter table lease add constraint lease_later_rents_sound check (later_rents_sound(later_rents));
