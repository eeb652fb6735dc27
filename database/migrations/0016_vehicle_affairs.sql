-- What no two clerks and no import may do at once about vehicles, said by the database itself. Hand-written.

create unique index upkeep_order_open_key on upkeep_order (operator_id, vehicle, kind)
  where status in ('draft', 'quoted', 'rejected', 'toEnter', 'repairing', 'waitingParts', 'toAccept') and of_order is null and deleted_at is null;

-- One live block a vehicle and paper it comes from.
create unique index vehicle_block_live_key on vehicle_block (operator_id, vehicle, ref) where status = 'active' and deleted_at is null;

-- A supplier's number is booked once a card, pot and kind; a reversal names the row it takes back.
create unique index fuel_entry_supplier_key on fuel_entry (operator_id, account, coalesce(card, 0), pot, kind, supplier_no)
  where supplier_no is not null and reverses is null and kind <> 'spend';
create unique index fuel_entry_spend_key on fuel_entry (operator_id, fuelling, pot) where kind = 'spend' and fuelling is not null;

-- What a reading said stays; only whether it counts may turn.
create function odometer_reading_stays() returns trigger language plpgsql as $$
begin
  if new.vehicle <> old.vehicle or new.at <> old.at or new.km <> old.km or new.source <> old.source then
    raise exception 'a reading of the odometer is not changed';
  end if;
  return new;
end $$;
create trigger odometer_reading_stays before update on odometer_reading for each row execute function odometer_reading_stays();
