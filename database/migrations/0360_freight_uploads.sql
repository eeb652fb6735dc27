-- freight_uploads
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle add column licence_issuer text;

comment on column vehicle.licence_issuer is '行驶证发证机关';

alter table vehicle add column licence_issued_on date;

comment on column vehicle.licence_issued_on is '行驶证发证日期';

alter table driver add column licence_issuer text;

comment on column driver.licence_issuer is '驾驶证发证机关';

alter table driver add column licence_from date;

comment on column driver.licence_from is '驾驶证有效期起';

alter table order_model add column checks jsonb;

comment on column order_model.checks is '出车检查项';

alter table mission add column agreed_price bigint;

comment on column mission.agreed_price is '议定运价';

alter table stop_event drop constraint stop_event_kind_values;

alter table stop_event add constraint stop_event_kind_values check (kind in ('arrive', 'startWork', 'endWork', 'leave', 'accept', 'refuse', 'check', 'load', 'depart', 'sign', 'exception', 'skip', 'note', 'photo'));

create table trip_check (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  mission bigint not null,
  vehicle bigint not null,
  driver bigint not null,
  at timestamptz not null,
  result text not null,
  items jsonb,
  repair text,
  client_id text not null,
  store bigint,
  primary key (operator_id, id),
  constraint trip_check_result_values check (result in ('passed', 'noted', 'failed'))
);

comment on table trip_check is '出车检查';

comment on column trip_check.id is '编号';

comment on column trip_check.operator_id is '运营公司';

comment on column trip_check.created_by is '创建人';

comment on column trip_check.created_at is '创建时间';

comment on column trip_check.updated_by is '修改人';

comment on column trip_check.updated_at is '修改时间';

comment on column trip_check.version is '版本';

comment on column trip_check.deleted_at is '删除时间';

comment on column trip_check.mission is '任务单';

comment on column trip_check.vehicle is '车辆';

comment on column trip_check.driver is '司机';

comment on column trip_check.at is '检查时间';

comment on column trip_check.result is '结果';

comment on column trip_check.items is '检查项';

comment on column trip_check.repair is '维保单';

comment on column trip_check.client_id is '客户端编号';

comment on column trip_check.store is '门店';

create index trip_check_mission_idx on trip_check (operator_id, mission, at desc, id desc) where deleted_at is null;

create index trip_check_vehicle_idx on trip_check (operator_id, vehicle, at desc, id desc) where deleted_at is null;

create index trip_check_driver_idx on trip_check (operator_id, driver, at desc, id desc) where deleted_at is null;

create unique index trip_check_client_id_key on trip_check (operator_id, client_id) where deleted_at is null;

create index trip_check_store_idx on trip_check (operator_id, store, at desc, id desc) where deleted_at is null;

create index trip_check_result_idx on trip_check (operator_id, result, at desc, id desc) where deleted_at is null;

create index trip_check_order on trip_check (operator_id, at desc, id desc) where deleted_at is null;

alter table trip_check enable row level security;

alter table trip_check force row level security;

create policy tenant on trip_check
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table order_push add column bid_until timestamptz;

comment on column order_push.bid_until is '报价截止';

alter table order_push add column ceiling bigint;

comment on column order_push.ceiling is '最高限价';

alter table order_push add column price bigint;

comment on column order_push.price is '成交价';

alter table order_push add constraint order_push_ceiling_range check (ceiling >= 1);

create table freight_upload (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  kind text not null,
  status text default 'pending' not null,
  subject text not null,
  key text not null,
  day date not null,
  "order" bigint,
  mission bigint,
  vehicle bigint,
  driver bigint,
  faults bigint default 0 not null,
  problems jsonb,
  document jsonb,
  sent_at timestamptz,
  sent_by bigint,
  file_hash text,
  answer text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(subject, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint freight_upload_kind_values check (kind in ('waybill', 'money', 'vehicle', 'driver')),
  constraint freight_upload_status_values check (status in ('pending', 'held', 'sent', 'accepted', 'rejected')),
  constraint freight_upload_faults_range check (faults >= 0)
);

comment on table freight_upload is '上报记录';

comment on column freight_upload.id is '编号';

comment on column freight_upload.operator_id is '运营公司';

comment on column freight_upload.created_by is '创建人';

comment on column freight_upload.created_at is '创建时间';

comment on column freight_upload.updated_by is '修改人';

comment on column freight_upload.updated_at is '修改时间';

comment on column freight_upload.version is '版本';

comment on column freight_upload.deleted_at is '删除时间';

comment on column freight_upload.no is '上报号';

comment on column freight_upload.kind is '单据';

comment on column freight_upload.status is '状态';

comment on column freight_upload.subject is '对象';

comment on column freight_upload.key is '上报依据';

comment on column freight_upload.day is '业务日期';

comment on column freight_upload."order" is '运输订单';

comment on column freight_upload.mission is '任务单';

comment on column freight_upload.vehicle is '车辆';

comment on column freight_upload.driver is '司机';

comment on column freight_upload.faults is '问题数';

comment on column freight_upload.problems is '问题';

comment on column freight_upload.document is '上报内容';

comment on column freight_upload.sent_at is '上报时间';

comment on column freight_upload.sent_by is '上报人';

comment on column freight_upload.file_hash is '文件摘要';

comment on column freight_upload.answer is '退回原因';

comment on column freight_upload.store is '门店';

comment on column freight_upload.pinyin is '名称拼音';

comment on column freight_upload.search_text is '检索文本';

create unique index freight_upload_no_key on freight_upload (operator_id, no) where deleted_at is null;

create index freight_upload_status_idx on freight_upload (operator_id, status, day desc, id desc) where deleted_at is null;

create unique index freight_upload_key_key on freight_upload (operator_id, key) where deleted_at is null;

create index freight_upload_order_idx on freight_upload (operator_id, "order", day desc, id desc) where deleted_at is null;

create index freight_upload_mission_idx on freight_upload (operator_id, mission, day desc, id desc) where deleted_at is null;

create index freight_upload_vehicle_idx on freight_upload (operator_id, vehicle, day desc, id desc) where deleted_at is null;

create index freight_upload_driver_idx on freight_upload (operator_id, driver, day desc, id desc) where deleted_at is null;

create index freight_upload_sent_by_idx on freight_upload (operator_id, sent_by, day desc, id desc) where deleted_at is null;

create index freight_upload_store_idx on freight_upload (operator_id, store, day desc, id desc) where deleted_at is null;

create index freight_upload_kind_idx on freight_upload (operator_id, kind, day desc, id desc) where deleted_at is null;

create index freight_upload_sent_at_idx on freight_upload (operator_id, sent_at) where deleted_at is null;

create index freight_upload_kind_status_day_idx on freight_upload (operator_id, kind, status, day) where deleted_at is null;

create index freight_upload_order on freight_upload (operator_id, day desc, id desc) where deleted_at is null;

create index freight_upload_search on freight_upload using gin (search_text gin_trgm_ops);

alter table freight_upload enable row level security;

alter table freight_upload force row level security;

create policy tenant on freight_upload
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table danger_note (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  mission bigint not null,
  goods_name text not null,
  un_no text not null,
  danger_class text default '3' not null,
  packing text default 'II' not null,
  quantity_kg numeric(18,3) not null,
  tank boolean default false not null,
  tank_permit_no text,
  vehicle_permit_no text not null,
  driver_cert_no text not null,
  escort text not null,
  escort_cert_no text not null,
  emergency_phone text not null,
  papers boolean default false not null,
  people boolean default false not null,
  tank_ok boolean default false not null,
  goods boolean default false not null,
  medium boolean default false not null,
  completed_by bigint,
  completed_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(goods_name, '') || ' ' || coalesce(un_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint danger_note_status_values check (status in ('draft', 'complete', 'voided')),
  constraint danger_note_danger_class_values check (danger_class in ('1', '3', '7', '8', '9', '2.1', '2.2', '2.3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '6.2')),
  constraint danger_note_packing_values check (packing in ('I', 'II', 'III', 'none')),
  constraint danger_note_quantity_kg_range check (quantity_kg >= 0.001 and quantity_kg <= 100000)
);

comment on table danger_note is '危险货物运单';

comment on column danger_note.id is '编号';

comment on column danger_note.operator_id is '运营公司';

comment on column danger_note.created_by is '创建人';

comment on column danger_note.created_at is '创建时间';

comment on column danger_note.updated_by is '修改人';

comment on column danger_note.updated_at is '修改时间';

comment on column danger_note.version is '版本';

comment on column danger_note.deleted_at is '删除时间';

comment on column danger_note.no is '运单号';

comment on column danger_note.status is '状态';

comment on column danger_note.mission is '任务单';

comment on column danger_note.goods_name is '品名';

comment on column danger_note.un_no is '联合国编号';

comment on column danger_note.danger_class is '类别';

comment on column danger_note.packing is '包装类别';

comment on column danger_note.quantity_kg is '数量';

comment on column danger_note.tank is '罐式车辆';

comment on column danger_note.tank_permit_no is '罐体检验证号';

comment on column danger_note.vehicle_permit_no is '道路运输证号';

comment on column danger_note.driver_cert_no is '驾驶员从业资格证号';

comment on column danger_note.escort is '押运员';

comment on column danger_note.escort_cert_no is '押运员从业资格证号';

comment on column danger_note.emergency_phone is '应急电话';

comment on column danger_note.papers is '车辆行驶证、道路运输证有效';

comment on column danger_note.people is '驾驶员、押运员从业资格有效';

comment on column danger_note.tank_ok is '车辆、罐体检验合格且在有效期内';

comment on column danger_note.goods is '货物与运单载明的一致';

comment on column danger_note.medium is '货物在罐体适装介质范围内，或不使用罐体';

comment on column danger_note.completed_by is '完成人';

comment on column danger_note.completed_at is '完成时间';

comment on column danger_note.store is '门店';

comment on column danger_note.remark is '备注';

comment on column danger_note.pinyin is '名称拼音';

comment on column danger_note.search_text is '检索文本';

create unique index danger_note_no_key on danger_note (operator_id, no) where deleted_at is null;

create index danger_note_status_idx on danger_note (operator_id, status, created_at desc, id desc) where deleted_at is null;

create unique index danger_note_mission_key on danger_note (operator_id, mission) where deleted_at is null;

create index danger_note_completed_by_idx on danger_note (operator_id, completed_by, created_at desc, id desc) where deleted_at is null;

create index danger_note_store_idx on danger_note (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index danger_note_danger_class_idx on danger_note (operator_id, danger_class, created_at desc, id desc) where deleted_at is null;

create index danger_note_order on danger_note (operator_id, created_at desc, id desc) where deleted_at is null;

create index danger_note_search on danger_note using gin (search_text gin_trgm_ops);

alter table danger_note enable row level security;

alter table danger_note force row level security;

create policy tenant on danger_note
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table trip_check add constraint trip_check_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_sent_by_fk foreign key (operator_id, sent_by) references "user" (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_completed_by_fk foreign key (operator_id, completed_by) references "user" (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
