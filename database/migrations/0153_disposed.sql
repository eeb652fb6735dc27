-- disposed
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle add column disposed_on date;

comment on column vehicle.disposed_on is '处置日期';

-- What was disposed of before had its day only in its story.
update vehicle set disposed_on = (updated_at at time zone 'Asia/Shanghai')::date where status = 'disposed';
