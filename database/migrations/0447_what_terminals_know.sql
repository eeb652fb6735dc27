-- what_terminals_know
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table device_item (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  profile bigint not null,
  item_id text not null,
  meaning text not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(item_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint device_item_meaning_values check (meaning in ('none', 'mileage', 'fuel', 'recorderSpeed', 'alarmToConfirm', 'tyrePressures', 'cabinTemperature', 'overspeed', 'area', 'driveTime', 'videoAlarms', 'videoLost', 'videoCovered', 'storageFailed', 'abnormalDriving', 'vehicleSignals', 'io', 'analog', 'signal', 'satellites', 'temperatures', 'temperaturesSigned', 'humidities', 'voltage', 'batteryLevel', 'drivingAssistance', 'driverState', 'tyres', 'blindSpot'))
);

comment on table device_item is '附加信息定义';

comment on column device_item.id is '编号';

comment on column device_item.operator_id is '运营公司';

comment on column device_item.created_by is '创建人';

comment on column device_item.created_at is '创建时间';

comment on column device_item.updated_by is '修改人';

comment on column device_item.updated_at is '修改时间';

comment on column device_item.version is '版本';

comment on column device_item.deleted_at is '删除时间';

comment on column device_item.profile is '设备型号';

comment on column device_item.item_id is '附加信息编号';

comment on column device_item.meaning is '含义';

comment on column device_item.remark is '备注';

comment on column device_item.pinyin is '名称拼音';

comment on column device_item.search_text is '检索文本';

create index device_item_profile_idx on device_item (operator_id, profile, item_id, id) where deleted_at is null;

create unique index device_item_profile_item_id_key on device_item (operator_id, profile, item_id) where deleted_at is null;

create index device_item_meaning_idx on device_item (operator_id, meaning, item_id, id) where deleted_at is null;

create index device_item_order on device_item (operator_id, item_id, id) where deleted_at is null;

create index device_item_search on device_item using gin (search_text gin_trgm_ops);

alter table device_item enable row level security;

alter table device_item force row level security;

create policy tenant on device_item
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table terminal add column clock_fault text;

comment on column terminal.clock_fault is '时钟异常';

alter table trip add column driver bigint;

comment on column trip.driver is '驾驶员';

create index trip_driver_idx on trip (operator_id, driver, start_at desc, id desc) where deleted_at is null;

alter table alarm drop constraint alarm_kind_values;

alter table alarm add column driver bigint;

comment on column alarm.driver is '驾驶员';

alter table alarm add column attachments jsonb;

comment on column alarm.attachments is '附件';

alter table alarm add column mark text;

comment on column alarm.mark is '报警标识';

alter table alarm add constraint alarm_kind_values check (kind in ('b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9', 'b10', 'b11', 'b12', 'b13', 'b14', 'b15', 'b16', 'b17', 'b18', 'b19', 'b20', 'b21', 'b22', 'b23', 'b24', 'b25', 'b26', 'b27', 'b28', 'b29', 'b30', 'b31', 'adas', 'adas1', 'adas2', 'adas3', 'adas4', 'adas5', 'adas6', 'adas7', 'dsm', 'dsm1', 'dsm2', 'dsm3', 'dsm4', 'dsm5', 'tpms', 'bsd', 'bsd1', 'bsd2', 'bsd3', 'fenceEnter', 'fenceLeave', 'fenceStay', 'fenceSpeed', 'routeDeviate', 'temperature', 'offline', 'spoofed', 'clock'));

create index alarm_driver_idx on alarm (operator_id, driver, start_at desc, id desc) where deleted_at is null;

create index alarm_terminal_mark_idx on alarm (operator_id, terminal, mark, start_at desc, id desc) where deleted_at is null;

create table driver_card (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint,
  terminal bigint not null,
  store bigint,
  action text not null,
  at timestamptz not null,
  result text,
  name text,
  driver bigint,
  certificate text,
  id_no text,
  authority text,
  valid_to date,
  received_at timestamptz not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driver_card_action_values check (action in ('in', 'out')),
  constraint driver_card_result_values check (result in ('ok', 'key', 'locked', 'pulled', 'wrong'))
);

comment on table driver_card is '驾驶员插卡记录';

comment on column driver_card.id is '编号';

comment on column driver_card.operator_id is '运营公司';

comment on column driver_card.created_by is '创建人';

comment on column driver_card.created_at is '创建时间';

comment on column driver_card.updated_by is '修改人';

comment on column driver_card.updated_at is '修改时间';

comment on column driver_card.version is '版本';

comment on column driver_card.deleted_at is '删除时间';

comment on column driver_card.vehicle is '车辆';

comment on column driver_card.terminal is 'GPS设备';

comment on column driver_card.store is '门店';

comment on column driver_card.action is '动作';

comment on column driver_card.at is '插拔时间';

comment on column driver_card.result is '读卡结果';

comment on column driver_card.name is '姓名';

comment on column driver_card.driver is '司机';

comment on column driver_card.certificate is '从业资格证号';

comment on column driver_card.id_no is '身份证号';

comment on column driver_card.authority is '发证机构';

comment on column driver_card.valid_to is '证件有效期至';

comment on column driver_card.received_at is '接收时间';

comment on column driver_card.pinyin is '名称拼音';

comment on column driver_card.search_text is '检索文本';

create index driver_card_vehicle_idx on driver_card (operator_id, vehicle, at desc, id desc) where deleted_at is null;

create index driver_card_terminal_idx on driver_card (operator_id, terminal, at desc, id desc) where deleted_at is null;

create index driver_card_store_idx on driver_card (operator_id, store, at desc, id desc) where deleted_at is null;

create index driver_card_driver_idx on driver_card (operator_id, driver, at desc, id desc) where deleted_at is null;

create unique index driver_card_terminal_at_action_key on driver_card (operator_id, terminal, at, action) where deleted_at is null;

create index driver_card_action_idx on driver_card (operator_id, action, at desc, id desc) where deleted_at is null;

create index driver_card_order on driver_card (operator_id, at desc, id desc) where deleted_at is null;

create index driver_card_search on driver_card using gin (search_text gin_trgm_ops);

alter table driver_card enable row level security;

alter table driver_card force row level security;

create policy tenant on driver_card
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table kept_message (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  terminal bigint not null,
  vehicle bigint,
  store bigint,
  received_at timestamptz not null,
  message_id text not null,
  name text not null,
  understood boolean default false not null,
  serial bigint not null,
  bytes bigint not null,
  frame text not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(message_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);

comment on table kept_message is '终端报文';

comment on column kept_message.id is '编号';

comment on column kept_message.operator_id is '运营公司';

comment on column kept_message.created_by is '创建人';

comment on column kept_message.created_at is '创建时间';

comment on column kept_message.updated_by is '修改人';

comment on column kept_message.updated_at is '修改时间';

comment on column kept_message.version is '版本';

comment on column kept_message.deleted_at is '删除时间';

comment on column kept_message.terminal is 'GPS设备';

comment on column kept_message.vehicle is '车辆';

comment on column kept_message.store is '门店';

comment on column kept_message.received_at is '接收时间';

comment on column kept_message.message_id is '消息 ID';

comment on column kept_message.name is '消息名称';

comment on column kept_message.understood is '已能解析';

comment on column kept_message.serial is '消息流水号';

comment on column kept_message.bytes is '长度';

comment on column kept_message.frame is '原始报文';

comment on column kept_message.pinyin is '名称拼音';

comment on column kept_message.search_text is '检索文本';

create index kept_message_terminal_idx on kept_message (operator_id, terminal, received_at desc, id desc) where deleted_at is null;

create index kept_message_vehicle_idx on kept_message (operator_id, vehicle, received_at desc, id desc) where deleted_at is null;

create index kept_message_store_idx on kept_message (operator_id, store, received_at desc, id desc) where deleted_at is null;

create index kept_message_order on kept_message (operator_id, received_at desc, id desc) where deleted_at is null;

create index kept_message_search on kept_message using gin (search_text gin_trgm_ops);

alter table kept_message enable row level security;

alter table kept_message force row level security;

create policy tenant on kept_message
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table device_item add constraint device_item_profile_fk foreign key (operator_id, profile) references device_profile (operator_id, id) on delete restrict;

alter table trip add constraint trip_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
