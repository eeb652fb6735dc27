-- fuel_driver
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table fuel_card add column driver bigint;

comment on column fuel_card.driver is '绑定司机';

comment on column fuel_card.driver_name is '绑定司机姓名';

create index fuel_card_driver_idx on fuel_card (operator_id, driver, created_at desc, id desc) where deleted_at is null;

alter table fuelling add column driver bigint;

comment on column fuelling.driver is '司机';

comment on column fuelling.driver_name is '司机姓名';

create index fuelling_driver_idx on fuelling (operator_id, driver, at desc, id desc) where deleted_at is null;

alter table fuel_card add constraint fuel_card_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

-- Names written down before become references where exactly one driver of the company has the name; others stay names.
update fuelling f set driver = d.id
from (select operator_id, name, min(id) as id from driver where deleted_at is null group by operator_id, name having count(*) = 1) d
where d.operator_id = f.operator_id and d.name = f.driver_name;

update fuel_card c set driver = d.id
from (select operator_id, name, min(id) as id from driver where deleted_at is null group by operator_id, name having count(*) = 1) d
where d.operator_id = c.operator_id and d.name = c.driver_name;
