-- Whose sub-operation a company is; at most one step deep, which the program sees to. Hand-written.
alter table operator add column parent_id bigint references operator (id);
alter table operator add constraint operator_not_its_own_parent check (parent_id <> id);
create index operator_parent_idx on operator (parent_id) where parent_id is not null;
-- The row of the platform about a company is about one there is.
alter table operator_profile add constraint operator_profile_company_fkey foreign key (company) references operator (id);
