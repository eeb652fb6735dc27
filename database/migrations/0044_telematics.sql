-- telematics
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table device_profile (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  maker text,
  protocol text default 'jt808v2013' not null,
  heartbeat_seconds bigint default 60 not null,
  lenient_auth boolean default false not null,
  items text default 'standard' not null,
  cut_by text default 'none' not null,
  cut_code text,
  restore_code text,
  cut_bits text default 'either' not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(maker, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint device_profile_status_values check (status in ('active', 'disabled')),
  constraint device_profile_protocol_values check (protocol in ('jt808v2011', 'jt808v2013', 'jt808v2019', 'gt06')),
  constraint device_profile_heartbeat_seconds_range check (heartbeat_seconds >= 10 and heartbeat_seconds <= 3600),
  constraint device_profile_items_values check (items in ('standard', 'gps51', 'gps51signed', 'battery06')),
  constraint device_profile_cut_by_values check (cut_by in ('none', 'control', 'text', 'parameter', 'raw')),
  constraint device_profile_cut_bits_values check (cut_bits in ('oil', 'circuit', 'either', 'both'))
);

comment on table device_profile is '设备型号';

comment on column device_profile.id is '编号';

comment on column device_profile.operator_id is '运营公司';

comment on column device_profile.created_by is '创建人';

comment on column device_profile.created_at is '创建时间';

comment on column device_profile.updated_by is '修改人';

comment on column device_profile.updated_at is '修改时间';

comment on column device_profile.version is '版本';

comment on column device_profile.deleted_at is '删除时间';

comment on column device_profile.name is '型号名称';

comment on column device_profile.status is '状态';

comment on column device_profile.maker is '制造商';

comment on column device_profile.protocol is '通信协议';

comment on column device_profile.heartbeat_seconds is '心跳间隔';

comment on column device_profile.lenient_auth is '允许未鉴权上报';

comment on column device_profile.items is '附加信息';

comment on column device_profile.cut_by is '断油断电指令方式';

comment on column device_profile.cut_code is '断开指令';

comment on column device_profile.restore_code is '恢复指令';

comment on column device_profile.cut_bits is '以哪个状态位确认';

comment on column device_profile.remark is '备注';

comment on column device_profile.pinyin is '名称拼音';

comment on column device_profile.search_text is '检索文本';

create unique index device_profile_name_key on device_profile (operator_id, name) where deleted_at is null;

create index device_profile_status_idx on device_profile (operator_id, status, name, id) where deleted_at is null;

create index device_profile_protocol_idx on device_profile (operator_id, protocol, name, id) where deleted_at is null;

create index device_profile_cut_by_idx on device_profile (operator_id, cut_by, name, id) where deleted_at is null;

create index device_profile_order on device_profile (operator_id, name, id) where deleted_at is null;

create index device_profile_search on device_profile using gin (search_text gin_trgm_ops);

alter table device_profile enable row level security;

alter table device_profile force row level security;

create policy tenant on device_profile
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table terminal (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  terminal_no text not null,
  status text default 'stock' not null,
  online boolean default false not null,
  vehicle bigint,
  profile bigint,
  protocol text,
  store bigint,
  device_no text,
  imei text,
  sim_no text,
  iccid text,
  sim_due_on date,
  firmware text,
  maker text,
  model text,
  reported_plate text,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  last_fix_at timestamptz,
  installed_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(terminal_no, '') || ' ' || coalesce(sim_no, '') || ' ' || coalesce(imei, '') || ' ' || coalesce(iccid, '') || ' ' || coalesce(device_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint terminal_status_values check (status in ('quarantine', 'stock', 'active', 'stopped', 'repair', 'scrapped')),
  constraint terminal_protocol_values check (protocol in ('jt808v2011', 'jt808v2013', 'jt808v2019', 'gt06'))
);

comment on table terminal is 'GPS设备';

comment on column terminal.id is '编号';

comment on column terminal.operator_id is '运营公司';

comment on column terminal.created_by is '创建人';

comment on column terminal.created_at is '创建时间';

comment on column terminal.updated_by is '修改人';

comment on column terminal.updated_at is '修改时间';

comment on column terminal.version is '版本';

comment on column terminal.deleted_at is '删除时间';

comment on column terminal.terminal_no is '终端号';

comment on column terminal.status is '状态';

comment on column terminal.online is '在线';

comment on column terminal.vehicle is '车辆';

comment on column terminal.profile is '设备型号';

comment on column terminal.protocol is '通信协议';

comment on column terminal.store is '所属门店';

comment on column terminal.device_no is '终端ID';

comment on column terminal.imei is '终端 IMEI';

comment on column terminal.sim_no is 'SIM 卡号';

comment on column terminal.iccid is '卡号 ICCID';

comment on column terminal.sim_due_on is 'SIM 卡到期日';

comment on column terminal.firmware is '固件版本';

comment on column terminal.maker is '制造商';

comment on column terminal.model is '上报型号';

comment on column terminal.reported_plate is '上报车牌';

comment on column terminal.first_seen_at is '首次上线';

comment on column terminal.last_seen_at is '最近通信';

comment on column terminal.last_fix_at is '最近定位';

comment on column terminal.installed_on is '安装日期';

comment on column terminal.remark is '备注';

comment on column terminal.pinyin is '名称拼音';

comment on column terminal.search_text is '检索文本';

create unique index terminal_terminal_no_key on terminal (operator_id, terminal_no) where deleted_at is null;

create index terminal_status_idx on terminal (operator_id, status, terminal_no, id) where deleted_at is null;

create index terminal_vehicle_idx on terminal (operator_id, vehicle, terminal_no, id) where deleted_at is null;

create index terminal_profile_idx on terminal (operator_id, profile, terminal_no, id) where deleted_at is null;

create index terminal_store_idx on terminal (operator_id, store, terminal_no, id) where deleted_at is null;

create index terminal_protocol_idx on terminal (operator_id, protocol, terminal_no, id) where deleted_at is null;

create index terminal_sim_due_on_idx on terminal (operator_id, sim_due_on) where deleted_at is null;

create index terminal_status_store_idx on terminal (operator_id, status, store, terminal_no, id) where deleted_at is null;

create index terminal_order on terminal (operator_id, terminal_no, id) where deleted_at is null;

create index terminal_search on terminal using gin (search_text gin_trgm_ops);

alter table terminal enable row level security;

alter table terminal force row level security;

create policy tenant on terminal
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table terminal_binding (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  terminal bigint not null,
  vehicle bigint not null,
  store bigint not null,
  from_at timestamptz not null,
  to_at timestamptz,
  reason text
);

comment on table terminal_binding is '设备绑定记录';

comment on column terminal_binding.id is '编号';

comment on column terminal_binding.operator_id is '运营公司';

comment on column terminal_binding.created_by is '创建人';

comment on column terminal_binding.created_at is '创建时间';

comment on column terminal_binding.updated_by is '修改人';

comment on column terminal_binding.updated_at is '修改时间';

comment on column terminal_binding.version is '版本';

comment on column terminal_binding.deleted_at is '删除时间';

comment on column terminal_binding.terminal is 'GPS设备';

comment on column terminal_binding.vehicle is '车辆';

comment on column terminal_binding.store is '门店';

comment on column terminal_binding.from_at is '开始时间';

comment on column terminal_binding.to_at is '结束时间';

comment on column terminal_binding.reason is '解绑原因';

create index terminal_binding_terminal_idx on terminal_binding (operator_id, terminal, from_at desc, id desc) where deleted_at is null;

create index terminal_binding_vehicle_idx on terminal_binding (operator_id, vehicle, from_at desc, id desc) where deleted_at is null;

create index terminal_binding_store_idx on terminal_binding (operator_id, store, from_at desc, id desc) where deleted_at is null;

create index terminal_binding_from_at_idx on terminal_binding (operator_id, from_at) where deleted_at is null;

create index terminal_binding_to_at_idx on terminal_binding (operator_id, to_at) where deleted_at is null;

create index terminal_binding_terminal_from_at_idx on terminal_binding (operator_id, terminal, from_at) where deleted_at is null;

create index terminal_binding_vehicle_from_at_idx on terminal_binding (operator_id, vehicle, from_at) where deleted_at is null;

create index terminal_binding_order on terminal_binding (operator_id, from_at desc, id desc) where deleted_at is null;

alter table terminal_binding enable row level security;

alter table terminal_binding force row level security;

create policy tenant on terminal_binding
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table equipment (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  kind text default 'probe' not null,
  status text default 'stock' not null,
  vehicle bigint,
  position text,
  installed_on date,
  store bigint not null,
  maker text,
  model text,
  serial_no text,
  calibrated_on date,
  calibration_due_on date,
  certificate jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(serial_no, '') || ' ' || coalesce(model, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint equipment_kind_values check (kind in ('probe', 'camera', 'fuelSensor', 'tailLift', 'doorSensor', 'tpms', 'other')),
  constraint equipment_status_values check (status in ('stock', 'installed', 'scrapped'))
);

comment on table equipment is '车载设备';

comment on column equipment.id is '编号';

comment on column equipment.operator_id is '运营公司';

comment on column equipment.created_by is '创建人';

comment on column equipment.created_at is '创建时间';

comment on column equipment.updated_by is '修改人';

comment on column equipment.updated_at is '修改时间';

comment on column equipment.version is '版本';

comment on column equipment.deleted_at is '删除时间';

comment on column equipment.no is '设备编号';

comment on column equipment.kind is '设备类型';

comment on column equipment.status is '状态';

comment on column equipment.vehicle is '车辆';

comment on column equipment.position is '安装位置';

comment on column equipment.installed_on is '安装日期';

comment on column equipment.store is '所属门店';

comment on column equipment.maker is '制造商';

comment on column equipment.model is '型号';

comment on column equipment.serial_no is '出厂编号';

comment on column equipment.calibrated_on is '校准日期';

comment on column equipment.calibration_due_on is '校准有效期至';

comment on column equipment.certificate is '校准证书';

comment on column equipment.remark is '备注';

comment on column equipment.pinyin is '名称拼音';

comment on column equipment.search_text is '检索文本';

create unique index equipment_no_key on equipment (operator_id, no) where deleted_at is null;

create index equipment_status_idx on equipment (operator_id, status, no, id) where deleted_at is null;

create index equipment_vehicle_idx on equipment (operator_id, vehicle, no, id) where deleted_at is null;

create index equipment_store_idx on equipment (operator_id, store, no, id) where deleted_at is null;

create index equipment_kind_idx on equipment (operator_id, kind, no, id) where deleted_at is null;

create index equipment_calibration_due_on_idx on equipment (operator_id, calibration_due_on) where deleted_at is null;

create index equipment_order on equipment (operator_id, no, id) where deleted_at is null;

create index equipment_search on equipment using gin (search_text gin_trgm_ops);

alter table equipment enable row level security;

alter table equipment force row level security;

create policy tenant on equipment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_position (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  store bigint not null,
  terminal bigint,
  online boolean default false not null,
  motion text default 'unlocated' not null,
  at timestamptz,
  received_at timestamptz,
  lng numeric(18,6),
  lat numeric(18,6),
  altitude bigint,
  speed numeric(18,1),
  direction bigint,
  acc_on boolean default false not null,
  oil_cut boolean default false not null,
  circuit_cut boolean default false not null,
  odometer numeric(18,1),
  alarms bigint,
  changed_at timestamptz,
  constraint vehicle_position_motion_values check (motion in ('driving', 'idling', 'parked', 'unlocated')),
  constraint vehicle_position_lng_range check (lng >= -180 and lng <= 180),
  constraint vehicle_position_lat_range check (lat >= -90 and lat <= 90),
  constraint vehicle_position_speed_range check (speed >= 0),
  constraint vehicle_position_direction_range check (direction >= 0 and direction <= 359)
);

comment on table vehicle_position is '车辆动态';

comment on column vehicle_position.id is '编号';

comment on column vehicle_position.operator_id is '运营公司';

comment on column vehicle_position.created_by is '创建人';

comment on column vehicle_position.created_at is '创建时间';

comment on column vehicle_position.updated_by is '修改人';

comment on column vehicle_position.updated_at is '修改时间';

comment on column vehicle_position.version is '版本';

comment on column vehicle_position.deleted_at is '删除时间';

comment on column vehicle_position.vehicle is '车辆';

comment on column vehicle_position.store is '门店';

comment on column vehicle_position.terminal is 'GPS设备';

comment on column vehicle_position.online is '在线';

comment on column vehicle_position.motion is '行驶状态';

comment on column vehicle_position.at is '定位时间';

comment on column vehicle_position.received_at is '接收时间';

comment on column vehicle_position.lng is '经度（WGS-84）';

comment on column vehicle_position.lat is '纬度（WGS-84）';

comment on column vehicle_position.altitude is '海拔';

comment on column vehicle_position.speed is '速度';

comment on column vehicle_position.direction is '方向';

comment on column vehicle_position.acc_on is '点火';

comment on column vehicle_position.oil_cut is '油路断开';

comment on column vehicle_position.circuit_cut is '电路断开';

comment on column vehicle_position.odometer is '终端里程';

comment on column vehicle_position.alarms is '当前报警标志';

comment on column vehicle_position.changed_at is '状态变更时间';

create unique index vehicle_position_vehicle_key on vehicle_position (operator_id, vehicle) where deleted_at is null;

create index vehicle_position_store_idx on vehicle_position (operator_id, store, vehicle, id) where deleted_at is null;

create index vehicle_position_terminal_idx on vehicle_position (operator_id, terminal, vehicle, id) where deleted_at is null;

create index vehicle_position_motion_idx on vehicle_position (operator_id, motion, vehicle, id) where deleted_at is null;

create index vehicle_position_order on vehicle_position (operator_id, vehicle, id) where deleted_at is null;

alter table vehicle_position enable row level security;

alter table vehicle_position force row level security;

create policy tenant on vehicle_position
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table trip (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  store bigint not null,
  kind text not null,
  start_at timestamptz not null,
  end_at timestamptz,
  seconds bigint not null,
  distance bigint not null,
  method text default 'gps' not null,
  gps_distance bigint default 0 not null,
  odometer_distance bigint,
  max_speed numeric(18,1),
  idle_seconds bigint,
  start_lng numeric(18,6),
  start_lat numeric(18,6),
  end_lng numeric(18,6),
  end_lat numeric(18,6),
  points bigint default 0 not null,
  constraint trip_kind_values check (kind in ('trip', 'stop', 'gap')),
  constraint trip_method_values check (method in ('odometer', 'gps'))
);

comment on table trip is '行程与停留';

comment on column trip.id is '编号';

comment on column trip.operator_id is '运营公司';

comment on column trip.created_by is '创建人';

comment on column trip.created_at is '创建时间';

comment on column trip.updated_by is '修改人';

comment on column trip.updated_at is '修改时间';

comment on column trip.version is '版本';

comment on column trip.deleted_at is '删除时间';

comment on column trip.vehicle is '车辆';

comment on column trip.store is '门店';

comment on column trip.kind is '类型';

comment on column trip.start_at is '开始时间';

comment on column trip.end_at is '结束时间';

comment on column trip.seconds is '时长';

comment on column trip.distance is '里程';

comment on column trip.method is '里程依据';

comment on column trip.gps_distance is '定位里程';

comment on column trip.odometer_distance is '终端里程差';

comment on column trip.max_speed is '最高速度';

comment on column trip.idle_seconds is '怠速时长';

comment on column trip.start_lng is '起点经度';

comment on column trip.start_lat is '起点纬度';

comment on column trip.end_lng is '终点经度';

comment on column trip.end_lat is '终点纬度';

comment on column trip.points is '定位点数';

create index trip_vehicle_idx on trip (operator_id, vehicle, start_at desc, id desc) where deleted_at is null;

create index trip_store_idx on trip (operator_id, store, start_at desc, id desc) where deleted_at is null;

create index trip_kind_idx on trip (operator_id, kind, start_at desc, id desc) where deleted_at is null;

create index trip_start_at_idx on trip (operator_id, start_at) where deleted_at is null;

create index trip_vehicle_start_at_idx on trip (operator_id, vehicle, start_at) where deleted_at is null;

create index trip_order on trip (operator_id, start_at desc, id desc) where deleted_at is null;

alter table trip enable row level security;

alter table trip force row level security;

create policy tenant on trip
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_day (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  store bigint not null,
  day date not null,
  distance bigint default 0 not null,
  method text default 'gps' not null,
  trips bigint default 0 not null,
  stops bigint default 0 not null,
  driving_seconds bigint default 0 not null,
  idle_seconds bigint default 0 not null,
  online_seconds bigint default 0 not null,
  online_rate integer default 0 not null,
  night_seconds bigint default 0 not null,
  max_speed numeric(18,1),
  alarms bigint default 0 not null,
  severe_alarms bigint default 0 not null,
  score bigint default 100 not null,
  points bigint default 0 not null,
  constraint vehicle_day_method_values check (method in ('odometer', 'gps')),
  constraint vehicle_day_score_range check (score >= 0 and score <= 100)
);

comment on table vehicle_day is '车辆日统计';

comment on column vehicle_day.id is '编号';

comment on column vehicle_day.operator_id is '运营公司';

comment on column vehicle_day.created_by is '创建人';

comment on column vehicle_day.created_at is '创建时间';

comment on column vehicle_day.updated_by is '修改人';

comment on column vehicle_day.updated_at is '修改时间';

comment on column vehicle_day.version is '版本';

comment on column vehicle_day.deleted_at is '删除时间';

comment on column vehicle_day.vehicle is '车辆';

comment on column vehicle_day.store is '门店';

comment on column vehicle_day.day is '日期';

comment on column vehicle_day.distance is '里程';

comment on column vehicle_day.method is '里程依据';

comment on column vehicle_day.trips is '行程数';

comment on column vehicle_day.stops is '停留数';

comment on column vehicle_day.driving_seconds is '行驶时长';

comment on column vehicle_day.idle_seconds is '怠速时长';

comment on column vehicle_day.online_seconds is '在线时长';

comment on column vehicle_day.online_rate is '在线率';

comment on column vehicle_day.night_seconds is '夜间行驶';

comment on column vehicle_day.max_speed is '最高速度';

comment on column vehicle_day.alarms is '报警数';

comment on column vehicle_day.severe_alarms is '严重报警';

comment on column vehicle_day.score is '安全评分';

comment on column vehicle_day.points is '定位点数';

create index vehicle_day_vehicle_idx on vehicle_day (operator_id, vehicle, day desc, id desc) where deleted_at is null;

create index vehicle_day_store_idx on vehicle_day (operator_id, store, day desc, vehicle, id desc) where deleted_at is null;

create unique index vehicle_day_vehicle_day_key on vehicle_day (operator_id, vehicle, day) where deleted_at is null;

create index vehicle_day_day_idx on vehicle_day (operator_id, day) where deleted_at is null;

create index vehicle_day_day_vehicle_idx on vehicle_day (operator_id, day, vehicle, id desc) where deleted_at is null;

create index vehicle_day_order on vehicle_day (operator_id, day desc, vehicle, id desc) where deleted_at is null;

alter table vehicle_day enable row level security;

alter table vehicle_day force row level security;

create policy tenant on vehicle_day
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fence (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'draft' not null,
  shape text default 'circle' not null,
  points text,
  radius bigint,
  width bigint,
  district text,
  purpose text default 'watch' not null,
  on_enter boolean default true not null,
  on_leave boolean default true not null,
  stay_minutes bigint,
  speed_limit bigint,
  night_speed_limit bigint,
  overspeed_seconds bigint default 10,
  buffer_meters bigint,
  confirm_fixes bigint default 2 not null,
  windows jsonb,
  start_on date,
  end_on date,
  applies_to text default 'bound' not null,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint fence_status_values check (status in ('draft', 'active', 'stopped')),
  constraint fence_shape_values check (shape in ('circle', 'rectangle', 'polygon', 'corridor', 'district')),
  constraint fence_radius_range check (radius >= 20 and radius <= 500000),
  constraint fence_width_range check (width >= 20 and width <= 20000),
  constraint fence_purpose_values check (purpose in ('watch', 'forbidden', 'confined', 'speed', 'stay', 'site', 'store')),
  constraint fence_stay_minutes_range check (stay_minutes >= 1 and stay_minutes <= 10080),
  constraint fence_speed_limit_range check (speed_limit >= 5 and speed_limit <= 200),
  constraint fence_night_speed_limit_range check (night_speed_limit >= 5 and night_speed_limit <= 200),
  constraint fence_overspeed_seconds_range check (overspeed_seconds >= 0 and overspeed_seconds <= 600),
  constraint fence_buffer_meters_range check (buffer_meters >= 0 and buffer_meters <= 2000),
  constraint fence_confirm_fixes_range check (confirm_fixes >= 1 and confirm_fixes <= 10),
  constraint fence_applies_to_values check (applies_to in ('bound', 'store', 'all'))
);

comment on table fence is '电子围栏';

comment on column fence.id is '编号';

comment on column fence.operator_id is '运营公司';

comment on column fence.created_by is '创建人';

comment on column fence.created_at is '创建时间';

comment on column fence.updated_by is '修改人';

comment on column fence.updated_at is '修改时间';

comment on column fence.version is '版本';

comment on column fence.deleted_at is '删除时间';

comment on column fence.name is '围栏名称';

comment on column fence.status is '状态';

comment on column fence.shape is '形状';

comment on column fence.points is '坐标点';

comment on column fence.radius is '半径';

comment on column fence.width is '走廊半宽';

comment on column fence.district is '行政区划代码';

comment on column fence.purpose is '用途';

comment on column fence.on_enter is '进入时报警';

comment on column fence.on_leave is '离开时报警';

comment on column fence.stay_minutes is '停留超时';

comment on column fence.speed_limit is '限速';

comment on column fence.night_speed_limit is '夜间限速';

comment on column fence.overspeed_seconds is '超速持续';

comment on column fence.buffer_meters is '边界缓冲';

comment on column fence.confirm_fixes is '确认点数';

comment on column fence.windows is '生效时段';

comment on column fence.start_on is '生效日期';

comment on column fence.end_on is '失效日期';

comment on column fence.applies_to is '适用车辆';

comment on column fence.store is '所属门店';

comment on column fence.remark is '备注';

comment on column fence.pinyin is '名称拼音';

comment on column fence.search_text is '检索文本';

create unique index fence_name_key on fence (operator_id, name) where deleted_at is null;

create index fence_status_idx on fence (operator_id, status, name, id) where deleted_at is null;

create index fence_store_idx on fence (operator_id, store, name, id) where deleted_at is null;

create index fence_shape_idx on fence (operator_id, shape, name, id) where deleted_at is null;

create index fence_purpose_idx on fence (operator_id, purpose, name, id) where deleted_at is null;

create index fence_applies_to_idx on fence (operator_id, applies_to, name, id) where deleted_at is null;

create index fence_order on fence (operator_id, name, id) where deleted_at is null;

create index fence_search on fence using gin (search_text gin_trgm_ops);

alter table fence enable row level security;

alter table fence force row level security;

create policy tenant on fence
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fence_binding (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  fence bigint not null,
  vehicle bigint not null,
  sync text default 'none' not null,
  synced_at timestamptz,
  remark text,
  constraint fence_binding_sync_values check (sync in ('none', 'pending', 'sent', 'failed'))
);

comment on table fence_binding is '围栏适用车辆';

comment on column fence_binding.id is '编号';

comment on column fence_binding.operator_id is '运营公司';

comment on column fence_binding.created_by is '创建人';

comment on column fence_binding.created_at is '创建时间';

comment on column fence_binding.updated_by is '修改人';

comment on column fence_binding.updated_at is '修改时间';

comment on column fence_binding.version is '版本';

comment on column fence_binding.deleted_at is '删除时间';

comment on column fence_binding.fence is '围栏';

comment on column fence_binding.vehicle is '车辆';

comment on column fence_binding.sync is '下发状态';

comment on column fence_binding.synced_at is '下发时间';

comment on column fence_binding.remark is '备注';

create index fence_binding_fence_idx on fence_binding (operator_id, fence, vehicle, id) where deleted_at is null;

create index fence_binding_vehicle_idx on fence_binding (operator_id, vehicle, fence, id) where deleted_at is null;

create unique index fence_binding_fence_vehicle_key on fence_binding (operator_id, fence, vehicle) where deleted_at is null;

create index fence_binding_sync_idx on fence_binding (operator_id, sync, fence, vehicle, id) where deleted_at is null;

create index fence_binding_order on fence_binding (operator_id, fence, vehicle, id) where deleted_at is null;

alter table fence_binding enable row level security;

alter table fence_binding force row level security;

create policy tenant on fence_binding
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fence_event (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  fence bigint not null,
  store bigint not null,
  kind text not null,
  at timestamptz not null,
  detected_at timestamptz not null,
  entered_at timestamptz,
  dwell_seconds bigint,
  lng numeric(18,6) not null,
  lat numeric(18,6) not null,
  speed numeric(18,1),
  amended_at timestamptz,
  constraint fence_event_kind_values check (kind in ('enter', 'leave', 'cross', 'stay', 'overspeed', 'deviate')),
  constraint fence_event_dwell_seconds_range check (dwell_seconds >= 0)
);

comment on table fence_event is '围栏事件';

comment on column fence_event.id is '编号';

comment on column fence_event.operator_id is '运营公司';

comment on column fence_event.created_by is '创建人';

comment on column fence_event.created_at is '创建时间';

comment on column fence_event.updated_by is '修改人';

comment on column fence_event.updated_at is '修改时间';

comment on column fence_event.version is '版本';

comment on column fence_event.deleted_at is '删除时间';

comment on column fence_event.vehicle is '车辆';

comment on column fence_event.fence is '围栏';

comment on column fence_event.store is '门店';

comment on column fence_event.kind is '事件';

comment on column fence_event.at is '发生时间';

comment on column fence_event.detected_at is '判定时间';

comment on column fence_event.entered_at is '对应进入时间';

comment on column fence_event.dwell_seconds is '停留时长';

comment on column fence_event.lng is '经度（WGS-84）';

comment on column fence_event.lat is '纬度（WGS-84）';

comment on column fence_event.speed is '速度';

comment on column fence_event.amended_at is '更正时间';

create index fence_event_vehicle_idx on fence_event (operator_id, vehicle, at desc, id desc) where deleted_at is null;

create index fence_event_fence_idx on fence_event (operator_id, fence, at desc, id desc) where deleted_at is null;

create index fence_event_store_idx on fence_event (operator_id, store, at desc, id desc) where deleted_at is null;

create index fence_event_kind_idx on fence_event (operator_id, kind, at desc, id desc) where deleted_at is null;

create index fence_event_at_idx on fence_event (operator_id, at) where deleted_at is null;

create index fence_event_amended_at_idx on fence_event (operator_id, amended_at) where deleted_at is null;

create index fence_event_vehicle_at_idx on fence_event (operator_id, vehicle, at) where deleted_at is null;

create index fence_event_fence_at_idx on fence_event (operator_id, fence, at) where deleted_at is null;

create index fence_event_order on fence_event (operator_id, at desc, id desc) where deleted_at is null;

alter table fence_event enable row level security;

alter table fence_event force row level security;

create policy tenant on fence_event
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table command (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  vehicle bigint,
  terminal bigint not null,
  store bigint,
  kind text not null,
  status text default 'queued' not null,
  summary text,
  payload jsonb,
  queueable boolean default false not null,
  expires_at timestamptz not null,
  attempts bigint default 0 not null,
  serial bigint,
  sent_at timestamptz,
  ack_at timestamptz,
  ack_result text,
  effect_at timestamptz,
  effect_source text,
  outcome text,
  answer jsonb,
  photos jsonb,
  cut_order bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(summary, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint command_kind_values check (kind in ('locate', 'interval', 'track', 'text', 'readParameters', 'setParameters', 'restart', 'factoryReset', 'photo', 'lockDoor', 'unlockDoor', 'properties', 'fenceSync', 'confirmAlarm', 'raw', 'cut', 'restore')),
  constraint command_status_values check (status in ('queued', 'sent', 'acknowledged', 'effective', 'rejected', 'timedOut', 'unconfirmed', 'expired', 'cancelled')),
  constraint command_ack_result_values check (ack_result in ('ok', 'failed', 'wrong', 'unsupported'))
);

comment on table command is '远程指令';

comment on column command.id is '编号';

comment on column command.operator_id is '运营公司';

comment on column command.created_by is '创建人';

comment on column command.created_at is '创建时间';

comment on column command.updated_by is '修改人';

comment on column command.updated_at is '修改时间';

comment on column command.version is '版本';

comment on column command.deleted_at is '删除时间';

comment on column command.no is '指令编号';

comment on column command.vehicle is '车辆';

comment on column command.terminal is 'GPS设备';

comment on column command.store is '门店';

comment on column command.kind is '指令';

comment on column command.status is '状态';

comment on column command.summary is '内容';

comment on column command.payload is '参数';

comment on column command.queueable is '离线时排队';

comment on column command.expires_at is '有效期至';

comment on column command.attempts is '发送次数';

comment on column command.serial is '消息流水号';

comment on column command.sent_at is '下发时间';

comment on column command.ack_at is '应答时间';

comment on column command.ack_result is '应答结果';

comment on column command.effect_at is '生效时间';

comment on column command.effect_source is '生效依据';

comment on column command.outcome is '结果说明';

comment on column command.answer is '终端应答内容';

comment on column command.photos is '照片';

comment on column command.cut_order is '断油断电单';

comment on column command.pinyin is '名称拼音';

comment on column command.search_text is '检索文本';

create unique index command_no_key on command (operator_id, no) where deleted_at is null;

create index command_vehicle_idx on command (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index command_terminal_idx on command (operator_id, terminal, created_at desc, id desc) where deleted_at is null;

create index command_store_idx on command (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index command_status_idx on command (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index command_cut_order_idx on command (operator_id, cut_order, created_at desc, id desc) where deleted_at is null;

create index command_kind_idx on command (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index command_sent_at_idx on command (operator_id, sent_at) where deleted_at is null;

create index command_terminal_status_idx on command (operator_id, terminal, status, created_at desc, id desc) where deleted_at is null;

create index command_status_expires_at_idx on command (operator_id, status, expires_at) where deleted_at is null;

create index command_order on command (operator_id, created_at desc, id desc) where deleted_at is null;

create index command_search on command using gin (search_text gin_trgm_ops);

alter table command enable row level security;

alter table command force row level security;

create policy tenant on command
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cut_order (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'pending' not null,
  vehicle bigint not null,
  kind text default 'cut' not null,
  terminal bigint,
  store bigint,
  reason text default 'arrears' not null,
  contract bigint,
  reason_text text not null,
  warned boolean default false not null,
  requester bigint,
  approver bigint,
  approved_at timestamptz,
  valid_until timestamptz,
  fix_at timestamptz,
  fix_speed numeric(18,1),
  executed_at timestamptz,
  effective_at timestamptz,
  outcome text,
  restores bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(reason_text, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint cut_order_status_values check (status in ('pending', 'rejected', 'approved', 'executing', 'effective', 'failed', 'cancelled', 'expired')),
  constraint cut_order_kind_values check (kind in ('cut', 'restore')),
  constraint cut_order_reason_values check (reason in ('arrears', 'overdue', 'stolen', 'driverRequest', 'test', 'released'))
);

comment on table cut_order is '断油断电单';

comment on column cut_order.id is '编号';

comment on column cut_order.operator_id is '运营公司';

comment on column cut_order.created_by is '创建人';

comment on column cut_order.created_at is '创建时间';

comment on column cut_order.updated_by is '修改人';

comment on column cut_order.updated_at is '修改时间';

comment on column cut_order.version is '版本';

comment on column cut_order.deleted_at is '删除时间';

comment on column cut_order.no is '单号';

comment on column cut_order.status is '状态';

comment on column cut_order.vehicle is '车辆';

comment on column cut_order.kind is '操作';

comment on column cut_order.terminal is 'GPS设备';

comment on column cut_order.store is '门店';

comment on column cut_order.reason is '事由';

comment on column cut_order.contract is '租赁合同';

comment on column cut_order.reason_text is '情况说明';

comment on column cut_order.warned is '已告知承租人并知晓风险';

comment on column cut_order.requester is '申请人';

comment on column cut_order.approver is '审批人';

comment on column cut_order.approved_at is '审批时间';

comment on column cut_order.valid_until is '执行期限';

comment on column cut_order.fix_at is '执行时定位时间';

comment on column cut_order.fix_speed is '执行时速度';

comment on column cut_order.executed_at is '执行时间';

comment on column cut_order.effective_at is '生效时间';

comment on column cut_order.outcome is '结果说明';

comment on column cut_order.restores is '恢复的断开单';

comment on column cut_order.pinyin is '名称拼音';

comment on column cut_order.search_text is '检索文本';

create unique index cut_order_no_key on cut_order (operator_id, no) where deleted_at is null;

create index cut_order_status_idx on cut_order (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index cut_order_vehicle_idx on cut_order (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index cut_order_terminal_idx on cut_order (operator_id, terminal, created_at desc, id desc) where deleted_at is null;

create index cut_order_store_idx on cut_order (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index cut_order_contract_idx on cut_order (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index cut_order_requester_idx on cut_order (operator_id, requester, created_at desc, id desc) where deleted_at is null;

create index cut_order_approver_idx on cut_order (operator_id, approver, created_at desc, id desc) where deleted_at is null;

create index cut_order_restores_idx on cut_order (operator_id, restores, created_at desc, id desc) where deleted_at is null;

create index cut_order_kind_idx on cut_order (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index cut_order_reason_idx on cut_order (operator_id, reason, created_at desc, id desc) where deleted_at is null;

create index cut_order_executed_at_idx on cut_order (operator_id, executed_at) where deleted_at is null;

create index cut_order_vehicle_status_idx on cut_order (operator_id, vehicle, status, created_at desc, id desc) where deleted_at is null;

create index cut_order_order on cut_order (operator_id, created_at desc, id desc) where deleted_at is null;

create index cut_order_search on cut_order using gin (search_text gin_trgm_ops);

alter table cut_order enable row level security;

alter table cut_order force row level security;

create policy tenant on cut_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table alarm (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  vehicle bigint,
  terminal bigint,
  store bigint,
  kind text not null,
  grade text default 'normal' not null,
  status text default 'open' not null,
  source text default 'terminal' not null,
  start_at timestamptz not null,
  end_at timestamptz,
  last_at timestamptz not null,
  times bigint default 1 not null,
  lng numeric(18,6),
  lat numeric(18,6),
  speed numeric(18,1),
  max_value numeric(18,1),
  detail text,
  assignee bigint,
  handled_at timestamptz,
  handling text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint alarm_kind_values check (kind in ('b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9', 'b10', 'b11', 'b12', 'b13', 'b14', 'b15', 'b16', 'b17', 'b18', 'b19', 'b20', 'b21', 'b22', 'b23', 'b24', 'b25', 'b26', 'b27', 'b28', 'b29', 'b30', 'b31', 'fenceEnter', 'fenceLeave', 'fenceStay', 'fenceSpeed', 'routeDeviate', 'temperature', 'offline', 'spoofed', 'clock')),
  constraint alarm_grade_values check (grade in ('notice', 'normal', 'severe')),
  constraint alarm_status_values check (status in ('open', 'assigned', 'handled', 'falseAlarm')),
  constraint alarm_source_values check (source in ('terminal', 'platform'))
);

comment on table alarm is '报警';

comment on column alarm.id is '编号';

comment on column alarm.operator_id is '运营公司';

comment on column alarm.created_by is '创建人';

comment on column alarm.created_at is '创建时间';

comment on column alarm.updated_by is '修改人';

comment on column alarm.updated_at is '修改时间';

comment on column alarm.version is '版本';

comment on column alarm.deleted_at is '删除时间';

comment on column alarm.no is '报警编号';

comment on column alarm.vehicle is '车辆';

comment on column alarm.terminal is 'GPS设备';

comment on column alarm.store is '门店';

comment on column alarm.kind is '报警类型';

comment on column alarm.grade is '等级';

comment on column alarm.status is '处理状态';

comment on column alarm.source is '来源';

comment on column alarm.start_at is '开始时间';

comment on column alarm.end_at is '解除时间';

comment on column alarm.last_at is '最近上报';

comment on column alarm.times is '上报次数';

comment on column alarm.lng is '经度（WGS-84）';

comment on column alarm.lat is '纬度（WGS-84）';

comment on column alarm.speed is '速度';

comment on column alarm.max_value is '最大值';

comment on column alarm.detail is '说明';

comment on column alarm.assignee is '处理人';

comment on column alarm.handled_at is '处理时间';

comment on column alarm.handling is '处理结果';

comment on column alarm.pinyin is '名称拼音';

comment on column alarm.search_text is '检索文本';

create unique index alarm_no_key on alarm (operator_id, no) where deleted_at is null;

create index alarm_vehicle_idx on alarm (operator_id, vehicle, start_at desc, id desc) where deleted_at is null;

create index alarm_terminal_idx on alarm (operator_id, terminal, start_at desc, id desc) where deleted_at is null;

create index alarm_store_idx on alarm (operator_id, store, start_at desc, id desc) where deleted_at is null;

create index alarm_status_idx on alarm (operator_id, status, start_at desc, id desc) where deleted_at is null;

create index alarm_assignee_idx on alarm (operator_id, assignee, start_at desc, id desc) where deleted_at is null;

create index alarm_kind_idx on alarm (operator_id, kind, start_at desc, id desc) where deleted_at is null;

create index alarm_grade_idx on alarm (operator_id, grade, start_at desc, id desc) where deleted_at is null;

create index alarm_start_at_idx on alarm (operator_id, start_at) where deleted_at is null;

create index alarm_end_at_idx on alarm (operator_id, end_at) where deleted_at is null;

create index alarm_source_idx on alarm (operator_id, source, start_at desc, id desc) where deleted_at is null;

create index alarm_vehicle_start_at_idx on alarm (operator_id, vehicle, start_at) where deleted_at is null;

create index alarm_status_start_at_idx on alarm (operator_id, status, start_at) where deleted_at is null;

create index alarm_vehicle_kind_start_at_idx on alarm (operator_id, vehicle, kind, start_at) where deleted_at is null;

create index alarm_order on alarm (operator_id, start_at desc, id desc) where deleted_at is null;

create index alarm_search on alarm using gin (search_text gin_trgm_ops);

alter table alarm enable row level security;

alter table alarm force row level security;

create policy tenant on alarm
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table risk_report (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'open' not null,
  level text default 'medium' not null,
  category text default 'vehicle' not null,
  vehicle bigint,
  lessee bigint,
  subject text,
  alarm bigint,
  store bigint,
  occurred_at timestamptz not null,
  description text not null,
  evidence jsonb,
  assignee bigint,
  due_on date,
  result text,
  closed_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(description, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint risk_report_status_values check (status in ('open', 'assigned', 'closed')),
  constraint risk_report_level_values check (level in ('low', 'medium', 'high')),
  constraint risk_report_category_values check (category in ('vehicle', 'driving', 'arrears', 'theft', 'other'))
);

comment on table risk_report is '风险上报';

comment on column risk_report.id is '编号';

comment on column risk_report.operator_id is '运营公司';

comment on column risk_report.created_by is '创建人';

comment on column risk_report.created_at is '创建时间';

comment on column risk_report.updated_by is '修改人';

comment on column risk_report.updated_at is '修改时间';

comment on column risk_report.version is '版本';

comment on column risk_report.deleted_at is '删除时间';

comment on column risk_report.no is '上报编号';

comment on column risk_report.status is '状态';

comment on column risk_report.level is '风险等级';

comment on column risk_report.category is '风险类型';

comment on column risk_report.vehicle is '车辆';

comment on column risk_report.lessee is '承租人';

comment on column risk_report.subject is '其他对象';

comment on column risk_report.alarm is '来源报警';

comment on column risk_report.store is '门店';

comment on column risk_report.occurred_at is '发生时间';

comment on column risk_report.description is '情况说明';

comment on column risk_report.evidence is '证据';

comment on column risk_report.assignee is '处理人';

comment on column risk_report.due_on is '处理期限';

comment on column risk_report.result is '处理结果';

comment on column risk_report.closed_at is '关闭时间';

comment on column risk_report.pinyin is '名称拼音';

comment on column risk_report.search_text is '检索文本';

create unique index risk_report_no_key on risk_report (operator_id, no) where deleted_at is null;

create index risk_report_status_idx on risk_report (operator_id, status, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_vehicle_idx on risk_report (operator_id, vehicle, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_lessee_idx on risk_report (operator_id, lessee, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_alarm_idx on risk_report (operator_id, alarm, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_store_idx on risk_report (operator_id, store, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_assignee_idx on risk_report (operator_id, assignee, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_level_idx on risk_report (operator_id, level, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_category_idx on risk_report (operator_id, category, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_occurred_at_idx on risk_report (operator_id, occurred_at) where deleted_at is null;

create index risk_report_due_on_idx on risk_report (operator_id, due_on) where deleted_at is null;

create index risk_report_order on risk_report (operator_id, occurred_at desc, id desc) where deleted_at is null;

create index risk_report_search on risk_report using gin (search_text gin_trgm_ops);

alter table risk_report enable row level security;

alter table risk_report force row level security;

create policy tenant on risk_report
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table temperature_policy (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  lowest numeric(18,1) not null,
  highest numeric(18,1) not null,
  hysteresis numeric(18,1) default 0.5 not null,
  min_seconds bigint default 300 not null,
  no_data_seconds bigint default 600 not null,
  record_seconds bigint default 300 not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint temperature_policy_status_values check (status in ('active', 'disabled')),
  constraint temperature_policy_lowest_range check (lowest >= -60 and lowest <= 60),
  constraint temperature_policy_highest_range check (highest >= -60 and highest <= 60),
  constraint temperature_policy_hysteresis_range check (hysteresis >= 0 and hysteresis <= 5),
  constraint temperature_policy_min_seconds_range check (min_seconds >= 0 and min_seconds <= 7200),
  constraint temperature_policy_no_data_seconds_range check (no_data_seconds >= 60 and no_data_seconds <= 86400),
  constraint temperature_policy_record_seconds_range check (record_seconds >= 30 and record_seconds <= 3600)
);

comment on table temperature_policy is '温控标准';

comment on column temperature_policy.id is '编号';

comment on column temperature_policy.operator_id is '运营公司';

comment on column temperature_policy.created_by is '创建人';

comment on column temperature_policy.created_at is '创建时间';

comment on column temperature_policy.updated_by is '修改人';

comment on column temperature_policy.updated_at is '修改时间';

comment on column temperature_policy.version is '版本';

comment on column temperature_policy.deleted_at is '删除时间';

comment on column temperature_policy.name is '标准名称';

comment on column temperature_policy.status is '状态';

comment on column temperature_policy.lowest is '下限';

comment on column temperature_policy.highest is '上限';

comment on column temperature_policy.hysteresis is '回差';

comment on column temperature_policy.min_seconds is '持续时长';

comment on column temperature_policy.no_data_seconds is '无数据报警';

comment on column temperature_policy.record_seconds is '记录间隔要求';

comment on column temperature_policy.remark is '适用货物';

comment on column temperature_policy.pinyin is '名称拼音';

comment on column temperature_policy.search_text is '检索文本';

create unique index temperature_policy_name_key on temperature_policy (operator_id, name) where deleted_at is null;

create index temperature_policy_status_idx on temperature_policy (operator_id, status, name, id) where deleted_at is null;

create index temperature_policy_order on temperature_policy (operator_id, name, id) where deleted_at is null;

create index temperature_policy_search on temperature_policy using gin (search_text gin_trgm_ops);

alter table temperature_policy enable row level security;

alter table temperature_policy force row level security;

create policy tenant on temperature_policy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table temperature_channel (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  sensor_no bigint default 1 not null,
  zone text default 'middle' not null,
  policy bigint,
  probe bigint,
  store bigint,
  last_at timestamptz,
  last_value numeric(18,1),
  last_quality text,
  excursion text default 'none' not null,
  remark text,
  constraint temperature_channel_sensor_no_range check (sensor_no >= 1 and sensor_no <= 8),
  constraint temperature_channel_zone_values check (zone in ('front', 'middle', 'rear', 'frozen', 'chilled', 'door')),
  constraint temperature_channel_last_quality_values check (last_quality in ('ok', 'broken', 'invalid')),
  constraint temperature_channel_excursion_values check (excursion in ('none', 'high', 'low', 'noData'))
);

comment on table temperature_channel is '温度通道';

comment on column temperature_channel.id is '编号';

comment on column temperature_channel.operator_id is '运营公司';

comment on column temperature_channel.created_by is '创建人';

comment on column temperature_channel.created_at is '创建时间';

comment on column temperature_channel.updated_by is '修改人';

comment on column temperature_channel.updated_at is '修改时间';

comment on column temperature_channel.version is '版本';

comment on column temperature_channel.deleted_at is '删除时间';

comment on column temperature_channel.vehicle is '车辆';

comment on column temperature_channel.sensor_no is '探头序号';

comment on column temperature_channel.zone is '位置';

comment on column temperature_channel.policy is '温控标准';

comment on column temperature_channel.probe is '温度探头';

comment on column temperature_channel.store is '门店';

comment on column temperature_channel.last_at is '最近读数时间';

comment on column temperature_channel.last_value is '最近温度';

comment on column temperature_channel.last_quality is '读数质量';

comment on column temperature_channel.excursion is '当前异常';

comment on column temperature_channel.remark is '备注';

create index temperature_channel_vehicle_idx on temperature_channel (operator_id, vehicle, sensor_no, id) where deleted_at is null;

create index temperature_channel_policy_idx on temperature_channel (operator_id, policy, vehicle, sensor_no, id) where deleted_at is null;

create index temperature_channel_probe_idx on temperature_channel (operator_id, probe, vehicle, sensor_no, id) where deleted_at is null;

create index temperature_channel_store_idx on temperature_channel (operator_id, store, vehicle, sensor_no, id) where deleted_at is null;

create unique index temperature_channel_vehicle_sensor_no_key on temperature_channel (operator_id, vehicle, sensor_no) where deleted_at is null;

create index temperature_channel_zone_idx on temperature_channel (operator_id, zone, vehicle, sensor_no, id) where deleted_at is null;

create index temperature_channel_excursion_idx on temperature_channel (operator_id, excursion, vehicle, sensor_no, id) where deleted_at is null;

create index temperature_channel_last_at_idx on temperature_channel (operator_id, last_at) where deleted_at is null;

create index temperature_channel_order on temperature_channel (operator_id, vehicle, sensor_no, id) where deleted_at is null;

alter table temperature_channel enable row level security;

alter table temperature_channel force row level security;

create policy tenant on temperature_channel
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table excursion (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  channel bigint not null,
  vehicle bigint not null,
  store bigint not null,
  policy bigint not null,
  kind text not null,
  status text default 'open' not null,
  start_at timestamptz not null,
  confirmed_at timestamptz not null,
  end_at timestamptz,
  peak numeric(18,1),
  degree_minutes numeric(18,1),
  "limit" numeric(18,1),
  amended_at timestamptz,
  handled_at timestamptz,
  handling text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint excursion_kind_values check (kind in ('high', 'low', 'noData')),
  constraint excursion_status_values check (status in ('open', 'handled', 'falseAlarm'))
);

comment on table excursion is '温度超限';

comment on column excursion.id is '编号';

comment on column excursion.operator_id is '运营公司';

comment on column excursion.created_by is '创建人';

comment on column excursion.created_at is '创建时间';

comment on column excursion.updated_by is '修改人';

comment on column excursion.updated_at is '修改时间';

comment on column excursion.version is '版本';

comment on column excursion.deleted_at is '删除时间';

comment on column excursion.no is '超限编号';

comment on column excursion.channel is '温度通道';

comment on column excursion.vehicle is '车辆';

comment on column excursion.store is '门店';

comment on column excursion.policy is '温控标准';

comment on column excursion.kind is '类型';

comment on column excursion.status is '处理状态';

comment on column excursion.start_at is '开始时间';

comment on column excursion.confirmed_at is '确认时间';

comment on column excursion.end_at is '恢复时间';

comment on column excursion.peak is '极值';

comment on column excursion.degree_minutes is '超限量';

comment on column excursion."limit" is '限值';

comment on column excursion.amended_at is '更正时间';

comment on column excursion.handled_at is '处理时间';

comment on column excursion.handling is '处理结果';

comment on column excursion.pinyin is '名称拼音';

comment on column excursion.search_text is '检索文本';

create unique index excursion_no_key on excursion (operator_id, no) where deleted_at is null;

create index excursion_channel_idx on excursion (operator_id, channel, start_at desc, id desc) where deleted_at is null;

create index excursion_vehicle_idx on excursion (operator_id, vehicle, start_at desc, id desc) where deleted_at is null;

create index excursion_store_idx on excursion (operator_id, store, start_at desc, id desc) where deleted_at is null;

create index excursion_policy_idx on excursion (operator_id, policy, start_at desc, id desc) where deleted_at is null;

create index excursion_status_idx on excursion (operator_id, status, start_at desc, id desc) where deleted_at is null;

create index excursion_kind_idx on excursion (operator_id, kind, start_at desc, id desc) where deleted_at is null;

create index excursion_start_at_idx on excursion (operator_id, start_at) where deleted_at is null;

create index excursion_end_at_idx on excursion (operator_id, end_at) where deleted_at is null;

create index excursion_channel_start_at_idx on excursion (operator_id, channel, start_at) where deleted_at is null;

create index excursion_vehicle_start_at_idx on excursion (operator_id, vehicle, start_at) where deleted_at is null;

create index excursion_order on excursion (operator_id, start_at desc, id desc) where deleted_at is null;

create index excursion_search on excursion using gin (search_text gin_trgm_ops);

alter table excursion enable row level security;

alter table excursion force row level security;

create policy tenant on excursion
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table terminal add constraint terminal_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table terminal add constraint terminal_profile_fk foreign key (profile) references device_profile (id) on delete restrict;

alter table terminal add constraint terminal_store_fk foreign key (store) references store (id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_store_fk foreign key (store) references store (id) on delete restrict;

alter table equipment add constraint equipment_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table equipment add constraint equipment_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table trip add constraint trip_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table trip add constraint trip_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_day add constraint vehicle_day_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table vehicle_day add constraint vehicle_day_store_fk foreign key (store) references store (id) on delete restrict;

alter table fence add constraint fence_store_fk foreign key (store) references store (id) on delete restrict;

alter table fence_binding add constraint fence_binding_fence_fk foreign key (fence) references fence (id) on delete restrict;

alter table fence_binding add constraint fence_binding_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table fence_event add constraint fence_event_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table fence_event add constraint fence_event_fence_fk foreign key (fence) references fence (id) on delete restrict;

alter table fence_event add constraint fence_event_store_fk foreign key (store) references store (id) on delete restrict;

alter table command add constraint command_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table command add constraint command_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table command add constraint command_store_fk foreign key (store) references store (id) on delete restrict;

alter table command add constraint command_cut_order_fk foreign key (cut_order) references cut_order (id) on delete restrict;

alter table cut_order add constraint cut_order_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table cut_order add constraint cut_order_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table cut_order add constraint cut_order_store_fk foreign key (store) references store (id) on delete restrict;

alter table cut_order add constraint cut_order_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table cut_order add constraint cut_order_requester_fk foreign key (requester) references "user" (id) on delete restrict;

alter table cut_order add constraint cut_order_approver_fk foreign key (approver) references "user" (id) on delete restrict;

alter table cut_order add constraint cut_order_restores_fk foreign key (restores) references cut_order (id) on delete restrict;

alter table alarm add constraint alarm_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table alarm add constraint alarm_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table alarm add constraint alarm_store_fk foreign key (store) references store (id) on delete restrict;

alter table alarm add constraint alarm_assignee_fk foreign key (assignee) references "user" (id) on delete restrict;

alter table risk_report add constraint risk_report_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table risk_report add constraint risk_report_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table risk_report add constraint risk_report_alarm_fk foreign key (alarm) references alarm (id) on delete restrict;

alter table risk_report add constraint risk_report_store_fk foreign key (store) references store (id) on delete restrict;

alter table risk_report add constraint risk_report_assignee_fk foreign key (assignee) references "user" (id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_policy_fk foreign key (policy) references temperature_policy (id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_probe_fk foreign key (probe) references equipment (id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_store_fk foreign key (store) references store (id) on delete restrict;

alter table excursion add constraint excursion_channel_fk foreign key (channel) references temperature_channel (id) on delete restrict;

alter table excursion add constraint excursion_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table excursion add constraint excursion_store_fk foreign key (store) references store (id) on delete restrict;

alter table excursion add constraint excursion_policy_fk foreign key (policy) references temperature_policy (id) on delete restrict;
