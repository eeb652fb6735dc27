-- Whose word opens sessions waits for a second person, too (decision 0133). Hand-written.
alter table held_change drop constraint held_change_kind_values;
alter table held_change add constraint held_change_kind_values check (kind in ('roleGrant', 'fields', 'account', 'parameters', 'signIn'));
