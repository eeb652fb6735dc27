-- Every table that a definition describes.
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table revenue_warning (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  warned_on date not null,
  kind text not null,
  status text default 'open' not null,
  actual bigint,
  expected bigint,
  evidence text not null,
  store bigint not null,
  note text,
  handled_by bigint,
  handled_at timestamptz,
  primary key (operator_id, id),
  constraint revenue_warning_kind_values check (kind in ('idle', 'drop', 'unpaidKm', 'noKm', 'loss')),
  constraint revenue_warning_status_values check (status in ('open', 'seen', 'handled', 'ignored'))
);
comment on table revenue_warning is '运营预警';
comment on column revenue_warning.id is '编号';
comment on column revenue_warning.operator_id is '运营公司';
comment on column revenue_warning.created_by is '创建人';
comment on column revenue_warning.created_at is '创建时间';
comment on column revenue_warning.updated_by is '修改人';
comment on column revenue_warning.updated_at is '修改时间';
comment on column revenue_warning.version is '版本';
comment on column revenue_warning.deleted_at is '删除时间';
comment on column revenue_warning.vehicle is '车辆';
comment on column revenue_warning.warned_on is '预警日期';
comment on column revenue_warning.kind is '预警类型';
comment on column revenue_warning.status is '状态';
comment on column revenue_warning.actual is '实际';
comment on column revenue_warning.expected is '参照';
comment on column revenue_warning.evidence is '依据';
comment on column revenue_warning.store is '门店';
comment on column revenue_warning.note is '处理说明';
comment on column revenue_warning.handled_by is '处理人';
comment on column revenue_warning.handled_at is '处理时间';
create index revenue_warning_vehicle_idx on revenue_warning (operator_id, vehicle, warned_on desc, id desc) where deleted_at is null;
create index revenue_warning_status_idx on revenue_warning (operator_id, status, warned_on desc, id desc) where deleted_at is null;
create index revenue_warning_store_idx on revenue_warning (operator_id, store, warned_on desc, id desc) where deleted_at is null;
create index revenue_warning_handled_by_idx on revenue_warning (operator_id, handled_by, warned_on desc, id desc) where deleted_at is null;
create unique index revenue_warning_vehicle_kind_warned_on_key on revenue_warning (operator_id, vehicle, kind, warned_on) where deleted_at is null;
create index revenue_warning_kind_idx on revenue_warning (operator_id, kind, warned_on desc, id desc) where deleted_at is null;
create index revenue_warning_order on revenue_warning (operator_id, warned_on desc, id desc) where deleted_at is null;
alter table revenue_warning enable row level security;
alter table revenue_warning force row level security;
create policy tenant on revenue_warning
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table dept (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  code text not null,
  parent bigint,
  leader bigint,
  phone text,
  idx bigint default 0 not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint dept_idx_range check (idx >= 0 and idx <= 9999)
);
comment on table dept is '部门';
comment on column dept.id is '编号';
comment on column dept.operator_id is '运营公司';
comment on column dept.created_by is '创建人';
comment on column dept.created_at is '创建时间';
comment on column dept.updated_by is '修改人';
comment on column dept.updated_at is '修改时间';
comment on column dept.version is '版本';
comment on column dept.deleted_at is '删除时间';
comment on column dept.name is '部门名称';
comment on column dept.code is '部门编码';
comment on column dept.parent is '上级部门';
comment on column dept.leader is '负责人';
comment on column dept.phone is '联系电话';
comment on column dept.idx is '排序';
comment on column dept.remark is '备注';
comment on column dept.pinyin is '名称拼音';
comment on column dept.search_text is '检索文本';
create unique index dept_code_key on dept (operator_id, code) where deleted_at is null;
create index dept_parent_idx on dept (operator_id, parent, idx, name, id) where deleted_at is null;
create index dept_leader_idx on dept (operator_id, leader, idx, name, id) where deleted_at is null;
create index dept_order on dept (operator_id, idx, name, id) where deleted_at is null;
create index dept_search on dept using gin (search_text gin_trgm_ops);
alter table dept enable row level security;
alter table dept force row level security;
create policy tenant on dept
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table "user" (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  username text not null,
  name text not null,
  status text default 'active' not null,
  mobile text not null,
  dept bigint not null,
  stores bigint[],
  roles bigint[],
  templates bigint[],
  customer_type text default 'staff' not null,
  carrier boolean default false not null,
  is_admin boolean default false not null,
  avatar jsonb,
  email text,
  last_login_at timestamptz,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(username, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint user_status_values check (status in ('active', 'disabled')),
  constraint user_customer_type_values check (customer_type in ('staff', 'driver', 'carrier', 'supplier'))
);
comment on table "user" is '用户';
comment on column "user".id is '编号';
comment on column "user".operator_id is '运营公司';
comment on column "user".created_by is '创建人';
comment on column "user".created_at is '创建时间';
comment on column "user".updated_by is '修改人';
comment on column "user".updated_at is '修改时间';
comment on column "user".version is '版本';
comment on column "user".deleted_at is '删除时间';
comment on column "user".username is '用户名';
comment on column "user".name is '姓名';
comment on column "user".status is '状态';
comment on column "user".mobile is '手机号';
comment on column "user".dept is '所属部门';
comment on column "user".stores is '所属门店';
comment on column "user".roles is '角色';
comment on column "user".templates is '数据权限模板';
comment on column "user".customer_type is '用户类型';
comment on column "user".carrier is '承运商用户';
comment on column "user".is_admin is '管理员';
comment on column "user".avatar is '头像';
comment on column "user".email is '邮箱';
comment on column "user".last_login_at is '最近登录';
comment on column "user".remark is '备注';
comment on column "user".pinyin is '名称拼音';
comment on column "user".search_text is '检索文本';
create unique index user_username_key on "user" (operator_id, username) where deleted_at is null;
create index user_status_idx on "user" (operator_id, status, username, id) where deleted_at is null;
create index user_mobile_idx on "user" (operator_id, mobile) where deleted_at is null;
create index user_dept_idx on "user" (operator_id, dept, username, id) where deleted_at is null;
create index user_stores_gin on "user" using gin (stores);
create index user_roles_gin on "user" using gin (roles);
create index user_templates_gin on "user" using gin (templates);
create index user_customer_type_idx on "user" (operator_id, customer_type, username, id) where deleted_at is null;
create index user_order on "user" (operator_id, username, id) where deleted_at is null;
create index user_search on "user" using gin (search_text gin_trgm_ops);

alter table "user" enable row level security;

alter table "user" force row level security;
create policy tenant on "user"
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table role (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  kind text default 'custom' not null,
  status text default 'active' not null,
  templates bigint[],
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint role_kind_values check (kind in ('builtin', 'custom')),
  constraint role_status_values check (status in ('active', 'disabled'))
);
comment on table role is '角色';
comment on column role.id is '编号';
comment on column role.operator_id is '运营公司';
comment on column role.created_by is '创建人';
comment on column role.created_at is '创建时间';
comment on column role.updated_by is '修改人';
comment on column role.updated_at is '修改时间';
comment on column role.version is '版本';
comment on column role.deleted_at is '删除时间';
comment on column role.code is '角色编码';
comment on column role.name is '角色名称';
comment on column role.kind is '类型';
comment on column role.status is '状态';
comment on column role.templates is '数据权限模板';
comment on column role.remark is '说明';
comment on column role.pinyin is '名称拼音';
comment on column role.search_text is '检索文本';
create unique index role_code_key on role (operator_id, code) where deleted_at is null;
create index role_status_idx on role (operator_id, status, code, id) where deleted_at is null;
create index role_templates_gin on role using gin (templates);
create index role_kind_idx on role (operator_id, kind, code, id) where deleted_at is null;
create index role_order on role (operator_id, code, id) where deleted_at is null;
create index role_search on role using gin (search_text gin_trgm_ops);
alter table role enable row level security;
alter table role force row level security;
create policy tenant on role
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sys_rule_name (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  dimension text not null,
  enabled boolean default true not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sys_rule_name_dimension_values check (dimension in ('store', 'dept', 'owner', 'region', 'channel', 'operator'))
);
comment on table sys_rule_name is '规则名称';
comment on column sys_rule_name.id is '编号';
comment on column sys_rule_name.operator_id is '运营公司';
comment on column sys_rule_name.created_by is '创建人';
comment on column sys_rule_name.created_at is '创建时间';
comment on column sys_rule_name.updated_by is '修改人';
comment on column sys_rule_name.updated_at is '修改时间';
comment on column sys_rule_name.version is '版本';
comment on column sys_rule_name.deleted_at is '删除时间';
comment on column sys_rule_name.code is '规则编码';
comment on column sys_rule_name.name is '规则名称';
comment on column sys_rule_name.dimension is '数据维度';
comment on column sys_rule_name.enabled is '启用';
comment on column sys_rule_name.remark is '说明';
comment on column sys_rule_name.pinyin is '名称拼音';
comment on column sys_rule_name.search_text is '检索文本';
create unique index sys_rule_name_code_key on sys_rule_name (operator_id, code) where deleted_at is null;
create index sys_rule_name_dimension_idx on sys_rule_name (operator_id, dimension, code, id) where deleted_at is null;
create index sys_rule_name_order on sys_rule_name (operator_id, code, id) where deleted_at is null;
create index sys_rule_name_search on sys_rule_name using gin (search_text gin_trgm_ops);
alter table sys_rule_name enable row level security;
alter table sys_rule_name force row level security;
create policy tenant on sys_rule_name
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sys_rule_resource (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  resource_code text not null,
  rule_name bigint not null,
  bound boolean default true not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(resource_code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table sys_rule_resource is '规则资源';
comment on column sys_rule_resource.id is '编号';
comment on column sys_rule_resource.operator_id is '运营公司';
comment on column sys_rule_resource.created_by is '创建人';
comment on column sys_rule_resource.created_at is '创建时间';
comment on column sys_rule_resource.updated_by is '修改人';
comment on column sys_rule_resource.updated_at is '修改时间';
comment on column sys_rule_resource.version is '版本';
comment on column sys_rule_resource.deleted_at is '删除时间';
comment on column sys_rule_resource.resource_code is '资源编码';
comment on column sys_rule_resource.rule_name is '规则名称';
comment on column sys_rule_resource.bound is '受控';
comment on column sys_rule_resource.pinyin is '名称拼音';
comment on column sys_rule_resource.search_text is '检索文本';
create index sys_rule_resource_rule_name_idx on sys_rule_resource (operator_id, rule_name, resource_code, id) where deleted_at is null;
create unique index sys_rule_resource_resource_code_rule_name_key on sys_rule_resource (operator_id, resource_code, rule_name) where deleted_at is null;
create index sys_rule_resource_order on sys_rule_resource (operator_id, resource_code, id) where deleted_at is null;
create index sys_rule_resource_search on sys_rule_resource using gin (search_text gin_trgm_ops);
alter table sys_rule_resource enable row level security;
alter table sys_rule_resource force row level security;
create policy tenant on sys_rule_resource
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table data_template (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  entries jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table data_template is '数据权限模板';
comment on column data_template.id is '编号';
comment on column data_template.operator_id is '运营公司';
comment on column data_template.created_by is '创建人';
comment on column data_template.created_at is '创建时间';
comment on column data_template.updated_by is '修改人';
comment on column data_template.updated_at is '修改时间';
comment on column data_template.version is '版本';
comment on column data_template.deleted_at is '删除时间';
comment on column data_template.name is '模板名称';
comment on column data_template.entries is '权限明细';
comment on column data_template.remark is '说明';
comment on column data_template.pinyin is '名称拼音';
comment on column data_template.search_text is '检索文本';
create unique index data_template_name_key on data_template (operator_id, name) where deleted_at is null;
create index data_template_order on data_template (operator_id, name, id) where deleted_at is null;
create index data_template_search on data_template using gin (search_text gin_trgm_ops);
alter table data_template enable row level security;
alter table data_template force row level security;
create policy tenant on data_template
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table dict_group (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  builtin boolean default false not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table dict_group is '字典分组';
comment on column dict_group.id is '编号';
comment on column dict_group.operator_id is '运营公司';
comment on column dict_group.created_by is '创建人';
comment on column dict_group.created_at is '创建时间';
comment on column dict_group.updated_by is '修改人';
comment on column dict_group.updated_at is '修改时间';
comment on column dict_group.version is '版本';
comment on column dict_group.deleted_at is '删除时间';
comment on column dict_group.code is '分组编码';
comment on column dict_group.name is '分组名称';
comment on column dict_group.builtin is '系统内置';
comment on column dict_group.remark is '说明';
comment on column dict_group.pinyin is '名称拼音';
comment on column dict_group.search_text is '检索文本';
create unique index dict_group_code_key on dict_group (operator_id, code) where deleted_at is null;
create index dict_group_order on dict_group (operator_id, code, id) where deleted_at is null;
create index dict_group_search on dict_group using gin (search_text gin_trgm_ops);
alter table dict_group enable row level security;
alter table dict_group force row level security;
create policy tenant on dict_group
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table dict_item (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  dict_group bigint not null,
  value text not null,
  name text not null,
  color text default 'default' not null,
  idx bigint default 0 not null,
  enabled boolean default true not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(value, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint dict_item_color_values check (color in ('default', 'blue', 'green', 'gold', 'red', 'purple')),
  constraint dict_item_idx_range check (idx >= 0 and idx <= 9999)
);
comment on table dict_item is '字典项';
comment on column dict_item.id is '编号';
comment on column dict_item.operator_id is '运营公司';
comment on column dict_item.created_by is '创建人';
comment on column dict_item.created_at is '创建时间';
comment on column dict_item.updated_by is '修改人';
comment on column dict_item.updated_at is '修改时间';
comment on column dict_item.version is '版本';
comment on column dict_item.deleted_at is '删除时间';
comment on column dict_item.dict_group is '字典分组';
comment on column dict_item.value is '字典值';
comment on column dict_item.name is '显示名称';
comment on column dict_item.color is '颜色';
comment on column dict_item.idx is '排序';
comment on column dict_item.enabled is '启用';
comment on column dict_item.pinyin is '名称拼音';
comment on column dict_item.search_text is '检索文本';
create unique index dict_item_dict_group_value_key on dict_item (operator_id, dict_group, value) where deleted_at is null;
create index dict_item_order on dict_item (operator_id, dict_group, idx, id) where deleted_at is null;
create index dict_item_search on dict_item using gin (search_text gin_trgm_ops);
alter table dict_item enable row level security;
alter table dict_item force row level security;
create policy tenant on dict_item
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table parameter_value (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  value jsonb not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table parameter_value is '参数';
comment on column parameter_value.id is '编号';
comment on column parameter_value.operator_id is '运营公司';
comment on column parameter_value.created_by is '创建人';
comment on column parameter_value.created_at is '创建时间';
comment on column parameter_value.updated_by is '修改人';
comment on column parameter_value.updated_at is '修改时间';
comment on column parameter_value.version is '版本';
comment on column parameter_value.deleted_at is '删除时间';
comment on column parameter_value.code is '参数编码';
comment on column parameter_value.value is '参数值';
comment on column parameter_value.pinyin is '名称拼音';
comment on column parameter_value.search_text is '检索文本';
create unique index parameter_value_code_key on parameter_value (operator_id, code) where deleted_at is null;
create index parameter_value_order on parameter_value (operator_id, code, id) where deleted_at is null;
create index parameter_value_search on parameter_value using gin (search_text gin_trgm_ops);
alter table parameter_value enable row level security;
alter table parameter_value force row level security;
create policy tenant on parameter_value
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table site_config (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  host text not null,
  look text default 'leasing' not null,
  title text not null,
  company text not null,
  logo jsonb,
  favicon jsonb,
  login_background jsonb,
  primary_color text default 'blue' not null,
  root boolean default false not null,
  watermark boolean default false not null,
  android_url text,
  ios_url text,
  icp text,
  amap_key text,
  amap_code text,
  tianditu_key text,
  map_tiles text,
  map_tiles_crs text default 'wgs84',
  map_tiles_credit text,
  pinyin text,
  search_text text generated always as (lower(coalesce(host, '') || ' ' || coalesce(title, '') || ' ' || coalesce(company, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint site_config_look_values check (look in ('leasing', 'rental', 'tms')),
  constraint site_config_primary_color_values check (primary_color in ('blue', 'teal', 'green', 'orange', 'red', 'purple')),
  constraint site_config_map_tiles_crs_values check (map_tiles_crs in ('wgs84', 'gcj02'))
);
comment on table site_config is '站点配置';
comment on column site_config.id is '编号';
comment on column site_config.operator_id is '运营公司';
comment on column site_config.created_by is '创建人';
comment on column site_config.created_at is '创建时间';
comment on column site_config.updated_by is '修改人';
comment on column site_config.updated_at is '修改时间';
comment on column site_config.version is '版本';
comment on column site_config.deleted_at is '删除时间';
comment on column site_config.host is '域名';
comment on column site_config.look is '外观';
comment on column site_config.title is '系统名称';
comment on column site_config.company is '公司名称';
comment on column site_config.logo is 'Logo';
comment on column site_config.favicon is '网站图标';
comment on column site_config.login_background is '登录页背景';
comment on column site_config.primary_color is '主题色';
comment on column site_config.root is '主站';
comment on column site_config.watermark is '页面水印';
comment on column site_config.android_url is '安卓 APP 下载地址';
comment on column site_config.ios_url is '苹果 APP 下载地址';
comment on column site_config.icp is '备案号';
comment on column site_config.amap_key is '高德地图 Key';
comment on column site_config.amap_code is '高德安全密钥';
comment on column site_config.tianditu_key is '天地图 Key';
comment on column site_config.map_tiles is '瓦片地址';
comment on column site_config.map_tiles_crs is '瓦片坐标系';
comment on column site_config.map_tiles_credit is '地图版权说明';
comment on column site_config.pinyin is '名称拼音';
comment on column site_config.search_text is '检索文本';
create unique index site_config_host_key on site_config (operator_id, host) where deleted_at is null;
create index site_config_look_idx on site_config (operator_id, look, host, id) where deleted_at is null;
create index site_config_order on site_config (operator_id, host, id) where deleted_at is null;
create index site_config_search on site_config using gin (search_text gin_trgm_ops);
alter table site_config enable row level security;
alter table site_config force row level security;
create policy tenant on site_config
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table release (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  version_no text not null,
  status text default 'draft' not null,
  title text not null,
  notes text not null,
  published_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(version_no, '') || ' ' || coalesce(title, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint release_status_values check (status in ('draft', 'published'))
);
comment on table release is '版本';
comment on column release.id is '编号';
comment on column release.operator_id is '运营公司';
comment on column release.created_by is '创建人';
comment on column release.created_at is '创建时间';
comment on column release.updated_by is '修改人';
comment on column release.updated_at is '修改时间';
comment on column release.version is '版本';
comment on column release.deleted_at is '删除时间';
comment on column release.version_no is '版本号';
comment on column release.status is '状态';
comment on column release.title is '标题';
comment on column release.notes is '更新内容';
comment on column release.published_at is '发布时间';
comment on column release.pinyin is '名称拼音';
comment on column release.search_text is '检索文本';
create unique index release_version_no_key on release (operator_id, version_no) where deleted_at is null;
create index release_status_idx on release (operator_id, status, published_at desc nulls last, id desc) where deleted_at is null;
create index release_published_at_idx on release (operator_id, published_at) where deleted_at is null;
create index release_order on release (operator_id, published_at desc nulls last, id desc) where deleted_at is null;
create index release_search on release using gin (search_text gin_trgm_ops);
alter table release enable row level security;
alter table release force row level security;
create policy tenant on release
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table translation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  language text default 'en' not null,
  source text not null,
  target text,
  pinyin text,
  search_text text generated always as (lower(coalesce(source, '') || ' ' || coalesce(target, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint translation_language_values check (language in ('en', 'ja', 'ko', 'ru', 'vi'))
);
comment on table translation is '界面译文';
comment on column translation.id is '编号';
comment on column translation.operator_id is '运营公司';
comment on column translation.created_by is '创建人';
comment on column translation.created_at is '创建时间';
comment on column translation.updated_by is '修改人';
comment on column translation.updated_at is '修改时间';
comment on column translation.version is '版本';
comment on column translation.deleted_at is '删除时间';
comment on column translation.language is '语言';
comment on column translation.source is '中文原文';
comment on column translation.target is '译文';
comment on column translation.pinyin is '名称拼音';
comment on column translation.search_text is '检索文本';
create unique index translation_language_source_key on translation (operator_id, language, source) where deleted_at is null;
create index translation_order on translation (operator_id, language, source, id) where deleted_at is null;
create index translation_search on translation using gin (search_text gin_trgm_ops);
alter table translation enable row level security;
alter table translation force row level security;
create policy tenant on translation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table system_message (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  title text not null,
  category text default 'notice' not null,
  status text default 'draft' not null,
  content text not null,
  to_all boolean default true not null,
  roles bigint[],
  depts bigint[],
  attachments jsonb,
  link text,
  published_at timestamptz,
  receiver_count bigint default 0,
  read_count bigint default 0,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(content, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint system_message_category_values check (category in ('approval', 'expiry', 'arrears', 'anomaly', 'notice', 'task')),
  constraint system_message_status_values check (status in ('draft', 'published', 'withdrawn'))
);
comment on table system_message is '系统消息';
comment on column system_message.id is '编号';
comment on column system_message.operator_id is '运营公司';
comment on column system_message.created_by is '创建人';
comment on column system_message.created_at is '创建时间';
comment on column system_message.updated_by is '修改人';
comment on column system_message.updated_at is '修改时间';
comment on column system_message.version is '版本';
comment on column system_message.deleted_at is '删除时间';
comment on column system_message.title is '标题';
comment on column system_message.category is '类别';
comment on column system_message.status is '状态';
comment on column system_message.content is '内容';
comment on column system_message.to_all is '发给全体';
comment on column system_message.roles is '接收角色';
comment on column system_message.depts is '接收部门';
comment on column system_message.attachments is '附件';
comment on column system_message.link is '跳转页面';
comment on column system_message.published_at is '发布时间';
comment on column system_message.receiver_count is '接收人数';
comment on column system_message.read_count is '已读人数';
comment on column system_message.pinyin is '名称拼音';
comment on column system_message.search_text is '检索文本';
create index system_message_status_idx on system_message (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index system_message_roles_gin on system_message using gin (roles);
create index system_message_depts_gin on system_message using gin (depts);
create index system_message_category_idx on system_message (operator_id, category, created_at desc, id desc) where deleted_at is null;
create index system_message_published_at_idx on system_message (operator_id, published_at) where deleted_at is null;
create index system_message_order on system_message (operator_id, created_at desc, id desc) where deleted_at is null;
create index system_message_search on system_message using gin (search_text gin_trgm_ops);
alter table system_message enable row level security;
alter table system_message force row level security;
create policy tenant on system_message
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inbox_message (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  receiver bigint not null,
  system_message bigint,
  category text not null,
  title text not null,
  content text,
  link text,
  read_at timestamptz,
  dedupe text,
  about text,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint inbox_message_category_values check (category in ('approval', 'expiry', 'arrears', 'anomaly', 'notice', 'task'))
);
comment on table inbox_message is '消息明细';
comment on column inbox_message.id is '编号';
comment on column inbox_message.operator_id is '运营公司';
comment on column inbox_message.created_by is '创建人';
comment on column inbox_message.created_at is '创建时间';
comment on column inbox_message.updated_by is '修改人';
comment on column inbox_message.updated_at is '修改时间';
comment on column inbox_message.version is '版本';
comment on column inbox_message.deleted_at is '删除时间';
comment on column inbox_message.receiver is '接收人';
comment on column inbox_message.system_message is '系统消息';
comment on column inbox_message.category is '类别';
comment on column inbox_message.title is '标题';
comment on column inbox_message.content is '内容';
comment on column inbox_message.link is '跳转';
comment on column inbox_message.read_at is '阅读时间';
comment on column inbox_message.dedupe is '去重键';
comment on column inbox_message.about is '事由';
comment on column inbox_message.pinyin is '名称拼音';
comment on column inbox_message.search_text is '检索文本';
create index inbox_message_receiver_idx on inbox_message (operator_id, receiver, created_at desc, id desc) where deleted_at is null;
create index inbox_message_system_message_idx on inbox_message (operator_id, system_message, created_at desc, id desc) where deleted_at is null;
create unique index inbox_message_receiver_dedupe_key on inbox_message (operator_id, receiver, dedupe) where deleted_at is null;
create index inbox_message_category_idx on inbox_message (operator_id, category, created_at desc, id desc) where deleted_at is null;
create index inbox_message_read_at_idx on inbox_message (operator_id, read_at) where deleted_at is null;
create index inbox_message_receiver_read_at_idx on inbox_message (operator_id, receiver, read_at) where deleted_at is null;
create index inbox_message_about_idx on inbox_message (operator_id, about, created_at desc, id desc) where deleted_at is null;
create index inbox_message_order on inbox_message (operator_id, created_at desc, id desc) where deleted_at is null;
create index inbox_message_search on inbox_message using gin (search_text gin_trgm_ops);
alter table inbox_message enable row level security;
alter table inbox_message force row level security;
create policy tenant on inbox_message
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table problem_feedback (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'open' not null,
  title text not null,
  page text,
  content text not null,
  screenshots jsonb,
  contact text,
  answer text,
  answered_by bigint,
  answered_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(title, '') || ' ' || coalesce(content, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint problem_feedback_status_values check (status in ('open', 'answered', 'closed'))
);
comment on table problem_feedback is '问题反馈';
comment on column problem_feedback.id is '编号';
comment on column problem_feedback.operator_id is '运营公司';
comment on column problem_feedback.created_by is '创建人';
comment on column problem_feedback.created_at is '创建时间';
comment on column problem_feedback.updated_by is '修改人';
comment on column problem_feedback.updated_at is '修改时间';
comment on column problem_feedback.version is '版本';
comment on column problem_feedback.deleted_at is '删除时间';
comment on column problem_feedback.no is '编号';
comment on column problem_feedback.status is '状态';
comment on column problem_feedback.title is '标题';
comment on column problem_feedback.page is '所在页面';
comment on column problem_feedback.content is '问题描述';
comment on column problem_feedback.screenshots is '截图';
comment on column problem_feedback.contact is '联系电话';
comment on column problem_feedback.answer is '回复';
comment on column problem_feedback.answered_by is '回复人';
comment on column problem_feedback.answered_at is '回复时间';
comment on column problem_feedback.pinyin is '名称拼音';
comment on column problem_feedback.search_text is '检索文本';
create unique index problem_feedback_no_key on problem_feedback (operator_id, no) where deleted_at is null;
create index problem_feedback_status_idx on problem_feedback (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index problem_feedback_answered_by_idx on problem_feedback (operator_id, answered_by, created_at desc, id desc) where deleted_at is null;
create index problem_feedback_order on problem_feedback (operator_id, created_at desc, id desc) where deleted_at is null;
create index problem_feedback_search on problem_feedback using gin (search_text gin_trgm_ops);
alter table problem_feedback enable row level security;
alter table problem_feedback force row level security;
create policy tenant on problem_feedback
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table outgoing_call (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  label text not null,
  summary text not null,
  status text generated always as (case when done_at is not null then 'done' when given_up_at is not null then 'givenUp' when attempts >= 12 then 'failed' when last_error is not null then 'retrying' else 'waiting' end) stored,
  attempts bigint default 0 not null,
  deliver_after timestamptz not null,
  last_error text,
  done_at timestamptz,
  given_up_at timestamptz,
  request_id text,
  kind text not null,
  key text,
  payload jsonb not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(label, '') || ' ' || coalesce(summary, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table outgoing_call is '外发记录';
comment on column outgoing_call.id is '编号';
comment on column outgoing_call.operator_id is '运营公司';
comment on column outgoing_call.created_by is '创建人';
comment on column outgoing_call.created_at is '创建时间';
comment on column outgoing_call.updated_by is '修改人';
comment on column outgoing_call.updated_at is '修改时间';
comment on column outgoing_call.version is '版本';
comment on column outgoing_call.deleted_at is '删除时间';
comment on column outgoing_call.label is '事项';
comment on column outgoing_call.summary is '内容';
comment on column outgoing_call.status is '状态';
comment on column outgoing_call.attempts is '已尝试';
comment on column outgoing_call.deliver_after is '下次发送';
comment on column outgoing_call.last_error is '失败原因';
comment on column outgoing_call.done_at is '发送时间';
comment on column outgoing_call.given_up_at is '放弃时间';
comment on column outgoing_call.request_id is '请求编号';
comment on column outgoing_call.kind is '类型';
comment on column outgoing_call.key is '去重键';
comment on column outgoing_call.payload is '数据';
comment on column outgoing_call.pinyin is '名称拼音';
comment on column outgoing_call.search_text is '检索文本';
create unique index outgoing_call_kind_key_key on outgoing_call (operator_id, kind, key) where deleted_at is null;
create index outgoing_call_deliver_after_idx on outgoing_call (operator_id, deliver_after) where deleted_at is null;
create index outgoing_call_done_at_deliver_after_idx on outgoing_call (operator_id, done_at, deliver_after) where deleted_at is null;
create index outgoing_call_order on outgoing_call (operator_id, created_at desc, id desc) where deleted_at is null;
create index outgoing_call_search on outgoing_call using gin (search_text gin_trgm_ops);
alter table outgoing_call enable row level security;
alter table outgoing_call force row level security;
create policy tenant on outgoing_call
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table held_change (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text default 'fields' not null,
  status text default 'pending' not null,
  subject text not null,
  summary text,
  entity text not null,
  record bigint not null,
  payload jsonb,
  decided_by bigint,
  decided_at timestamptz,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(subject, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint held_change_kind_values check (kind in ('roleGrant', 'fields')),
  constraint held_change_status_values check (status in ('pending', 'done', 'refused', 'gone'))
);
comment on table held_change is '待复核变更';
comment on column held_change.id is '编号';
comment on column held_change.operator_id is '运营公司';
comment on column held_change.created_by is '创建人';
comment on column held_change.created_at is '创建时间';
comment on column held_change.updated_by is '修改人';
comment on column held_change.updated_at is '修改时间';
comment on column held_change.version is '版本';
comment on column held_change.deleted_at is '删除时间';
comment on column held_change.kind is '类别';
comment on column held_change.status is '状态';
comment on column held_change.subject is '对象';
comment on column held_change.summary is '变更内容';
comment on column held_change.entity is '对象类型';
comment on column held_change.record is '记录编号';
comment on column held_change.payload is '变更数据';
comment on column held_change.decided_by is '复核人';
comment on column held_change.decided_at is '复核时间';
comment on column held_change.remark is '复核意见';
comment on column held_change.pinyin is '名称拼音';
comment on column held_change.search_text is '检索文本';
create index held_change_status_idx on held_change (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index held_change_decided_by_idx on held_change (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index held_change_kind_idx on held_change (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index held_change_entity_record_status_idx on held_change (operator_id, entity, record, status, created_at desc, id desc) where deleted_at is null;
create index held_change_order on held_change (operator_id, created_at desc, id desc) where deleted_at is null;
create index held_change_search on held_change using gin (search_text gin_trgm_ops);
alter table held_change enable row level security;
alter table held_change force row level security;
create policy tenant on held_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table store (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'active' not null,
  city text not null,
  place jsonb,
  hours text,
  manager bigint,
  phone text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint store_status_values check (status in ('active', 'closed'))
);
comment on table store is '门店';
comment on column store.id is '编号';
comment on column store.operator_id is '运营公司';
comment on column store.created_by is '创建人';
comment on column store.created_at is '创建时间';
comment on column store.updated_by is '修改人';
comment on column store.updated_at is '修改时间';
comment on column store.version is '版本';
comment on column store.deleted_at is '删除时间';
comment on column store.code is '门店编码';
comment on column store.name is '门店名称';
comment on column store.status is '状态';
comment on column store.city is '城市';
comment on column store.place is '地址';
comment on column store.hours is '营业时间';
comment on column store.manager is '店长';
comment on column store.phone is '联系电话';
comment on column store.remark is '备注';
comment on column store.pinyin is '名称拼音';
comment on column store.search_text is '检索文本';
create unique index store_code_key on store (operator_id, code) where deleted_at is null;
create unique index store_name_key on store (operator_id, name) where deleted_at is null;
create index store_status_idx on store (operator_id, status, code, id) where deleted_at is null;
create index store_manager_idx on store (operator_id, manager, code, id) where deleted_at is null;
create index store_order on store (operator_id, code, id) where deleted_at is null;
create index store_search on store using gin (search_text gin_trgm_ops);
alter table store enable row level security;
alter table store force row level security;
create policy tenant on store
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table channel (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'offline' not null,
  status text default 'active' not null,
  contact text,
  mobile text,
  commission_rate integer,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint channel_kind_values check (kind in ('online', 'offline', 'person')),
  constraint channel_status_values check (status in ('active', 'ended')),
  constraint channel_commission_rate_range check (commission_rate >= 0 and commission_rate <= 10000)
);
comment on table channel is '渠道';
comment on column channel.id is '编号';
comment on column channel.operator_id is '运营公司';
comment on column channel.created_by is '创建人';
comment on column channel.created_at is '创建时间';
comment on column channel.updated_by is '修改人';
comment on column channel.updated_at is '修改时间';
comment on column channel.version is '版本';
comment on column channel.deleted_at is '删除时间';
comment on column channel.name is '渠道名称';
comment on column channel.kind is '类型';
comment on column channel.status is '状态';
comment on column channel.contact is '联系人';
comment on column channel.mobile is '联系电话';
comment on column channel.commission_rate is '佣金比例';
comment on column channel.remark is '备注';
comment on column channel.pinyin is '名称拼音';
comment on column channel.search_text is '检索文本';
create unique index channel_name_key on channel (operator_id, name) where deleted_at is null;
create index channel_status_idx on channel (operator_id, status, name, id) where deleted_at is null;
create index channel_kind_idx on channel (operator_id, kind, name, id) where deleted_at is null;
create index channel_order on channel (operator_id, name, id) where deleted_at is null;
create index channel_search on channel using gin (search_text gin_trgm_ops);
alter table channel enable row level security;
alter table channel force row level security;
create policy tenant on channel
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_source (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'company' not null,
  credit_code text,
  id_no text,
  status text default 'active' not null,
  contact text not null,
  mobile text not null,
  share_rate integer,
  bank_name text,
  bank_account text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_source_kind_values check (kind in ('company', 'person')),
  constraint vehicle_source_status_values check (status in ('active', 'ended')),
  constraint vehicle_source_share_rate_range check (share_rate >= 0 and share_rate <= 10000)
);
comment on table vehicle_source is '车源方';
comment on column vehicle_source.id is '编号';
comment on column vehicle_source.operator_id is '运营公司';
comment on column vehicle_source.created_by is '创建人';
comment on column vehicle_source.created_at is '创建时间';
comment on column vehicle_source.updated_by is '修改人';
comment on column vehicle_source.updated_at is '修改时间';
comment on column vehicle_source.version is '版本';
comment on column vehicle_source.deleted_at is '删除时间';
comment on column vehicle_source.name is '车源方名称';
comment on column vehicle_source.kind is '类型';
comment on column vehicle_source.credit_code is '统一社会信用代码';
comment on column vehicle_source.id_no is '身份证号';
comment on column vehicle_source.status is '状态';
comment on column vehicle_source.contact is '联系人';
comment on column vehicle_source.mobile is '联系电话';
comment on column vehicle_source.share_rate is '租金分成比例';
comment on column vehicle_source.bank_name is '开户行';
comment on column vehicle_source.bank_account is '银行账号';
comment on column vehicle_source.remark is '备注';
comment on column vehicle_source.pinyin is '名称拼音';
comment on column vehicle_source.search_text is '检索文本';
create unique index vehicle_source_credit_code_key on vehicle_source (operator_id, credit_code) where deleted_at is null;
create unique index vehicle_source_id_no_key on vehicle_source (operator_id, id_no) where deleted_at is null;
create index vehicle_source_status_idx on vehicle_source (operator_id, status, name, id) where deleted_at is null;
create index vehicle_source_kind_idx on vehicle_source (operator_id, kind, name, id) where deleted_at is null;
create index vehicle_source_order on vehicle_source (operator_id, name, id) where deleted_at is null;
create index vehicle_source_search on vehicle_source using gin (search_text gin_trgm_ops);
alter table vehicle_source enable row level security;
alter table vehicle_source force row level security;
create policy tenant on vehicle_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lessee (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text default 'person' not null,
  name text not null,
  status text default 'reviewing' not null,
  mobile text not null,
  mobile_tail text generated always as (case when mobile like '$zyt1$%' then right(mobile, 8) else right(mobile, 4) end) stored,
  id_no text,
  credit_code text,
  legal_person text,
  contacts jsonb,
  licence_no text,
  licence_class text,
  licence_due_on date,
  id_images jsonb,
  place jsonb,
  credit_level text default 'B' not null,
  credit_limit bigint,
  rents boolean default true not null,
  ships boolean default false not null,
  freight_settle text default 'single' not null,
  freight_due_days bigint default 0 not null,
  cod_allowed boolean default false not null,
  auto_use_balance boolean default false not null,
  channel bigint,
  promo_code bigint,
  store bigint not null,
  owner bigint,
  invoice_title text,
  invoice_tax_no text,
  balance bigint default 0,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint lessee_kind_values check (kind in ('person', 'company')),
  constraint lessee_status_values check (status in ('reviewing', 'normal', 'frozen', 'blacklisted', 'cancelled')),
  constraint lessee_licence_class_values check (licence_class in ('A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C6')),
  constraint lessee_credit_level_values check (credit_level in ('A', 'B', 'C', 'D', 'E')),
  constraint lessee_credit_limit_range check (credit_limit >= 0),
  constraint lessee_freight_settle_values check (freight_settle in ('single', 'weekly', 'monthly')),
  constraint lessee_freight_due_days_range check (freight_due_days >= 0 and freight_due_days <= 180),
  constraint lessee_balance_range check (balance >= 0)
);
comment on table lessee is '承租人';
comment on column lessee.id is '编号';
comment on column lessee.operator_id is '运营公司';
comment on column lessee.created_by is '创建人';
comment on column lessee.created_at is '创建时间';
comment on column lessee.updated_by is '修改人';
comment on column lessee.updated_at is '修改时间';
comment on column lessee.version is '版本';
comment on column lessee.deleted_at is '删除时间';
comment on column lessee.kind is '类型';
comment on column lessee.name is '姓名/企业名称';
comment on column lessee.status is '状态';
comment on column lessee.mobile is '手机号';
comment on column lessee.mobile_tail is '手机尾号';
comment on column lessee.id_no is '身份证号';
comment on column lessee.credit_code is '统一社会信用代码';
comment on column lessee.legal_person is '法定代表人';
comment on column lessee.contacts is '联系人';
comment on column lessee.licence_no is '驾驶证号';
comment on column lessee.licence_class is '准驾车型';
comment on column lessee.licence_due_on is '驾驶证有效期至';
comment on column lessee.id_images is '证件照片';
comment on column lessee.place is '地址';
comment on column lessee.credit_level is '信用等级';
comment on column lessee.credit_limit is '信用额度';
comment on column lessee.rents is '租车客户';
comment on column lessee.ships is '托运客户';
comment on column lessee.freight_settle is '运费结算';
comment on column lessee.freight_due_days is '运费账期';
comment on column lessee.cod_allowed is '可代收货款';
comment on column lessee.auto_use_balance is '余额自动抵扣新账单';
comment on column lessee.channel is '来源渠道';
comment on column lessee.promo_code is '推广码';
comment on column lessee.store is '所属门店';
comment on column lessee.owner is '业务员';
comment on column lessee.invoice_title is '发票抬头';
comment on column lessee.invoice_tax_no is '税号';
comment on column lessee.balance is '预存余额';
comment on column lessee.remark is '备注';
comment on column lessee.pinyin is '名称拼音';
comment on column lessee.search_text is '检索文本';
create index lessee_status_idx on lessee (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index lessee_mobile_idx on lessee (operator_id, mobile) where deleted_at is null;
create unique index lessee_id_no_key on lessee (operator_id, id_no) where deleted_at is null;
create unique index lessee_credit_code_key on lessee (operator_id, credit_code) where deleted_at is null;
create index lessee_channel_idx on lessee (operator_id, channel, created_at desc, id desc) where deleted_at is null;
create index lessee_promo_code_idx on lessee (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;
create index lessee_store_idx on lessee (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index lessee_owner_idx on lessee (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index lessee_kind_idx on lessee (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index lessee_credit_level_idx on lessee (operator_id, credit_level, created_at desc, id desc) where deleted_at is null;
create index lessee_licence_due_on_idx on lessee (operator_id, licence_due_on) where deleted_at is null;
create index lessee_mobile_tail_idx on lessee (operator_id, mobile_tail, created_at desc, id desc) where deleted_at is null;
create index lessee_order on lessee (operator_id, created_at desc, id desc) where deleted_at is null;
create index lessee_search on lessee using gin (search_text gin_trgm_ops);
alter table lessee enable row level security;
alter table lessee force row level security;
create policy tenant on lessee
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table credit_record (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  store bigint,
  source text default 'manual' not null,
  kind text default 'report' not null,
  recorded_on date not null,
  score bigint,
  overdue_count bigint,
  max_overdue_days bigint,
  arrears bigint,
  paid_total bigint,
  note text not null,
  attachments jsonb,
  primary key (operator_id, id),
  constraint credit_record_source_values check (source in ('internal', 'thirdParty', 'manual')),
  constraint credit_record_kind_values check (kind in ('payment', 'violation', 'damage', 'dispute', 'report', 'other')),
  constraint credit_record_score_range check (score >= 0 and score <= 1000)
);
comment on table credit_record is '信用记录';
comment on column credit_record.id is '编号';
comment on column credit_record.operator_id is '运营公司';
comment on column credit_record.created_by is '创建人';
comment on column credit_record.created_at is '创建时间';
comment on column credit_record.updated_by is '修改人';
comment on column credit_record.updated_at is '修改时间';
comment on column credit_record.version is '版本';
comment on column credit_record.deleted_at is '删除时间';
comment on column credit_record.lessee is '承租人';
comment on column credit_record.store is '门店';
comment on column credit_record.source is '来源';
comment on column credit_record.kind is '类型';
comment on column credit_record.recorded_on is '记录日期';
comment on column credit_record.score is '评分';
comment on column credit_record.overdue_count is '逾期账单数';
comment on column credit_record.max_overdue_days is '最长逾期';
comment on column credit_record.arrears is '当前欠款';
comment on column credit_record.paid_total is '累计付款';
comment on column credit_record.note is '说明';
comment on column credit_record.attachments is '附件';
create index credit_record_lessee_idx on credit_record (operator_id, lessee, recorded_on desc, id desc) where deleted_at is null;
create index credit_record_store_idx on credit_record (operator_id, store, recorded_on desc, id desc) where deleted_at is null;
create index credit_record_source_idx on credit_record (operator_id, source, recorded_on desc, id desc) where deleted_at is null;
create index credit_record_kind_idx on credit_record (operator_id, kind, recorded_on desc, id desc) where deleted_at is null;
create index credit_record_order on credit_record (operator_id, recorded_on desc, id desc) where deleted_at is null;
alter table credit_record enable row level security;
alter table credit_record force row level security;
create policy tenant on credit_record
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_model (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  brand text not null,
  series text,
  name text not null,
  status text default 'active' not null,
  category text not null,
  energy text not null,
  truck_size text,
  seats bigint,
  axles bigint,
  load_kg bigint,
  gross_kg bigint,
  curb_kg bigint,
  volume numeric(18,2),
  length_mm bigint,
  width_mm bigint,
  height_mm bigint,
  battery_kwh numeric(18,2),
  tank_l bigint,
  norm_per100 numeric(18,2),
  range_km bigint,
  emission text,
  guide_price bigint,
  photos jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(brand, '') || ' ' || coalesce(name, '') || ' ' || coalesce(series, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_model_status_values check (status in ('active', 'disabled')),
  constraint vehicle_model_energy_values check (energy in ('diesel', 'petrol', 'electric', 'hybrid', 'gas', 'hydrogen')),
  constraint vehicle_model_truck_size_values check (truck_size in ('micro', 'light', 'medium', 'heavy')),
  constraint vehicle_model_seats_range check (seats >= 1 and seats <= 60),
  constraint vehicle_model_axles_range check (axles >= 2 and axles <= 12),
  constraint vehicle_model_load_kg_range check (load_kg >= 0 and load_kg <= 100000),
  constraint vehicle_model_gross_kg_range check (gross_kg >= 0 and gross_kg <= 100000),
  constraint vehicle_model_curb_kg_range check (curb_kg >= 0 and curb_kg <= 100000),
  constraint vehicle_model_volume_range check (volume >= 0 and volume <= 1000),
  constraint vehicle_model_length_mm_range check (length_mm >= 0 and length_mm <= 30000),
  constraint vehicle_model_width_mm_range check (width_mm >= 0 and width_mm <= 5000),
  constraint vehicle_model_height_mm_range check (height_mm >= 0 and height_mm <= 6000),
  constraint vehicle_model_battery_kwh_range check (battery_kwh >= 0 and battery_kwh <= 2000),
  constraint vehicle_model_tank_l_range check (tank_l >= 0 and tank_l <= 2000),
  constraint vehicle_model_norm_per100_range check (norm_per100 >= 0 and norm_per100 <= 1000),
  constraint vehicle_model_range_km_range check (range_km >= 0 and range_km <= 3000),
  constraint vehicle_model_guide_price_range check (guide_price >= 0)
);
comment on table vehicle_model is '车型';
comment on column vehicle_model.id is '编号';
comment on column vehicle_model.operator_id is '运营公司';
comment on column vehicle_model.created_by is '创建人';
comment on column vehicle_model.created_at is '创建时间';
comment on column vehicle_model.updated_by is '修改人';
comment on column vehicle_model.updated_at is '修改时间';
comment on column vehicle_model.version is '版本';
comment on column vehicle_model.deleted_at is '删除时间';
comment on column vehicle_model.brand is '品牌';
comment on column vehicle_model.series is '车系';
comment on column vehicle_model.name is '车型名称';
comment on column vehicle_model.status is '状态';
comment on column vehicle_model.category is '车辆类别';
comment on column vehicle_model.energy is '能源类型';
comment on column vehicle_model.truck_size is '货车大小';
comment on column vehicle_model.seats is '座位数';
comment on column vehicle_model.axles is '轴数';
comment on column vehicle_model.load_kg is '核定载质量';
comment on column vehicle_model.gross_kg is '总质量';
comment on column vehicle_model.curb_kg is '整备质量';
comment on column vehicle_model.volume is '货厢容积';
comment on column vehicle_model.length_mm is '长';
comment on column vehicle_model.width_mm is '宽';
comment on column vehicle_model.height_mm is '高';
comment on column vehicle_model.battery_kwh is '电池容量';
comment on column vehicle_model.tank_l is '油箱容积';
comment on column vehicle_model.norm_per100 is '百公里标准油电耗';
comment on column vehicle_model.range_km is '续航里程';
comment on column vehicle_model.emission is '排放标准';
comment on column vehicle_model.guide_price is '指导价';
comment on column vehicle_model.photos is '车型图片';
comment on column vehicle_model.remark is '备注';
comment on column vehicle_model.pinyin is '名称拼音';
comment on column vehicle_model.search_text is '检索文本';
create index vehicle_model_status_idx on vehicle_model (operator_id, status, brand, name, id) where deleted_at is null;
create unique index vehicle_model_brand_series_name_key on vehicle_model (operator_id, brand, series, name) where deleted_at is null;
create index vehicle_model_category_idx on vehicle_model (operator_id, category, brand, name, id) where deleted_at is null;
create index vehicle_model_energy_idx on vehicle_model (operator_id, energy, brand, name, id) where deleted_at is null;
create index vehicle_model_order on vehicle_model (operator_id, brand, name, id) where deleted_at is null;
create index vehicle_model_search on vehicle_model using gin (search_text gin_trgm_ops);
alter table vehicle_model enable row level security;
alter table vehicle_model force row level security;
create policy tenant on vehicle_model
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  plate_no text not null,
  plate_color text default 'green' not null,
  status text default 'preparing' not null,
  vin text not null,
  engine_no text,
  model bigint not null,
  energy text default 'electric' not null,
  use_nature text default 'lease' not null,
  ownership text default 'own' not null,
  vehicle_source bigint,
  store bigint not null,
  dept bigint,
  purchase_price bigint,
  purchased_on date,
  registered_on date,
  driving_licence_no text,
  licence_issuer text,
  licence_issued_on date,
  driving_licence_images jsonb,
  inspection_due_on date,
  compulsory_insurance_due_on date,
  commercial_insurance_due_on date,
  road_permit_no text,
  road_permit_due_on date,
  load_kg bigint,
  volume numeric(18,2),
  odometer bigint,
  op_mode text default 'lease' not null,
  axles bigint,
  curb_kg bigint,
  gross_kg bigint,
  box_length_mm bigint,
  box_width_mm bigint,
  box_height_mm bigint,
  length_mm bigint,
  width_mm bigint,
  height_mm bigint,
  pallets bigint,
  zones jsonb,
  tail_lift boolean default false not null,
  skills text,
  passes jsonb,
  is_trailer boolean default false not null,
  cost_fixed bigint default 0 not null,
  cost_km numeric(18,4) default 0 not null,
  cost_hour bigint default 0 not null,
  idle_since date,
  disposed_on date,
  papers_from jsonb,
  photos jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(plate_no, '') || ' ' || coalesce(vin, '') || ' ' || coalesce(engine_no, '') || ' ' || coalesce(driving_licence_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_plate_color_values check (plate_color in ('none', 'blue', 'yellow', 'black', 'white', 'green', 'other')),
  constraint vehicle_status_values check (status in ('preparing', 'available', 'reserved', 'leased', 'repairing', 'suspended', 'disposed')),
  constraint vehicle_energy_values check (energy in ('diesel', 'petrol', 'electric', 'hybrid', 'gas', 'hydrogen')),
  constraint vehicle_use_nature_values check (use_nature in ('cargo', 'lease', 'private', 'hazardous', 'cold')),
  constraint vehicle_ownership_values check (ownership in ('own', 'financed', 'affiliated', 'outsourced')),
  constraint vehicle_purchase_price_range check (purchase_price >= 0),
  constraint vehicle_load_kg_range check (load_kg >= 0 and load_kg <= 100000),
  constraint vehicle_volume_range check (volume >= 0 and volume <= 1000),
  constraint vehicle_odometer_range check (odometer >= 0 and odometer <= 5000000),
  constraint vehicle_op_mode_values check (op_mode in ('lease', 'transport', 'both')),
  constraint vehicle_axles_range check (axles >= 1 and axles <= 12),
  constraint vehicle_curb_kg_range check (curb_kg >= 0 and curb_kg <= 100000),
  constraint vehicle_gross_kg_range check (gross_kg >= 0 and gross_kg <= 100000),
  constraint vehicle_box_length_mm_range check (box_length_mm >= 0 and box_length_mm <= 30000),
  constraint vehicle_box_width_mm_range check (box_width_mm >= 0 and box_width_mm <= 5000),
  constraint vehicle_box_height_mm_range check (box_height_mm >= 0 and box_height_mm <= 6000),
  constraint vehicle_length_mm_range check (length_mm >= 0 and length_mm <= 30000),
  constraint vehicle_width_mm_range check (width_mm >= 0 and width_mm <= 5000),
  constraint vehicle_height_mm_range check (height_mm >= 0 and height_mm <= 6000),
  constraint vehicle_pallets_range check (pallets >= 0 and pallets <= 100),
  constraint vehicle_cost_fixed_range check (cost_fixed >= 0),
  constraint vehicle_cost_km_range check (cost_km >= 0 and cost_km <= 1000),
  constraint vehicle_cost_hour_range check (cost_hour >= 0)
);
comment on table vehicle is '车辆';
comment on column vehicle.id is '编号';
comment on column vehicle.operator_id is '运营公司';
comment on column vehicle.created_by is '创建人';
comment on column vehicle.created_at is '创建时间';
comment on column vehicle.updated_by is '修改人';
comment on column vehicle.updated_at is '修改时间';
comment on column vehicle.version is '版本';
comment on column vehicle.deleted_at is '删除时间';
comment on column vehicle.plate_no is '车牌号';
comment on column vehicle.plate_color is '车牌颜色';
comment on column vehicle.status is '车辆状态';
comment on column vehicle.vin is '车架号';
comment on column vehicle.engine_no is '发动机/电机号';
comment on column vehicle.model is '车型';
comment on column vehicle.energy is '能源类型';
comment on column vehicle.use_nature is '使用性质';
comment on column vehicle.ownership is '权属';
comment on column vehicle.vehicle_source is '车源方';
comment on column vehicle.store is '所属门店';
comment on column vehicle.dept is '所属部门';
comment on column vehicle.purchase_price is '购置价';
comment on column vehicle.purchased_on is '购置日期';
comment on column vehicle.registered_on is '注册日期';
comment on column vehicle.driving_licence_no is '行驶证档案编号';
comment on column vehicle.licence_issuer is '行驶证发证机关';
comment on column vehicle.licence_issued_on is '行驶证发证日期';
comment on column vehicle.driving_licence_images is '行驶证照片';
comment on column vehicle.inspection_due_on is '年检有效期至';
comment on column vehicle.compulsory_insurance_due_on is '交强险到期日';
comment on column vehicle.commercial_insurance_due_on is '商业险到期日';
comment on column vehicle.road_permit_no is '道路运输证号';
comment on column vehicle.road_permit_due_on is '道路运输证到期日';
comment on column vehicle.load_kg is '核定载质量';
comment on column vehicle.volume is '货厢容积';
comment on column vehicle.odometer is '里程';
comment on column vehicle.op_mode is '运营方式';
comment on column vehicle.axles is '轴数';
comment on column vehicle.curb_kg is '整备质量';
comment on column vehicle.gross_kg is '总质量';
comment on column vehicle.box_length_mm is '货厢长';
comment on column vehicle.box_width_mm is '货厢宽';
comment on column vehicle.box_height_mm is '货厢高';
comment on column vehicle.length_mm is '外廓长';
comment on column vehicle.width_mm is '外廓宽';
comment on column vehicle.height_mm is '外廓高';
comment on column vehicle.pallets is '托盘位';
comment on column vehicle.zones is '温区';
comment on column vehicle.tail_lift is '有尾板';
comment on column vehicle.skills is '作业能力';
comment on column vehicle.passes is '通行证';
comment on column vehicle.is_trailer is '挂车';
comment on column vehicle.cost_fixed is '每日固定成本';
comment on column vehicle.cost_km is '每公里成本';
comment on column vehicle.cost_hour is '每小时成本';
comment on column vehicle.idle_since is '空闲起始日';
comment on column vehicle.disposed_on is '处置日期';
comment on column vehicle.papers_from is '有效期的依据';
comment on column vehicle.photos is '车辆照片';
comment on column vehicle.remark is '备注';
comment on column vehicle.pinyin is '名称拼音';
comment on column vehicle.search_text is '检索文本';
create unique index vehicle_plate_no_key on vehicle (operator_id, plate_no) where deleted_at is null;
create index vehicle_status_idx on vehicle (operator_id, status, created_at desc, id desc) where deleted_at is null;
create unique index vehicle_vin_key on vehicle (operator_id, vin) where deleted_at is null;
create index vehicle_model_idx on vehicle (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index vehicle_vehicle_source_idx on vehicle (operator_id, vehicle_source, created_at desc, id desc) where deleted_at is null;
create index vehicle_store_idx on vehicle (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index vehicle_dept_idx on vehicle (operator_id, dept, created_at desc, id desc) where deleted_at is null;
create index vehicle_energy_idx on vehicle (operator_id, energy, created_at desc, id desc) where deleted_at is null;
create index vehicle_ownership_idx on vehicle (operator_id, ownership, created_at desc, id desc) where deleted_at is null;
create index vehicle_inspection_due_on_idx on vehicle (operator_id, inspection_due_on) where deleted_at is null;
create index vehicle_compulsory_insurance_due_on_idx on vehicle (operator_id, compulsory_insurance_due_on) where deleted_at is null;
create index vehicle_registered_on_idx on vehicle (operator_id, registered_on) where deleted_at is null;
create index vehicle_idle_since_idx on vehicle (operator_id, idle_since) where deleted_at is null;
create index vehicle_status_store_idx on vehicle (operator_id, status, store, created_at desc, id desc) where deleted_at is null;
create index vehicle_store_model_status_idx on vehicle (operator_id, store, model, status, created_at desc, id desc) where deleted_at is null;
create index vehicle_store_plate_no_idx on vehicle (operator_id, store, plate_no, created_at desc, id desc) where deleted_at is null;
create index vehicle_order on vehicle (operator_id, created_at desc, id desc) where deleted_at is null;
create index vehicle_search on vehicle using gin (search_text gin_trgm_ops);
alter table vehicle enable row level security;
alter table vehicle force row level security;
create policy tenant on vehicle
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_preparation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  step text not null,
  status text default 'open' not null,
  due_on date,
  done_on date,
  cost bigint,
  note text,
  files jsonb,
  primary key (operator_id, id),
  constraint vehicle_preparation_status_values check (status in ('open', 'done', 'waived')),
  constraint vehicle_preparation_cost_range check (cost >= 0)
);
comment on table vehicle_preparation is '整备事项';
comment on column vehicle_preparation.id is '编号';
comment on column vehicle_preparation.operator_id is '运营公司';
comment on column vehicle_preparation.created_by is '创建人';
comment on column vehicle_preparation.created_at is '创建时间';
comment on column vehicle_preparation.updated_by is '修改人';
comment on column vehicle_preparation.updated_at is '修改时间';
comment on column vehicle_preparation.version is '版本';
comment on column vehicle_preparation.deleted_at is '删除时间';
comment on column vehicle_preparation.vehicle is '车辆';
comment on column vehicle_preparation.step is '整备事项';
comment on column vehicle_preparation.status is '状态';
comment on column vehicle_preparation.due_on is '计划完成日';
comment on column vehicle_preparation.done_on is '完成日期';
comment on column vehicle_preparation.cost is '费用';
comment on column vehicle_preparation.note is '说明';
comment on column vehicle_preparation.files is '凭证';
create index vehicle_preparation_vehicle_idx on vehicle_preparation (operator_id, vehicle, status, due_on, id) where deleted_at is null;
create unique index vehicle_preparation_vehicle_step_key on vehicle_preparation (operator_id, vehicle, step) where deleted_at is null;
create index vehicle_preparation_step_idx on vehicle_preparation (operator_id, step, status, due_on, id) where deleted_at is null;
create index vehicle_preparation_due_on_idx on vehicle_preparation (operator_id, due_on) where deleted_at is null;
create index vehicle_preparation_order on vehicle_preparation (operator_id, status, due_on, id) where deleted_at is null;
alter table vehicle_preparation enable row level security;
alter table vehicle_preparation force row level security;
create policy tenant on vehicle_preparation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table store_transfer (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  vehicle bigint not null,
  from_store bigint not null,
  to_store bigint not null,
  transferred_at timestamptz not null,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table store_transfer is '调拨记录';
comment on column store_transfer.id is '编号';
comment on column store_transfer.operator_id is '运营公司';
comment on column store_transfer.created_by is '创建人';
comment on column store_transfer.created_at is '创建时间';
comment on column store_transfer.updated_by is '修改人';
comment on column store_transfer.updated_at is '修改时间';
comment on column store_transfer.version is '版本';
comment on column store_transfer.deleted_at is '删除时间';
comment on column store_transfer.no is '调拨单号';
comment on column store_transfer.vehicle is '车辆';
comment on column store_transfer.from_store is '调出门店';
comment on column store_transfer.to_store is '调入门店';
comment on column store_transfer.transferred_at is '调拨时间';
comment on column store_transfer.reason is '原因';
comment on column store_transfer.pinyin is '名称拼音';
comment on column store_transfer.search_text is '检索文本';
create unique index store_transfer_no_key on store_transfer (operator_id, no) where deleted_at is null;
create index store_transfer_vehicle_idx on store_transfer (operator_id, vehicle, transferred_at desc, id desc) where deleted_at is null;
create index store_transfer_from_store_idx on store_transfer (operator_id, from_store, transferred_at desc, id desc) where deleted_at is null;
create index store_transfer_to_store_idx on store_transfer (operator_id, to_store, transferred_at desc, id desc) where deleted_at is null;
create index store_transfer_order on store_transfer (operator_id, transferred_at desc, id desc) where deleted_at is null;
create index store_transfer_search on store_transfer using gin (search_text gin_trgm_ops);
alter table store_transfer enable row level security;
alter table store_transfer force row level security;
create policy tenant on store_transfer
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table plate_change (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  old_plate_no text not null,
  old_plate_color text not null,
  new_plate_no text not null,
  new_plate_color text not null,
  changed_on date not null,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(old_plate_no, '') || ' ' || coalesce(new_plate_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint plate_change_old_plate_color_values check (old_plate_color in ('none', 'blue', 'yellow', 'black', 'white', 'green', 'other')),
  constraint plate_change_new_plate_color_values check (new_plate_color in ('none', 'blue', 'yellow', 'black', 'white', 'green', 'other'))
);
comment on table plate_change is '号牌变更';
comment on column plate_change.id is '编号';
comment on column plate_change.operator_id is '运营公司';
comment on column plate_change.created_by is '创建人';
comment on column plate_change.created_at is '创建时间';
comment on column plate_change.updated_by is '修改人';
comment on column plate_change.updated_at is '修改时间';
comment on column plate_change.version is '版本';
comment on column plate_change.deleted_at is '删除时间';
comment on column plate_change.vehicle is '车辆';
comment on column plate_change.old_plate_no is '原车牌号';
comment on column plate_change.old_plate_color is '原车牌颜色';
comment on column plate_change.new_plate_no is '新车牌号';
comment on column plate_change.new_plate_color is '新车牌颜色';
comment on column plate_change.changed_on is '变更日期';
comment on column plate_change.reason is '变更原因';
comment on column plate_change.pinyin is '名称拼音';
comment on column plate_change.search_text is '检索文本';
create index plate_change_vehicle_idx on plate_change (operator_id, vehicle, changed_on desc, id desc) where deleted_at is null;
create index plate_change_order on plate_change (operator_id, changed_on desc, id desc) where deleted_at is null;
create index plate_change_search on plate_change using gin (search_text gin_trgm_ops);
alter table plate_change enable row level security;
alter table plate_change force row level security;
create policy tenant on plate_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table odometer_reading (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  standing text default 'accepted' not null,
  at timestamptz not null,
  km numeric(18,1) not null,
  source text default 'manual' not null,
  ref text,
  reason text,
  store bigint,
  primary key (operator_id, id),
  constraint odometer_reading_standing_values check (standing in ('accepted', 'rejected', 'replaced')),
  constraint odometer_reading_km_range check (km >= 0 and km <= 5000000),
  constraint odometer_reading_source_values check (source in ('handover', 'return', 'upkeep', 'fuelling', 'terminal', 'manual', 'inspection'))
);
comment on table odometer_reading is '里程读数';
comment on column odometer_reading.id is '编号';
comment on column odometer_reading.operator_id is '运营公司';
comment on column odometer_reading.created_by is '创建人';
comment on column odometer_reading.created_at is '创建时间';
comment on column odometer_reading.updated_by is '修改人';
comment on column odometer_reading.updated_at is '修改时间';
comment on column odometer_reading.version is '版本';
comment on column odometer_reading.deleted_at is '删除时间';
comment on column odometer_reading.vehicle is '车辆';
comment on column odometer_reading.standing is '状态';
comment on column odometer_reading.at is '读数时间';
comment on column odometer_reading.km is '里程';
comment on column odometer_reading.source is '来源';
comment on column odometer_reading.ref is '来源单据';
comment on column odometer_reading.reason is '说明';
comment on column odometer_reading.store is '门店';
create index odometer_reading_vehicle_idx on odometer_reading (operator_id, vehicle, at desc, id desc) where deleted_at is null;
create index odometer_reading_standing_idx on odometer_reading (operator_id, standing, at desc, id desc) where deleted_at is null;
create index odometer_reading_store_idx on odometer_reading (operator_id, store, at desc, id desc) where deleted_at is null;
create index odometer_reading_source_idx on odometer_reading (operator_id, source, at desc, id desc) where deleted_at is null;
create index odometer_reading_order on odometer_reading (operator_id, at desc, id desc) where deleted_at is null;
alter table odometer_reading enable row level security;
alter table odometer_reading force row level security;
create policy tenant on odometer_reading
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_block (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  status text default 'active' not null,
  kind text default 'manual' not null,
  reason text not null,
  from_at timestamptz,
  to_at timestamptz,
  ref text,
  store bigint,
  primary key (operator_id, id),
  constraint vehicle_block_status_values check (status in ('active', 'lifted')),
  constraint vehicle_block_kind_values check (kind in ('repair', 'upkeep', 'inspection', 'insurance', 'accident', 'violation', 'certificate', 'manual'))
);
comment on table vehicle_block is '停用事由';
comment on column vehicle_block.id is '编号';
comment on column vehicle_block.operator_id is '运营公司';
comment on column vehicle_block.created_by is '创建人';
comment on column vehicle_block.created_at is '创建时间';
comment on column vehicle_block.updated_by is '修改人';
comment on column vehicle_block.updated_at is '修改时间';
comment on column vehicle_block.version is '版本';
comment on column vehicle_block.deleted_at is '删除时间';
comment on column vehicle_block.vehicle is '车辆';
comment on column vehicle_block.status is '状态';
comment on column vehicle_block.kind is '类型';
comment on column vehicle_block.reason is '事由';
comment on column vehicle_block.from_at is '起';
comment on column vehicle_block.to_at is '解除时间';
comment on column vehicle_block.ref is '来源单据';
comment on column vehicle_block.store is '门店';
create index vehicle_block_vehicle_idx on vehicle_block (operator_id, vehicle, from_at desc nulls last, id desc) where deleted_at is null;
create index vehicle_block_status_idx on vehicle_block (operator_id, status, from_at desc nulls last, id desc) where deleted_at is null;
create index vehicle_block_store_idx on vehicle_block (operator_id, store, from_at desc nulls last, id desc) where deleted_at is null;
create index vehicle_block_kind_idx on vehicle_block (operator_id, kind, from_at desc nulls last, id desc) where deleted_at is null;
create index vehicle_block_from_at_idx on vehicle_block (operator_id, from_at) where deleted_at is null;
create index vehicle_block_vehicle_status_idx on vehicle_block (operator_id, vehicle, status, from_at desc nulls last, id desc) where deleted_at is null;
create index vehicle_block_order on vehicle_block (operator_id, from_at desc nulls last, id desc) where deleted_at is null;
alter table vehicle_block enable row level security;
alter table vehicle_block force row level security;
create policy tenant on vehicle_block
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table device_profile (
  id bigint generated always as identity not null,
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
  limit_code text,
  cut_bits text default 'either' not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(maker, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
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
comment on column device_profile.limit_code is '限制启动指令';
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

create table terminal (
  id bigint generated always as identity not null,
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
  clock_fault text,
  installed_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(terminal_no, '') || ' ' || coalesce(sim_no, '') || ' ' || coalesce(imei, '') || ' ' || coalesce(iccid, '') || ' ' || coalesce(device_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
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
comment on column terminal.clock_fault is '时钟异常';
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
  id bigint generated always as identity not null,
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
  reason text,
  primary key (operator_id, id)
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
create index terminal_binding_to_at_idx on terminal_binding (operator_id, to_at) where deleted_at is null;
create index terminal_binding_order on terminal_binding (operator_id, from_at desc, id desc) where deleted_at is null;
alter table terminal_binding enable row level security;
alter table terminal_binding force row level security;
create policy tenant on terminal_binding
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table equipment (
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
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
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
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
  id bigint generated always as identity not null,
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
  driver bigint,
  primary key (operator_id, id),
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
comment on column trip.driver is '驾驶员';
create index trip_vehicle_idx on trip (operator_id, vehicle, start_at desc, id desc) where deleted_at is null;
create index trip_store_idx on trip (operator_id, store, start_at desc, id desc) where deleted_at is null;
create index trip_driver_idx on trip (operator_id, driver, start_at desc, id desc) where deleted_at is null;
create index trip_kind_idx on trip (operator_id, kind, start_at desc, id desc) where deleted_at is null;
create index trip_order on trip (operator_id, start_at desc, id desc) where deleted_at is null;
alter table trip enable row level security;
alter table trip force row level security;
create policy tenant on trip
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_day (
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
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
create index vehicle_day_day_vehicle_idx on vehicle_day (operator_id, day, vehicle, id desc) where deleted_at is null;
create index vehicle_day_order on vehicle_day (operator_id, day desc, vehicle, id desc) where deleted_at is null;
alter table vehicle_day enable row level security;
alter table vehicle_day force row level security;
create policy tenant on vehicle_day
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fence (
  id bigint generated always as identity not null,
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
  no_cut boolean default false not null,
  applies_to text default 'bound' not null,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
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
comment on column fence.no_cut is '禁止断油断电';
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
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
  constraint fence_binding_sync_values check (sync in ('none', 'pending', 'sent', 'stale', 'removing', 'failed'))
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
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
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
create index fence_event_amended_at_idx on fence_event (operator_id, amended_at) where deleted_at is null;
create index fence_event_order on fence_event (operator_id, at desc, id desc) where deleted_at is null;
alter table fence_event enable row level security;
alter table fence_event force row level security;
create policy tenant on fence_event
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table command (
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
  constraint command_kind_values check (kind in ('locate', 'interval', 'track', 'text', 'readParameters', 'setParameters', 'calibrate', 'upgrade', 'restart', 'factoryReset', 'photo', 'lockDoor', 'unlockDoor', 'properties', 'fenceSync', 'fenceRemove', 'confirmAlarm', 'raw', 'cut', 'limit', 'restore')),
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
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
  constraint cut_order_status_values check (status in ('pending', 'rejected', 'approved', 'executing', 'armed', 'effective', 'failed', 'cancelled', 'expired', 'lifted')),
  constraint cut_order_kind_values check (kind in ('cut', 'limit', 'restore')),
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
  id bigint generated always as identity not null,
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
  driver bigint,
  attachments jsonb,
  mark text,
  assignee bigint,
  handled_at timestamptz,
  handling text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint alarm_kind_values check (kind in ('b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9', 'b10', 'b11', 'b12', 'b13', 'b14', 'b15', 'b16', 'b17', 'b18', 'b19', 'b20', 'b21', 'b22', 'b23', 'b24', 'b25', 'b26', 'b27', 'b28', 'b29', 'b30', 'b31', 'adas', 'adas1', 'adas2', 'adas3', 'adas4', 'adas5', 'adas6', 'adas7', 'dsm', 'dsm1', 'dsm2', 'dsm3', 'dsm4', 'dsm5', 'tpms', 'bsd', 'bsd1', 'bsd2', 'bsd3', 'fenceEnter', 'fenceLeave', 'fenceStay', 'fenceSpeed', 'routeDeviate', 'temperature', 'offline', 'spoofed', 'clock')),
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
comment on column alarm.driver is '驾驶员';
comment on column alarm.attachments is '附件';
comment on column alarm.mark is '报警标识';
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
create index alarm_driver_idx on alarm (operator_id, driver, start_at desc, id desc) where deleted_at is null;
create index alarm_assignee_idx on alarm (operator_id, assignee, start_at desc, id desc) where deleted_at is null;
create index alarm_kind_idx on alarm (operator_id, kind, start_at desc, id desc) where deleted_at is null;
create index alarm_grade_idx on alarm (operator_id, grade, start_at desc, id desc) where deleted_at is null;
create index alarm_end_at_idx on alarm (operator_id, end_at) where deleted_at is null;
create index alarm_source_idx on alarm (operator_id, source, start_at desc, id desc) where deleted_at is null;
create index alarm_vehicle_kind_start_at_idx on alarm (operator_id, vehicle, kind, start_at) where deleted_at is null;
create index alarm_terminal_mark_idx on alarm (operator_id, terminal, mark, start_at desc, id desc) where deleted_at is null;
create index alarm_order on alarm (operator_id, start_at desc, id desc) where deleted_at is null;
create index alarm_search on alarm using gin (search_text gin_trgm_ops);
alter table alarm enable row level security;
alter table alarm force row level security;
create policy tenant on alarm
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table risk_report (
  id bigint generated always as identity not null,
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
  primary key (operator_id, id),
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
create index risk_report_due_on_idx on risk_report (operator_id, due_on) where deleted_at is null;
create index risk_report_order on risk_report (operator_id, occurred_at desc, id desc) where deleted_at is null;
create index risk_report_search on risk_report using gin (search_text gin_trgm_ops);
alter table risk_report enable row level security;
alter table risk_report force row level security;
create policy tenant on risk_report
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table temperature_policy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'temperature' not null,
  status text default 'active' not null,
  lowest numeric(18,1) not null,
  highest numeric(18,1) not null,
  hysteresis numeric(18,1) default 0.5 not null,
  max_spread numeric(18,1),
  warn_margin numeric(18,1) default 0 not null,
  min_seconds bigint default 300 not null,
  door_seconds bigint default 0 not null,
  require_cargo boolean default false not null,
  no_data_seconds bigint default 300 not null,
  record_seconds bigint default 300 not null,
  record_out_seconds bigint default 120 not null,
  first_users bigint[],
  first_roles bigint[],
  tell_driver boolean default false not null,
  second_minutes bigint default 10 not null,
  second_users bigint[],
  second_roles bigint[],
  third_minutes bigint default 30 not null,
  third_users bigint[],
  third_roles bigint[],
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint temperature_policy_kind_values check (kind in ('temperature', 'humidity')),
  constraint temperature_policy_status_values check (status in ('active', 'disabled')),
  constraint temperature_policy_lowest_range check (lowest >= -60 and lowest <= 100),
  constraint temperature_policy_highest_range check (highest >= -60 and highest <= 100),
  constraint temperature_policy_hysteresis_range check (hysteresis >= 0 and hysteresis <= 5),
  constraint temperature_policy_max_spread_range check (max_spread >= 0.1 and max_spread <= 60),
  constraint temperature_policy_warn_margin_range check (warn_margin >= 0 and warn_margin <= 20),
  constraint temperature_policy_min_seconds_range check (min_seconds >= 0 and min_seconds <= 7200),
  constraint temperature_policy_door_seconds_range check (door_seconds >= 0 and door_seconds <= 7200),
  constraint temperature_policy_no_data_seconds_range check (no_data_seconds >= 60 and no_data_seconds <= 86400),
  constraint temperature_policy_record_seconds_range check (record_seconds >= 30 and record_seconds <= 3600),
  constraint temperature_policy_record_out_seconds_range check (record_out_seconds >= 10 and record_out_seconds <= 3600),
  constraint temperature_policy_second_minutes_range check (second_minutes >= 1 and second_minutes <= 1440),
  constraint temperature_policy_third_minutes_range check (third_minutes >= 1 and third_minutes <= 1440)
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
comment on column temperature_policy.kind is '测量项目';
comment on column temperature_policy.status is '状态';
comment on column temperature_policy.lowest is '下限';
comment on column temperature_policy.highest is '上限';
comment on column temperature_policy.hysteresis is '回差';
comment on column temperature_policy.max_spread is '最大温差';
comment on column temperature_policy.warn_margin is '预警余量';
comment on column temperature_policy.min_seconds is '持续时长';
comment on column temperature_policy.door_seconds is '开门宽限';
comment on column temperature_policy.require_cargo is '仅载货时报警';
comment on column temperature_policy.no_data_seconds is '无数据报警';
comment on column temperature_policy.record_seconds is '在途记录间隔';
comment on column temperature_policy.record_out_seconds is '超限记录间隔';
comment on column temperature_policy.first_users is '立即通知';
comment on column temperature_policy.first_roles is '立即通知角色';
comment on column temperature_policy.tell_driver is '车内语音提醒司机';
comment on column temperature_policy.second_minutes is '第二级：未恢复满';
comment on column temperature_policy.second_users is '第二级通知';
comment on column temperature_policy.second_roles is '第二级通知角色';
comment on column temperature_policy.third_minutes is '第三级：未恢复满';
comment on column temperature_policy.third_users is '第三级通知';
comment on column temperature_policy.third_roles is '第三级通知角色';
comment on column temperature_policy.remark is '适用货物';
comment on column temperature_policy.pinyin is '名称拼音';
comment on column temperature_policy.search_text is '检索文本';
create unique index temperature_policy_name_key on temperature_policy (operator_id, name) where deleted_at is null;
create index temperature_policy_status_idx on temperature_policy (operator_id, status, name, id) where deleted_at is null;
create index temperature_policy_first_users_gin on temperature_policy using gin (first_users);
create index temperature_policy_first_roles_gin on temperature_policy using gin (first_roles);
create index temperature_policy_second_users_gin on temperature_policy using gin (second_users);
create index temperature_policy_second_roles_gin on temperature_policy using gin (second_roles);
create index temperature_policy_third_users_gin on temperature_policy using gin (third_users);
create index temperature_policy_third_roles_gin on temperature_policy using gin (third_roles);
create index temperature_policy_kind_idx on temperature_policy (operator_id, kind, name, id) where deleted_at is null;
create index temperature_policy_order on temperature_policy (operator_id, name, id) where deleted_at is null;
create index temperature_policy_search on temperature_policy using gin (search_text gin_trgm_ops);
alter table temperature_policy enable row level security;
alter table temperature_policy force row level security;
create policy tenant on temperature_policy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table temperature_channel (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  kind text default 'temperature' not null,
  sensor_no bigint default 1 not null,
  slot bigint generated always as (sensor_no + case kind when 'humidity' then 10 when 'door' then 20 when 'reefer' then 30 else 0 end) stored,
  signal text default 'aircon',
  zone text default 'middle' not null,
  policy bigint,
  probe bigint,
  store bigint,
  last_at timestamptz,
  last_value numeric(18,1),
  last_quality text,
  excursion text default 'none' not null,
  remark text,
  primary key (operator_id, id),
  constraint temperature_channel_kind_values check (kind in ('temperature', 'humidity', 'door', 'reefer')),
  constraint temperature_channel_sensor_no_range check (sensor_no >= 1 and sensor_no <= 8),
  constraint temperature_channel_signal_values check (signal in ('aircon', 'heater', 'io2', 'io3', 'door5')),
  constraint temperature_channel_zone_values check (zone in ('front', 'middle', 'rear', 'frozen', 'chilled', 'door')),
  constraint temperature_channel_last_quality_values check (last_quality in ('ok', 'broken', 'invalid')),
  constraint temperature_channel_excursion_values check (excursion in ('none', 'warning', 'high', 'low', 'spread', 'noData'))
);
comment on table temperature_channel is '冷链通道';
comment on column temperature_channel.id is '编号';
comment on column temperature_channel.operator_id is '运营公司';
comment on column temperature_channel.created_by is '创建人';
comment on column temperature_channel.created_at is '创建时间';
comment on column temperature_channel.updated_by is '修改人';
comment on column temperature_channel.updated_at is '修改时间';
comment on column temperature_channel.version is '版本';
comment on column temperature_channel.deleted_at is '删除时间';
comment on column temperature_channel.vehicle is '车辆';
comment on column temperature_channel.kind is '类型';
comment on column temperature_channel.sensor_no is '探头序号';
comment on column temperature_channel.slot is '读数编号';
comment on column temperature_channel.signal is '运行信号';
comment on column temperature_channel.zone is '位置';
comment on column temperature_channel.policy is '温控标准';
comment on column temperature_channel.probe is '探头设备';
comment on column temperature_channel.store is '门店';
comment on column temperature_channel.last_at is '最近读数时间';
comment on column temperature_channel.last_value is '最近读数';
comment on column temperature_channel.last_quality is '读数质量';
comment on column temperature_channel.excursion is '当前异常';
comment on column temperature_channel.remark is '备注';
create index temperature_channel_policy_idx on temperature_channel (operator_id, policy, vehicle, slot, id) where deleted_at is null;
create index temperature_channel_probe_idx on temperature_channel (operator_id, probe, vehicle, slot, id) where deleted_at is null;
create index temperature_channel_store_idx on temperature_channel (operator_id, store, vehicle, slot, id) where deleted_at is null;
create unique index temperature_channel_vehicle_kind_sensor_no_key on temperature_channel (operator_id, vehicle, kind, sensor_no) where deleted_at is null;
create index temperature_channel_kind_idx on temperature_channel (operator_id, kind, vehicle, slot, id) where deleted_at is null;
create index temperature_channel_zone_idx on temperature_channel (operator_id, zone, vehicle, slot, id) where deleted_at is null;
create index temperature_channel_excursion_idx on temperature_channel (operator_id, excursion, vehicle, slot, id) where deleted_at is null;
create index temperature_channel_last_at_idx on temperature_channel (operator_id, last_at) where deleted_at is null;
create index temperature_channel_order on temperature_channel (operator_id, vehicle, slot, id) where deleted_at is null;
alter table temperature_channel enable row level security;
alter table temperature_channel force row level security;
create policy tenant on temperature_channel
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table excursion (
  id bigint generated always as identity not null,
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
  measure text default 'temperature' not null,
  kind text not null,
  status text default 'open' not null,
  start_at timestamptz not null,
  confirmed_at timestamptz not null,
  end_at timestamptz,
  peak numeric(18,1),
  degree_minutes numeric(18,1),
  "limit" numeric(18,1),
  door_seconds bigint,
  told bigint default 0 not null,
  amended_at timestamptz,
  handled_at timestamptz,
  handling text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint excursion_measure_values check (measure in ('temperature', 'humidity')),
  constraint excursion_kind_values check (kind in ('high', 'low', 'noData', 'spread')),
  constraint excursion_status_values check (status in ('open', 'handled', 'falseAlarm')),
  constraint excursion_told_range check (told >= 0 and told <= 3)
);
comment on table excursion is '温湿度超限';
comment on column excursion.id is '编号';
comment on column excursion.operator_id is '运营公司';
comment on column excursion.created_by is '创建人';
comment on column excursion.created_at is '创建时间';
comment on column excursion.updated_by is '修改人';
comment on column excursion.updated_at is '修改时间';
comment on column excursion.version is '版本';
comment on column excursion.deleted_at is '删除时间';
comment on column excursion.no is '超限编号';
comment on column excursion.channel is '冷链通道';
comment on column excursion.vehicle is '车辆';
comment on column excursion.store is '门店';
comment on column excursion.policy is '温控标准';
comment on column excursion.measure is '测量项目';
comment on column excursion.kind is '类型';
comment on column excursion.status is '处理状态';
comment on column excursion.start_at is '开始时间';
comment on column excursion.confirmed_at is '确认时间';
comment on column excursion.end_at is '恢复时间';
comment on column excursion.peak is '极值';
comment on column excursion.degree_minutes is '超限量';
comment on column excursion."limit" is '限值';
comment on column excursion.door_seconds is '其中开门';
comment on column excursion.told is '已通知级数';
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
create index excursion_measure_idx on excursion (operator_id, measure, start_at desc, id desc) where deleted_at is null;
create index excursion_kind_idx on excursion (operator_id, kind, start_at desc, id desc) where deleted_at is null;
create index excursion_end_at_idx on excursion (operator_id, end_at) where deleted_at is null;
create index excursion_order on excursion (operator_id, start_at desc, id desc) where deleted_at is null;
create index excursion_search on excursion using gin (search_text gin_trgm_ops);
alter table excursion enable row level security;
alter table excursion force row level security;
create policy tenant on excursion
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table refused_position (
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
  status text default 'waiting' not null,
  cause text default 'other' not null,
  why text not null,
  reported_at timestamptz not null,
  received_at timestamptz not null,
  serial bigint not null,
  frame text,
  content text not null,
  handling text,
  handler bigint,
  handled_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(why, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint refused_position_status_values check (status in ('waiting', 'stored', 'dropped')),
  constraint refused_position_cause_values check (cause in ('range', 'text', 'rule', 'statement', 'other'))
);
comment on table refused_position is '未入库数据';
comment on column refused_position.id is '编号';
comment on column refused_position.operator_id is '运营公司';
comment on column refused_position.created_by is '创建人';
comment on column refused_position.created_at is '创建时间';
comment on column refused_position.updated_by is '修改人';
comment on column refused_position.updated_at is '修改时间';
comment on column refused_position.version is '版本';
comment on column refused_position.deleted_at is '删除时间';
comment on column refused_position.terminal is 'GPS设备';
comment on column refused_position.vehicle is '车辆';
comment on column refused_position.store is '门店';
comment on column refused_position.status is '状态';
comment on column refused_position.cause is '原因';
comment on column refused_position.why is '数据库说明';
comment on column refused_position.reported_at is '定位时间';
comment on column refused_position.received_at is '接收时间';
comment on column refused_position.serial is '消息流水号';
comment on column refused_position.frame is '原始报文';
comment on column refused_position.content is '解析内容';
comment on column refused_position.handling is '处理结果';
comment on column refused_position.handler is '处理人';
comment on column refused_position.handled_at is '处理时间';
comment on column refused_position.pinyin is '名称拼音';
comment on column refused_position.search_text is '检索文本';
create index refused_position_terminal_idx on refused_position (operator_id, terminal, received_at desc, id desc) where deleted_at is null;
create index refused_position_vehicle_idx on refused_position (operator_id, vehicle, received_at desc, id desc) where deleted_at is null;
create index refused_position_store_idx on refused_position (operator_id, store, received_at desc, id desc) where deleted_at is null;
create index refused_position_status_idx on refused_position (operator_id, status, received_at desc, id desc) where deleted_at is null;
create index refused_position_handler_idx on refused_position (operator_id, handler, received_at desc, id desc) where deleted_at is null;
create unique index refused_position_terminal_reported_at_serial_key on refused_position (operator_id, terminal, reported_at, serial) where deleted_at is null;
create index refused_position_cause_idx on refused_position (operator_id, cause, received_at desc, id desc) where deleted_at is null;
create index refused_position_reported_at_idx on refused_position (operator_id, reported_at) where deleted_at is null;
create index refused_position_order on refused_position (operator_id, received_at desc, id desc) where deleted_at is null;
create index refused_position_search on refused_position using gin (search_text gin_trgm_ops);
alter table refused_position enable row level security;
alter table refused_position force row level security;
create policy tenant on refused_position
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

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

create table vehicle_product (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  model bigint not null,
  status text default 'draft' not null,
  mode text default 'long' not null,
  city text,
  stores bigint[],
  images jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(city, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_product_status_values check (status in ('draft', 'listed', 'unlisted')),
  constraint vehicle_product_mode_values check (mode in ('long', 'short', 'rentToOwn', 'withDriver'))
);
comment on table vehicle_product is '车型产品';
comment on column vehicle_product.id is '编号';
comment on column vehicle_product.operator_id is '运营公司';
comment on column vehicle_product.created_by is '创建人';
comment on column vehicle_product.created_at is '创建时间';
comment on column vehicle_product.updated_by is '修改人';
comment on column vehicle_product.updated_at is '修改时间';
comment on column vehicle_product.version is '版本';
comment on column vehicle_product.deleted_at is '删除时间';
comment on column vehicle_product.name is '产品名称';
comment on column vehicle_product.model is '车型';
comment on column vehicle_product.status is '状态';
comment on column vehicle_product.mode is '租赁模式';
comment on column vehicle_product.city is '适用城市';
comment on column vehicle_product.stores is '适用门店';
comment on column vehicle_product.images is '图片';
comment on column vehicle_product.remark is '说明';
comment on column vehicle_product.pinyin is '名称拼音';
comment on column vehicle_product.search_text is '检索文本';
create unique index vehicle_product_name_key on vehicle_product (operator_id, name) where deleted_at is null;
create index vehicle_product_model_idx on vehicle_product (operator_id, model, name, id) where deleted_at is null;
create index vehicle_product_status_idx on vehicle_product (operator_id, status, name, id) where deleted_at is null;
create index vehicle_product_stores_gin on vehicle_product using gin (stores);
create index vehicle_product_mode_idx on vehicle_product (operator_id, mode, name, id) where deleted_at is null;
create index vehicle_product_order on vehicle_product (operator_id, name, id) where deleted_at is null;
create index vehicle_product_search on vehicle_product using gin (search_text gin_trgm_ops);
alter table vehicle_product enable row level security;
alter table vehicle_product force row level security;
create policy tenant on vehicle_product
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_plan (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  product bigint not null,
  name text not null,
  status text default 'active' not null,
  monthly_rent bigint not null,
  pay_cycle_months text default '1' not null,
  bill_mode text default 'advance' not null,
  anchor_mode text default 'startDay' not null,
  fixed_day bigint,
  prorate_mode text default 'actual' not null,
  daily_rent bigint,
  day_rule text default 'excludeEnd' not null,
  issue_ahead_days bigint default 7 not null,
  due_offset_days bigint default 0 not null,
  deposit bigint default 0 not null,
  violation_deposit bigint default 0 not null,
  violation_keep bigint,
  deposit_hold_days bigint default 30 not null,
  quota_km bigint,
  over_km_price bigint,
  late_grace_days bigint default 3 not null,
  late_rate_bp bigint default 5 not null,
  late_cap_bp integer default 2000 not null,
  early_penalty text default 'none' not null,
  early_penalty_months bigint,
  early_penalty_bp integer,
  early_penalty_tiers jsonb,
  overdue_factor_bp integer default 10000 not null,
  min_term_months bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint lease_plan_status_values check (status in ('active', 'disabled')),
  constraint lease_plan_monthly_rent_range check (monthly_rent >= 1),
  constraint lease_plan_pay_cycle_months_values check (pay_cycle_months in ('1', '2', '3', '6', '12')),
  constraint lease_plan_bill_mode_values check (bill_mode in ('advance', 'arrears')),
  constraint lease_plan_anchor_mode_values check (anchor_mode in ('startDay', 'calendarMonth', 'fixedDay')),
  constraint lease_plan_fixed_day_range check (fixed_day >= 1 and fixed_day <= 28),
  constraint lease_plan_prorate_mode_values check (prorate_mode in ('actual', 'thirty', 'daily')),
  constraint lease_plan_daily_rent_range check (daily_rent >= 1),
  constraint lease_plan_day_rule_values check (day_rule in ('excludeEnd', 'includeEnd')),
  constraint lease_plan_issue_ahead_days_range check (issue_ahead_days >= 0 and issue_ahead_days <= 60),
  constraint lease_plan_due_offset_days_range check (due_offset_days >= 0 and due_offset_days <= 60),
  constraint lease_plan_deposit_range check (deposit >= 0),
  constraint lease_plan_violation_deposit_range check (violation_deposit >= 0),
  constraint lease_plan_violation_keep_range check (violation_keep >= 0),
  constraint lease_plan_deposit_hold_days_range check (deposit_hold_days >= 0 and deposit_hold_days <= 365),
  constraint lease_plan_quota_km_range check (quota_km >= 0 and quota_km <= 100000),
  constraint lease_plan_over_km_price_range check (over_km_price >= 0),
  constraint lease_plan_late_grace_days_range check (late_grace_days >= 0 and late_grace_days <= 60),
  constraint lease_plan_late_rate_bp_range check (late_rate_bp >= 0 and late_rate_bp <= 100),
  constraint lease_plan_late_cap_bp_range check (late_cap_bp >= 0 and late_cap_bp <= 10000),
  constraint lease_plan_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate', 'tiers')),
  constraint lease_plan_early_penalty_months_range check (early_penalty_months >= 1 and early_penalty_months <= 12),
  constraint lease_plan_early_penalty_bp_range check (early_penalty_bp >= 1 and early_penalty_bp <= 10000),
  constraint lease_plan_overdue_factor_bp_range check (overdue_factor_bp >= 0 and overdue_factor_bp <= 50000),
  constraint lease_plan_min_term_months_range check (min_term_months >= 1 and min_term_months <= 120)
);
comment on table lease_plan is '租赁方案';
comment on column lease_plan.id is '编号';
comment on column lease_plan.operator_id is '运营公司';
comment on column lease_plan.created_by is '创建人';
comment on column lease_plan.created_at is '创建时间';
comment on column lease_plan.updated_by is '修改人';
comment on column lease_plan.updated_at is '修改时间';
comment on column lease_plan.version is '版本';
comment on column lease_plan.deleted_at is '删除时间';
comment on column lease_plan.product is '产品';
comment on column lease_plan.name is '方案名称';
comment on column lease_plan.status is '状态';
comment on column lease_plan.monthly_rent is '月租金';
comment on column lease_plan.pay_cycle_months is '付款周期';
comment on column lease_plan.bill_mode is '收租方式';
comment on column lease_plan.anchor_mode is '账期起算';
comment on column lease_plan.fixed_day is '账单日';
comment on column lease_plan.prorate_mode is '不足一期的计算';
comment on column lease_plan.daily_rent is '日租金';
comment on column lease_plan.day_rule is '首尾日规则';
comment on column lease_plan.issue_ahead_days is '提前出账天数';
comment on column lease_plan.due_offset_days is '应付日偏移';
comment on column lease_plan.deposit is '车辆押金';
comment on column lease_plan.violation_deposit is '违章押金';
comment on column lease_plan.violation_keep is '违章押金至少保留';
comment on column lease_plan.deposit_hold_days is '违章押金保留天数';
comment on column lease_plan.quota_km is '月里程额度';
comment on column lease_plan.over_km_price is '超里程单价';
comment on column lease_plan.late_grace_days is '滞纳金宽限期';
comment on column lease_plan.late_rate_bp is '滞纳金日费率';
comment on column lease_plan.late_cap_bp is '滞纳金上限';
comment on column lease_plan.early_penalty is '提前退车违约金';
comment on column lease_plan.early_penalty_months is '违约金月数';
comment on column lease_plan.early_penalty_bp is '违约金比例';
comment on column lease_plan.early_penalty_tiers is '违约金分档';
comment on column lease_plan.overdue_factor_bp is '超期用车计费';
comment on column lease_plan.min_term_months is '最短租期';
comment on column lease_plan.pinyin is '名称拼音';
comment on column lease_plan.search_text is '检索文本';
create index lease_plan_status_idx on lease_plan (operator_id, status, product, name, id) where deleted_at is null;
create unique index lease_plan_product_name_key on lease_plan (operator_id, product, name) where deleted_at is null;
create index lease_plan_order on lease_plan (operator_id, product, name, id) where deleted_at is null;
create index lease_plan_search on lease_plan using gin (search_text gin_trgm_ops);
alter table lease_plan enable row level security;
alter table lease_plan force row level security;
create policy tenant on lease_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table product_cost (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  product bigint not null,
  effective_on date not null,
  purchase_price bigint not null,
  residual_bp integer default 500 not null,
  depreciation_months bigint default 60 not null,
  insurance_per_year bigint default 0 not null,
  upkeep_per_month bigint default 0 not null,
  other_per_month bigint default 0 not null,
  rent bigint,
  depreciation bigint generated always as (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months) stored,
  monthly_cost bigint generated always as ((((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) stored,
  margin bigint generated always as (rent - (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) stored,
  margin_percent bigint generated always as (case when rent > 0 then (rent - (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) * 100 / rent end) stored,
  remark text,
  primary key (operator_id, id),
  constraint product_cost_purchase_price_range check (purchase_price >= 1),
  constraint product_cost_residual_bp_range check (residual_bp >= 0 and residual_bp <= 10000),
  constraint product_cost_depreciation_months_range check (depreciation_months >= 1 and depreciation_months <= 240),
  constraint product_cost_insurance_per_year_range check (insurance_per_year >= 0),
  constraint product_cost_upkeep_per_month_range check (upkeep_per_month >= 0),
  constraint product_cost_other_per_month_range check (other_per_month >= 0),
  constraint product_cost_rent_range check (rent >= 1)
);
comment on table product_cost is '产品成本';
comment on column product_cost.id is '编号';
comment on column product_cost.operator_id is '运营公司';
comment on column product_cost.created_by is '创建人';
comment on column product_cost.created_at is '创建时间';
comment on column product_cost.updated_by is '修改人';
comment on column product_cost.updated_at is '修改时间';
comment on column product_cost.version is '版本';
comment on column product_cost.deleted_at is '删除时间';
comment on column product_cost.product is '产品';
comment on column product_cost.effective_on is '生效日期';
comment on column product_cost.purchase_price is '单车购置价';
comment on column product_cost.residual_bp is '残值率';
comment on column product_cost.depreciation_months is '折旧期';
comment on column product_cost.insurance_per_year is '年保险费';
comment on column product_cost.upkeep_per_month is '月保养维修';
comment on column product_cost.other_per_month is '月其他成本';
comment on column product_cost.rent is '对照月租金';
comment on column product_cost.depreciation is '月折旧';
comment on column product_cost.monthly_cost is '月成本';
comment on column product_cost.margin is '月毛利';
comment on column product_cost.margin_percent is '毛利率（%）';
comment on column product_cost.remark is '说明';
create unique index product_cost_product_effective_on_key on product_cost (operator_id, product, effective_on) where deleted_at is null;
create index product_cost_effective_on_idx on product_cost (operator_id, effective_on) where deleted_at is null;
create index product_cost_order on product_cost (operator_id, product, effective_on desc, id) where deleted_at is null;
alter table product_cost enable row level security;
alter table product_cost force row level security;
create policy tenant on product_cost
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table car_application (
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
  lessee bigint not null,
  store bigint not null,
  owner bigint,
  model bigint,
  plan bigint,
  quantity bigint default 1 not null,
  vehicles bigint[],
  want_on date not null,
  months bigint default 12 not null,
  purpose text not null,
  attachments jsonb,
  contract bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(purpose, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint car_application_status_values check (status in ('draft', 'approving', 'rejected', 'approved', 'contracted', 'cancelled')),
  constraint car_application_quantity_range check (quantity >= 1 and quantity <= 100),
  constraint car_application_months_range check (months >= 1 and months <= 120)
);
comment on table car_application is '用车申请';
comment on column car_application.id is '编号';
comment on column car_application.operator_id is '运营公司';
comment on column car_application.created_by is '创建人';
comment on column car_application.created_at is '创建时间';
comment on column car_application.updated_by is '修改人';
comment on column car_application.updated_at is '修改时间';
comment on column car_application.version is '版本';
comment on column car_application.deleted_at is '删除时间';
comment on column car_application.no is '申请单号';
comment on column car_application.status is '状态';
comment on column car_application.lessee is '承租人';
comment on column car_application.store is '提车门店';
comment on column car_application.owner is '业务员';
comment on column car_application.model is '意向车型';
comment on column car_application.plan is '租赁方案';
comment on column car_application.quantity is '数量';
comment on column car_application.vehicles is '指定车辆';
comment on column car_application.want_on is '希望提车日';
comment on column car_application.months is '租期';
comment on column car_application.purpose is '用途';
comment on column car_application.attachments is '附件';
comment on column car_application.contract is '合同';
comment on column car_application.submitted_at is '提交时间';
comment on column car_application.decided_by is '审核人';
comment on column car_application.decided_at is '审核时间';
comment on column car_application.reject_reason is '驳回原因';
comment on column car_application.pinyin is '名称拼音';
comment on column car_application.search_text is '检索文本';
create unique index car_application_no_key on car_application (operator_id, no) where deleted_at is null;
create index car_application_status_idx on car_application (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index car_application_lessee_idx on car_application (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index car_application_store_idx on car_application (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index car_application_owner_idx on car_application (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index car_application_model_idx on car_application (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index car_application_plan_idx on car_application (operator_id, plan, created_at desc, id desc) where deleted_at is null;
create index car_application_vehicles_gin on car_application using gin (vehicles);
create index car_application_contract_idx on car_application (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index car_application_decided_by_idx on car_application (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index car_application_want_on_idx on car_application (operator_id, want_on) where deleted_at is null;
create index car_application_order on car_application (operator_id, created_at desc, id desc) where deleted_at is null;
create index car_application_search on car_application using gin (search_text gin_trgm_ops);
alter table car_application enable row level security;
alter table car_application force row level security;
create policy tenant on car_application
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table contract_clause (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  text text not null,
  published_on date,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint contract_clause_status_values check (status in ('draft', 'published', 'retired'))
);
comment on table contract_clause is '合同条款';
comment on column contract_clause.id is '编号';
comment on column contract_clause.operator_id is '运营公司';
comment on column contract_clause.created_by is '创建人';
comment on column contract_clause.created_at is '创建时间';
comment on column contract_clause.updated_by is '修改人';
comment on column contract_clause.updated_at is '修改时间';
comment on column contract_clause.version is '版本';
comment on column contract_clause.deleted_at is '删除时间';
comment on column contract_clause.no is '版本号';
comment on column contract_clause.name is '名称';
comment on column contract_clause.status is '状态';
comment on column contract_clause.text is '条款';
comment on column contract_clause.published_on is '启用日期';
comment on column contract_clause.pinyin is '名称拼音';
comment on column contract_clause.search_text is '检索文本';
create unique index contract_clause_no_key on contract_clause (operator_id, no) where deleted_at is null;
create index contract_clause_status_idx on contract_clause (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index contract_clause_published_on_idx on contract_clause (operator_id, published_on) where deleted_at is null;
create index contract_clause_order on contract_clause (operator_id, created_at desc, id desc) where deleted_at is null;
create index contract_clause_search on contract_clause using gin (search_text gin_trgm_ops);
alter table contract_clause enable row level security;
alter table contract_clause force row level security;
create policy tenant on contract_clause
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table contract (
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
  kind text default 'lease' not null,
  lessee bigint not null,
  store bigint not null,
  owner bigint,
  channel bigint,
  application bigint,
  plan bigint not null,
  vehicles bigint[] not null,
  start_on date not null,
  end_on date not null,
  monthly_rent bigint not null,
  pay_cycle_months text default '1' not null,
  bill_mode text default 'advance' not null,
  anchor_mode text default 'startDay' not null,
  fixed_day bigint,
  prorate_mode text default 'actual' not null,
  daily_rent bigint,
  day_rule text default 'excludeEnd' not null,
  issue_ahead_days bigint default 7 not null,
  due_offset_days bigint default 0 not null,
  deposit bigint default 0 not null,
  violation_deposit bigint default 0 not null,
  violation_keep bigint,
  deposit_hold_days bigint default 30 not null,
  quota_km bigint,
  over_km_price bigint,
  late_grace_days bigint default 3 not null,
  late_rate_bp bigint default 5 not null,
  late_cap_bp integer default 2000 not null,
  early_penalty text default 'none' not null,
  early_penalty_months bigint,
  early_penalty_bp integer,
  early_penalty_tiers jsonb,
  overdue_factor_bp integer default 10000 not null,
  sign_mode text default 'offline' not null,
  signed_on date,
  signed_scans jsonb,
  signing_ended text,
  clause bigint,
  total_rent bigint default 0,
  reject_reason text,
  attachments jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint contract_status_values check (status in ('draft', 'approving', 'rejected', 'toSign', 'signing', 'toHandOver', 'active', 'toSettle', 'done', 'endedEarly', 'void')),
  constraint contract_kind_values check (kind in ('lease', 'rentToOwn', 'framework')),
  constraint contract_monthly_rent_range check (monthly_rent >= 1),
  constraint contract_pay_cycle_months_values check (pay_cycle_months in ('1', '2', '3', '6', '12')),
  constraint contract_bill_mode_values check (bill_mode in ('advance', 'arrears')),
  constraint contract_anchor_mode_values check (anchor_mode in ('startDay', 'calendarMonth', 'fixedDay')),
  constraint contract_fixed_day_range check (fixed_day >= 1 and fixed_day <= 28),
  constraint contract_prorate_mode_values check (prorate_mode in ('actual', 'thirty', 'daily')),
  constraint contract_daily_rent_range check (daily_rent >= 1),
  constraint contract_day_rule_values check (day_rule in ('excludeEnd', 'includeEnd')),
  constraint contract_issue_ahead_days_range check (issue_ahead_days >= 0 and issue_ahead_days <= 60),
  constraint contract_due_offset_days_range check (due_offset_days >= 0 and due_offset_days <= 60),
  constraint contract_deposit_range check (deposit >= 0),
  constraint contract_violation_deposit_range check (violation_deposit >= 0),
  constraint contract_violation_keep_range check (violation_keep >= 0),
  constraint contract_deposit_hold_days_range check (deposit_hold_days >= 0 and deposit_hold_days <= 365),
  constraint contract_quota_km_range check (quota_km >= 0 and quota_km <= 100000),
  constraint contract_over_km_price_range check (over_km_price >= 0),
  constraint contract_late_grace_days_range check (late_grace_days >= 0 and late_grace_days <= 60),
  constraint contract_late_rate_bp_range check (late_rate_bp >= 0 and late_rate_bp <= 100),
  constraint contract_late_cap_bp_range check (late_cap_bp >= 0 and late_cap_bp <= 10000),
  constraint contract_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate', 'tiers')),
  constraint contract_early_penalty_months_range check (early_penalty_months >= 1 and early_penalty_months <= 12),
  constraint contract_early_penalty_bp_range check (early_penalty_bp >= 1 and early_penalty_bp <= 10000),
  constraint contract_overdue_factor_bp_range check (overdue_factor_bp >= 0 and overdue_factor_bp <= 50000),
  constraint contract_sign_mode_values check (sign_mode in ('offline', 'electronic'))
);
comment on table contract is '租赁合同';
comment on column contract.id is '编号';
comment on column contract.operator_id is '运营公司';
comment on column contract.created_by is '创建人';
comment on column contract.created_at is '创建时间';
comment on column contract.updated_by is '修改人';
comment on column contract.updated_at is '修改时间';
comment on column contract.version is '版本';
comment on column contract.deleted_at is '删除时间';
comment on column contract.no is '合同编号';
comment on column contract.status is '状态';
comment on column contract.kind is '合同类型';
comment on column contract.lessee is '承租人';
comment on column contract.store is '签约门店';
comment on column contract.owner is '业务员';
comment on column contract.channel is '来源渠道';
comment on column contract.application is '用车申请';
comment on column contract.plan is '租赁方案';
comment on column contract.vehicles is '租赁车辆';
comment on column contract.start_on is '起租日';
comment on column contract.end_on is '到期日';
comment on column contract.monthly_rent is '月租金';
comment on column contract.pay_cycle_months is '付款周期';
comment on column contract.bill_mode is '收租方式';
comment on column contract.anchor_mode is '账期起算';
comment on column contract.fixed_day is '账单日';
comment on column contract.prorate_mode is '不足一期的计算';
comment on column contract.daily_rent is '日租金';
comment on column contract.day_rule is '首尾日规则';
comment on column contract.issue_ahead_days is '提前出账天数';
comment on column contract.due_offset_days is '应付日偏移';
comment on column contract.deposit is '车辆押金';
comment on column contract.violation_deposit is '违章押金';
comment on column contract.violation_keep is '违章押金至少保留';
comment on column contract.deposit_hold_days is '违章押金保留天数';
comment on column contract.quota_km is '月里程额度';
comment on column contract.over_km_price is '超里程单价';
comment on column contract.late_grace_days is '滞纳金宽限期';
comment on column contract.late_rate_bp is '滞纳金日费率';
comment on column contract.late_cap_bp is '滞纳金上限';
comment on column contract.early_penalty is '提前退车违约金';
comment on column contract.early_penalty_months is '违约金月数';
comment on column contract.early_penalty_bp is '违约金比例';
comment on column contract.early_penalty_tiers is '违约金分档';
comment on column contract.overdue_factor_bp is '超期用车计费';
comment on column contract.sign_mode is '签署方式';
comment on column contract.signed_on is '签署日期';
comment on column contract.signed_scans is '已签合同扫描件';
comment on column contract.signing_ended is '上次电子签署未完成的原因';
comment on column contract.clause is '合同条款版本';
comment on column contract.total_rent is '租金总额';
comment on column contract.reject_reason is '驳回原因';
comment on column contract.attachments is '附件';
comment on column contract.remark is '备注';
comment on column contract.pinyin is '名称拼音';
comment on column contract.search_text is '检索文本';
create unique index contract_no_key on contract (operator_id, no) where deleted_at is null;
create index contract_status_idx on contract (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index contract_lessee_idx on contract (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index contract_store_idx on contract (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index contract_owner_idx on contract (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index contract_channel_idx on contract (operator_id, channel, created_at desc, id desc) where deleted_at is null;
create index contract_application_idx on contract (operator_id, application, created_at desc, id desc) where deleted_at is null;
create index contract_plan_idx on contract (operator_id, plan, created_at desc, id desc) where deleted_at is null;
create index contract_vehicles_gin on contract using gin (vehicles);
create index contract_clause_idx on contract (operator_id, clause, created_at desc, id desc) where deleted_at is null;
create index contract_start_on_idx on contract (operator_id, start_on) where deleted_at is null;
create index contract_end_on_idx on contract (operator_id, end_on) where deleted_at is null;
create index contract_kind_idx on contract (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index contract_order on contract (operator_id, created_at desc, id desc) where deleted_at is null;
create index contract_search on contract using gin (search_text gin_trgm_ops);
alter table contract enable row level security;
alter table contract force row level security;
create policy tenant on contract
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toPickUp' not null,
  contract bigint not null,
  lessee bigint not null,
  vehicle bigint not null,
  store bigint not null,
  owner bigint,
  start_on date not null,
  end_on date not null,
  monthly_rent bigint not null,
  later_rents jsonb,
  handed_over_at timestamptz,
  start_odometer bigint,
  returned_at timestamptz,
  end_odometer bigint,
  revision bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint lease_status_values check (status in ('toPickUp', 'toHandOver', 'active', 'swapping', 'returning', 'toInspect', 'toSettle', 'settling', 'settled', 'cancelled'))
);
comment on table lease is '租约';
comment on column lease.id is '编号';
comment on column lease.operator_id is '运营公司';
comment on column lease.created_by is '创建人';
comment on column lease.created_at is '创建时间';
comment on column lease.updated_by is '修改人';
comment on column lease.updated_at is '修改时间';
comment on column lease.version is '版本';
comment on column lease.deleted_at is '删除时间';
comment on column lease.no is '租赁单号';
comment on column lease.status is '状态';
comment on column lease.contract is '合同';
comment on column lease.lessee is '承租人';
comment on column lease.vehicle is '当前车辆';
comment on column lease.store is '门店';
comment on column lease.owner is '业务员';
comment on column lease.start_on is '起租日';
comment on column lease.end_on is '到期日';
comment on column lease.monthly_rent is '月租金';
comment on column lease.later_rents is '期满后租金';
comment on column lease.handed_over_at is '交车时间';
comment on column lease.start_odometer is '交车里程';
comment on column lease.returned_at is '退车时间';
comment on column lease.end_odometer is '退车里程';
comment on column lease.revision is '计划版本';
comment on column lease.pinyin is '名称拼音';
comment on column lease.search_text is '检索文本';
create unique index lease_no_key on lease (operator_id, no) where deleted_at is null;
create index lease_status_idx on lease (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index lease_contract_idx on lease (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index lease_lessee_idx on lease (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index lease_vehicle_idx on lease (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index lease_store_idx on lease (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index lease_owner_idx on lease (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index lease_start_on_idx on lease (operator_id, start_on) where deleted_at is null;
create index lease_end_on_idx on lease (operator_id, end_on) where deleted_at is null;
create index lease_order on lease (operator_id, created_at desc, id desc) where deleted_at is null;
create index lease_search on lease using gin (search_text gin_trgm_ops);
alter table lease enable row level security;
alter table lease force row level security;
create policy tenant on lease
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_term (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lease bigint not null,
  contract bigint not null,
  store bigint not null,
  seq bigint not null,
  source text default 'first' not null,
  anchor_on date not null,
  start_on date not null,
  end_on date not null,
  monthly_rent bigint not null,
  daily_rent bigint,
  primary key (operator_id, id),
  constraint lease_term_source_values check (source in ('first', 'renewal', 'extension', 'change'))
);
comment on table lease_term is '租期';
comment on column lease_term.id is '编号';
comment on column lease_term.operator_id is '运营公司';
comment on column lease_term.created_by is '创建人';
comment on column lease_term.created_at is '创建时间';
comment on column lease_term.updated_by is '修改人';
comment on column lease_term.updated_at is '修改时间';
comment on column lease_term.version is '版本';
comment on column lease_term.deleted_at is '删除时间';
comment on column lease_term.lease is '租约';
comment on column lease_term.contract is '合同';
comment on column lease_term.store is '门店';
comment on column lease_term.seq is '序号';
comment on column lease_term.source is '来源';
comment on column lease_term.anchor_on is '账期基准日';
comment on column lease_term.start_on is '起';
comment on column lease_term.end_on is '止';
comment on column lease_term.monthly_rent is '月租金';
comment on column lease_term.daily_rent is '日租金';
create index lease_term_contract_idx on lease_term (operator_id, contract, lease, seq, id) where deleted_at is null;
create index lease_term_store_idx on lease_term (operator_id, store, lease, seq, id) where deleted_at is null;
create index lease_term_source_idx on lease_term (operator_id, source, lease, seq, id) where deleted_at is null;
create index lease_term_start_on_idx on lease_term (operator_id, start_on) where deleted_at is null;
create index lease_term_order on lease_term (operator_id, lease, seq, id) where deleted_at is null;
alter table lease_term enable row level security;
alter table lease_term force row level security;
create policy tenant on lease_term
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_segment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lease bigint not null,
  contract bigint not null,
  lessee bigint not null,
  vehicle bigint not null,
  store bigint not null,
  kind text default 'main' not null,
  from_at timestamptz not null,
  to_at timestamptz,
  start_odometer bigint,
  end_odometer bigint,
  primary key (operator_id, id),
  constraint lease_segment_kind_values check (kind in ('main', 'swap', 'temporary'))
);
comment on table lease_segment is '租赁记录';
comment on column lease_segment.id is '编号';
comment on column lease_segment.operator_id is '运营公司';
comment on column lease_segment.created_by is '创建人';
comment on column lease_segment.created_at is '创建时间';
comment on column lease_segment.updated_by is '修改人';
comment on column lease_segment.updated_at is '修改时间';
comment on column lease_segment.version is '版本';
comment on column lease_segment.deleted_at is '删除时间';
comment on column lease_segment.lease is '租约';
comment on column lease_segment.contract is '合同';
comment on column lease_segment.lessee is '承租人';
comment on column lease_segment.vehicle is '车辆';
comment on column lease_segment.store is '门店';
comment on column lease_segment.kind is '用车类型';
comment on column lease_segment.from_at is '起';
comment on column lease_segment.to_at is '止';
comment on column lease_segment.start_odometer is '起始里程';
comment on column lease_segment.end_odometer is '结束里程';
create index lease_segment_lease_idx on lease_segment (operator_id, lease, from_at desc, id desc) where deleted_at is null;
create index lease_segment_contract_idx on lease_segment (operator_id, contract, from_at desc, id desc) where deleted_at is null;
create index lease_segment_lessee_idx on lease_segment (operator_id, lessee, from_at desc, id desc) where deleted_at is null;
create index lease_segment_vehicle_idx on lease_segment (operator_id, vehicle, from_at desc, id desc) where deleted_at is null;
create index lease_segment_store_idx on lease_segment (operator_id, store, from_at desc, id desc) where deleted_at is null;
create index lease_segment_to_at_idx on lease_segment (operator_id, to_at) where deleted_at is null;
create index lease_segment_order on lease_segment (operator_id, from_at desc, id desc) where deleted_at is null;
alter table lease_segment enable row level security;
alter table lease_segment force row level security;
create policy tenant on lease_segment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table plan_period (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lease bigint not null,
  contract bigint not null,
  store bigint not null,
  status text default 'planned' not null,
  revision bigint not null,
  seq bigint not null,
  start_on date not null,
  end_on date not null,
  amount bigint not null,
  issue_on date not null,
  due_on date not null,
  items jsonb not null,
  bill bigint,
  primary key (operator_id, id),
  constraint plan_period_status_values check (status in ('planned', 'issued', 'cancelled'))
);
comment on table plan_period is '收款计划';
comment on column plan_period.id is '编号';
comment on column plan_period.operator_id is '运营公司';
comment on column plan_period.created_by is '创建人';
comment on column plan_period.created_at is '创建时间';
comment on column plan_period.updated_by is '修改人';
comment on column plan_period.updated_at is '修改时间';
comment on column plan_period.version is '版本';
comment on column plan_period.deleted_at is '删除时间';
comment on column plan_period.lease is '租约';
comment on column plan_period.contract is '合同';
comment on column plan_period.store is '门店';
comment on column plan_period.status is '状态';
comment on column plan_period.revision is '计划版本';
comment on column plan_period.seq is '期次';
comment on column plan_period.start_on is '账期起';
comment on column plan_period.end_on is '账期止';
comment on column plan_period.amount is '金额';
comment on column plan_period.issue_on is '出账日';
comment on column plan_period.due_on is '应付日';
comment on column plan_period.items is '明细';
comment on column plan_period.bill is '账单';
create index plan_period_contract_idx on plan_period (operator_id, contract, lease, seq, id) where deleted_at is null;
create index plan_period_bill_idx on plan_period (operator_id, bill, lease, seq, id) where deleted_at is null;
create unique index plan_period_lease_revision_seq_key on plan_period (operator_id, lease, revision, seq) where deleted_at is null;
create index plan_period_order on plan_period (operator_id, lease, seq, id) where deleted_at is null;
alter table plan_period enable row level security;
alter table plan_period force row level security;
create policy tenant on plan_period
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection_template (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  category text,
  items jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint inspection_template_status_values check (status in ('active', 'disabled'))
);
comment on table inspection_template is '验车模板';
comment on column inspection_template.id is '编号';
comment on column inspection_template.operator_id is '运营公司';
comment on column inspection_template.created_by is '创建人';
comment on column inspection_template.created_at is '创建时间';
comment on column inspection_template.updated_by is '修改人';
comment on column inspection_template.updated_at is '修改时间';
comment on column inspection_template.version is '版本';
comment on column inspection_template.deleted_at is '删除时间';
comment on column inspection_template.name is '模板名称';
comment on column inspection_template.status is '状态';
comment on column inspection_template.category is '适用车辆类别';
comment on column inspection_template.items is '检查项';
comment on column inspection_template.remark is '说明';
comment on column inspection_template.pinyin is '名称拼音';
comment on column inspection_template.search_text is '检索文本';
create unique index inspection_template_name_key on inspection_template (operator_id, name) where deleted_at is null;
create index inspection_template_status_idx on inspection_template (operator_id, status, name, id) where deleted_at is null;
create index inspection_template_category_idx on inspection_template (operator_id, category, name, id) where deleted_at is null;
create index inspection_template_order on inspection_template (operator_id, name, id) where deleted_at is null;
create index inspection_template_search on inspection_template using gin (search_text gin_trgm_ops);
alter table inspection_template enable row level security;
alter table inspection_template force row level security;
create policy tenant on inspection_template
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table handover (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'pending' not null,
  contract bigint not null,
  lease bigint not null,
  lessee bigint not null,
  vehicle bigint not null,
  store bigint not null,
  template bigint,
  planned_on date not null,
  actual_at timestamptz,
  odometer bigint,
  energy_percent bigint,
  items jsonb,
  photos jsonb,
  receiver_name text,
  receiver_mobile text,
  signed_sheet jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint handover_status_values check (status in ('pending', 'done', 'cancelled'))
);
comment on table handover is '交车单';
comment on column handover.id is '编号';
comment on column handover.operator_id is '运营公司';
comment on column handover.created_by is '创建人';
comment on column handover.created_at is '创建时间';
comment on column handover.updated_by is '修改人';
comment on column handover.updated_at is '修改时间';
comment on column handover.version is '版本';
comment on column handover.deleted_at is '删除时间';
comment on column handover.no is '交车单号';
comment on column handover.status is '状态';
comment on column handover.contract is '合同';
comment on column handover.lease is '租约';
comment on column handover.lessee is '承租人';
comment on column handover.vehicle is '车辆';
comment on column handover.store is '门店';
comment on column handover.template is '验车模板';
comment on column handover.planned_on is '计划交车日';
comment on column handover.actual_at is '实际交车时间';
comment on column handover.odometer is '里程表读数';
comment on column handover.energy_percent is '电量/油量';
comment on column handover.items is '检查结果';
comment on column handover.photos is '交车照片';
comment on column handover.receiver_name is '提车人';
comment on column handover.receiver_mobile is '提车人手机号';
comment on column handover.signed_sheet is '双方签字交接单';
comment on column handover.remark is '备注';
comment on column handover.pinyin is '名称拼音';
comment on column handover.search_text is '检索文本';
create unique index handover_no_key on handover (operator_id, no) where deleted_at is null;
create index handover_status_idx on handover (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index handover_contract_idx on handover (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index handover_lease_idx on handover (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index handover_lessee_idx on handover (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index handover_vehicle_idx on handover (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index handover_store_idx on handover (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index handover_template_idx on handover (operator_id, template, created_at desc, id desc) where deleted_at is null;
create index handover_planned_on_idx on handover (operator_id, planned_on) where deleted_at is null;
create index handover_actual_at_idx on handover (operator_id, actual_at) where deleted_at is null;
create index handover_order on handover (operator_id, created_at desc, id desc) where deleted_at is null;
create index handover_search on handover using gin (search_text gin_trgm_ops);
alter table handover enable row level security;
alter table handover force row level security;
create policy tenant on handover
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_swap (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  store bigint,
  kind text default 'permanent' not null,
  old_vehicle bigint,
  new_vehicle bigint not null,
  planned_on date not null,
  expected_back_on date,
  rent_policy text default 'none',
  new_rent bigint,
  new_daily_rent bigint,
  renewal_rent text default 'agreed',
  reason_kind text default 'fault' not null,
  reason_note text,
  attachments jsonb,
  effective_at timestamptz,
  old_odometer bigint,
  old_energy_percent bigint,
  new_odometer bigint,
  new_energy_percent bigint,
  old_items jsonb,
  new_items jsonb,
  photos jsonb,
  signed_sheet jsonb,
  back_at timestamptz,
  difference bigint,
  bill bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_swap_status_values check (status in ('draft', 'approving', 'rejected', 'toSwap', 'away', 'done', 'cancelled')),
  constraint vehicle_swap_kind_values check (kind in ('permanent', 'temporary')),
  constraint vehicle_swap_rent_policy_values check (rent_policy in ('none', 'difference', 'nextPeriod')),
  constraint vehicle_swap_new_rent_range check (new_rent >= 1),
  constraint vehicle_swap_new_daily_rent_range check (new_daily_rent >= 1),
  constraint vehicle_swap_renewal_rent_values check (renewal_rent in ('agreed', 'same')),
  constraint vehicle_swap_reason_kind_values check (reason_kind in ('fault', 'accident', 'maintenance', 'upgrade', 'other'))
);
comment on table vehicle_swap is '换车单';
comment on column vehicle_swap.id is '编号';
comment on column vehicle_swap.operator_id is '运营公司';
comment on column vehicle_swap.created_by is '创建人';
comment on column vehicle_swap.created_at is '创建时间';
comment on column vehicle_swap.updated_by is '修改人';
comment on column vehicle_swap.updated_at is '修改时间';
comment on column vehicle_swap.version is '版本';
comment on column vehicle_swap.deleted_at is '删除时间';
comment on column vehicle_swap.no is '换车单号';
comment on column vehicle_swap.status is '状态';
comment on column vehicle_swap.lease is '租约';
comment on column vehicle_swap.contract is '合同';
comment on column vehicle_swap.lessee is '承租人';
comment on column vehicle_swap.store is '门店';
comment on column vehicle_swap.kind is '换车方式';
comment on column vehicle_swap.old_vehicle is '原车';
comment on column vehicle_swap.new_vehicle is '新车';
comment on column vehicle_swap.planned_on is '计划换车日';
comment on column vehicle_swap.expected_back_on is '预计换回日';
comment on column vehicle_swap.rent_policy is '租金处理';
comment on column vehicle_swap.new_rent is '新月租金';
comment on column vehicle_swap.new_daily_rent is '新日租金';
comment on column vehicle_swap.renewal_rent is '续租期租金';
comment on column vehicle_swap.reason_kind is '换车原因';
comment on column vehicle_swap.reason_note is '说明';
comment on column vehicle_swap.attachments is '附件';
comment on column vehicle_swap.effective_at is '实际换车时间';
comment on column vehicle_swap.old_odometer is '原车里程';
comment on column vehicle_swap.old_energy_percent is '原车电量/油量';
comment on column vehicle_swap.new_odometer is '新车里程';
comment on column vehicle_swap.new_energy_percent is '新车电量/油量';
comment on column vehicle_swap.old_items is '原车检查结果';
comment on column vehicle_swap.new_items is '新车检查结果';
comment on column vehicle_swap.photos is '验车照片';
comment on column vehicle_swap.signed_sheet is '双方签字换车单';
comment on column vehicle_swap.back_at is '换回时间';
comment on column vehicle_swap.difference is '租金差额';
comment on column vehicle_swap.bill is '补差账单';
comment on column vehicle_swap.submitted_at is '提交时间';
comment on column vehicle_swap.decided_by is '审核人';
comment on column vehicle_swap.decided_at is '审核时间';
comment on column vehicle_swap.reject_reason is '驳回原因';
comment on column vehicle_swap.pinyin is '名称拼音';
comment on column vehicle_swap.search_text is '检索文本';
create unique index vehicle_swap_no_key on vehicle_swap (operator_id, no) where deleted_at is null;
create index vehicle_swap_status_idx on vehicle_swap (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_lease_idx on vehicle_swap (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_contract_idx on vehicle_swap (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_lessee_idx on vehicle_swap (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_store_idx on vehicle_swap (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_old_vehicle_idx on vehicle_swap (operator_id, old_vehicle, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_new_vehicle_idx on vehicle_swap (operator_id, new_vehicle, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_bill_idx on vehicle_swap (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_decided_by_idx on vehicle_swap (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_kind_idx on vehicle_swap (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_planned_on_idx on vehicle_swap (operator_id, planned_on) where deleted_at is null;
create index vehicle_swap_effective_at_idx on vehicle_swap (operator_id, effective_at) where deleted_at is null;
create index vehicle_swap_order on vehicle_swap (operator_id, created_at desc, id desc) where deleted_at is null;
create index vehicle_swap_search on vehicle_swap using gin (search_text gin_trgm_ops);
alter table vehicle_swap enable row level security;
alter table vehicle_swap force row level security;
create policy tenant on vehicle_swap
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rent_reduction (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  method text default 'freeDays' not null,
  start_on date not null,
  last_on date,
  amount_off bigint,
  rate_bp integer,
  new_rent bigint,
  new_daily_rent bigint,
  most bigint,
  reason_kind text default 'fault' not null,
  reason_note text not null,
  attachments jsonb,
  amount bigint,
  parts jsonb,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint rent_reduction_status_values check (status in ('draft', 'approving', 'rejected', 'effective', 'withdrawn')),
  constraint rent_reduction_method_values check (method in ('freeDays', 'amount', 'rate', 'newRent')),
  constraint rent_reduction_amount_off_range check (amount_off >= 1),
  constraint rent_reduction_rate_bp_range check (rate_bp >= 1 and rate_bp <= 10000),
  constraint rent_reduction_new_rent_range check (new_rent >= 1),
  constraint rent_reduction_new_daily_rent_range check (new_daily_rent >= 1),
  constraint rent_reduction_most_range check (most >= 1),
  constraint rent_reduction_reason_kind_values check (reason_kind in ('fault', 'forceMajeure', 'care', 'bargain', 'other'))
);
comment on table rent_reduction is '减租单';
comment on column rent_reduction.id is '编号';
comment on column rent_reduction.operator_id is '运营公司';
comment on column rent_reduction.created_by is '创建人';
comment on column rent_reduction.created_at is '创建时间';
comment on column rent_reduction.updated_by is '修改人';
comment on column rent_reduction.updated_at is '修改时间';
comment on column rent_reduction.version is '版本';
comment on column rent_reduction.deleted_at is '删除时间';
comment on column rent_reduction.no is '减租单号';
comment on column rent_reduction.status is '状态';
comment on column rent_reduction.lease is '租约';
comment on column rent_reduction.contract is '合同';
comment on column rent_reduction.lessee is '承租人';
comment on column rent_reduction.vehicle is '车辆';
comment on column rent_reduction.store is '门店';
comment on column rent_reduction.method is '减租方式';
comment on column rent_reduction.start_on is '减租起日';
comment on column rent_reduction.last_on is '减租止日';
comment on column rent_reduction.amount_off is '减免金额';
comment on column rent_reduction.rate_bp is '减免比例';
comment on column rent_reduction.new_rent is '新月租金';
comment on column rent_reduction.new_daily_rent is '新日租金';
comment on column rent_reduction.most is '申请减免不超过';
comment on column rent_reduction.reason_kind is '减租原因';
comment on column rent_reduction.reason_note is '说明';
comment on column rent_reduction.attachments is '附件';
comment on column rent_reduction.amount is '减免合计';
comment on column rent_reduction.parts is '减免明细';
comment on column rent_reduction.submitted_at is '提交时间';
comment on column rent_reduction.decided_by is '审核人';
comment on column rent_reduction.decided_at is '审核时间';
comment on column rent_reduction.reject_reason is '驳回原因';
comment on column rent_reduction.pinyin is '名称拼音';
comment on column rent_reduction.search_text is '检索文本';
create unique index rent_reduction_no_key on rent_reduction (operator_id, no) where deleted_at is null;
create index rent_reduction_status_idx on rent_reduction (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_lease_idx on rent_reduction (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_contract_idx on rent_reduction (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_lessee_idx on rent_reduction (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_vehicle_idx on rent_reduction (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_store_idx on rent_reduction (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_decided_by_idx on rent_reduction (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_method_idx on rent_reduction (operator_id, method, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_start_on_idx on rent_reduction (operator_id, start_on) where deleted_at is null;
create index rent_reduction_reason_kind_idx on rent_reduction (operator_id, reason_kind, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_order on rent_reduction (operator_id, created_at desc, id desc) where deleted_at is null;
create index rent_reduction_search on rent_reduction using gin (search_text gin_trgm_ops);
alter table rent_reduction enable row level security;
alter table rent_reduction force row level security;
create policy tenant on rent_reduction
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table renewal (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  months bigint default 12 not null,
  monthly_rent bigint not null,
  daily_rent bigint,
  deposit_delta bigint default 0 not null,
  remark text,
  attachments jsonb,
  start_on date,
  end_on date,
  total_rent bigint,
  signed_on date,
  signed_scans jsonb,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint renewal_status_values check (status in ('draft', 'approving', 'rejected', 'toSign', 'effective', 'cancelled')),
  constraint renewal_months_range check (months >= 1 and months <= 120),
  constraint renewal_monthly_rent_range check (monthly_rent >= 1),
  constraint renewal_daily_rent_range check (daily_rent >= 1),
  constraint renewal_deposit_delta_range check (deposit_delta >= 0)
);
comment on table renewal is '续租单';
comment on column renewal.id is '编号';
comment on column renewal.operator_id is '运营公司';
comment on column renewal.created_by is '创建人';
comment on column renewal.created_at is '创建时间';
comment on column renewal.updated_by is '修改人';
comment on column renewal.updated_at is '修改时间';
comment on column renewal.version is '版本';
comment on column renewal.deleted_at is '删除时间';
comment on column renewal.no is '续租单号';
comment on column renewal.status is '状态';
comment on column renewal.lease is '租约';
comment on column renewal.contract is '合同';
comment on column renewal.lessee is '承租人';
comment on column renewal.vehicle is '车辆';
comment on column renewal.store is '门店';
comment on column renewal.months is '续租期限';
comment on column renewal.monthly_rent is '续租月租金';
comment on column renewal.daily_rent is '续租日租金';
comment on column renewal.deposit_delta is '补收车辆押金';
comment on column renewal.remark is '说明';
comment on column renewal.attachments is '附件';
comment on column renewal.start_on is '续租起';
comment on column renewal.end_on is '续租后到期日';
comment on column renewal.total_rent is '续租租金合计';
comment on column renewal.signed_on is '签署日期';
comment on column renewal.signed_scans is '补充协议扫描件';
comment on column renewal.submitted_at is '提交时间';
comment on column renewal.decided_by is '审核人';
comment on column renewal.decided_at is '审核时间';
comment on column renewal.reject_reason is '驳回原因';
comment on column renewal.pinyin is '名称拼音';
comment on column renewal.search_text is '检索文本';
create unique index renewal_no_key on renewal (operator_id, no) where deleted_at is null;
create index renewal_status_idx on renewal (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index renewal_lease_idx on renewal (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index renewal_contract_idx on renewal (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index renewal_lessee_idx on renewal (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index renewal_vehicle_idx on renewal (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index renewal_store_idx on renewal (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index renewal_decided_by_idx on renewal (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index renewal_start_on_idx on renewal (operator_id, start_on) where deleted_at is null;
create index renewal_end_on_idx on renewal (operator_id, end_on) where deleted_at is null;
create index renewal_order on renewal (operator_id, created_at desc, id desc) where deleted_at is null;
create index renewal_search on renewal using gin (search_text gin_trgm_ops);
alter table renewal enable row level security;
alter table renewal force row level security;
create policy tenant on renewal
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_extension (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  kind text default 'payment' not null,
  bill bigint,
  new_due_on date,
  new_end_on date,
  reason_note text not null,
  attachments jsonb,
  old_day date,
  new_day date,
  effect text,
  amount bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint lease_extension_status_values check (status in ('draft', 'approving', 'rejected', 'effective', 'cancelled')),
  constraint lease_extension_kind_values check (kind in ('payment', 'return'))
);
comment on table lease_extension is '延期单';
comment on column lease_extension.id is '编号';
comment on column lease_extension.operator_id is '运营公司';
comment on column lease_extension.created_by is '创建人';
comment on column lease_extension.created_at is '创建时间';
comment on column lease_extension.updated_by is '修改人';
comment on column lease_extension.updated_at is '修改时间';
comment on column lease_extension.version is '版本';
comment on column lease_extension.deleted_at is '删除时间';
comment on column lease_extension.no is '延期单号';
comment on column lease_extension.status is '状态';
comment on column lease_extension.lease is '租约';
comment on column lease_extension.contract is '合同';
comment on column lease_extension.lessee is '承租人';
comment on column lease_extension.vehicle is '车辆';
comment on column lease_extension.store is '门店';
comment on column lease_extension.kind is '延期类型';
comment on column lease_extension.bill is '延期账单';
comment on column lease_extension.new_due_on is '新应付日';
comment on column lease_extension.new_end_on is '新还车日';
comment on column lease_extension.reason_note is '延期原因';
comment on column lease_extension.attachments is '附件';
comment on column lease_extension.old_day is '原日期';
comment on column lease_extension.new_day is '延至';
comment on column lease_extension.effect is '影响';
comment on column lease_extension.amount is '增加租金';
comment on column lease_extension.submitted_at is '提交时间';
comment on column lease_extension.decided_by is '审核人';
comment on column lease_extension.decided_at is '审核时间';
comment on column lease_extension.reject_reason is '驳回原因';
comment on column lease_extension.pinyin is '名称拼音';
comment on column lease_extension.search_text is '检索文本';
create unique index lease_extension_no_key on lease_extension (operator_id, no) where deleted_at is null;
create index lease_extension_status_idx on lease_extension (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index lease_extension_lease_idx on lease_extension (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index lease_extension_contract_idx on lease_extension (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index lease_extension_lessee_idx on lease_extension (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index lease_extension_vehicle_idx on lease_extension (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index lease_extension_store_idx on lease_extension (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index lease_extension_bill_idx on lease_extension (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index lease_extension_decided_by_idx on lease_extension (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index lease_extension_kind_idx on lease_extension (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index lease_extension_new_day_idx on lease_extension (operator_id, new_day) where deleted_at is null;
create index lease_extension_order on lease_extension (operator_id, created_at desc, id desc) where deleted_at is null;
create index lease_extension_search on lease_extension using gin (search_text gin_trgm_ops);
alter table lease_extension enable row level security;
alter table lease_extension force row level security;
create policy tenant on lease_extension
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table incidental (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  lines jsonb not null,
  occurred_on date not null,
  due_on date not null,
  attachments jsonb,
  remark text,
  amount bigint default 0,
  bill bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint incidental_status_values check (status in ('draft', 'billed', 'cancelled'))
);
comment on table incidental is '杂费单';
comment on column incidental.id is '编号';
comment on column incidental.operator_id is '运营公司';
comment on column incidental.created_by is '创建人';
comment on column incidental.created_at is '创建时间';
comment on column incidental.updated_by is '修改人';
comment on column incidental.updated_at is '修改时间';
comment on column incidental.version is '版本';
comment on column incidental.deleted_at is '删除时间';
comment on column incidental.no is '杂费单号';
comment on column incidental.status is '状态';
comment on column incidental.lease is '租约';
comment on column incidental.contract is '合同';
comment on column incidental.lessee is '承租人';
comment on column incidental.vehicle is '车辆';
comment on column incidental.store is '门店';
comment on column incidental.lines is '费用';
comment on column incidental.occurred_on is '发生日期';
comment on column incidental.due_on is '应付日';
comment on column incidental.attachments is '凭证';
comment on column incidental.remark is '备注';
comment on column incidental.amount is '合计';
comment on column incidental.bill is '账单';
comment on column incidental.pinyin is '名称拼音';
comment on column incidental.search_text is '检索文本';
create unique index incidental_no_key on incidental (operator_id, no) where deleted_at is null;
create index incidental_status_idx on incidental (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index incidental_lease_idx on incidental (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index incidental_contract_idx on incidental (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index incidental_lessee_idx on incidental (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index incidental_vehicle_idx on incidental (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index incidental_store_idx on incidental (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index incidental_bill_idx on incidental (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index incidental_occurred_on_idx on incidental (operator_id, occurred_on) where deleted_at is null;
create index incidental_order on incidental (operator_id, created_at desc, id desc) where deleted_at is null;
create index incidental_search on incidental using gin (search_text gin_trgm_ops);
alter table incidental enable row level security;
alter table incidental force row level security;
create policy tenant on incidental
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_return (
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
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  reason_kind text not null,
  planned_on date not null,
  reason_note text,
  attachments jsonb,
  actual_at timestamptz,
  odometer bigint,
  energy_percent bigint,
  items jsonb,
  damages jsonb,
  missing jsonb,
  cleaning_fee bigint,
  photos jsonb,
  signed_sheet jsonb,
  inspect_note text,
  inspected_by bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_return_status_values check (status in ('draft', 'approving', 'rejected', 'toInspect', 'inspected', 'settled', 'cancelled')),
  constraint vehicle_return_reason_kind_values check (reason_kind in ('expired', 'early', 'recovered', 'fault', 'accident', 'other'))
);
comment on table vehicle_return is '退车单';
comment on column vehicle_return.id is '编号';
comment on column vehicle_return.operator_id is '运营公司';
comment on column vehicle_return.created_by is '创建人';
comment on column vehicle_return.created_at is '创建时间';
comment on column vehicle_return.updated_by is '修改人';
comment on column vehicle_return.updated_at is '修改时间';
comment on column vehicle_return.version is '版本';
comment on column vehicle_return.deleted_at is '删除时间';
comment on column vehicle_return.no is '退车单号';
comment on column vehicle_return.status is '状态';
comment on column vehicle_return.lease is '租约';
comment on column vehicle_return.contract is '合同';
comment on column vehicle_return.lessee is '承租人';
comment on column vehicle_return.vehicle is '车辆';
comment on column vehicle_return.store is '门店';
comment on column vehicle_return.reason_kind is '退车原因';
comment on column vehicle_return.planned_on is '计划退车日';
comment on column vehicle_return.reason_note is '说明';
comment on column vehicle_return.attachments is '附件';
comment on column vehicle_return.actual_at is '实际退车时间';
comment on column vehicle_return.odometer is '里程表读数';
comment on column vehicle_return.energy_percent is '电量/油量';
comment on column vehicle_return.items is '检查结果';
comment on column vehicle_return.damages is '车损';
comment on column vehicle_return.missing is '缺件';
comment on column vehicle_return.cleaning_fee is '清洁费';
comment on column vehicle_return.photos is '退车照片';
comment on column vehicle_return.signed_sheet is '双方签字验车单';
comment on column vehicle_return.inspect_note is '验车说明';
comment on column vehicle_return.inspected_by is '验车人';
comment on column vehicle_return.submitted_at is '提交时间';
comment on column vehicle_return.decided_by is '审核人';
comment on column vehicle_return.decided_at is '审核时间';
comment on column vehicle_return.reject_reason is '驳回原因';
comment on column vehicle_return.pinyin is '名称拼音';
comment on column vehicle_return.search_text is '检索文本';
create unique index vehicle_return_no_key on vehicle_return (operator_id, no) where deleted_at is null;
create index vehicle_return_status_idx on vehicle_return (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_lease_idx on vehicle_return (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_contract_idx on vehicle_return (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_lessee_idx on vehicle_return (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_vehicle_idx on vehicle_return (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_store_idx on vehicle_return (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_inspected_by_idx on vehicle_return (operator_id, inspected_by, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_decided_by_idx on vehicle_return (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_reason_kind_idx on vehicle_return (operator_id, reason_kind, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_planned_on_idx on vehicle_return (operator_id, planned_on) where deleted_at is null;
create index vehicle_return_actual_at_idx on vehicle_return (operator_id, actual_at) where deleted_at is null;
create index vehicle_return_order on vehicle_return (operator_id, created_at desc, id desc) where deleted_at is null;
create index vehicle_return_search on vehicle_return using gin (search_text gin_trgm_ops);
alter table vehicle_return enable row level security;
alter table vehicle_return force row level security;
create policy tenant on vehicle_return
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table return_settlement (
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
  vehicle_return bigint not null,
  lease bigint not null,
  contract bigint not null,
  lessee bigint not null,
  vehicle bigint not null,
  store bigint not null,
  returned_on date not null,
  extras jsonb,
  penalty_waived bigint default 0 not null,
  violations_checked boolean default false not null,
  payee text,
  bank_name text,
  bank_account text,
  remark text,
  charges bigint default 0 not null,
  credits bigint default 0 not null,
  net bigint default 0 not null,
  deposit_used bigint default 0 not null,
  receivable bigint default 0 not null,
  refund bigint default 0 not null,
  violation_held bigint default 0 not null,
  hold_until date,
  sheet jsonb,
  input_hash text,
  bill bigint,
  confirmed_on date,
  closed_on date,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint return_settlement_status_values check (status in ('draft', 'approving', 'rejected', 'toCollect', 'toRefund', 'holding', 'done')),
  constraint return_settlement_penalty_waived_range check (penalty_waived >= 0)
);
comment on table return_settlement is '退车结算单';
comment on column return_settlement.id is '编号';
comment on column return_settlement.operator_id is '运营公司';
comment on column return_settlement.created_by is '创建人';
comment on column return_settlement.created_at is '创建时间';
comment on column return_settlement.updated_by is '修改人';
comment on column return_settlement.updated_at is '修改时间';
comment on column return_settlement.version is '版本';
comment on column return_settlement.deleted_at is '删除时间';
comment on column return_settlement.no is '结算单号';
comment on column return_settlement.status is '状态';
comment on column return_settlement.vehicle_return is '退车单';
comment on column return_settlement.lease is '租约';
comment on column return_settlement.contract is '合同';
comment on column return_settlement.lessee is '承租人';
comment on column return_settlement.vehicle is '车辆';
comment on column return_settlement.store is '门店';
comment on column return_settlement.returned_on is '退车日';
comment on column return_settlement.extras is '其他费用';
comment on column return_settlement.penalty_waived is '减免违约金';
comment on column return_settlement.violations_checked is '已核对违章';
comment on column return_settlement.payee is '退款收款人';
comment on column return_settlement.bank_name is '开户行';
comment on column return_settlement.bank_account is '收款账号';
comment on column return_settlement.remark is '结算说明';
comment on column return_settlement.charges is '应收合计';
comment on column return_settlement.credits is '退还租金';
comment on column return_settlement.net is '净额';
comment on column return_settlement.deposit_used is '押金抵扣';
comment on column return_settlement.receivable is '还应收';
comment on column return_settlement.refund is '应退款';
comment on column return_settlement.violation_held is '违章押金保留';
comment on column return_settlement.hold_until is '保留至';
comment on column return_settlement.sheet is '结算明细';
comment on column return_settlement.input_hash is '核对码';
comment on column return_settlement.bill is '结算账单';
comment on column return_settlement.confirmed_on is '结算日';
comment on column return_settlement.closed_on is '完成日';
comment on column return_settlement.submitted_at is '提交时间';
comment on column return_settlement.decided_by is '审核人';
comment on column return_settlement.decided_at is '审核时间';
comment on column return_settlement.reject_reason is '驳回原因';
comment on column return_settlement.pinyin is '名称拼音';
comment on column return_settlement.search_text is '检索文本';
create unique index return_settlement_no_key on return_settlement (operator_id, no) where deleted_at is null;
create index return_settlement_status_idx on return_settlement (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index return_settlement_vehicle_return_idx on return_settlement (operator_id, vehicle_return, created_at desc, id desc) where deleted_at is null;
create index return_settlement_lease_idx on return_settlement (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index return_settlement_contract_idx on return_settlement (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index return_settlement_lessee_idx on return_settlement (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index return_settlement_vehicle_idx on return_settlement (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index return_settlement_store_idx on return_settlement (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index return_settlement_bill_idx on return_settlement (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index return_settlement_decided_by_idx on return_settlement (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index return_settlement_returned_on_idx on return_settlement (operator_id, returned_on) where deleted_at is null;
create index return_settlement_hold_until_idx on return_settlement (operator_id, hold_until) where deleted_at is null;
create index return_settlement_order on return_settlement (operator_id, created_at desc, id desc) where deleted_at is null;
create index return_settlement_search on return_settlement using gin (search_text gin_trgm_ops);
alter table return_settlement enable row level security;
alter table return_settlement force row level security;
create policy tenant on return_settlement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'unpaid' not null,
  direction text default 'receivable' not null,
  bill_type text not null,
  lessee bigint not null,
  contract bigint,
  lease bigint,
  vehicle bigint,
  store bigint not null,
  start_on date,
  end_on date,
  issue_on date not null,
  issued_on date not null,
  due_on date not null,
  amount bigint not null,
  paid bigint default 0 not null,
  written_off bigint default 0 not null,
  remain bigint generated always as (case when status = 'voided' then 0 else amount - paid - written_off end) stored,
  settled_on date,
  invoiced bigint default 0 not null,
  invoice_state text generated always as (case when invoiced = 0 then 'none' when status = 'voided' or invoiced > amount then 'over' when invoiced = amount then 'full' else 'part' end) stored,
  late_grace_days bigint default 0 not null,
  late_rate_bp bigint default 0 not null,
  late_cap_bp integer,
  grace_until date generated always as (due_on + late_grace_days::integer) stored,
  of_bill bigint,
  reminded_on date,
  promised_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint bill_status_values check (status in ('draft', 'unpaid', 'partlyPaid', 'settled', 'voided', 'writtenOff')),
  constraint bill_direction_values check (direction in ('receivable', 'payable')),
  constraint bill_bill_type_values check (bill_type in ('deposit', 'rent', 'incidental', 'late', 'settlement', 'swap', 'service', 'penalty', 'buyout', 'freight')),
  constraint bill_amount_range check (amount >= 0),
  constraint bill_paid_range check (paid >= 0),
  constraint bill_written_off_range check (written_off >= 0),
  constraint bill_invoiced_range check (invoiced >= 0)
);
comment on table bill is '账单';
comment on column bill.id is '编号';
comment on column bill.operator_id is '运营公司';
comment on column bill.created_by is '创建人';
comment on column bill.created_at is '创建时间';
comment on column bill.updated_by is '修改人';
comment on column bill.updated_at is '修改时间';
comment on column bill.version is '版本';
comment on column bill.deleted_at is '删除时间';
comment on column bill.no is '账单编号';
comment on column bill.status is '状态';
comment on column bill.direction is '方向';
comment on column bill.bill_type is '账单类型';
comment on column bill.lessee is '承租人';
comment on column bill.contract is '合同';
comment on column bill.lease is '租约';
comment on column bill.vehicle is '车辆';
comment on column bill.store is '门店';
comment on column bill.start_on is '账期起';
comment on column bill.end_on is '账期止';
comment on column bill.issue_on is '出账日';
comment on column bill.issued_on is '实际出账日';
comment on column bill.due_on is '应付日';
comment on column bill.amount is '应收金额';
comment on column bill.paid is '已收金额';
comment on column bill.written_off is '核销金额';
comment on column bill.remain is '未收金额';
comment on column bill.settled_on is '结清日期';
comment on column bill.invoiced is '已开票金额';
comment on column bill.invoice_state is '开票情况';
comment on column bill.late_grace_days is '滞纳金宽限期';
comment on column bill.late_rate_bp is '滞纳金日费率';
comment on column bill.late_cap_bp is '滞纳金上限';
comment on column bill.grace_until is '宽限至';
comment on column bill.of_bill is '滞纳金所属账单';
comment on column bill.reminded_on is '最近催收';
comment on column bill.promised_on is '承诺付款日';
comment on column bill.remark is '备注';
comment on column bill.pinyin is '名称拼音';
comment on column bill.search_text is '检索文本';
create unique index bill_no_key on bill (operator_id, no) where deleted_at is null;
create index bill_status_idx on bill (operator_id, status, due_on desc, id desc) where deleted_at is null;
create index bill_lessee_idx on bill (operator_id, lessee, due_on desc, id desc) where deleted_at is null;
create index bill_contract_idx on bill (operator_id, contract, due_on desc, id desc) where deleted_at is null;
create index bill_lease_idx on bill (operator_id, lease, due_on desc, id desc) where deleted_at is null;
create index bill_vehicle_idx on bill (operator_id, vehicle, due_on desc, id desc) where deleted_at is null;
create index bill_store_idx on bill (operator_id, store, due_on desc, id desc) where deleted_at is null;
create index bill_of_bill_idx on bill (operator_id, of_bill, due_on desc, id desc) where deleted_at is null;
create index bill_bill_type_idx on bill (operator_id, bill_type, due_on desc, id desc) where deleted_at is null;
create index bill_issue_on_idx on bill (operator_id, issue_on) where deleted_at is null;
create index bill_status_grace_until_idx on bill (operator_id, status, grace_until, due_on desc, id desc) where deleted_at is null;
create index bill_order on bill (operator_id, due_on desc, id desc) where deleted_at is null;
create index bill_search on bill using gin (search_text gin_trgm_ops);
alter table bill enable row level security;
alter table bill force row level security;
create policy tenant on bill
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  direction text,
  bill_type text,
  due_on date,
  issued_on date,
  grace_until date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  written_off bigint not null,
  remain bigint not null,
  folded boolean not null default false
);
comment on table bill_totals is '账单的合计（由触发器维护）';
create index bill_totals_key on bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until);
create index bill_totals_fresh on bill_totals (operator_id) where not folded;

alter table bill no force row level security;

insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain) select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(written_off), 0), coalesce(sum(remain), 0) from bill where deleted_at is null group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until;
alter table bill force row level security;
alter table bill_totals enable row level security;
alter table bill_totals force row level security;
create policy tenant on bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  else
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger bill_totals_kept_insert after insert on bill referencing new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_update after update on bill referencing old table as gone new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_delete after delete on bill referencing old table as gone for each statement execute function bill_totals_kept();

create table bill_item (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  store bigint not null,
  lessee bigint not null,
  vehicle bigint,
  fee_item text not null,
  description text not null,
  amount bigint not null,
  start_on date,
  end_on date,
  formula text,
  idem_key text not null,
  primary key (operator_id, id),
  constraint bill_item_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM'))
);
comment on table bill_item is '账单明细';
comment on column bill_item.id is '编号';
comment on column bill_item.operator_id is '运营公司';
comment on column bill_item.created_by is '创建人';
comment on column bill_item.created_at is '创建时间';
comment on column bill_item.updated_by is '修改人';
comment on column bill_item.updated_at is '修改时间';
comment on column bill_item.version is '版本';
comment on column bill_item.deleted_at is '删除时间';
comment on column bill_item.bill is '账单';
comment on column bill_item.store is '门店';
comment on column bill_item.lessee is '承租人';
comment on column bill_item.vehicle is '车辆';
comment on column bill_item.fee_item is '费用科目';
comment on column bill_item.description is '说明';
comment on column bill_item.amount is '金额';
comment on column bill_item.start_on is '账期起';
comment on column bill_item.end_on is '账期止';
comment on column bill_item.formula is '算式';
comment on column bill_item.idem_key is '幂等键';
create index bill_item_bill_idx on bill_item (operator_id, bill, id desc) where deleted_at is null;
create index bill_item_store_idx on bill_item (operator_id, store, id desc) where deleted_at is null;
create index bill_item_lessee_idx on bill_item (operator_id, lessee, id desc) where deleted_at is null;
create index bill_item_vehicle_idx on bill_item (operator_id, vehicle, id desc) where deleted_at is null;
create unique index bill_item_idem_key_key on bill_item (operator_id, idem_key) where deleted_at is null;
create index bill_item_fee_item_idx on bill_item (operator_id, fee_item, id desc) where deleted_at is null;
create index bill_item_start_on_idx on bill_item (operator_id, start_on) where deleted_at is null;
create index bill_item_order on bill_item (operator_id, id desc) where deleted_at is null;
alter table bill_item enable row level security;
alter table bill_item force row level security;
create policy tenant on bill_item
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pay_qr_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  channel text not null,
  status text default 'active' not null,
  account_name text not null,
  account_no text,
  image jsonb not null,
  stores bigint[],
  day_limit bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(account_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint pay_qr_code_channel_values check (channel in ('wechat', 'alipay', 'transfer')),
  constraint pay_qr_code_status_values check (status in ('active', 'disabled')),
  constraint pay_qr_code_day_limit_range check (day_limit >= 1)
);
comment on table pay_qr_code is '收款码';
comment on column pay_qr_code.id is '编号';
comment on column pay_qr_code.operator_id is '运营公司';
comment on column pay_qr_code.created_by is '创建人';
comment on column pay_qr_code.created_at is '创建时间';
comment on column pay_qr_code.updated_by is '修改人';
comment on column pay_qr_code.updated_at is '修改时间';
comment on column pay_qr_code.version is '版本';
comment on column pay_qr_code.deleted_at is '删除时间';
comment on column pay_qr_code.name is '名称';
comment on column pay_qr_code.channel is '收款方式';
comment on column pay_qr_code.status is '状态';
comment on column pay_qr_code.account_name is '收款账户名';
comment on column pay_qr_code.account_no is '账号';
comment on column pay_qr_code.image is '收款码图片';
comment on column pay_qr_code.stores is '适用门店';
comment on column pay_qr_code.day_limit is '单日限额';
comment on column pay_qr_code.pinyin is '名称拼音';
comment on column pay_qr_code.search_text is '检索文本';
create unique index pay_qr_code_name_key on pay_qr_code (operator_id, name) where deleted_at is null;
create index pay_qr_code_status_idx on pay_qr_code (operator_id, status, name, id) where deleted_at is null;
create index pay_qr_code_stores_gin on pay_qr_code using gin (stores);
create index pay_qr_code_channel_idx on pay_qr_code (operator_id, channel, name, id) where deleted_at is null;
create index pay_qr_code_order on pay_qr_code (operator_id, name, id) where deleted_at is null;
create index pay_qr_code_search on pay_qr_code using gin (search_text gin_trgm_ops);
alter table pay_qr_code enable row level security;
alter table pay_qr_code force row level security;
create policy tenant on pay_qr_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  lessee bigint not null,
  store bigint not null,
  payer_name text not null,
  channel text not null,
  source text default 'offline' not null,
  amount bigint not null,
  paid_at timestamptz not null,
  paid_day date generated always as ((paid_at at time zone 'Asia/Shanghai')::date) stored,
  trade_no text,
  pay_qr_code bigint,
  account bigint,
  deposit_account bigint,
  vouchers jsonb,
  designation jsonb not null,
  allocated bigint default 0 not null,
  to_balance bigint default 0 not null,
  confirmed_by bigint,
  confirmed_at timestamptz,
  posted_on date,
  reject_reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(payer_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint payment_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint payment_channel_values check (channel in ('wechat', 'alipay', 'transfer', 'cash', 'pos', 'balance', 'depositDeduct', 'discount', 'offset')),
  constraint payment_source_values check (source in ('online', 'offline', 'internal')),
  constraint payment_amount_range check (amount >= 1)
);
comment on table payment is '收款';
comment on column payment.id is '编号';
comment on column payment.operator_id is '运营公司';
comment on column payment.created_by is '创建人';
comment on column payment.created_at is '创建时间';
comment on column payment.updated_by is '修改人';
comment on column payment.updated_at is '修改时间';
comment on column payment.version is '版本';
comment on column payment.deleted_at is '删除时间';
comment on column payment.no is '收款编号';
comment on column payment.status is '状态';
comment on column payment.lessee is '承租人';
comment on column payment.store is '门店';
comment on column payment.payer_name is '付款人';
comment on column payment.channel is '收款方式';
comment on column payment.source is '来源';
comment on column payment.amount is '收款金额';
comment on column payment.paid_at is '付款时间';
comment on column payment.paid_day is '付款日';
comment on column payment.trade_no is '交易流水号';
comment on column payment.pay_qr_code is '收款码';
comment on column payment.account is '收款账户';
comment on column payment.deposit_account is '押金账户';
comment on column payment.vouchers is '付款凭证';
comment on column payment.designation is '指定核销';
comment on column payment.allocated is '已核销';
comment on column payment.to_balance is '转入余额';
comment on column payment.confirmed_by is '审核人';
comment on column payment.confirmed_at is '审核时间';
comment on column payment.posted_on is '记账日';
comment on column payment.reject_reason is '驳回原因';
comment on column payment.remark is '备注';
comment on column payment.pinyin is '名称拼音';
comment on column payment.search_text is '检索文本';
create unique index payment_no_key on payment (operator_id, no) where deleted_at is null;
create index payment_status_idx on payment (operator_id, status, paid_at desc, id desc) where deleted_at is null;
create index payment_lessee_idx on payment (operator_id, lessee, paid_at desc, id desc) where deleted_at is null;
create index payment_store_idx on payment (operator_id, store, paid_at desc, id desc) where deleted_at is null;
create index payment_pay_qr_code_idx on payment (operator_id, pay_qr_code, paid_at desc, id desc) where deleted_at is null;
create index payment_account_idx on payment (operator_id, account, paid_at desc, id desc) where deleted_at is null;
create index payment_deposit_account_idx on payment (operator_id, deposit_account, paid_at desc, id desc) where deleted_at is null;
create index payment_confirmed_by_idx on payment (operator_id, confirmed_by, paid_at desc, id desc) where deleted_at is null;
create index payment_channel_idx on payment (operator_id, channel, paid_at desc, id desc) where deleted_at is null;
create index payment_lessee_status_idx on payment (operator_id, lessee, status, paid_at desc, id desc) where deleted_at is null;
create index payment_order on payment (operator_id, paid_at desc, id desc) where deleted_at is null;
create index payment_search on payment using gin (search_text gin_trgm_ops);
alter table payment enable row level security;
alter table payment force row level security;
create policy tenant on payment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payment_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  channel text,
  paid_day date,
  n bigint not null,
  amount bigint not null,
  allocated bigint not null,
  to_balance bigint not null,
  folded boolean not null default false
);
comment on table payment_totals is '收款的合计（由触发器维护）';
create index payment_totals_key on payment_totals (operator_id, store, status, channel, paid_day);
create index payment_totals_fresh on payment_totals (operator_id) where not folded;

alter table payment no force row level security;

insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance) select operator_id, store, status, channel, paid_day, count(*), coalesce(sum(amount), 0), coalesce(sum(allocated), 0), coalesce(sum(to_balance), 0) from payment where deleted_at is null group by operator_id, store, status, channel, paid_day;
alter table payment force row level security;
alter table payment_totals enable row level security;
alter table payment_totals force row level security;
create policy tenant on payment_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function payment_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, 1 as n, coalesce(amount, 0) as amount, coalesce(allocated, 0) as allocated, coalesce(to_balance, 0) as to_balance from fresh where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  elsif tg_op = 'DELETE' then
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, -1 as n, -coalesce(amount, 0) as amount, -coalesce(allocated, 0) as allocated, -coalesce(to_balance, 0) as to_balance from gone where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  else
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, 1 as n, coalesce(amount, 0) as amount, coalesce(allocated, 0) as allocated, coalesce(to_balance, 0) as to_balance from fresh where deleted_at is null union all select operator_id, store, status, channel, paid_day, -1 as n, -coalesce(amount, 0) as amount, -coalesce(allocated, 0) as allocated, -coalesce(to_balance, 0) as to_balance from gone where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  end if;
  return null;
end
$$;

create trigger payment_totals_kept_insert after insert on payment referencing new table as fresh for each statement execute function payment_totals_kept();

create trigger payment_totals_kept_update after update on payment referencing old table as gone new table as fresh for each statement execute function payment_totals_kept();

create trigger payment_totals_kept_delete after delete on payment referencing old table as gone for each statement execute function payment_totals_kept();

create table allocation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  payment bigint not null,
  bill bigint not null,
  store bigint not null,
  amount bigint not null,
  value_on date not null,
  reverses bigint,
  primary key (operator_id, id)
);
comment on table allocation is '核销明细';
comment on column allocation.id is '编号';
comment on column allocation.operator_id is '运营公司';
comment on column allocation.created_by is '创建人';
comment on column allocation.created_at is '创建时间';
comment on column allocation.updated_by is '修改人';
comment on column allocation.updated_at is '修改时间';
comment on column allocation.version is '版本';
comment on column allocation.deleted_at is '删除时间';
comment on column allocation.payment is '收款';
comment on column allocation.bill is '账单';
comment on column allocation.store is '门店';
comment on column allocation.amount is '核销金额';
comment on column allocation.value_on is '记账日';
comment on column allocation.reverses is '冲销的明细';
create index allocation_payment_idx on allocation (operator_id, payment, id desc) where deleted_at is null;
create index allocation_bill_idx on allocation (operator_id, bill, id desc) where deleted_at is null;
create index allocation_store_idx on allocation (operator_id, store, id desc) where deleted_at is null;
create index allocation_reverses_idx on allocation (operator_id, reverses, id desc) where deleted_at is null;
create index allocation_value_on_idx on allocation (operator_id, value_on) where deleted_at is null;
create index allocation_order on allocation (operator_id, id desc) where deleted_at is null;
alter table allocation enable row level security;
alter table allocation force row level security;
create policy tenant on allocation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  store bigint not null,
  kind text not null,
  delta bigint not null,
  after bigint not null,
  payment bigint,
  bill bigint,
  refund bigint,
  ref_key text not null,
  primary key (operator_id, id),
  constraint account_entry_kind_values check (kind in ('overpaid', 'released', 'applied', 'frozen', 'unfrozen', 'refunded', 'reversed')),
  constraint account_entry_after_range check (after >= 0)
);
comment on table account_entry is '余额流水';
comment on column account_entry.id is '编号';
comment on column account_entry.operator_id is '运营公司';
comment on column account_entry.created_by is '创建人';
comment on column account_entry.created_at is '创建时间';
comment on column account_entry.updated_by is '修改人';
comment on column account_entry.updated_at is '修改时间';
comment on column account_entry.version is '版本';
comment on column account_entry.deleted_at is '删除时间';
comment on column account_entry.lessee is '承租人';
comment on column account_entry.store is '门店';
comment on column account_entry.kind is '类型';
comment on column account_entry.delta is '变动';
comment on column account_entry.after is '余额';
comment on column account_entry.payment is '收款';
comment on column account_entry.bill is '账单';
comment on column account_entry.refund is '退款单';
comment on column account_entry.ref_key is '来源键';
create index account_entry_lessee_idx on account_entry (operator_id, lessee, id desc) where deleted_at is null;
create index account_entry_store_idx on account_entry (operator_id, store, id desc) where deleted_at is null;
create index account_entry_payment_idx on account_entry (operator_id, payment, id desc) where deleted_at is null;
create index account_entry_bill_idx on account_entry (operator_id, bill, id desc) where deleted_at is null;
create index account_entry_refund_idx on account_entry (operator_id, refund, id desc) where deleted_at is null;
create unique index account_entry_ref_key_key on account_entry (operator_id, ref_key) where deleted_at is null;
create index account_entry_kind_idx on account_entry (operator_id, kind, id desc) where deleted_at is null;
create index account_entry_order on account_entry (operator_id, id desc) where deleted_at is null;
alter table account_entry enable row level security;
alter table account_entry force row level security;
create policy tenant on account_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deposit_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lease bigint not null,
  contract bigint not null,
  lessee bigint not null,
  store bigint not null,
  kind text not null,
  required bigint not null,
  received bigint default 0 not null,
  transferred bigint default 0 not null,
  deducted bigint default 0 not null,
  refunded bigint default 0 not null,
  forfeited bigint default 0 not null,
  frozen bigint default 0 not null,
  balance bigint default 0 not null,
  waived bigint default 0 not null,
  hold_until date,
  standing text generated always as (case when balance > 0 and hold_until is not null then 'held' when balance > 0 and balance >= required then 'full' when balance > 0 then 'partial' when received + transferred > 0 then 'cleared' when required > 0 then 'none' else 'waived' end) stored,
  primary key (operator_id, id),
  constraint deposit_account_kind_values check (kind in ('vehicle', 'violation')),
  constraint deposit_account_deducted_range check (deducted >= 0),
  constraint deposit_account_refunded_range check (refunded >= 0),
  constraint deposit_account_forfeited_range check (forfeited >= 0),
  constraint deposit_account_frozen_range check (frozen >= 0),
  constraint deposit_account_balance_range check (balance >= 0),
  constraint deposit_account_waived_range check (waived >= 0)
);
comment on table deposit_account is '保证金';
comment on column deposit_account.id is '编号';
comment on column deposit_account.operator_id is '运营公司';
comment on column deposit_account.created_by is '创建人';
comment on column deposit_account.created_at is '创建时间';
comment on column deposit_account.updated_by is '修改人';
comment on column deposit_account.updated_at is '修改时间';
comment on column deposit_account.version is '版本';
comment on column deposit_account.deleted_at is '删除时间';
comment on column deposit_account.lease is '租约';
comment on column deposit_account.contract is '合同';
comment on column deposit_account.lessee is '承租人';
comment on column deposit_account.store is '门店';
comment on column deposit_account.kind is '类型';
comment on column deposit_account.required is '应收押金';
comment on column deposit_account.received is '已收取';
comment on column deposit_account.transferred is '转入转出';
comment on column deposit_account.deducted is '已抵扣';
comment on column deposit_account.refunded is '已退还';
comment on column deposit_account.forfeited is '已没收';
comment on column deposit_account.frozen is '退款中';
comment on column deposit_account.balance is '押金余额';
comment on column deposit_account.waived is '已减免';
comment on column deposit_account.hold_until is '保留至';
comment on column deposit_account.standing is '状况';
create index deposit_account_lease_idx on deposit_account (operator_id, lease, id desc) where deleted_at is null;
create index deposit_account_contract_idx on deposit_account (operator_id, contract, id desc) where deleted_at is null;
create index deposit_account_lessee_idx on deposit_account (operator_id, lessee, id desc) where deleted_at is null;
create index deposit_account_store_idx on deposit_account (operator_id, store, id desc) where deleted_at is null;
create unique index deposit_account_lease_kind_key on deposit_account (operator_id, lease, kind) where deleted_at is null;
create index deposit_account_kind_idx on deposit_account (operator_id, kind, id desc) where deleted_at is null;
create index deposit_account_hold_until_idx on deposit_account (operator_id, hold_until) where deleted_at is null;
create index deposit_account_order on deposit_account (operator_id, id desc) where deleted_at is null;
alter table deposit_account enable row level security;
alter table deposit_account force row level security;
create policy tenant on deposit_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deposit_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  account bigint not null,
  store bigint not null,
  kind text not null,
  delta bigint not null,
  after bigint not null,
  allocation bigint,
  payment bigint,
  refund bigint,
  reason text,
  ref_key text not null,
  primary key (operator_id, id),
  constraint deposit_entry_kind_values check (kind in ('receive', 'transferIn', 'transferOut', 'deduct', 'freeze', 'unfreeze', 'refund', 'forfeit', 'reverse')),
  constraint deposit_entry_after_range check (after >= 0)
);
comment on table deposit_entry is '押金流水';
comment on column deposit_entry.id is '编号';
comment on column deposit_entry.operator_id is '运营公司';
comment on column deposit_entry.created_by is '创建人';
comment on column deposit_entry.created_at is '创建时间';
comment on column deposit_entry.updated_by is '修改人';
comment on column deposit_entry.updated_at is '修改时间';
comment on column deposit_entry.version is '版本';
comment on column deposit_entry.deleted_at is '删除时间';
comment on column deposit_entry.account is '押金账户';
comment on column deposit_entry.store is '门店';
comment on column deposit_entry.kind is '类型';
comment on column deposit_entry.delta is '变动';
comment on column deposit_entry.after is '余额';
comment on column deposit_entry.allocation is '核销明细';
comment on column deposit_entry.payment is '抵扣收款';
comment on column deposit_entry.refund is '退款单';
comment on column deposit_entry.reason is '原因';
comment on column deposit_entry.ref_key is '来源键';
create index deposit_entry_account_idx on deposit_entry (operator_id, account, id desc) where deleted_at is null;
create index deposit_entry_store_idx on deposit_entry (operator_id, store, id desc) where deleted_at is null;
create index deposit_entry_allocation_idx on deposit_entry (operator_id, allocation, id desc) where deleted_at is null;
create index deposit_entry_payment_idx on deposit_entry (operator_id, payment, id desc) where deleted_at is null;
create index deposit_entry_refund_idx on deposit_entry (operator_id, refund, id desc) where deleted_at is null;
create unique index deposit_entry_ref_key_key on deposit_entry (operator_id, ref_key) where deleted_at is null;
create index deposit_entry_kind_idx on deposit_entry (operator_id, kind, id desc) where deleted_at is null;
create index deposit_entry_order on deposit_entry (operator_id, id desc) where deleted_at is null;
alter table deposit_entry enable row level security;
alter table deposit_entry force row level security;
create policy tenant on deposit_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table refund (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'submitted' not null,
  source text not null,
  lessee bigint not null,
  store bigint not null,
  deposit_account bigint,
  contract bigint,
  lease bigint,
  amount bigint not null,
  payee text not null,
  bank_name text,
  bank_account text,
  reason text not null,
  decided_by bigint,
  decided_at timestamptz,
  paid_on date,
  posted_on date,
  account bigint,
  pay_trade_no text,
  pay_vouchers jsonb,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint refund_status_values check (status in ('submitted', 'toPay', 'paid', 'failed', 'rejected', 'cancelled')),
  constraint refund_source_values check (source in ('balance', 'deposit')),
  constraint refund_amount_range check (amount >= 1)
);
comment on table refund is '退款单';
comment on column refund.id is '编号';
comment on column refund.operator_id is '运营公司';
comment on column refund.created_by is '创建人';
comment on column refund.created_at is '创建时间';
comment on column refund.updated_by is '修改人';
comment on column refund.updated_at is '修改时间';
comment on column refund.version is '版本';
comment on column refund.deleted_at is '删除时间';
comment on column refund.no is '退款编号';
comment on column refund.status is '状态';
comment on column refund.source is '退款来源';
comment on column refund.lessee is '承租人';
comment on column refund.store is '门店';
comment on column refund.deposit_account is '押金账户';
comment on column refund.contract is '合同';
comment on column refund.lease is '租约';
comment on column refund.amount is '退款金额';
comment on column refund.payee is '收款人';
comment on column refund.bank_name is '开户行';
comment on column refund.bank_account is '收款账号';
comment on column refund.reason is '退款原因';
comment on column refund.decided_by is '审批人';
comment on column refund.decided_at is '审批时间';
comment on column refund.paid_on is '付款日期';
comment on column refund.posted_on is '记账日';
comment on column refund.account is '付款账户';
comment on column refund.pay_trade_no is '付款流水号';
comment on column refund.pay_vouchers is '付款凭证';
comment on column refund.answer is '处理说明';
comment on column refund.pinyin is '名称拼音';
comment on column refund.search_text is '检索文本';
create unique index refund_no_key on refund (operator_id, no) where deleted_at is null;
create index refund_status_idx on refund (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index refund_lessee_idx on refund (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index refund_store_idx on refund (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index refund_deposit_account_idx on refund (operator_id, deposit_account, created_at desc, id desc) where deleted_at is null;
create index refund_contract_idx on refund (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index refund_lease_idx on refund (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index refund_decided_by_idx on refund (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index refund_account_idx on refund (operator_id, account, created_at desc, id desc) where deleted_at is null;
create index refund_source_idx on refund (operator_id, source, created_at desc, id desc) where deleted_at is null;
create index refund_paid_on_idx on refund (operator_id, paid_on) where deleted_at is null;
create index refund_lessee_status_idx on refund (operator_id, lessee, status, created_at desc, id desc) where deleted_at is null;
create index refund_order on refund (operator_id, created_at desc, id desc) where deleted_at is null;
create index refund_search on refund using gin (search_text gin_trgm_ops);
alter table refund enable row level security;
alter table refund force row level security;
create policy tenant on refund
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table write_off (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'submitted' not null,
  bill bigint not null,
  lessee bigint not null,
  store bigint not null,
  amount bigint not null,
  reason text not null,
  proofs jsonb,
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint write_off_status_values check (status in ('submitted', 'approved', 'rejected', 'reversed')),
  constraint write_off_amount_range check (amount >= 1)
);
comment on table write_off is '坏账核销';
comment on column write_off.id is '编号';
comment on column write_off.operator_id is '运营公司';
comment on column write_off.created_by is '创建人';
comment on column write_off.created_at is '创建时间';
comment on column write_off.updated_by is '修改人';
comment on column write_off.updated_at is '修改时间';
comment on column write_off.version is '版本';
comment on column write_off.deleted_at is '删除时间';
comment on column write_off.no is '核销编号';
comment on column write_off.status is '状态';
comment on column write_off.bill is '账单';
comment on column write_off.lessee is '承租人';
comment on column write_off.store is '门店';
comment on column write_off.amount is '核销金额';
comment on column write_off.reason is '核销原因';
comment on column write_off.proofs is '依据材料';
comment on column write_off.decided_by is '审批人';
comment on column write_off.decided_at is '审批时间';
comment on column write_off.answer is '处理说明';
comment on column write_off.pinyin is '名称拼音';
comment on column write_off.search_text is '检索文本';
create unique index write_off_no_key on write_off (operator_id, no) where deleted_at is null;
create index write_off_status_idx on write_off (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index write_off_bill_idx on write_off (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index write_off_lessee_idx on write_off (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index write_off_store_idx on write_off (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index write_off_decided_by_idx on write_off (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index write_off_order on write_off (operator_id, created_at desc, id desc) where deleted_at is null;
create index write_off_search on write_off using gin (search_text gin_trgm_ops);
alter table write_off enable row level security;
alter table write_off force row level security;
create policy tenant on write_off
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill_reminder (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  lessee bigint not null,
  store bigint not null,
  way text not null,
  reminded_at timestamptz not null,
  clerk bigint,
  remain bigint not null,
  overdue_days bigint not null,
  content text not null,
  promised_on date,
  primary key (operator_id, id),
  constraint bill_reminder_way_values check (way in ('app', 'phone', 'sms', 'wechat', 'visit', 'letter'))
);
comment on table bill_reminder is '催收记录';
comment on column bill_reminder.id is '编号';
comment on column bill_reminder.operator_id is '运营公司';
comment on column bill_reminder.created_by is '创建人';
comment on column bill_reminder.created_at is '创建时间';
comment on column bill_reminder.updated_by is '修改人';
comment on column bill_reminder.updated_at is '修改时间';
comment on column bill_reminder.version is '版本';
comment on column bill_reminder.deleted_at is '删除时间';
comment on column bill_reminder.bill is '账单';
comment on column bill_reminder.lessee is '承租人';
comment on column bill_reminder.store is '门店';
comment on column bill_reminder.way is '催收方式';
comment on column bill_reminder.reminded_at is '催收时间';
comment on column bill_reminder.clerk is '催收人';
comment on column bill_reminder.remain is '当时未收';
comment on column bill_reminder.overdue_days is '当时逾期';
comment on column bill_reminder.content is '沟通内容';
comment on column bill_reminder.promised_on is '承诺付款日';
create index bill_reminder_bill_idx on bill_reminder (operator_id, bill, reminded_at desc, id desc) where deleted_at is null;
create index bill_reminder_lessee_idx on bill_reminder (operator_id, lessee, reminded_at desc, id desc) where deleted_at is null;
create index bill_reminder_store_idx on bill_reminder (operator_id, store, reminded_at desc, id desc) where deleted_at is null;
create index bill_reminder_clerk_idx on bill_reminder (operator_id, clerk, reminded_at desc, id desc) where deleted_at is null;
create index bill_reminder_way_idx on bill_reminder (operator_id, way, reminded_at desc, id desc) where deleted_at is null;
create index bill_reminder_promised_on_idx on bill_reminder (operator_id, promised_on) where deleted_at is null;
create index bill_reminder_order on bill_reminder (operator_id, reminded_at desc, id desc) where deleted_at is null;
alter table bill_reminder enable row level security;
alter table bill_reminder force row level security;
create policy tenant on bill_reminder
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table split_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  reach text default 'company' not null,
  store bigint,
  vehicle_source bigint,
  channel bigint,
  contract bigint,
  effective_on date not null,
  refund_mode text default 'proportional' not null,
  receivers jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint split_rule_status_values check (status in ('active', 'ended')),
  constraint split_rule_reach_values check (reach in ('company', 'store', 'vehicleSource', 'channel', 'contract')),
  constraint split_rule_refund_mode_values check (refund_mode in ('proportional', 'none', 'full'))
);
comment on table split_rule is '分账规则';
comment on column split_rule.id is '编号';
comment on column split_rule.operator_id is '运营公司';
comment on column split_rule.created_by is '创建人';
comment on column split_rule.created_at is '创建时间';
comment on column split_rule.updated_by is '修改人';
comment on column split_rule.updated_at is '修改时间';
comment on column split_rule.version is '版本';
comment on column split_rule.deleted_at is '删除时间';
comment on column split_rule.name is '规则名称';
comment on column split_rule.status is '状态';
comment on column split_rule.reach is '适用范围';
comment on column split_rule.store is '门店';
comment on column split_rule.vehicle_source is '车源方';
comment on column split_rule.channel is '渠道';
comment on column split_rule.contract is '合同';
comment on column split_rule.effective_on is '生效日';
comment on column split_rule.refund_mode is '退款时';
comment on column split_rule.receivers is '分账方';
comment on column split_rule.remark is '备注';
comment on column split_rule.pinyin is '名称拼音';
comment on column split_rule.search_text is '检索文本';
create unique index split_rule_name_key on split_rule (operator_id, name) where deleted_at is null;
create index split_rule_status_idx on split_rule (operator_id, status, name, id) where deleted_at is null;
create index split_rule_store_idx on split_rule (operator_id, store, name, id) where deleted_at is null;
create index split_rule_vehicle_source_idx on split_rule (operator_id, vehicle_source, name, id) where deleted_at is null;
create index split_rule_channel_idx on split_rule (operator_id, channel, name, id) where deleted_at is null;
create index split_rule_contract_idx on split_rule (operator_id, contract, name, id) where deleted_at is null;
create index split_rule_reach_idx on split_rule (operator_id, reach, name, id) where deleted_at is null;
create index split_rule_order on split_rule (operator_id, name, id) where deleted_at is null;
create index split_rule_search on split_rule using gin (search_text gin_trgm_ops);
alter table split_rule enable row level security;
alter table split_rule force row level security;
create policy tenant on split_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table split_record (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  rule bigint not null,
  lessee bigint not null,
  store bigint not null,
  vehicle bigint,
  party text not null,
  vehicle_source bigint,
  channel bigint,
  account bigint,
  base bigint not null,
  target bigint not null,
  amount bigint not null,
  value_on date not null,
  payable_bill bigint,
  primary key (operator_id, id),
  constraint split_record_party_values check (party in ('company', 'platform', 'store', 'source', 'channel'))
);
comment on table split_record is '分账记录';
comment on column split_record.id is '编号';
comment on column split_record.operator_id is '运营公司';
comment on column split_record.created_by is '创建人';
comment on column split_record.created_at is '创建时间';
comment on column split_record.updated_by is '修改人';
comment on column split_record.updated_at is '修改时间';
comment on column split_record.version is '版本';
comment on column split_record.deleted_at is '删除时间';
comment on column split_record.bill is '账单';
comment on column split_record.rule is '分账规则';
comment on column split_record.lessee is '承租人';
comment on column split_record.store is '门店';
comment on column split_record.vehicle is '车辆';
comment on column split_record.party is '分账方';
comment on column split_record.vehicle_source is '车源方';
comment on column split_record.channel is '渠道';
comment on column split_record.account is '分账账户';
comment on column split_record.base is '累计基数';
comment on column split_record.target is '累计应得';
comment on column split_record.amount is '本次分账';
comment on column split_record.value_on is '分账日';
comment on column split_record.payable_bill is '应付账单';
create index split_record_bill_idx on split_record (operator_id, bill, id desc) where deleted_at is null;
create index split_record_rule_idx on split_record (operator_id, rule, id desc) where deleted_at is null;
create index split_record_lessee_idx on split_record (operator_id, lessee, id desc) where deleted_at is null;
create index split_record_store_idx on split_record (operator_id, store, id desc) where deleted_at is null;
create index split_record_vehicle_idx on split_record (operator_id, vehicle, id desc) where deleted_at is null;
create index split_record_vehicle_source_idx on split_record (operator_id, vehicle_source, id desc) where deleted_at is null;
create index split_record_channel_idx on split_record (operator_id, channel, id desc) where deleted_at is null;
create index split_record_account_idx on split_record (operator_id, account, id desc) where deleted_at is null;
create index split_record_payable_bill_idx on split_record (operator_id, payable_bill, id desc) where deleted_at is null;
create index split_record_value_on_idx on split_record (operator_id, value_on) where deleted_at is null;
create index split_record_party_idx on split_record (operator_id, party, id desc) where deleted_at is null;
create index split_record_order on split_record (operator_id, id desc) where deleted_at is null;
alter table split_record enable row level security;
alter table split_record force row level security;
create policy tenant on split_record
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payable_bill (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  party_kind text default 'shop' not null,
  vehicle_source bigint,
  channel bigint,
  carrier bigint,
  driver bigint,
  charge_sheet bigint,
  stage text,
  medium text,
  payee text not null,
  bank_name text,
  bank_account text,
  fee text default 'repair' not null,
  their_no text,
  store bigint not null,
  vehicle bigint,
  start_on date,
  end_on date,
  due_on date not null,
  items jsonb not null,
  amount bigint default 0,
  paid bigint default 0,
  remain bigint generated always as (case when status = 'voided' then 0 else amount - paid end) stored,
  settled_on date,
  posted_on date,
  attachments jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(their_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint payable_bill_status_values check (status in ('toConfirm', 'unpaid', 'partlyPaid', 'settled', 'voided')),
  constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'staff', 'station', 'authority', 'carrier', 'customer')),
  constraint payable_bill_stage_values check (stage in ('advance', 'arrival', 'receipt', 'monthly')),
  constraint payable_bill_medium_values check (medium in ('transfer', 'oilCard', 'etc')),
  constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'loan', 'fuel', 'inspection', 'fine', 'freight', 'driverPay', 'claim', 'cod', 'other')),
  constraint payable_bill_amount_range check (amount >= 0),
  constraint payable_bill_paid_range check (paid >= 0)
);
comment on table payable_bill is '应付账单';
comment on column payable_bill.id is '编号';
comment on column payable_bill.operator_id is '运营公司';
comment on column payable_bill.created_by is '创建人';
comment on column payable_bill.created_at is '创建时间';
comment on column payable_bill.updated_by is '修改人';
comment on column payable_bill.updated_at is '修改时间';
comment on column payable_bill.version is '版本';
comment on column payable_bill.deleted_at is '删除时间';
comment on column payable_bill.no is '应付编号';
comment on column payable_bill.status is '状态';
comment on column payable_bill.party_kind is '往来类型';
comment on column payable_bill.vehicle_source is '车源方';
comment on column payable_bill.channel is '渠道';
comment on column payable_bill.carrier is '承运商';
comment on column payable_bill.driver is '司机';
comment on column payable_bill.charge_sheet is '费用单';
comment on column payable_bill.stage is '付款阶段';
comment on column payable_bill.medium is '付款载体';
comment on column payable_bill.payee is '收款方';
comment on column payable_bill.bank_name is '开户行';
comment on column payable_bill.bank_account is '收款账号';
comment on column payable_bill.fee is '费用类型';
comment on column payable_bill.their_no is '对方单号';
comment on column payable_bill.store is '门店';
comment on column payable_bill.vehicle is '车辆';
comment on column payable_bill.start_on is '账期起';
comment on column payable_bill.end_on is '账期止';
comment on column payable_bill.due_on is '应付日';
comment on column payable_bill.items is '明细';
comment on column payable_bill.amount is '应付金额';
comment on column payable_bill.paid is '已付金额';
comment on column payable_bill.remain is '未付金额';
comment on column payable_bill.settled_on is '付清日期';
comment on column payable_bill.posted_on is '记账日';
comment on column payable_bill.attachments is '附件';
comment on column payable_bill.remark is '备注';
comment on column payable_bill.pinyin is '名称拼音';
comment on column payable_bill.search_text is '检索文本';
create unique index payable_bill_no_key on payable_bill (operator_id, no) where deleted_at is null;
create index payable_bill_status_idx on payable_bill (operator_id, status, due_on desc, id desc) where deleted_at is null;
create index payable_bill_vehicle_source_idx on payable_bill (operator_id, vehicle_source, due_on desc, id desc) where deleted_at is null;
create index payable_bill_channel_idx on payable_bill (operator_id, channel, due_on desc, id desc) where deleted_at is null;
create index payable_bill_carrier_idx on payable_bill (operator_id, carrier, due_on desc, id desc) where deleted_at is null;
create index payable_bill_driver_idx on payable_bill (operator_id, driver, due_on desc, id desc) where deleted_at is null;
create index payable_bill_charge_sheet_idx on payable_bill (operator_id, charge_sheet, due_on desc, id desc) where deleted_at is null;
create index payable_bill_store_idx on payable_bill (operator_id, store, due_on desc, id desc) where deleted_at is null;
create index payable_bill_vehicle_idx on payable_bill (operator_id, vehicle, due_on desc, id desc) where deleted_at is null;
create index payable_bill_party_kind_idx on payable_bill (operator_id, party_kind, due_on desc, id desc) where deleted_at is null;
create index payable_bill_fee_idx on payable_bill (operator_id, fee, due_on desc, id desc) where deleted_at is null;
create index payable_bill_stage_idx on payable_bill (operator_id, stage, due_on desc, id desc) where deleted_at is null;
create index payable_bill_order on payable_bill (operator_id, due_on desc, id desc) where deleted_at is null;
create index payable_bill_search on payable_bill using gin (search_text gin_trgm_ops);
alter table payable_bill enable row level security;
alter table payable_bill force row level security;
create policy tenant on payable_bill
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payable_bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  party_kind text,
  fee text,
  due_on date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  remain bigint not null,
  folded boolean not null default false
);
comment on table payable_bill_totals is '应付账单的合计（由触发器维护）';
create index payable_bill_totals_key on payable_bill_totals (operator_id, store, status, party_kind, fee, due_on);
create index payable_bill_totals_fresh on payable_bill_totals (operator_id) where not folded;

alter table payable_bill no force row level security;

insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain) select operator_id, store, status, party_kind, fee, due_on, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(remain), 0) from payable_bill where deleted_at is null group by operator_id, store, status, party_kind, fee, due_on;
alter table payable_bill force row level security;
alter table payable_bill_totals enable row level security;
alter table payable_bill_totals force row level security;
create policy tenant on payable_bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function payable_bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  else
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, party_kind, fee, due_on, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger payable_bill_totals_kept_insert after insert on payable_bill referencing new table as fresh for each statement execute function payable_bill_totals_kept();

create trigger payable_bill_totals_kept_update after update on payable_bill referencing old table as gone new table as fresh for each statement execute function payable_bill_totals_kept();

create trigger payable_bill_totals_kept_delete after delete on payable_bill referencing old table as gone for each statement execute function payable_bill_totals_kept();

create table payout (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payable_bill bigint not null,
  store bigint not null,
  payee text not null,
  amount bigint not null,
  channel text not null,
  paid_on date not null,
  posted_on date,
  account bigint,
  trade_no text,
  vouchers jsonb,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint payout_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint payout_amount_range check (amount >= 1),
  constraint payout_channel_values check (channel in ('transfer', 'wechat', 'alipay', 'cash'))
);
comment on table payout is '付款单';
comment on column payout.id is '编号';
comment on column payout.operator_id is '运营公司';
comment on column payout.created_by is '创建人';
comment on column payout.created_at is '创建时间';
comment on column payout.updated_by is '修改人';
comment on column payout.updated_at is '修改时间';
comment on column payout.version is '版本';
comment on column payout.deleted_at is '删除时间';
comment on column payout.no is '付款编号';
comment on column payout.status is '状态';
comment on column payout.payable_bill is '应付账单';
comment on column payout.store is '门店';
comment on column payout.payee is '收款方';
comment on column payout.amount is '付款金额';
comment on column payout.channel is '付款方式';
comment on column payout.paid_on is '付款日期';
comment on column payout.posted_on is '记账日';
comment on column payout.account is '付款账户';
comment on column payout.trade_no is '交易流水号';
comment on column payout.vouchers is '付款凭证';
comment on column payout.confirmed_by is '复核人';
comment on column payout.answer is '处理说明';
comment on column payout.pinyin is '名称拼音';
comment on column payout.search_text is '检索文本';
create unique index payout_no_key on payout (operator_id, no) where deleted_at is null;
create index payout_status_idx on payout (operator_id, status, paid_on desc, id desc) where deleted_at is null;
create index payout_payable_bill_idx on payout (operator_id, payable_bill, paid_on desc, id desc) where deleted_at is null;
create index payout_store_idx on payout (operator_id, store, paid_on desc, id desc) where deleted_at is null;
create index payout_account_idx on payout (operator_id, account, paid_on desc, id desc) where deleted_at is null;
create index payout_confirmed_by_idx on payout (operator_id, confirmed_by, paid_on desc, id desc) where deleted_at is null;
create index payout_channel_idx on payout (operator_id, channel, paid_on desc, id desc) where deleted_at is null;
create index payout_order on payout (operator_id, paid_on desc, id desc) where deleted_at is null;
create index payout_search on payout using gin (search_text gin_trgm_ops);
alter table payout enable row level security;
alter table payout force row level security;
create policy tenant on payout
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table coupon (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  kind text default 'fullCut' not null,
  threshold bigint,
  amount_off bigint,
  pay_bp integer,
  cap bigint,
  free_days bigint,
  fee_items jsonb,
  stackable boolean default false not null,
  store bigint,
  stock bigint not null,
  per_customer bigint default 1 not null,
  issued bigint default 0 not null,
  start_on date not null,
  last_on date not null,
  validity text default 'fixed' not null,
  valid_days bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint coupon_status_values check (status in ('draft', 'upcoming', 'active', 'paused', 'ended', 'voided')),
  constraint coupon_kind_values check (kind in ('fullCut', 'direct', 'discount', 'freeDays')),
  constraint coupon_threshold_range check (threshold >= 1),
  constraint coupon_amount_off_range check (amount_off >= 1),
  constraint coupon_pay_bp_range check (pay_bp >= 1 and pay_bp <= 9999),
  constraint coupon_cap_range check (cap >= 1),
  constraint coupon_free_days_range check (free_days >= 1 and free_days <= 366),
  constraint coupon_stock_range check (stock >= 1 and stock <= 1000000),
  constraint coupon_per_customer_range check (per_customer >= 1 and per_customer <= 1000),
  constraint coupon_issued_range check (issued >= 0),
  constraint coupon_validity_values check (validity in ('fixed', 'relative')),
  constraint coupon_valid_days_range check (valid_days >= 1 and valid_days <= 3660)
);
comment on table coupon is '优惠券';
comment on column coupon.id is '编号';
comment on column coupon.operator_id is '运营公司';
comment on column coupon.created_by is '创建人';
comment on column coupon.created_at is '创建时间';
comment on column coupon.updated_by is '修改人';
comment on column coupon.updated_at is '修改时间';
comment on column coupon.version is '版本';
comment on column coupon.deleted_at is '删除时间';
comment on column coupon.no is '优惠券编号';
comment on column coupon.name is '优惠券名称';
comment on column coupon.status is '状态';
comment on column coupon.kind is '优惠方式';
comment on column coupon.threshold is '使用门槛';
comment on column coupon.amount_off is '减免金额';
comment on column coupon.pay_bp is '折后比例';
comment on column coupon.cap is '最高减免';
comment on column coupon.free_days is '免租天数';
comment on column coupon.fee_items is '适用费用科目';
comment on column coupon.stackable is '可与其他优惠券叠加';
comment on column coupon.store is '适用门店';
comment on column coupon.stock is '发行总量';
comment on column coupon.per_customer is '每客户限领';
comment on column coupon.issued is '已发放';
comment on column coupon.start_on is '活动开始日';
comment on column coupon.last_on is '活动截止日';
comment on column coupon.validity is '券有效期';
comment on column coupon.valid_days is '有效天数';
comment on column coupon.remark is '备注';
comment on column coupon.pinyin is '名称拼音';
comment on column coupon.search_text is '检索文本';
create unique index coupon_no_key on coupon (operator_id, no) where deleted_at is null;
create unique index coupon_name_key on coupon (operator_id, name) where deleted_at is null;
create index coupon_status_idx on coupon (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index coupon_store_idx on coupon (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index coupon_kind_idx on coupon (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index coupon_start_on_idx on coupon (operator_id, start_on) where deleted_at is null;
create index coupon_last_on_idx on coupon (operator_id, last_on) where deleted_at is null;
create index coupon_order on coupon (operator_id, created_at desc, id desc) where deleted_at is null;
create index coupon_search on coupon using gin (search_text gin_trgm_ops);
alter table coupon enable row level security;
alter table coupon force row level security;
create policy tenant on coupon
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table customer_coupon (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'unused' not null,
  coupon bigint not null,
  offer text not null,
  lessee bigint not null,
  store bigint not null,
  issued_on date not null,
  start_on date not null,
  last_on date not null,
  "order" bigint,
  bill bigint,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint customer_coupon_status_values check (status in ('unused', 'locked', 'used', 'expired', 'recalled'))
);
comment on table customer_coupon is '客户优惠券';
comment on column customer_coupon.id is '编号';
comment on column customer_coupon.operator_id is '运营公司';
comment on column customer_coupon.created_by is '创建人';
comment on column customer_coupon.created_at is '创建时间';
comment on column customer_coupon.updated_by is '修改人';
comment on column customer_coupon.updated_at is '修改时间';
comment on column customer_coupon.version is '版本';
comment on column customer_coupon.deleted_at is '删除时间';
comment on column customer_coupon.no is '券号';
comment on column customer_coupon.status is '状态';
comment on column customer_coupon.coupon is '优惠券';
comment on column customer_coupon.offer is '优惠内容';
comment on column customer_coupon.lessee is '承租人';
comment on column customer_coupon.store is '门店';
comment on column customer_coupon.issued_on is '发放日';
comment on column customer_coupon.start_on is '可用起日';
comment on column customer_coupon.last_on is '可用止日';
comment on column customer_coupon."order" is '占用订单';
comment on column customer_coupon.bill is '使用账单';
comment on column customer_coupon.reason is '回收原因';
comment on column customer_coupon.pinyin is '名称拼音';
comment on column customer_coupon.search_text is '检索文本';
create unique index customer_coupon_no_key on customer_coupon (operator_id, no) where deleted_at is null;
create index customer_coupon_status_idx on customer_coupon (operator_id, status, id desc) where deleted_at is null;
create index customer_coupon_coupon_idx on customer_coupon (operator_id, coupon, id desc) where deleted_at is null;
create index customer_coupon_lessee_idx on customer_coupon (operator_id, lessee, id desc) where deleted_at is null;
create index customer_coupon_store_idx on customer_coupon (operator_id, store, id desc) where deleted_at is null;
create index customer_coupon_order_idx on customer_coupon (operator_id, "order", id desc) where deleted_at is null;
create index customer_coupon_bill_idx on customer_coupon (operator_id, bill, id desc) where deleted_at is null;
create index customer_coupon_last_on_idx on customer_coupon (operator_id, last_on) where deleted_at is null;
create index customer_coupon_issued_on_idx on customer_coupon (operator_id, issued_on) where deleted_at is null;
create index customer_coupon_status_last_on_idx on customer_coupon (operator_id, status, last_on) where deleted_at is null;
create index customer_coupon_order on customer_coupon (operator_id, id desc) where deleted_at is null;
create index customer_coupon_search on customer_coupon using gin (search_text gin_trgm_ops);
alter table customer_coupon enable row level security;
alter table customer_coupon force row level security;
create policy tenant on customer_coupon
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table coupon_use (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  coupon bigint not null,
  customer_coupon bigint not null,
  status text default 'applied' not null,
  lessee bigint not null,
  store bigint not null,
  used_on date not null,
  base bigint not null,
  amount bigint not null,
  live bigint not null,
  formula text not null,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(formula, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint coupon_use_status_values check (status in ('applied', 'withdrawn')),
  constraint coupon_use_base_range check (base >= 1),
  constraint coupon_use_amount_range check (amount >= 1),
  constraint coupon_use_live_range check (live >= 0)
);
comment on table coupon_use is '优惠券使用';
comment on column coupon_use.id is '编号';
comment on column coupon_use.operator_id is '运营公司';
comment on column coupon_use.created_by is '创建人';
comment on column coupon_use.created_at is '创建时间';
comment on column coupon_use.updated_by is '修改人';
comment on column coupon_use.updated_at is '修改时间';
comment on column coupon_use.version is '版本';
comment on column coupon_use.deleted_at is '删除时间';
comment on column coupon_use.bill is '账单';
comment on column coupon_use.coupon is '优惠券';
comment on column coupon_use.customer_coupon is '券号';
comment on column coupon_use.status is '状态';
comment on column coupon_use.lessee is '承租人';
comment on column coupon_use.store is '门店';
comment on column coupon_use.used_on is '使用日';
comment on column coupon_use.base is '适用费用';
comment on column coupon_use.amount is '抵扣金额';
comment on column coupon_use.live is '现抵扣';
comment on column coupon_use.formula is '算式';
comment on column coupon_use.reason is '撤回原因';
comment on column coupon_use.pinyin is '名称拼音';
comment on column coupon_use.search_text is '检索文本';
create index coupon_use_bill_idx on coupon_use (operator_id, bill, id desc) where deleted_at is null;
create index coupon_use_coupon_idx on coupon_use (operator_id, coupon, id desc) where deleted_at is null;
create index coupon_use_customer_coupon_idx on coupon_use (operator_id, customer_coupon, id desc) where deleted_at is null;
create index coupon_use_status_idx on coupon_use (operator_id, status, id desc) where deleted_at is null;
create index coupon_use_lessee_idx on coupon_use (operator_id, lessee, id desc) where deleted_at is null;
create index coupon_use_store_idx on coupon_use (operator_id, store, id desc) where deleted_at is null;
create index coupon_use_used_on_idx on coupon_use (operator_id, used_on) where deleted_at is null;
create index coupon_use_order on coupon_use (operator_id, id desc) where deleted_at is null;
create index coupon_use_search on coupon_use using gin (search_text gin_trgm_ops);
alter table coupon_use enable row level security;
alter table coupon_use force row level security;
create policy tenant on coupon_use
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pay_type (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  channel text not null,
  label text not null,
  status text default 'active' not null,
  direction text default 'both' not null,
  account bigint,
  fee integer default 0 not null,
  needs_trade_no boolean default false not null,
  needs_voucher boolean default false not null,
  stores bigint[],
  pinyin text,
  search_text text generated always as (lower(coalesce(label, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint pay_type_channel_values check (channel in ('wechat', 'alipay', 'transfer', 'cash', 'pos', 'balance', 'depositDeduct', 'discount', 'offset')),
  constraint pay_type_status_values check (status in ('active', 'disabled')),
  constraint pay_type_direction_values check (direction in ('both', 'in', 'out')),
  constraint pay_type_fee_range check (fee >= 0 and fee <= 100)
);
comment on table pay_type is '支付方式';
comment on column pay_type.id is '编号';
comment on column pay_type.operator_id is '运营公司';
comment on column pay_type.created_by is '创建人';
comment on column pay_type.created_at is '创建时间';
comment on column pay_type.updated_by is '修改人';
comment on column pay_type.updated_at is '修改时间';
comment on column pay_type.version is '版本';
comment on column pay_type.deleted_at is '删除时间';
comment on column pay_type.channel is '渠道';
comment on column pay_type.label is '名称';
comment on column pay_type.status is '状态';
comment on column pay_type.direction is '收付方向';
comment on column pay_type.account is '默认账户';
comment on column pay_type.fee is '手续费率';
comment on column pay_type.needs_trade_no is '必须填写流水号';
comment on column pay_type.needs_voucher is '必须上传凭证';
comment on column pay_type.stores is '适用门店';
comment on column pay_type.pinyin is '名称拼音';
comment on column pay_type.search_text is '检索文本';
create unique index pay_type_label_key on pay_type (operator_id, label) where deleted_at is null;
create index pay_type_status_idx on pay_type (operator_id, status, id) where deleted_at is null;
create index pay_type_account_idx on pay_type (operator_id, account, id) where deleted_at is null;
create index pay_type_stores_gin on pay_type using gin (stores);
create index pay_type_channel_idx on pay_type (operator_id, channel, id) where deleted_at is null;
create index pay_type_direction_idx on pay_type (operator_id, direction, id) where deleted_at is null;
create index pay_type_order on pay_type (operator_id, id) where deleted_at is null;
create index pay_type_search on pay_type using gin (search_text gin_trgm_ops);
alter table pay_type enable row level security;
alter table pay_type force row level security;
create policy tenant on pay_type
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table company_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'bank' not null,
  status text default 'active' not null,
  bank text,
  branch text,
  account_no text,
  opening_on date not null,
  opening bigint default 0 not null,
  currency text default 'CNY' not null,
  moved bigint default 0 not null,
  book bigint generated always as (opening + moved) stored,
  bank_balance bigint,
  bank_on date,
  difference bigint generated always as (bank_balance - opening - moved) stored,
  import_map jsonb,
  stores bigint[],
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint company_account_kind_values check (kind in ('bank', 'cash', 'wechat', 'alipay', 'card')),
  constraint company_account_status_values check (status in ('active', 'disabled')),
  constraint company_account_currency_values check (currency in ('CNY'))
);
comment on table company_account is '对公账户';
comment on column company_account.id is '编号';
comment on column company_account.operator_id is '运营公司';
comment on column company_account.created_by is '创建人';
comment on column company_account.created_at is '创建时间';
comment on column company_account.updated_by is '修改人';
comment on column company_account.updated_at is '修改时间';
comment on column company_account.version is '版本';
comment on column company_account.deleted_at is '删除时间';
comment on column company_account.name is '账户名称';
comment on column company_account.kind is '账户类型';
comment on column company_account.status is '状态';
comment on column company_account.bank is '银行';
comment on column company_account.branch is '开户行';
comment on column company_account.account_no is '账号';
comment on column company_account.opening_on is '期初日';
comment on column company_account.opening is '期初余额';
comment on column company_account.currency is '币种';
comment on column company_account.moved is '期初以来收支';
comment on column company_account.book is '账面余额';
comment on column company_account.bank_balance is '银行余额';
comment on column company_account.bank_on is '银行余额日';
comment on column company_account.difference is '差额';
comment on column company_account.import_map is '列对应';
comment on column company_account.stores is '适用门店';
comment on column company_account.remark is '备注';
comment on column company_account.pinyin is '名称拼音';
comment on column company_account.search_text is '检索文本';
create unique index company_account_name_key on company_account (operator_id, name) where deleted_at is null;
create index company_account_status_idx on company_account (operator_id, status, id) where deleted_at is null;
create unique index company_account_account_no_key on company_account (operator_id, account_no) where deleted_at is null;
create index company_account_stores_gin on company_account using gin (stores);
create index company_account_kind_idx on company_account (operator_id, kind, id) where deleted_at is null;
create index company_account_bank_idx on company_account (operator_id, bank, id) where deleted_at is null;
create index company_account_order on company_account (operator_id, id) where deleted_at is null;
create index company_account_search on company_account using gin (search_text gin_trgm_ops);
alter table company_account enable row level security;
alter table company_account force row level security;
create policy tenant on company_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bank_line (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  trade_no text not null,
  part bigint default 1 not null,
  status text default 'open' not null,
  booked_on date not null,
  direction text default 'in' not null,
  amount bigint not null,
  income bigint generated always as (case when direction = 'in' then amount end) stored,
  outgo bigint generated always as (case when direction = 'out' then amount end) stored,
  balance_after bigint,
  occurred_at timestamptz,
  kind text,
  payer_name text,
  payer_account text,
  memo text,
  account bigint,
  matched_to text,
  matched_id bigint,
  matched_no text,
  lessee bigint,
  payment bigint,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(trade_no, '') || ' ' || coalesce(payer_name, '') || ' ' || coalesce(memo, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint bank_line_part_range check (part >= 1),
  constraint bank_line_status_values check (status in ('open', 'matched', 'ignored')),
  constraint bank_line_direction_values check (direction in ('in', 'out')),
  constraint bank_line_amount_range check (amount >= 1),
  constraint bank_line_matched_to_values check (matched_to in ('payment', 'payout', 'refund', 'otherReceipt', 'otherPayment', 'accountTransfer', 'payBatch'))
);
comment on table bank_line is '银行流水';
comment on column bank_line.id is '编号';
comment on column bank_line.operator_id is '运营公司';
comment on column bank_line.created_by is '创建人';
comment on column bank_line.created_at is '创建时间';
comment on column bank_line.updated_by is '修改人';
comment on column bank_line.updated_at is '修改时间';
comment on column bank_line.version is '版本';
comment on column bank_line.deleted_at is '删除时间';
comment on column bank_line.trade_no is '交易流水号';
comment on column bank_line.part is '同号序号';
comment on column bank_line.status is '状态';
comment on column bank_line.booked_on is '入账日';
comment on column bank_line.direction is '方向';
comment on column bank_line.amount is '金额';
comment on column bank_line.income is '收入';
comment on column bank_line.outgo is '支出';
comment on column bank_line.balance_after is '流水余额';
comment on column bank_line.occurred_at is '交易时间';
comment on column bank_line.kind is '交易类型';
comment on column bank_line.payer_name is '对方户名';
comment on column bank_line.payer_account is '对方账号';
comment on column bank_line.memo is '摘要附言';
comment on column bank_line.account is '账户';
comment on column bank_line.matched_to is '匹配类型';
comment on column bank_line.matched_id is '匹配编号';
comment on column bank_line.matched_no is '匹配单号';
comment on column bank_line.lessee is '承租人';
comment on column bank_line.payment is '收款';
comment on column bank_line.reason is '处理说明';
comment on column bank_line.pinyin is '名称拼音';
comment on column bank_line.search_text is '检索文本';
create index bank_line_status_idx on bank_line (operator_id, status, booked_on desc, id desc) where deleted_at is null;
create index bank_line_account_idx on bank_line (operator_id, account, booked_on desc, id desc) where deleted_at is null;
create index bank_line_lessee_idx on bank_line (operator_id, lessee, booked_on desc, id desc) where deleted_at is null;
create index bank_line_payment_idx on bank_line (operator_id, payment, booked_on desc, id desc) where deleted_at is null;
create unique index bank_line_trade_no_part_key on bank_line (operator_id, trade_no, part) where deleted_at is null;
create index bank_line_direction_idx on bank_line (operator_id, direction, booked_on desc, id desc) where deleted_at is null;
create index bank_line_matched_to_idx on bank_line (operator_id, matched_to, booked_on desc, id desc) where deleted_at is null;
create index bank_line_order on bank_line (operator_id, booked_on desc, id desc) where deleted_at is null;
create index bank_line_search on bank_line using gin (search_text gin_trgm_ops);
alter table bank_line enable row level security;
alter table bank_line force row level security;
create policy tenant on bank_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cash_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  account bigint not null,
  kind text not null,
  direction text not null,
  amount bigint not null,
  signed bigint generated always as (case when direction = 'in' then amount else -amount end) stored,
  income bigint generated always as (case when direction = 'in' then amount end) stored,
  outgo bigint generated always as (case when direction = 'out' then amount end) stored,
  after bigint not null,
  business_on date not null,
  posted_on date not null,
  party text,
  source text not null,
  source_id bigint not null,
  source_no text not null,
  store bigint not null,
  vehicle bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(party, '') || ' ' || coalesce(source_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cash_entry_kind_values check (kind in ('receipt', 'refund', 'payout', 'otherReceipt', 'otherPayment', 'transferIn', 'transferOut', 'fee', 'reversal')),
  constraint cash_entry_direction_values check (direction in ('in', 'out')),
  constraint cash_entry_amount_range check (amount >= 1),
  constraint cash_entry_source_values check (source in ('payment', 'refund', 'payout', 'otherReceipt', 'otherPayment', 'accountTransfer'))
);
comment on table cash_entry is '财务流水';
comment on column cash_entry.id is '编号';
comment on column cash_entry.operator_id is '运营公司';
comment on column cash_entry.created_by is '创建人';
comment on column cash_entry.created_at is '创建时间';
comment on column cash_entry.updated_by is '修改人';
comment on column cash_entry.updated_at is '修改时间';
comment on column cash_entry.version is '版本';
comment on column cash_entry.deleted_at is '删除时间';
comment on column cash_entry.no is '流水编号';
comment on column cash_entry.account is '账户';
comment on column cash_entry.kind is '类型';
comment on column cash_entry.direction is '方向';
comment on column cash_entry.amount is '金额';
comment on column cash_entry.signed is '收支净额';
comment on column cash_entry.income is '收入';
comment on column cash_entry.outgo is '支出';
comment on column cash_entry.after is '账户余额';
comment on column cash_entry.business_on is '业务日';
comment on column cash_entry.posted_on is '记账日';
comment on column cash_entry.party is '对方';
comment on column cash_entry.source is '来源';
comment on column cash_entry.source_id is '来源编号';
comment on column cash_entry.source_no is '来源单号';
comment on column cash_entry.store is '门店';
comment on column cash_entry.vehicle is '车辆';
comment on column cash_entry.pinyin is '名称拼音';
comment on column cash_entry.search_text is '检索文本';
create unique index cash_entry_no_key on cash_entry (operator_id, no) where deleted_at is null;
create index cash_entry_account_idx on cash_entry (operator_id, account, id desc) where deleted_at is null;
create index cash_entry_store_idx on cash_entry (operator_id, store, id desc) where deleted_at is null;
create index cash_entry_vehicle_idx on cash_entry (operator_id, vehicle, id desc) where deleted_at is null;
create unique index cash_entry_source_source_id_kind_direction_key on cash_entry (operator_id, source, source_id, kind, direction) where deleted_at is null;
create index cash_entry_kind_idx on cash_entry (operator_id, kind, id desc) where deleted_at is null;
create index cash_entry_direction_idx on cash_entry (operator_id, direction, id desc) where deleted_at is null;
create index cash_entry_posted_on_idx on cash_entry (operator_id, posted_on) where deleted_at is null;
create index cash_entry_business_on_idx on cash_entry (operator_id, business_on) where deleted_at is null;
create index cash_entry_account_posted_on_idx on cash_entry (operator_id, account, posted_on) where deleted_at is null;
create index cash_entry_order on cash_entry (operator_id, id desc) where deleted_at is null;
create index cash_entry_search on cash_entry using gin (search_text gin_trgm_ops);
alter table cash_entry enable row level security;
alter table cash_entry force row level security;
create policy tenant on cash_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table other_receipt (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payer text not null,
  kind text default 'claim' not null,
  amount bigint not null,
  account bigint not null,
  moved_on date not null,
  trade_no text,
  loan bigint,
  vehicle bigint,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payer, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint other_receipt_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint other_receipt_kind_values check (kind in ('claim', 'scrap', 'rebate', 'deposit', 'interest', 'penalty', 'loan', 'other')),
  constraint other_receipt_amount_range check (amount >= 1)
);
comment on table other_receipt is '其他收款';
comment on column other_receipt.id is '编号';
comment on column other_receipt.operator_id is '运营公司';
comment on column other_receipt.created_by is '创建人';
comment on column other_receipt.created_at is '创建时间';
comment on column other_receipt.updated_by is '修改人';
comment on column other_receipt.updated_at is '修改时间';
comment on column other_receipt.version is '版本';
comment on column other_receipt.deleted_at is '删除时间';
comment on column other_receipt.no is '收款编号';
comment on column other_receipt.status is '状态';
comment on column other_receipt.payer is '付款方';
comment on column other_receipt.kind is '收款类型';
comment on column other_receipt.amount is '金额';
comment on column other_receipt.account is '收款账户';
comment on column other_receipt.moved_on is '收款日期';
comment on column other_receipt.trade_no is '交易流水号';
comment on column other_receipt.loan is '借款';
comment on column other_receipt.vehicle is '车辆';
comment on column other_receipt.store is '门店';
comment on column other_receipt.vouchers is '凭证';
comment on column other_receipt.remark is '备注';
comment on column other_receipt.posted_on is '记账日';
comment on column other_receipt.confirmed_by is '复核人';
comment on column other_receipt.answer is '处理说明';
comment on column other_receipt.pinyin is '名称拼音';
comment on column other_receipt.search_text is '检索文本';
create unique index other_receipt_no_key on other_receipt (operator_id, no) where deleted_at is null;
create index other_receipt_status_idx on other_receipt (operator_id, status, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_account_idx on other_receipt (operator_id, account, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_loan_idx on other_receipt (operator_id, loan, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_vehicle_idx on other_receipt (operator_id, vehicle, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_store_idx on other_receipt (operator_id, store, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_confirmed_by_idx on other_receipt (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_kind_idx on other_receipt (operator_id, kind, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_order on other_receipt (operator_id, moved_on desc, id desc) where deleted_at is null;
create index other_receipt_search on other_receipt using gin (search_text gin_trgm_ops);
alter table other_receipt enable row level security;
alter table other_receipt force row level security;
create policy tenant on other_receipt
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table other_payment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payee text not null,
  kind text default 'fee' not null,
  amount bigint not null,
  account bigint not null,
  moved_on date not null,
  trade_no text,
  vehicle bigint,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint other_payment_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint other_payment_kind_values check (kind in ('tax', 'fee', 'salary', 'deposit', 'penalty', 'other')),
  constraint other_payment_amount_range check (amount >= 1)
);
comment on table other_payment is '其他付款';
comment on column other_payment.id is '编号';
comment on column other_payment.operator_id is '运营公司';
comment on column other_payment.created_by is '创建人';
comment on column other_payment.created_at is '创建时间';
comment on column other_payment.updated_by is '修改人';
comment on column other_payment.updated_at is '修改时间';
comment on column other_payment.version is '版本';
comment on column other_payment.deleted_at is '删除时间';
comment on column other_payment.no is '付款编号';
comment on column other_payment.status is '状态';
comment on column other_payment.payee is '收款方';
comment on column other_payment.kind is '付款类型';
comment on column other_payment.amount is '金额';
comment on column other_payment.account is '付款账户';
comment on column other_payment.moved_on is '付款日期';
comment on column other_payment.trade_no is '交易流水号';
comment on column other_payment.vehicle is '车辆';
comment on column other_payment.store is '门店';
comment on column other_payment.vouchers is '凭证';
comment on column other_payment.remark is '备注';
comment on column other_payment.posted_on is '记账日';
comment on column other_payment.confirmed_by is '复核人';
comment on column other_payment.answer is '处理说明';
comment on column other_payment.pinyin is '名称拼音';
comment on column other_payment.search_text is '检索文本';
create unique index other_payment_no_key on other_payment (operator_id, no) where deleted_at is null;
create index other_payment_status_idx on other_payment (operator_id, status, moved_on desc, id desc) where deleted_at is null;
create index other_payment_account_idx on other_payment (operator_id, account, moved_on desc, id desc) where deleted_at is null;
create index other_payment_vehicle_idx on other_payment (operator_id, vehicle, moved_on desc, id desc) where deleted_at is null;
create index other_payment_store_idx on other_payment (operator_id, store, moved_on desc, id desc) where deleted_at is null;
create index other_payment_confirmed_by_idx on other_payment (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;
create index other_payment_kind_idx on other_payment (operator_id, kind, moved_on desc, id desc) where deleted_at is null;
create index other_payment_order on other_payment (operator_id, moved_on desc, id desc) where deleted_at is null;
create index other_payment_search on other_payment using gin (search_text gin_trgm_ops);
alter table other_payment enable row level security;
alter table other_payment force row level security;
create policy tenant on other_payment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_transfer (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  "from" bigint not null,
  "to" bigint not null,
  amount bigint not null,
  fee bigint default 0 not null,
  moved_on date not null,
  trade_no text,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint account_transfer_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint account_transfer_amount_range check (amount >= 1),
  constraint account_transfer_fee_range check (fee >= 0)
);
comment on table account_transfer is '账户互转';
comment on column account_transfer.id is '编号';
comment on column account_transfer.operator_id is '运营公司';
comment on column account_transfer.created_by is '创建人';
comment on column account_transfer.created_at is '创建时间';
comment on column account_transfer.updated_by is '修改人';
comment on column account_transfer.updated_at is '修改时间';
comment on column account_transfer.version is '版本';
comment on column account_transfer.deleted_at is '删除时间';
comment on column account_transfer.no is '互转编号';
comment on column account_transfer.status is '状态';
comment on column account_transfer."from" is '转出账户';
comment on column account_transfer."to" is '转入账户';
comment on column account_transfer.amount is '转账金额';
comment on column account_transfer.fee is '手续费';
comment on column account_transfer.moved_on is '转账日期';
comment on column account_transfer.trade_no is '交易流水号';
comment on column account_transfer.store is '门店';
comment on column account_transfer.vouchers is '凭证';
comment on column account_transfer.remark is '备注';
comment on column account_transfer.posted_on is '记账日';
comment on column account_transfer.confirmed_by is '复核人';
comment on column account_transfer.answer is '处理说明';
comment on column account_transfer.pinyin is '名称拼音';
comment on column account_transfer.search_text is '检索文本';
create unique index account_transfer_no_key on account_transfer (operator_id, no) where deleted_at is null;
create index account_transfer_status_idx on account_transfer (operator_id, status, moved_on desc, id desc) where deleted_at is null;
create index account_transfer_from_idx on account_transfer (operator_id, "from", moved_on desc, id desc) where deleted_at is null;
create index account_transfer_to_idx on account_transfer (operator_id, "to", moved_on desc, id desc) where deleted_at is null;
create index account_transfer_store_idx on account_transfer (operator_id, store, moved_on desc, id desc) where deleted_at is null;
create index account_transfer_confirmed_by_idx on account_transfer (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;
create index account_transfer_order on account_transfer (operator_id, moved_on desc, id desc) where deleted_at is null;
create index account_transfer_search on account_transfer using gin (search_text gin_trgm_ops);
alter table account_transfer enable row level security;
alter table account_transfer force row level security;
create policy tenant on account_transfer
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pay_batch (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  account bigint not null,
  paid_on date not null,
  payouts bigint[] not null,
  count bigint not null,
  amount bigint not null,
  control text not null,
  store bigint not null,
  format text default 'general' not null,
  file_count bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint pay_batch_count_range check (count >= 1),
  constraint pay_batch_amount_range check (amount >= 1),
  constraint pay_batch_format_values check (format in ('general', 'cmb', 'icbc', 'ccb')),
  constraint pay_batch_file_count_range check (file_count >= 0)
);
comment on table pay_batch is '付款批次';
comment on column pay_batch.id is '编号';
comment on column pay_batch.operator_id is '运营公司';
comment on column pay_batch.created_by is '创建人';
comment on column pay_batch.created_at is '创建时间';
comment on column pay_batch.updated_by is '修改人';
comment on column pay_batch.updated_at is '修改时间';
comment on column pay_batch.version is '版本';
comment on column pay_batch.deleted_at is '删除时间';
comment on column pay_batch.no is '批次编号';
comment on column pay_batch.account is '付款账户';
comment on column pay_batch.paid_on is '付款日期';
comment on column pay_batch.payouts is '付款单';
comment on column pay_batch.count is '笔数';
comment on column pay_batch.amount is '合计金额';
comment on column pay_batch.control is '校验和';
comment on column pay_batch.store is '门店';
comment on column pay_batch.format is '文件格式';
comment on column pay_batch.file_count is '下载次数';
comment on column pay_batch.pinyin is '名称拼音';
comment on column pay_batch.search_text is '检索文本';
create unique index pay_batch_no_key on pay_batch (operator_id, no) where deleted_at is null;
create index pay_batch_account_idx on pay_batch (operator_id, account, id desc) where deleted_at is null;
create index pay_batch_payouts_gin on pay_batch using gin (payouts);
create index pay_batch_store_idx on pay_batch (operator_id, store, id desc) where deleted_at is null;
create index pay_batch_paid_on_idx on pay_batch (operator_id, paid_on) where deleted_at is null;
create index pay_batch_order on pay_batch (operator_id, id desc) where deleted_at is null;
create index pay_batch_search on pay_batch using gin (search_text gin_trgm_ops);
alter table pay_batch enable row level security;
alter table pay_batch force row level security;
create policy tenant on pay_batch
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_period (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  month text not null,
  status text default 'open' not null,
  last_on date not null,
  checks jsonb not null,
  sums jsonb not null,
  hash text,
  reason text,
  closed_by bigint,
  closed_at timestamptz,
  reopened bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(month, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint account_period_status_values check (status in ('open', 'closed')),
  constraint account_period_reopened_range check (reopened >= 0)
);
comment on table account_period is '会计期间';
comment on column account_period.id is '编号';
comment on column account_period.operator_id is '运营公司';
comment on column account_period.created_by is '创建人';
comment on column account_period.created_at is '创建时间';
comment on column account_period.updated_by is '修改人';
comment on column account_period.updated_at is '修改时间';
comment on column account_period.version is '版本';
comment on column account_period.deleted_at is '删除时间';
comment on column account_period.month is '月份';
comment on column account_period.status is '状态';
comment on column account_period.last_on is '最后一天';
comment on column account_period.checks is '关账检查';
comment on column account_period.sums is '汇总';
comment on column account_period.hash is '校验值';
comment on column account_period.reason is '说明';
comment on column account_period.closed_by is '关账人';
comment on column account_period.closed_at is '关账时间';
comment on column account_period.reopened is '反关账次数';
comment on column account_period.pinyin is '名称拼音';
comment on column account_period.search_text is '检索文本';
create unique index account_period_month_key on account_period (operator_id, month) where deleted_at is null;
create index account_period_status_idx on account_period (operator_id, status, month desc, id desc) where deleted_at is null;
create index account_period_closed_by_idx on account_period (operator_id, closed_by, month desc, id desc) where deleted_at is null;
create index account_period_order on account_period (operator_id, month desc, id desc) where deleted_at is null;
create index account_period_search on account_period using gin (search_text gin_trgm_ops);
alter table account_period enable row level security;
alter table account_period force row level security;
create policy tenant on account_period
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table statement (
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
  party_kind text default 'lessee' not null,
  direction text generated always as (case when party_kind = 'lessee' then 'receivable' else 'payable' end) stored,
  lessee bigint,
  party text not null,
  store bigint not null,
  from_on date not null,
  to_on date not null,
  opening bigint default 0 not null,
  charges bigint default 0 not null,
  credits bigint default 0 not null,
  payments bigint default 0 not null,
  closing bigint default 0 not null,
  contact_name text,
  contact_mobile text,
  sent_at timestamptz,
  disputes jsonb not null,
  confirmed_name text,
  confirmed_mobile text,
  confirmed_at timestamptz,
  proofs jsonb,
  reason text,
  token_hash text,
  code jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(party, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint statement_status_values check (status in ('draft', 'toConfirm', 'disputed', 'confirmed', 'partlySettled', 'settled', 'voided')),
  constraint statement_party_kind_values check (party_kind in ('lessee', 'source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'staff', 'station', 'authority', 'carrier', 'customer'))
);
comment on table statement is '结算对账单';
comment on column statement.id is '编号';
comment on column statement.operator_id is '运营公司';
comment on column statement.created_by is '创建人';
comment on column statement.created_at is '创建时间';
comment on column statement.updated_by is '修改人';
comment on column statement.updated_at is '修改时间';
comment on column statement.version is '版本';
comment on column statement.deleted_at is '删除时间';
comment on column statement.no is '对账单号';
comment on column statement.status is '状态';
comment on column statement.party_kind is '对象类型';
comment on column statement.direction is '方向';
comment on column statement.lessee is '承租人';
comment on column statement.party is '往来方';
comment on column statement.store is '门店';
comment on column statement.from_on is '对账起';
comment on column statement.to_on is '对账止';
comment on column statement.opening is '期初余额';
comment on column statement.charges is '本期应计';
comment on column statement.credits is '本期冲减';
comment on column statement.payments is '本期收付';
comment on column statement.closing is '期末余额';
comment on column statement.contact_name is '对账联系人';
comment on column statement.contact_mobile is '联系人手机';
comment on column statement.sent_at is '发送时间';
comment on column statement.disputes is '异议';
comment on column statement.confirmed_name is '确认人';
comment on column statement.confirmed_mobile is '确认手机';
comment on column statement.confirmed_at is '确认时间';
comment on column statement.proofs is '盖章件';
comment on column statement.reason is '说明';
comment on column statement.token_hash is '链接校验';
comment on column statement.code is '验证码';
comment on column statement.pinyin is '名称拼音';
comment on column statement.search_text is '检索文本';
create unique index statement_no_key on statement (operator_id, no) where deleted_at is null;
create index statement_status_idx on statement (operator_id, status, to_on desc, id desc) where deleted_at is null;
create index statement_lessee_idx on statement (operator_id, lessee, to_on desc, id desc) where deleted_at is null;
create index statement_store_idx on statement (operator_id, store, to_on desc, id desc) where deleted_at is null;
create index statement_party_kind_idx on statement (operator_id, party_kind, to_on desc, id desc) where deleted_at is null;
create index statement_from_on_idx on statement (operator_id, from_on) where deleted_at is null;
create index statement_token_hash_idx on statement (operator_id, token_hash, to_on desc, id desc) where deleted_at is null;
create index statement_order on statement (operator_id, to_on desc, id desc) where deleted_at is null;
create index statement_search on statement using gin (search_text gin_trgm_ops);
alter table statement enable row level security;
alter table statement force row level security;
create policy tenant on statement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table statement_line (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  statement bigint not null,
  seq bigint not null,
  store bigint not null,
  doc_type text not null,
  doc_id bigint not null,
  doc_no text not null,
  bill bigint,
  payable_bill bigint,
  day date not null,
  text text not null,
  charge bigint default 0 not null,
  credit bigint default 0 not null,
  payment bigint default 0 not null,
  earlier boolean default false not null,
  live_key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(doc_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint statement_line_seq_range check (seq >= 1),
  constraint statement_line_doc_type_values check (doc_type in ('bill', 'writeOff', 'allocation', 'payable', 'payout'))
);
comment on table statement_line is '对账明细';
comment on column statement_line.id is '编号';
comment on column statement_line.operator_id is '运营公司';
comment on column statement_line.created_by is '创建人';
comment on column statement_line.created_at is '创建时间';
comment on column statement_line.updated_by is '修改人';
comment on column statement_line.updated_at is '修改时间';
comment on column statement_line.version is '版本';
comment on column statement_line.deleted_at is '删除时间';
comment on column statement_line.statement is '对账单';
comment on column statement_line.seq is '序号';
comment on column statement_line.store is '门店';
comment on column statement_line.doc_type is '单据类型';
comment on column statement_line.doc_id is '单据编号';
comment on column statement_line.doc_no is '单据号';
comment on column statement_line.bill is '账单';
comment on column statement_line.payable_bill is '应付账单';
comment on column statement_line.day is '日期';
comment on column statement_line.text is '摘要';
comment on column statement_line.charge is '应计';
comment on column statement_line.credit is '冲减';
comment on column statement_line.payment is '收付';
comment on column statement_line.earlier is '期初';
comment on column statement_line.live_key is '单据键';
comment on column statement_line.pinyin is '名称拼音';
comment on column statement_line.search_text is '检索文本';
create index statement_line_store_idx on statement_line (operator_id, store, statement, seq, id) where deleted_at is null;
create index statement_line_bill_idx on statement_line (operator_id, bill, statement, seq, id) where deleted_at is null;
create index statement_line_payable_bill_idx on statement_line (operator_id, payable_bill, statement, seq, id) where deleted_at is null;
create unique index statement_line_live_key_key on statement_line (operator_id, live_key) where deleted_at is null;
create index statement_line_doc_type_idx on statement_line (operator_id, doc_type, statement, seq, id) where deleted_at is null;
create index statement_line_day_idx on statement_line (operator_id, day) where deleted_at is null;
create index statement_line_order on statement_line (operator_id, statement, seq, id) where deleted_at is null;
create index statement_line_search on statement_line using gin (search_text gin_trgm_ops);
alter table statement_line enable row level security;
alter table statement_line force row level security;
create policy tenant on statement_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table tax_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  fee_item text not null,
  from_on date not null,
  rate text default 'r13' not null,
  name text not null,
  code text,
  remark text,
  primary key (operator_id, id),
  constraint tax_code_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM')),
  constraint tax_code_rate_values check (rate in ('r13', 'r9', 'r6', 'r3', 'r1', 'none'))
);
comment on table tax_code is '税目';
comment on column tax_code.id is '编号';
comment on column tax_code.operator_id is '运营公司';
comment on column tax_code.created_by is '创建人';
comment on column tax_code.created_at is '创建时间';
comment on column tax_code.updated_by is '修改人';
comment on column tax_code.updated_at is '修改时间';
comment on column tax_code.version is '版本';
comment on column tax_code.deleted_at is '删除时间';
comment on column tax_code.fee_item is '费用科目';
comment on column tax_code.from_on is '生效日';
comment on column tax_code.rate is '税率';
comment on column tax_code.name is '货物或服务名称';
comment on column tax_code.code is '税收分类编码';
comment on column tax_code.remark is '备注';
create unique index tax_code_fee_item_from_on_key on tax_code (operator_id, fee_item, from_on) where deleted_at is null;
create index tax_code_rate_idx on tax_code (operator_id, rate, fee_item, from_on desc, id) where deleted_at is null;
create index tax_code_from_on_idx on tax_code (operator_id, from_on) where deleted_at is null;
create index tax_code_order on tax_code (operator_id, fee_item, from_on desc, id) where deleted_at is null;
alter table tax_code enable row level security;
alter table tax_code force row level security;
create policy tenant on tax_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice_title (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  title text not null,
  tax_no text,
  address text,
  phone text,
  bank text,
  bank_account text,
  email text,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(tax_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table invoice_title is '发票抬头';
comment on column invoice_title.id is '编号';
comment on column invoice_title.operator_id is '运营公司';
comment on column invoice_title.created_by is '创建人';
comment on column invoice_title.created_at is '创建时间';
comment on column invoice_title.updated_by is '修改人';
comment on column invoice_title.updated_at is '修改时间';
comment on column invoice_title.version is '版本';
comment on column invoice_title.deleted_at is '删除时间';
comment on column invoice_title.lessee is '承租人';
comment on column invoice_title.title is '抬头名称';
comment on column invoice_title.tax_no is '纳税人识别号';
comment on column invoice_title.address is '注册地址';
comment on column invoice_title.phone is '注册电话';
comment on column invoice_title.bank is '开户银行';
comment on column invoice_title.bank_account is '银行账号';
comment on column invoice_title.email is '收票邮箱';
comment on column invoice_title.pinyin is '名称拼音';
comment on column invoice_title.search_text is '检索文本';
create index invoice_title_lessee_idx on invoice_title (operator_id, lessee, id desc) where deleted_at is null;
create unique index invoice_title_lessee_title_key on invoice_title (operator_id, lessee, title) where deleted_at is null;
create index invoice_title_order on invoice_title (operator_id, id desc) where deleted_at is null;
create index invoice_title_search on invoice_title using gin (search_text gin_trgm_ops);
alter table invoice_title enable row level security;
alter table invoice_title force row level security;
create policy tenant on invoice_title
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toIssue' not null,
  colour text default 'blue' not null,
  kind text default 'general' not null,
  lessee bigint not null,
  store bigint not null,
  title text not null,
  tax_no text,
  address text,
  phone text,
  bank text,
  bank_account text,
  gross bigint not null,
  net bigint not null,
  tax bigint not null,
  reversed bigint default 0 not null,
  number text,
  issued_on date,
  provider text,
  provider_no text,
  fail_reason text,
  files jsonb,
  red_of bigint,
  red_reason text,
  red_state text,
  attempt bigint default 0 not null,
  before_paid text,
  special text,
  carriage jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint invoice_status_values check (status in ('toIssue', 'issuing', 'issued', 'failed', 'reding', 'partlyRed', 'red', 'cancelled')),
  constraint invoice_colour_values check (colour in ('blue', 'red')),
  constraint invoice_kind_values check (kind in ('special', 'general')),
  constraint invoice_reversed_range check (reversed >= 0),
  constraint invoice_red_reason_values check (red_reason in ('mistake', 'returned', 'stopped', 'allowance')),
  constraint invoice_red_state_values check (red_state in ('10', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  constraint invoice_special_values check (special in ('freight'))
);
comment on table invoice is '发票';
comment on column invoice.id is '编号';
comment on column invoice.operator_id is '运营公司';
comment on column invoice.created_by is '创建人';
comment on column invoice.created_at is '创建时间';
comment on column invoice.updated_by is '修改人';
comment on column invoice.updated_at is '修改时间';
comment on column invoice.version is '版本';
comment on column invoice.deleted_at is '删除时间';
comment on column invoice.no is '申请编号';
comment on column invoice.status is '状态';
comment on column invoice.colour is '蓝红';
comment on column invoice.kind is '发票种类';
comment on column invoice.lessee is '承租人';
comment on column invoice.store is '门店';
comment on column invoice.title is '抬头名称';
comment on column invoice.tax_no is '纳税人识别号';
comment on column invoice.address is '注册地址';
comment on column invoice.phone is '注册电话';
comment on column invoice.bank is '开户银行';
comment on column invoice.bank_account is '银行账号';
comment on column invoice.gross is '价税合计';
comment on column invoice.net is '不含税金额';
comment on column invoice.tax is '税额';
comment on column invoice.reversed is '已红冲金额';
comment on column invoice.number is '发票号码';
comment on column invoice.issued_on is '开票日期';
comment on column invoice.provider is '开票方式';
comment on column invoice.provider_no is '开票流水号';
comment on column invoice.fail_reason is '失败原因';
comment on column invoice.files is '发票文件';
comment on column invoice.red_of is '对应蓝字发票';
comment on column invoice.red_reason is '红冲原因';
comment on column invoice.red_state is '红字确认单';
comment on column invoice.attempt is '开票次数';
comment on column invoice.before_paid is '先票后款说明';
comment on column invoice.special is '特定业务';
comment on column invoice.carriage is '运输信息';
comment on column invoice.remark is '备注';
comment on column invoice.pinyin is '名称拼音';
comment on column invoice.search_text is '检索文本';
create unique index invoice_no_key on invoice (operator_id, no) where deleted_at is null;
create index invoice_status_idx on invoice (operator_id, status, id desc) where deleted_at is null;
create index invoice_lessee_idx on invoice (operator_id, lessee, id desc) where deleted_at is null;
create index invoice_store_idx on invoice (operator_id, store, id desc) where deleted_at is null;
create unique index invoice_number_key on invoice (operator_id, number) where deleted_at is null;
create index invoice_red_of_idx on invoice (operator_id, red_of, id desc) where deleted_at is null;
create index invoice_colour_idx on invoice (operator_id, colour, id desc) where deleted_at is null;
create index invoice_kind_idx on invoice (operator_id, kind, id desc) where deleted_at is null;
create index invoice_special_idx on invoice (operator_id, special, id desc) where deleted_at is null;
create index invoice_issued_on_idx on invoice (operator_id, issued_on) where deleted_at is null;
create index invoice_order on invoice (operator_id, id desc) where deleted_at is null;
create index invoice_search on invoice using gin (search_text gin_trgm_ops);
alter table invoice enable row level security;
alter table invoice force row level security;
create policy tenant on invoice
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice_line (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  invoice bigint not null,
  bill bigint not null,
  bill_item bigint not null,
  store bigint not null,
  fee_item text not null,
  name text not null,
  tax_code text,
  rate_bp integer not null,
  gross bigint not null,
  net bigint not null,
  tax bigint not null,
  red_of bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint invoice_line_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM'))
);
comment on table invoice_line is '发票明细';
comment on column invoice_line.id is '编号';
comment on column invoice_line.operator_id is '运营公司';
comment on column invoice_line.created_by is '创建人';
comment on column invoice_line.created_at is '创建时间';
comment on column invoice_line.updated_by is '修改人';
comment on column invoice_line.updated_at is '修改时间';
comment on column invoice_line.version is '版本';
comment on column invoice_line.deleted_at is '删除时间';
comment on column invoice_line.invoice is '发票';
comment on column invoice_line.bill is '账单';
comment on column invoice_line.bill_item is '账单明细';
comment on column invoice_line.store is '门店';
comment on column invoice_line.fee_item is '费用科目';
comment on column invoice_line.name is '货物或服务名称';
comment on column invoice_line.tax_code is '税收分类编码';
comment on column invoice_line.rate_bp is '税率';
comment on column invoice_line.gross is '价税合计';
comment on column invoice_line.net is '不含税金额';
comment on column invoice_line.tax is '税额';
comment on column invoice_line.red_of is '对应蓝字明细';
comment on column invoice_line.pinyin is '名称拼音';
comment on column invoice_line.search_text is '检索文本';
create index invoice_line_invoice_idx on invoice_line (operator_id, invoice, id desc) where deleted_at is null;
create index invoice_line_bill_idx on invoice_line (operator_id, bill, id desc) where deleted_at is null;
create index invoice_line_bill_item_idx on invoice_line (operator_id, bill_item, id desc) where deleted_at is null;
create index invoice_line_store_idx on invoice_line (operator_id, store, id desc) where deleted_at is null;
create index invoice_line_red_of_idx on invoice_line (operator_id, red_of, id desc) where deleted_at is null;
create index invoice_line_fee_item_idx on invoice_line (operator_id, fee_item, id desc) where deleted_at is null;
create index invoice_line_order on invoice_line (operator_id, id desc) where deleted_at is null;
create index invoice_line_search on invoice_line using gin (search_text gin_trgm_ops);
alter table invoice_line enable row level security;
alter table invoice_line force row level security;
create policy tenant on invoice_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table loan (
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
  kind text default 'driver' not null,
  driver bigint,
  staff bigint,
  amount bigint not null,
  purpose text not null,
  due_on date not null,
  payee text not null,
  bank_name text,
  bank_account text,
  store bigint not null,
  set_off bigint default 0,
  repaid bigint default 0,
  remain bigint generated always as (case when status = 'open' or status = 'settled' then amount - set_off - repaid else 0 end) stored,
  payable_bill bigint,
  answer text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint loan_status_values check (status in ('draft', 'toPay', 'open', 'settled', 'rejected')),
  constraint loan_kind_values check (kind in ('driver', 'staff')),
  constraint loan_amount_range check (amount >= 1),
  constraint loan_set_off_range check (set_off >= 0),
  constraint loan_repaid_range check (repaid >= 0)
);
comment on table loan is '借款';
comment on column loan.id is '编号';
comment on column loan.operator_id is '运营公司';
comment on column loan.created_by is '创建人';
comment on column loan.created_at is '创建时间';
comment on column loan.updated_by is '修改人';
comment on column loan.updated_at is '修改时间';
comment on column loan.version is '版本';
comment on column loan.deleted_at is '删除时间';
comment on column loan.no is '借款编号';
comment on column loan.status is '状态';
comment on column loan.kind is '报销人类型';
comment on column loan.driver is '司机';
comment on column loan.staff is '员工';
comment on column loan.amount is '借款金额';
comment on column loan.purpose is '用途';
comment on column loan.due_on is '归还日';
comment on column loan.payee is '收款人';
comment on column loan.bank_name is '开户行';
comment on column loan.bank_account is '收款账号';
comment on column loan.store is '门店';
comment on column loan.set_off is '已冲抵';
comment on column loan.repaid is '已归还';
comment on column loan.remain is '未还金额';
comment on column loan.payable_bill is '应付账单';
comment on column loan.answer is '处理说明';
comment on column loan.remark is '备注';
comment on column loan.pinyin is '名称拼音';
comment on column loan.search_text is '检索文本';
create unique index loan_no_key on loan (operator_id, no) where deleted_at is null;
create index loan_status_idx on loan (operator_id, status, id desc) where deleted_at is null;
create index loan_driver_idx on loan (operator_id, driver, id desc) where deleted_at is null;
create index loan_staff_idx on loan (operator_id, staff, id desc) where deleted_at is null;
create index loan_store_idx on loan (operator_id, store, id desc) where deleted_at is null;
create index loan_payable_bill_idx on loan (operator_id, payable_bill, id desc) where deleted_at is null;
create index loan_kind_idx on loan (operator_id, kind, id desc) where deleted_at is null;
create index loan_due_on_idx on loan (operator_id, due_on) where deleted_at is null;
create index loan_order on loan (operator_id, id desc) where deleted_at is null;
create index loan_search on loan using gin (search_text gin_trgm_ops);
alter table loan enable row level security;
alter table loan force row level security;
create policy tenant on loan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table reimbursement (
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
  kind text default 'driver' not null,
  driver bigint,
  staff bigint,
  store bigint not null,
  lines jsonb not null,
  vehicle bigint,
  receipts jsonb,
  total bigint default 0,
  loan bigint,
  loan_offset bigint,
  pay bigint generated always as (coalesce(total, 0) - coalesce(loan_offset, 0)) stored,
  payee text not null,
  bank_name text,
  bank_account text,
  payable_bill bigint,
  submitted_on date,
  approved_on date,
  approved_by bigint,
  answer text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint reimbursement_status_values check (status in ('draft', 'approving', 'rejected', 'toPay', 'partlyPaid', 'paid', 'withdrawn')),
  constraint reimbursement_kind_values check (kind in ('driver', 'staff')),
  constraint reimbursement_total_range check (total >= 0),
  constraint reimbursement_loan_offset_range check (loan_offset >= 0)
);
comment on table reimbursement is '报销单';
comment on column reimbursement.id is '编号';
comment on column reimbursement.operator_id is '运营公司';
comment on column reimbursement.created_by is '创建人';
comment on column reimbursement.created_at is '创建时间';
comment on column reimbursement.updated_by is '修改人';
comment on column reimbursement.updated_at is '修改时间';
comment on column reimbursement.version is '版本';
comment on column reimbursement.deleted_at is '删除时间';
comment on column reimbursement.no is '报销编号';
comment on column reimbursement.status is '状态';
comment on column reimbursement.kind is '报销人类型';
comment on column reimbursement.driver is '司机';
comment on column reimbursement.staff is '员工';
comment on column reimbursement.store is '门店';
comment on column reimbursement.lines is '报销明细';
comment on column reimbursement.vehicle is '车辆';
comment on column reimbursement.receipts is '票据';
comment on column reimbursement.total is '报销金额';
comment on column reimbursement.loan is '冲抵借款';
comment on column reimbursement.loan_offset is '冲抵金额';
comment on column reimbursement.pay is '应付金额';
comment on column reimbursement.payee is '收款人';
comment on column reimbursement.bank_name is '开户行';
comment on column reimbursement.bank_account is '收款账号';
comment on column reimbursement.payable_bill is '应付账单';
comment on column reimbursement.submitted_on is '提交日期';
comment on column reimbursement.approved_on is '同意日期';
comment on column reimbursement.approved_by is '审批人';
comment on column reimbursement.answer is '处理说明';
comment on column reimbursement.remark is '备注';
comment on column reimbursement.pinyin is '名称拼音';
comment on column reimbursement.search_text is '检索文本';
create unique index reimbursement_no_key on reimbursement (operator_id, no) where deleted_at is null;
create index reimbursement_status_idx on reimbursement (operator_id, status, id desc) where deleted_at is null;
create index reimbursement_driver_idx on reimbursement (operator_id, driver, id desc) where deleted_at is null;
create index reimbursement_staff_idx on reimbursement (operator_id, staff, id desc) where deleted_at is null;
create index reimbursement_store_idx on reimbursement (operator_id, store, id desc) where deleted_at is null;
create index reimbursement_vehicle_idx on reimbursement (operator_id, vehicle, id desc) where deleted_at is null;
create index reimbursement_loan_idx on reimbursement (operator_id, loan, id desc) where deleted_at is null;
create index reimbursement_payable_bill_idx on reimbursement (operator_id, payable_bill, id desc) where deleted_at is null;
create index reimbursement_approved_by_idx on reimbursement (operator_id, approved_by, id desc) where deleted_at is null;
create index reimbursement_kind_idx on reimbursement (operator_id, kind, id desc) where deleted_at is null;
create index reimbursement_submitted_on_idx on reimbursement (operator_id, submitted_on) where deleted_at is null;
create index reimbursement_order on reimbursement (operator_id, id desc) where deleted_at is null;
create index reimbursement_search on reimbursement using gin (search_text gin_trgm_ops);
alter table reimbursement enable row level security;
alter table reimbursement force row level security;
create policy tenant on reimbursement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table received_invoice (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  number text not null,
  amount bigint not null,
  issued_on date not null,
  seller text,
  reimbursement bigint,
  store bigint not null,
  files jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(number, '') || ' ' || coalesce(seller, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint received_invoice_amount_range check (amount >= 1)
);
comment on table received_invoice is '收到的发票';
comment on column received_invoice.id is '编号';
comment on column received_invoice.operator_id is '运营公司';
comment on column received_invoice.created_by is '创建人';
comment on column received_invoice.created_at is '创建时间';
comment on column received_invoice.updated_by is '修改人';
comment on column received_invoice.updated_at is '修改时间';
comment on column received_invoice.version is '版本';
comment on column received_invoice.deleted_at is '删除时间';
comment on column received_invoice.number is '发票号码';
comment on column received_invoice.amount is '价税合计';
comment on column received_invoice.issued_on is '开票日期';
comment on column received_invoice.seller is '销售方';
comment on column received_invoice.reimbursement is '报销单';
comment on column received_invoice.store is '门店';
comment on column received_invoice.files is '发票文件';
comment on column received_invoice.remark is '备注';
comment on column received_invoice.pinyin is '名称拼音';
comment on column received_invoice.search_text is '检索文本';
create unique index received_invoice_number_key on received_invoice (operator_id, number) where deleted_at is null;
create index received_invoice_reimbursement_idx on received_invoice (operator_id, reimbursement, id desc) where deleted_at is null;
create index received_invoice_store_idx on received_invoice (operator_id, store, id desc) where deleted_at is null;
create index received_invoice_issued_on_idx on received_invoice (operator_id, issued_on) where deleted_at is null;
create index received_invoice_order on received_invoice (operator_id, id desc) where deleted_at is null;
create index received_invoice_search on received_invoice using gin (search_text gin_trgm_ops);
alter table received_invoice enable row level security;
alter table received_invoice force row level security;
create policy tenant on received_invoice
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table subject_map (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  role text not null,
  about text,
  account bigint,
  from_on date not null,
  code text not null,
  name text not null,
  dimension text default 'none' not null,
  remark text,
  key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint subject_map_role_values check (role in ('cash', 'receivable', 'advance', 'deposit', 'deferred', 'revenue', 'taxWaiting', 'taxOutput', 'badDebt', 'forfeited', 'payable', 'cost', 'lent', 'otherIn', 'otherOut', 'fee')),
  constraint subject_map_about_values check (about in ('fee.RENT', 'fee.DEPOSIT', 'fee.VIOL_DEPOSIT', 'fee.SERVICE', 'fee.MGMT', 'fee.LATE', 'fee.PENALTY', 'fee.DAMAGE', 'fee.OVER_KM', 'fee.MISSING', 'fee.ENERGY', 'fee.CLEAN', 'fee.VIOL', 'fee.VIOL_SVC', 'fee.REPAIR', 'fee.INS_UP', 'fee.TOW', 'fee.OVERDUE_USE', 'fee.SWAP_DIFF', 'fee.RENT_BACK', 'fee.REDUCE', 'fee.COUPON', 'fee.BUYOUT', 'fee.OTHER', 'fee.FREIGHT', 'fee.FR_STOP', 'fee.FR_WAIT', 'fee.FR_HANDLE', 'fee.FR_SUR', 'fee.FR_MIN', 'fee.FR_CAP', 'fee.FR_TOLL', 'fee.FR_INSURE', 'fee.FR_EMPTY', 'fee.FR_RETURN', 'fee.FR_CHANGE', 'fee.FR_DISC', 'fee.FR_CLAIM', 'pay.rent', 'pay.repair', 'pay.insurance', 'pay.commission', 'pay.split', 'pay.service', 'pay.reimburse', 'pay.loan', 'pay.fuel', 'pay.inspection', 'pay.fine', 'pay.freight', 'pay.driverPay', 'pay.claim', 'pay.cod', 'pay.other', 'in.claim', 'in.scrap', 'in.rebate', 'in.deposit', 'in.interest', 'in.penalty', 'in.loan', 'in.other', 'out.tax', 'out.fee', 'out.salary', 'out.deposit', 'out.penalty', 'out.other', 'acct.bank', 'acct.cash', 'acct.wechat', 'acct.alipay', 'acct.card')),
  constraint subject_map_dimension_values check (dimension in ('none', 'party', 'vehicle'))
);
comment on table subject_map is '科目映射';
comment on column subject_map.id is '编号';
comment on column subject_map.operator_id is '运营公司';
comment on column subject_map.created_by is '创建人';
comment on column subject_map.created_at is '创建时间';
comment on column subject_map.updated_by is '修改人';
comment on column subject_map.updated_at is '修改时间';
comment on column subject_map.version is '版本';
comment on column subject_map.deleted_at is '删除时间';
comment on column subject_map.role is '用途';
comment on column subject_map.about is '项目';
comment on column subject_map.account is '账户';
comment on column subject_map.from_on is '生效日';
comment on column subject_map.code is '科目编码';
comment on column subject_map.name is '科目名称';
comment on column subject_map.dimension is '辅助核算';
comment on column subject_map.remark is '备注';
comment on column subject_map.key is '映射键';
comment on column subject_map.pinyin is '名称拼音';
comment on column subject_map.search_text is '检索文本';
create index subject_map_account_idx on subject_map (operator_id, account, role, about, from_on desc, id) where deleted_at is null;
create unique index subject_map_key_key on subject_map (operator_id, key) where deleted_at is null;
create index subject_map_about_idx on subject_map (operator_id, about, role, from_on desc, id) where deleted_at is null;
create index subject_map_from_on_idx on subject_map (operator_id, from_on) where deleted_at is null;
create index subject_map_order on subject_map (operator_id, role, about, from_on desc, id) where deleted_at is null;
create index subject_map_search on subject_map using gin (search_text gin_trgm_ops);
alter table subject_map enable row level security;
alter table subject_map force row level security;
create policy tenant on subject_map
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  life text default 'live' not null,
  status text generated always as (case when life = 'cancelled' then 'cancelled' when batch is null then 'draft' else 'exported' end) stored,
  month text not null,
  booked_on date not null,
  word text not null,
  number bigint,
  text text not null,
  doc_no text not null,
  store bigint not null,
  department text not null,
  total bigint not null,
  lines jsonb,
  legs jsonb not null,
  batch bigint,
  red_of bigint,
  redone boolean default false not null,
  stale text,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(doc_no, '') || ' ' || coalesce(text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_life_values check (life in ('live', 'cancelled')),
  constraint voucher_word_values check (word in ('记', '收', '付', '转')),
  constraint voucher_number_range check (number >= 1),
  constraint voucher_stale_values check (stale in ('source', 'gone', 'subject'))
);
comment on table voucher is '凭证';
comment on column voucher.id is '编号';
comment on column voucher.operator_id is '运营公司';
comment on column voucher.created_by is '创建人';
comment on column voucher.created_at is '创建时间';
comment on column voucher.updated_by is '修改人';
comment on column voucher.updated_at is '修改时间';
comment on column voucher.version is '版本';
comment on column voucher.deleted_at is '删除时间';
comment on column voucher.no is '凭证编号';
comment on column voucher.life is '有效性';
comment on column voucher.status is '状态';
comment on column voucher.month is '期间';
comment on column voucher.booked_on is '凭证日';
comment on column voucher.word is '凭证字';
comment on column voucher.number is '凭证号';
comment on column voucher.text is '摘要';
comment on column voucher.doc_no is '来源单号';
comment on column voucher.store is '门店';
comment on column voucher.department is '部门';
comment on column voucher.total is '借方合计';
comment on column voucher.lines is '分录';
comment on column voucher.legs is '来源分录';
comment on column voucher.batch is '导出批次';
comment on column voucher.red_of is '冲销的凭证';
comment on column voucher.redone is '已红冲';
comment on column voucher.stale is '导出后变动';
comment on column voucher.reason is '说明';
comment on column voucher.pinyin is '名称拼音';
comment on column voucher.search_text is '检索文本';
create unique index voucher_no_key on voucher (operator_id, no) where deleted_at is null;
create index voucher_life_idx on voucher (operator_id, life, booked_on desc, id desc) where deleted_at is null;
create index voucher_store_idx on voucher (operator_id, store, booked_on desc, id desc) where deleted_at is null;
create index voucher_batch_idx on voucher (operator_id, batch, booked_on desc, id desc) where deleted_at is null;
create index voucher_red_of_idx on voucher (operator_id, red_of, booked_on desc, id desc) where deleted_at is null;
create index voucher_word_idx on voucher (operator_id, word, booked_on desc, id desc) where deleted_at is null;
create index voucher_stale_idx on voucher (operator_id, stale, booked_on desc, id desc) where deleted_at is null;
create index voucher_month_batch_idx on voucher (operator_id, month, batch, booked_on desc, id desc) where deleted_at is null;
create index voucher_order on voucher (operator_id, booked_on desc, id desc) where deleted_at is null;
create index voucher_search on voucher using gin (search_text gin_trgm_ops);
alter table voucher enable row level security;
alter table voucher force row level security;
create policy tenant on voucher
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher_source (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  voucher bigint not null,
  event text not null,
  event_id bigint not null,
  doc_no text not null,
  text text not null,
  booked_on date not null,
  store bigint not null,
  earns bigint default 0 not null,
  earns_from date,
  earns_to date,
  earns_as text,
  vehicle bigint,
  live_key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(doc_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_source_event_values check (event in ('item', 'void', 'allocation', 'deposit', 'loss', 'lossBack', 'payable', 'payableVoid', 'offset', 'cash', 'invoice', 'accrual'))
);
comment on table voucher_source is '凭证来源';
comment on column voucher_source.id is '编号';
comment on column voucher_source.operator_id is '运营公司';
comment on column voucher_source.created_by is '创建人';
comment on column voucher_source.created_at is '创建时间';
comment on column voucher_source.updated_by is '修改人';
comment on column voucher_source.updated_at is '修改时间';
comment on column voucher_source.version is '版本';
comment on column voucher_source.deleted_at is '删除时间';
comment on column voucher_source.voucher is '凭证';
comment on column voucher_source.event is '事项';
comment on column voucher_source.event_id is '事项编号';
comment on column voucher_source.doc_no is '单据号';
comment on column voucher_source.text is '摘要';
comment on column voucher_source.booked_on is '记账日';
comment on column voucher_source.store is '门店';
comment on column voucher_source.earns is '待确认收入';
comment on column voucher_source.earns_from is '账期起';
comment on column voucher_source.earns_to is '账期止';
comment on column voucher_source.earns_as is '收入项目';
comment on column voucher_source.vehicle is '车辆';
comment on column voucher_source.live_key is '事项键';
comment on column voucher_source.pinyin is '名称拼音';
comment on column voucher_source.search_text is '检索文本';
create index voucher_source_voucher_idx on voucher_source (operator_id, voucher, id desc) where deleted_at is null;
create index voucher_source_store_idx on voucher_source (operator_id, store, id desc) where deleted_at is null;
create index voucher_source_vehicle_idx on voucher_source (operator_id, vehicle, id desc) where deleted_at is null;
create unique index voucher_source_live_key_key on voucher_source (operator_id, live_key) where deleted_at is null;
create index voucher_source_event_idx on voucher_source (operator_id, event, id desc) where deleted_at is null;
create index voucher_source_booked_on_idx on voucher_source (operator_id, booked_on) where deleted_at is null;
create index voucher_source_event_event_id_idx on voucher_source (operator_id, event, event_id, id desc) where deleted_at is null;
create index voucher_source_order on voucher_source (operator_id, id desc) where deleted_at is null;
create index voucher_source_search on voucher_source using gin (search_text gin_trgm_ops);
alter table voucher_source enable row level security;
alter table voucher_source force row level security;
create policy tenant on voucher_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher_batch (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  month text not null,
  system text default 'kingdee' not null,
  count bigint not null,
  rows bigint not null,
  debit bigint not null,
  credit bigint not null,
  control text not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(month, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_batch_system_values check (system in ('kingdee', 'yonyou')),
  constraint voucher_batch_count_range check (count >= 1),
  constraint voucher_batch_rows_range check (rows >= 1)
);
comment on table voucher_batch is '凭证导出批次';
comment on column voucher_batch.id is '编号';
comment on column voucher_batch.operator_id is '运营公司';
comment on column voucher_batch.created_by is '创建人';
comment on column voucher_batch.created_at is '创建时间';
comment on column voucher_batch.updated_by is '修改人';
comment on column voucher_batch.updated_at is '修改时间';
comment on column voucher_batch.version is '版本';
comment on column voucher_batch.deleted_at is '删除时间';
comment on column voucher_batch.no is '批次编号';
comment on column voucher_batch.month is '期间';
comment on column voucher_batch.system is '财务软件';
comment on column voucher_batch.count is '凭证张数';
comment on column voucher_batch.rows is '分录行数';
comment on column voucher_batch.debit is '借方合计';
comment on column voucher_batch.credit is '贷方合计';
comment on column voucher_batch.control is '文件校验';
comment on column voucher_batch.pinyin is '名称拼音';
comment on column voucher_batch.search_text is '检索文本';
create unique index voucher_batch_no_key on voucher_batch (operator_id, no) where deleted_at is null;
create index voucher_batch_system_idx on voucher_batch (operator_id, system, id desc) where deleted_at is null;
create index voucher_batch_order on voucher_batch (operator_id, id desc) where deleted_at is null;
create index voucher_batch_search on voucher_batch using gin (search_text gin_trgm_ops);
alter table voucher_batch enable row level security;
alter table voucher_batch force row level security;
create policy tenant on voucher_batch
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table affair_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text not null,
  status text default 'active' not null,
  store bigint,
  model bigint,
  ladder text default '60,30,15,7,3,0' not null,
  roles bigint[],
  block text default 'warn' not null,
  remark text,
  primary key (operator_id, id),
  constraint affair_rule_kind_values check (kind in ('upkeep', 'compulsory', 'commercial', 'inspection', 'permit', 'licence', 'driverLicence', 'qualification', 'violation', 'deviceSim')),
  constraint affair_rule_status_values check (status in ('active', 'disabled')),
  constraint affair_rule_block_values check (block in ('none', 'warn', 'lease', 'dispatch'))
);
comment on table affair_rule is '车务规则';
comment on column affair_rule.id is '编号';
comment on column affair_rule.operator_id is '运营公司';
comment on column affair_rule.created_by is '创建人';
comment on column affair_rule.created_at is '创建时间';
comment on column affair_rule.updated_by is '修改人';
comment on column affair_rule.updated_at is '修改时间';
comment on column affair_rule.version is '版本';
comment on column affair_rule.deleted_at is '删除时间';
comment on column affair_rule.kind is '事项';
comment on column affair_rule.status is '状态';
comment on column affair_rule.store is '适用门店';
comment on column affair_rule.model is '适用车型';
comment on column affair_rule.ladder is '提醒阶梯（天）';
comment on column affair_rule.roles is '提醒角色';
comment on column affair_rule.block is '逾期后';
comment on column affair_rule.remark is '说明';
create index affair_rule_status_idx on affair_rule (operator_id, status, kind, id) where deleted_at is null;
create index affair_rule_store_idx on affair_rule (operator_id, store, kind, id) where deleted_at is null;
create index affair_rule_model_idx on affair_rule (operator_id, model, kind, id) where deleted_at is null;
create index affair_rule_roles_gin on affair_rule using gin (roles);
create unique index affair_rule_kind_store_model_key on affair_rule (operator_id, kind, store, model) where deleted_at is null;
create index affair_rule_block_idx on affair_rule (operator_id, block, kind, id) where deleted_at is null;
create index affair_rule_order on affair_rule (operator_id, kind, id) where deleted_at is null;
alter table affair_rule enable row level security;
alter table affair_rule force row level security;
create policy tenant on affair_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table affair_due (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text not null,
  level text default 'soon' not null,
  vehicle bigint,
  holder text,
  due_on date,
  due_km numeric(18,1),
  km_left numeric(18,1),
  forecast_on date,
  owner bigint,
  snoozed_until date,
  snoozed boolean default false not null,
  note text,
  store bigint,
  link text,
  ref text not null,
  step bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(holder, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint affair_due_kind_values check (kind in ('upkeep', 'compulsory', 'commercial', 'inspection', 'permit', 'licence', 'driverLicence', 'qualification', 'violation', 'deviceSim')),
  constraint affair_due_level_values check (level in ('overdue', 'due', 'soon', 'snoozed'))
);
comment on table affair_due is '车务待办';
comment on column affair_due.id is '编号';
comment on column affair_due.operator_id is '运营公司';
comment on column affair_due.created_by is '创建人';
comment on column affair_due.created_at is '创建时间';
comment on column affair_due.updated_by is '修改人';
comment on column affair_due.updated_at is '修改时间';
comment on column affair_due.version is '版本';
comment on column affair_due.deleted_at is '删除时间';
comment on column affair_due.name is '事项';
comment on column affair_due.kind is '类型';
comment on column affair_due.level is '紧急程度';
comment on column affair_due.vehicle is '车辆';
comment on column affair_due.holder is '人员';
comment on column affair_due.due_on is '到期日';
comment on column affair_due.due_km is '到期里程';
comment on column affair_due.km_left is '剩余里程';
comment on column affair_due.forecast_on is '预计到期';
comment on column affair_due.owner is '负责人';
comment on column affair_due.snoozed_until is '延后至';
comment on column affair_due.snoozed is '延后过';
comment on column affair_due.note is '处理说明';
comment on column affair_due.store is '门店';
comment on column affair_due.link is '办理页面';
comment on column affair_due.ref is '来源';
comment on column affair_due.step is '已提醒到';
comment on column affair_due.pinyin is '名称拼音';
comment on column affair_due.search_text is '检索文本';
create index affair_due_vehicle_idx on affair_due (operator_id, vehicle, forecast_on, id) where deleted_at is null;
create index affair_due_owner_idx on affair_due (operator_id, owner, forecast_on, id) where deleted_at is null;
create index affair_due_store_idx on affair_due (operator_id, store, forecast_on, id) where deleted_at is null;
create unique index affair_due_ref_key on affair_due (operator_id, ref) where deleted_at is null;
create index affair_due_level_idx on affair_due (operator_id, level, forecast_on, id) where deleted_at is null;
create index affair_due_kind_idx on affair_due (operator_id, kind, forecast_on, id) where deleted_at is null;
create index affair_due_due_on_idx on affair_due (operator_id, due_on) where deleted_at is null;
create index affair_due_kind_level_idx on affair_due (operator_id, kind, level, forecast_on, id) where deleted_at is null;
create index affair_due_order on affair_due (operator_id, forecast_on, id) where deleted_at is null;
create index affair_due_search on affair_due using gin (search_text gin_trgm_ops);
alter table affair_due enable row level security;
alter table affair_due force row level security;
create policy tenant on affair_due
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_cost (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  cost_on date not null,
  kind text not null,
  amount bigint not null,
  start_on date,
  end_on date,
  bearer text default 'company' not null,
  description text not null,
  source text,
  store bigint not null,
  key text not null,
  primary key (operator_id, id),
  constraint vehicle_cost_kind_values check (kind in ('upkeep', 'repair', 'insurance', 'tax', 'inspection', 'fine', 'fuel', 'charge', 'toll', 'depreciation', 'other')),
  constraint vehicle_cost_bearer_values check (bearer in ('company', 'lessee', 'driver', 'insurer'))
);
comment on table vehicle_cost is '车辆成本';
comment on column vehicle_cost.id is '编号';
comment on column vehicle_cost.operator_id is '运营公司';
comment on column vehicle_cost.created_by is '创建人';
comment on column vehicle_cost.created_at is '创建时间';
comment on column vehicle_cost.updated_by is '修改人';
comment on column vehicle_cost.updated_at is '修改时间';
comment on column vehicle_cost.version is '版本';
comment on column vehicle_cost.deleted_at is '删除时间';
comment on column vehicle_cost.vehicle is '车辆';
comment on column vehicle_cost.cost_on is '发生日期';
comment on column vehicle_cost.kind is '类型';
comment on column vehicle_cost.amount is '金额';
comment on column vehicle_cost.start_on is '分摊起';
comment on column vehicle_cost.end_on is '分摊止';
comment on column vehicle_cost.bearer is '承担方';
comment on column vehicle_cost.description is '说明';
comment on column vehicle_cost.source is '来源单据';
comment on column vehicle_cost.store is '门店';
comment on column vehicle_cost.key is '唯一标识';
create index vehicle_cost_vehicle_idx on vehicle_cost (operator_id, vehicle, cost_on desc, id desc) where deleted_at is null;
create index vehicle_cost_store_idx on vehicle_cost (operator_id, store, cost_on desc, id desc) where deleted_at is null;
create unique index vehicle_cost_key_key on vehicle_cost (operator_id, key) where deleted_at is null;
create index vehicle_cost_kind_idx on vehicle_cost (operator_id, kind, cost_on desc, id desc) where deleted_at is null;
create index vehicle_cost_bearer_idx on vehicle_cost (operator_id, bearer, cost_on desc, id desc) where deleted_at is null;
create index vehicle_cost_order on vehicle_cost (operator_id, cost_on desc, id desc) where deleted_at is null;
alter table vehicle_cost enable row level security;
alter table vehicle_cost force row level security;
create policy tenant on vehicle_cost
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table repair_shop (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  credit_code text,
  place jsonb,
  hours text,
  kinds jsonb,
  settle_cycle text default 'each' not null,
  settle_day bigint,
  tax_rate integer,
  rebate_bp integer default 0 not null,
  labour_rate bigint,
  needs_invoice boolean default false not null,
  bank_name text,
  bank_account text,
  contact text,
  mobile text,
  orders bigint default 0,
  reworks bigint default 0,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint repair_shop_status_values check (status in ('active', 'paused', 'ended')),
  constraint repair_shop_settle_cycle_values check (settle_cycle in ('each', 'month')),
  constraint repair_shop_settle_day_range check (settle_day >= 1 and settle_day <= 28),
  constraint repair_shop_tax_rate_range check (tax_rate >= 0 and tax_rate <= 10000),
  constraint repair_shop_rebate_bp_range check (rebate_bp >= 0 and rebate_bp <= 5000),
  constraint repair_shop_labour_rate_range check (labour_rate >= 0)
);
comment on table repair_shop is '维保门店';
comment on column repair_shop.id is '编号';
comment on column repair_shop.operator_id is '运营公司';
comment on column repair_shop.created_by is '创建人';
comment on column repair_shop.created_at is '创建时间';
comment on column repair_shop.updated_by is '修改人';
comment on column repair_shop.updated_at is '修改时间';
comment on column repair_shop.version is '版本';
comment on column repair_shop.deleted_at is '删除时间';
comment on column repair_shop.name is '门店名称';
comment on column repair_shop.status is '状态';
comment on column repair_shop.credit_code is '统一社会信用代码';
comment on column repair_shop.place is '地址';
comment on column repair_shop.hours is '营业时间';
comment on column repair_shop.kinds is '服务范围';
comment on column repair_shop.settle_cycle is '结算方式';
comment on column repair_shop.settle_day is '每月结算日';
comment on column repair_shop.tax_rate is '税率';
comment on column repair_shop.rebate_bp is '返点';
comment on column repair_shop.labour_rate is '工时单价';
comment on column repair_shop.needs_invoice is '凭发票结算';
comment on column repair_shop.bank_name is '开户行';
comment on column repair_shop.bank_account is '收款账号';
comment on column repair_shop.contact is '联系人';
comment on column repair_shop.mobile is '联系电话';
comment on column repair_shop.orders is '完成单数';
comment on column repair_shop.reworks is '返工次数';
comment on column repair_shop.remark is '备注';
comment on column repair_shop.pinyin is '名称拼音';
comment on column repair_shop.search_text is '检索文本';
create unique index repair_shop_name_key on repair_shop (operator_id, name) where deleted_at is null;
create index repair_shop_status_idx on repair_shop (operator_id, status, name, id) where deleted_at is null;
create unique index repair_shop_credit_code_key on repair_shop (operator_id, credit_code) where deleted_at is null;
create index repair_shop_settle_cycle_idx on repair_shop (operator_id, settle_cycle, name, id) where deleted_at is null;
create index repair_shop_order on repair_shop (operator_id, name, id) where deleted_at is null;
create index repair_shop_search on repair_shop using gin (search_text gin_trgm_ops);
alter table repair_shop enable row level security;
alter table repair_shop force row level security;
create policy tenant on repair_shop
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table shop_price (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  shop bigint not null,
  item text not null,
  model bigint,
  unit text,
  price bigint not null,
  labour_hours numeric(18,2),
  from_on date not null,
  to_on date,
  primary key (operator_id, id),
  constraint shop_price_price_range check (price >= 0),
  constraint shop_price_labour_hours_range check (labour_hours >= 0 and labour_hours <= 200)
);
comment on table shop_price is '门店价目';
comment on column shop_price.id is '编号';
comment on column shop_price.operator_id is '运营公司';
comment on column shop_price.created_by is '创建人';
comment on column shop_price.created_at is '创建时间';
comment on column shop_price.updated_by is '修改人';
comment on column shop_price.updated_at is '修改时间';
comment on column shop_price.version is '版本';
comment on column shop_price.deleted_at is '删除时间';
comment on column shop_price.shop is '维保门店';
comment on column shop_price.item is '项目';
comment on column shop_price.model is '车型';
comment on column shop_price.unit is '单位';
comment on column shop_price.price is '单价';
comment on column shop_price.labour_hours is '工时';
comment on column shop_price.from_on is '生效日';
comment on column shop_price.to_on is '失效日';
create index shop_price_model_idx on shop_price (operator_id, model, shop, item, from_on desc, id) where deleted_at is null;
create index shop_price_item_idx on shop_price (operator_id, item, shop, from_on desc, id) where deleted_at is null;
create index shop_price_from_on_idx on shop_price (operator_id, from_on) where deleted_at is null;
create index shop_price_order on shop_price (operator_id, shop, item, from_on desc, id) where deleted_at is null;
alter table shop_price enable row level security;
alter table shop_price force row level security;
create policy tenant on shop_price
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_plan (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'draft' not null,
  models bigint[],
  vehicles bigint[],
  items jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint upkeep_plan_status_values check (status in ('draft', 'active', 'ended'))
);
comment on table upkeep_plan is '保养方案';
comment on column upkeep_plan.id is '编号';
comment on column upkeep_plan.operator_id is '运营公司';
comment on column upkeep_plan.created_by is '创建人';
comment on column upkeep_plan.created_at is '创建时间';
comment on column upkeep_plan.updated_by is '修改人';
comment on column upkeep_plan.updated_at is '修改时间';
comment on column upkeep_plan.version is '版本';
comment on column upkeep_plan.deleted_at is '删除时间';
comment on column upkeep_plan.name is '方案名称';
comment on column upkeep_plan.status is '状态';
comment on column upkeep_plan.models is '适用车型';
comment on column upkeep_plan.vehicles is '适用车辆';
comment on column upkeep_plan.items is '项目与周期';
comment on column upkeep_plan.remark is '说明';
comment on column upkeep_plan.pinyin is '名称拼音';
comment on column upkeep_plan.search_text is '检索文本';
create unique index upkeep_plan_name_key on upkeep_plan (operator_id, name) where deleted_at is null;
create index upkeep_plan_status_idx on upkeep_plan (operator_id, status, name, id) where deleted_at is null;
create index upkeep_plan_models_gin on upkeep_plan using gin (models);
create index upkeep_plan_vehicles_gin on upkeep_plan using gin (vehicles);
create index upkeep_plan_order on upkeep_plan (operator_id, name, id) where deleted_at is null;
create index upkeep_plan_search on upkeep_plan using gin (search_text gin_trgm_ops);
alter table upkeep_plan enable row level security;
alter table upkeep_plan force row level security;
create policy tenant on upkeep_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table insurance_policy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  policy_no text not null,
  status text default 'draft' not null,
  vehicle bigint not null,
  kind text default 'compulsory' not null,
  insurer text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  coverages jsonb,
  whole_premium bigint,
  premium bigint default 0,
  vehicle_tax bigint default 0 not null,
  float_bp integer,
  broker_rebate bigint,
  payer text default 'company' not null,
  attachments jsonb,
  renewal_of bigint,
  surrendered_on date,
  refund bigint,
  payable bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(policy_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint insurance_policy_status_values check (status in ('draft', 'pending', 'active', 'soon', 'expired', 'surrendered', 'voided')),
  constraint insurance_policy_kind_values check (kind in ('compulsory', 'commercial', 'carrier', 'cargo', 'accident')),
  constraint insurance_policy_whole_premium_range check (whole_premium >= 0),
  constraint insurance_policy_vehicle_tax_range check (vehicle_tax >= 0),
  constraint insurance_policy_float_bp_range check (float_bp >= -10000 and float_bp <= 30000),
  constraint insurance_policy_broker_rebate_range check (broker_rebate >= 0),
  constraint insurance_policy_payer_values check (payer in ('company', 'source', 'lessee'))
);
comment on table insurance_policy is '保单';
comment on column insurance_policy.id is '编号';
comment on column insurance_policy.operator_id is '运营公司';
comment on column insurance_policy.created_by is '创建人';
comment on column insurance_policy.created_at is '创建时间';
comment on column insurance_policy.updated_by is '修改人';
comment on column insurance_policy.updated_at is '修改时间';
comment on column insurance_policy.version is '版本';
comment on column insurance_policy.deleted_at is '删除时间';
comment on column insurance_policy.policy_no is '保单号';
comment on column insurance_policy.status is '状态';
comment on column insurance_policy.vehicle is '车辆';
comment on column insurance_policy.kind is '险种';
comment on column insurance_policy.insurer is '保险公司';
comment on column insurance_policy.start_at is '保险起期';
comment on column insurance_policy.end_at is '保险止期';
comment on column insurance_policy.coverages is '保障项目';
comment on column insurance_policy.whole_premium is '整单保费';
comment on column insurance_policy.premium is '保费合计';
comment on column insurance_policy.vehicle_tax is '车船税';
comment on column insurance_policy.float_bp is '浮动系数';
comment on column insurance_policy.broker_rebate is '经纪返佣';
comment on column insurance_policy.payer is '投保方';
comment on column insurance_policy.attachments is '保单照片或电子保单';
comment on column insurance_policy.renewal_of is '续自';
comment on column insurance_policy.surrendered_on is '退保日期';
comment on column insurance_policy.refund is '退保金额';
comment on column insurance_policy.payable is '应付账单';
comment on column insurance_policy.store is '门店';
comment on column insurance_policy.remark is '备注';
comment on column insurance_policy.pinyin is '名称拼音';
comment on column insurance_policy.search_text is '检索文本';
create unique index insurance_policy_policy_no_key on insurance_policy (operator_id, policy_no) where deleted_at is null;
create index insurance_policy_status_idx on insurance_policy (operator_id, status, end_at, id) where deleted_at is null;
create index insurance_policy_vehicle_idx on insurance_policy (operator_id, vehicle, end_at, id) where deleted_at is null;
create index insurance_policy_renewal_of_idx on insurance_policy (operator_id, renewal_of, end_at, id) where deleted_at is null;
create index insurance_policy_payable_idx on insurance_policy (operator_id, payable, end_at, id) where deleted_at is null;
create index insurance_policy_store_idx on insurance_policy (operator_id, store, end_at, id) where deleted_at is null;
create index insurance_policy_kind_idx on insurance_policy (operator_id, kind, end_at, id) where deleted_at is null;
create index insurance_policy_insurer_idx on insurance_policy (operator_id, insurer, end_at, id) where deleted_at is null;
create index insurance_policy_payer_idx on insurance_policy (operator_id, payer, end_at, id) where deleted_at is null;
create index insurance_policy_vehicle_kind_status_idx on insurance_policy (operator_id, vehicle, kind, status, end_at, id) where deleted_at is null;
create index insurance_policy_order on insurance_policy (operator_id, end_at, id) where deleted_at is null;
create index insurance_policy_search on insurance_policy using gin (search_text gin_trgm_ops);
alter table insurance_policy enable row level security;
alter table insurance_policy force row level security;
create policy tenant on insurance_policy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table policy_change (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  policy bigint not null,
  changed_on date not null,
  delta bigint not null,
  note text not null,
  files jsonb,
  store bigint,
  primary key (operator_id, id)
);
comment on table policy_change is '保单批改';
comment on column policy_change.id is '编号';
comment on column policy_change.operator_id is '运营公司';
comment on column policy_change.created_by is '创建人';
comment on column policy_change.created_at is '创建时间';
comment on column policy_change.updated_by is '修改人';
comment on column policy_change.updated_at is '修改时间';
comment on column policy_change.version is '版本';
comment on column policy_change.deleted_at is '删除时间';
comment on column policy_change.policy is '保单';
comment on column policy_change.changed_on is '批改日期';
comment on column policy_change.delta is '保费变动';
comment on column policy_change.note is '批改内容';
comment on column policy_change.files is '批单';
comment on column policy_change.store is '门店';
create index policy_change_policy_idx on policy_change (operator_id, policy, changed_on desc, id desc) where deleted_at is null;
create index policy_change_store_idx on policy_change (operator_id, store, changed_on desc, id desc) where deleted_at is null;
create index policy_change_order on policy_change (operator_id, changed_on desc, id desc) where deleted_at is null;
alter table policy_change enable row level security;
alter table policy_change force row level security;
create policy tenant on policy_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table shop_statement (
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
  shop bigint not null,
  start_on date not null,
  end_on date not null,
  orders bigint[],
  sum bigint default 0 not null,
  rebate bigint default 0 not null,
  pay bigint default 0 not null,
  payable bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint shop_statement_status_values check (status in ('draft', 'confirmed', 'cancelled'))
);
comment on table shop_statement is '门店对账单';
comment on column shop_statement.id is '编号';
comment on column shop_statement.operator_id is '运营公司';
comment on column shop_statement.created_by is '创建人';
comment on column shop_statement.created_at is '创建时间';
comment on column shop_statement.updated_by is '修改人';
comment on column shop_statement.updated_at is '修改时间';
comment on column shop_statement.version is '版本';
comment on column shop_statement.deleted_at is '删除时间';
comment on column shop_statement.no is '对账单号';
comment on column shop_statement.status is '状态';
comment on column shop_statement.shop is '维保门店';
comment on column shop_statement.start_on is '账期起';
comment on column shop_statement.end_on is '账期止';
comment on column shop_statement.orders is '维保单';
comment on column shop_statement.sum is '合计';
comment on column shop_statement.rebate is '返点';
comment on column shop_statement.pay is '应付';
comment on column shop_statement.payable is '应付账单';
comment on column shop_statement.store is '门店';
comment on column shop_statement.pinyin is '名称拼音';
comment on column shop_statement.search_text is '检索文本';
create unique index shop_statement_no_key on shop_statement (operator_id, no) where deleted_at is null;
create index shop_statement_status_idx on shop_statement (operator_id, status, start_on desc, id desc) where deleted_at is null;
create index shop_statement_shop_idx on shop_statement (operator_id, shop, start_on desc, id desc) where deleted_at is null;
create index shop_statement_orders_gin on shop_statement using gin (orders);
create index shop_statement_payable_idx on shop_statement (operator_id, payable, start_on desc, id desc) where deleted_at is null;
create index shop_statement_store_idx on shop_statement (operator_id, store, start_on desc, id desc) where deleted_at is null;
create unique index shop_statement_shop_start_on_store_key on shop_statement (operator_id, shop, start_on, store) where deleted_at is null;
create index shop_statement_order on shop_statement (operator_id, start_on desc, id desc) where deleted_at is null;
create index shop_statement_search on shop_statement using gin (search_text gin_trgm_ops);
alter table shop_statement enable row level security;
alter table shop_statement force row level security;
create policy tenant on shop_statement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table insurance_claim (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'reported' not null,
  vehicle bigint not null,
  occurred_at timestamptz not null,
  reported_at timestamptz not null,
  report_no text not null,
  place jsonb,
  kind text default 'own' not null,
  liability text default 'full' not null,
  liability_bp integer,
  driver_name text,
  driver bigint,
  driver_mobile text,
  third_parties jsonb,
  estimate bigint,
  assessed jsonb,
  loss bigint default 0,
  deductible bigint,
  payouts jsonb,
  paid_out bigint default 0,
  lessee_share bigint default 0 not null,
  driver_share bigint default 0 not null,
  company_loss bigint default 0 not null,
  papers jsonb,
  photos jsonb,
  policy bigint,
  lease bigint,
  lessee bigint,
  upkeep_order bigint,
  incidental bigint,
  deduction bigint,
  why text,
  late boolean default false not null,
  closed_on date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(report_no, '') || ' ' || coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint insurance_claim_status_values check (status in ('reported', 'surveying', 'assessing', 'repairing', 'approving', 'paid', 'closed', 'declined', 'withdrawn')),
  constraint insurance_claim_kind_values check (kind in ('own', 'third', 'injury', 'glass', 'theft', 'other')),
  constraint insurance_claim_liability_values check (liability in ('full', 'main', 'equal', 'minor', 'none')),
  constraint insurance_claim_liability_bp_range check (liability_bp >= 0 and liability_bp <= 10000),
  constraint insurance_claim_estimate_range check (estimate >= 0),
  constraint insurance_claim_deductible_range check (deductible >= 0),
  constraint insurance_claim_lessee_share_range check (lessee_share >= 0),
  constraint insurance_claim_driver_share_range check (driver_share >= 0),
  constraint insurance_claim_company_loss_range check (company_loss >= 0)
);
comment on table insurance_claim is '出险';
comment on column insurance_claim.id is '编号';
comment on column insurance_claim.operator_id is '运营公司';
comment on column insurance_claim.created_by is '创建人';
comment on column insurance_claim.created_at is '创建时间';
comment on column insurance_claim.updated_by is '修改人';
comment on column insurance_claim.updated_at is '修改时间';
comment on column insurance_claim.version is '版本';
comment on column insurance_claim.deleted_at is '删除时间';
comment on column insurance_claim.no is '出险单号';
comment on column insurance_claim.status is '状态';
comment on column insurance_claim.vehicle is '车辆';
comment on column insurance_claim.occurred_at is '出险时间';
comment on column insurance_claim.reported_at is '报案时间';
comment on column insurance_claim.report_no is '报案号';
comment on column insurance_claim.place is '出险地点';
comment on column insurance_claim.kind is '类型';
comment on column insurance_claim.liability is '责任';
comment on column insurance_claim.liability_bp is '责任比例';
comment on column insurance_claim.driver_name is '驾驶人';
comment on column insurance_claim.driver is '司机';
comment on column insurance_claim.driver_mobile is '驾驶人手机号';
comment on column insurance_claim.third_parties is '第三方';
comment on column insurance_claim.estimate is '预计损失';
comment on column insurance_claim.assessed is '定损';
comment on column insurance_claim.loss is '本车损失';
comment on column insurance_claim.deductible is '合同约定承租人承担免赔';
comment on column insurance_claim.payouts is '赔款';
comment on column insurance_claim.paid_out is '赔款合计';
comment on column insurance_claim.lessee_share is '承租人承担';
comment on column insurance_claim.driver_share is '司机承担';
comment on column insurance_claim.company_loss is '公司承担';
comment on column insurance_claim.papers is '已收资料';
comment on column insurance_claim.photos is '现场照片';
comment on column insurance_claim.policy is '保单';
comment on column insurance_claim.lease is '租约';
comment on column insurance_claim.lessee is '承租人';
comment on column insurance_claim.upkeep_order is '维修单';
comment on column insurance_claim.incidental is '杂费单';
comment on column insurance_claim.deduction is '司机扣款';
comment on column insurance_claim.why is '驾驶依据';
comment on column insurance_claim.late is '报案超过 48 小时';
comment on column insurance_claim.closed_on is '结案日期';
comment on column insurance_claim.store is '门店';
comment on column insurance_claim.remark is '备注';
comment on column insurance_claim.pinyin is '名称拼音';
comment on column insurance_claim.search_text is '检索文本';
create unique index insurance_claim_no_key on insurance_claim (operator_id, no) where deleted_at is null;
create index insurance_claim_status_idx on insurance_claim (operator_id, status, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_vehicle_idx on insurance_claim (operator_id, vehicle, occurred_at desc, id desc) where deleted_at is null;
create unique index insurance_claim_report_no_key on insurance_claim (operator_id, report_no) where deleted_at is null;
create index insurance_claim_driver_idx on insurance_claim (operator_id, driver, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_policy_idx on insurance_claim (operator_id, policy, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_lease_idx on insurance_claim (operator_id, lease, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_lessee_idx on insurance_claim (operator_id, lessee, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_upkeep_order_idx on insurance_claim (operator_id, upkeep_order, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_incidental_idx on insurance_claim (operator_id, incidental, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_deduction_idx on insurance_claim (operator_id, deduction, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_store_idx on insurance_claim (operator_id, store, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_liability_idx on insurance_claim (operator_id, liability, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_order on insurance_claim (operator_id, occurred_at desc, id desc) where deleted_at is null;
create index insurance_claim_search on insurance_claim using gin (search_text gin_trgm_ops);
alter table insurance_claim enable row level security;
alter table insurance_claim force row level security;
create policy tenant on insurance_claim
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_order (
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
  vehicle bigint not null,
  kind text default 'upkeep' not null,
  shop bigint,
  symptom text,
  lines jsonb,
  quote bigint default 0,
  approved bigint,
  actual bigint,
  over_reason text,
  payer text default 'company' not null,
  lessee_share_bp integer default 10000,
  lease bigint,
  lessee bigint,
  claim bigint,
  in_at timestamptz,
  in_km numeric(18,1),
  out_at timestamptz,
  out_km numeric(18,1),
  downtime_hours bigint,
  before_photos jsonb,
  after_photos jsonb,
  invoice_no text,
  submitted_by bigint,
  submitted_at timestamptz,
  reject_reason text,
  accepted_on date,
  reworks bigint default 0,
  of_order bigint,
  payable bigint,
  statement bigint,
  incidental bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(symptom, '') || ' ' || coalesce(invoice_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint upkeep_order_status_values check (status in ('draft', 'quoted', 'rejected', 'toEnter', 'repairing', 'waitingParts', 'toAccept', 'done', 'settled', 'cancelled')),
  constraint upkeep_order_kind_values check (kind in ('upkeep', 'repair', 'accident', 'tyre', 'refit', 'recall')),
  constraint upkeep_order_payer_values check (payer in ('company', 'lessee', 'insurer', 'shopWarranty', 'driver')),
  constraint upkeep_order_lessee_share_bp_range check (lessee_share_bp >= 0 and lessee_share_bp <= 10000)
);
comment on table upkeep_order is '维保单';
comment on column upkeep_order.id is '编号';
comment on column upkeep_order.operator_id is '运营公司';
comment on column upkeep_order.created_by is '创建人';
comment on column upkeep_order.created_at is '创建时间';
comment on column upkeep_order.updated_by is '修改人';
comment on column upkeep_order.updated_at is '修改时间';
comment on column upkeep_order.version is '版本';
comment on column upkeep_order.deleted_at is '删除时间';
comment on column upkeep_order.no is '维保单号';
comment on column upkeep_order.status is '状态';
comment on column upkeep_order.vehicle is '车辆';
comment on column upkeep_order.kind is '类型';
comment on column upkeep_order.shop is '维保门店';
comment on column upkeep_order.symptom is '故障或需求';
comment on column upkeep_order.lines is '报价明细';
comment on column upkeep_order.quote is '报价';
comment on column upkeep_order.approved is '批准金额';
comment on column upkeep_order.actual is '实际金额';
comment on column upkeep_order.over_reason is '高于价目的理由';
comment on column upkeep_order.payer is '承担方';
comment on column upkeep_order.lessee_share_bp is '承租人分担比例';
comment on column upkeep_order.lease is '租约';
comment on column upkeep_order.lessee is '承租人';
comment on column upkeep_order.claim is '出险';
comment on column upkeep_order.in_at is '进厂时间';
comment on column upkeep_order.in_km is '进厂里程';
comment on column upkeep_order.out_at is '完工时间';
comment on column upkeep_order.out_km is '出厂里程';
comment on column upkeep_order.downtime_hours is '停运';
comment on column upkeep_order.before_photos is '维修前照片';
comment on column upkeep_order.after_photos is '维修后照片';
comment on column upkeep_order.invoice_no is '发票号码';
comment on column upkeep_order.submitted_by is '提交人';
comment on column upkeep_order.submitted_at is '提交时间';
comment on column upkeep_order.reject_reason is '驳回原因';
comment on column upkeep_order.accepted_on is '验收日期';
comment on column upkeep_order.reworks is '返工次数';
comment on column upkeep_order.of_order is '冲减的维保单';
comment on column upkeep_order.payable is '应付账单';
comment on column upkeep_order.statement is '对账单';
comment on column upkeep_order.incidental is '杂费单';
comment on column upkeep_order.store is '门店';
comment on column upkeep_order.pinyin is '名称拼音';
comment on column upkeep_order.search_text is '检索文本';
create unique index upkeep_order_no_key on upkeep_order (operator_id, no) where deleted_at is null;
create index upkeep_order_status_idx on upkeep_order (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_vehicle_idx on upkeep_order (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_shop_idx on upkeep_order (operator_id, shop, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_lease_idx on upkeep_order (operator_id, lease, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_lessee_idx on upkeep_order (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_claim_idx on upkeep_order (operator_id, claim, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_submitted_by_idx on upkeep_order (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_of_order_idx on upkeep_order (operator_id, of_order, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_payable_idx on upkeep_order (operator_id, payable, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_statement_idx on upkeep_order (operator_id, statement, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_incidental_idx on upkeep_order (operator_id, incidental, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_store_idx on upkeep_order (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_kind_idx on upkeep_order (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_payer_idx on upkeep_order (operator_id, payer, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_in_at_idx on upkeep_order (operator_id, in_at) where deleted_at is null;
create index upkeep_order_accepted_on_idx on upkeep_order (operator_id, accepted_on) where deleted_at is null;
create index upkeep_order_order on upkeep_order (operator_id, created_at desc, id desc) where deleted_at is null;
create index upkeep_order_search on upkeep_order using gin (search_text gin_trgm_ops);
alter table upkeep_order enable row level security;
alter table upkeep_order force row level security;
create policy tenant on upkeep_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_state (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  item text not null,
  last_on date not null,
  last_km numeric(18,1) not null,
  last_hours bigint,
  upkeep_order bigint,
  store bigint,
  primary key (operator_id, id),
  constraint upkeep_state_last_km_range check (last_km >= 0 and last_km <= 5000000),
  constraint upkeep_state_last_hours_range check (last_hours >= 0)
);
comment on table upkeep_state is '保养状态';
comment on column upkeep_state.id is '编号';
comment on column upkeep_state.operator_id is '运营公司';
comment on column upkeep_state.created_by is '创建人';
comment on column upkeep_state.created_at is '创建时间';
comment on column upkeep_state.updated_by is '修改人';
comment on column upkeep_state.updated_at is '修改时间';
comment on column upkeep_state.version is '版本';
comment on column upkeep_state.deleted_at is '删除时间';
comment on column upkeep_state.vehicle is '车辆';
comment on column upkeep_state.item is '项目';
comment on column upkeep_state.last_on is '上次日期';
comment on column upkeep_state.last_km is '上次里程';
comment on column upkeep_state.last_hours is '上次发动机小时';
comment on column upkeep_state.upkeep_order is '维保单';
comment on column upkeep_state.store is '门店';
create index upkeep_state_upkeep_order_idx on upkeep_state (operator_id, upkeep_order, vehicle, item, id) where deleted_at is null;
create index upkeep_state_store_idx on upkeep_state (operator_id, store, vehicle, item, id) where deleted_at is null;
create unique index upkeep_state_vehicle_item_key on upkeep_state (operator_id, vehicle, item) where deleted_at is null;
create index upkeep_state_item_idx on upkeep_state (operator_id, item, vehicle, id) where deleted_at is null;
create index upkeep_state_last_on_idx on upkeep_state (operator_id, last_on) where deleted_at is null;
create index upkeep_state_order on upkeep_state (operator_id, vehicle, item, id) where deleted_at is null;
alter table upkeep_state enable row level security;
alter table upkeep_state force row level security;
create policy tenant on upkeep_state
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle_class text not null,
  use_nature text default 'operating' not null,
  age_from bigint not null,
  age_to bigint,
  every_months bigint not null,
  kind text default 'line' not null,
  effective_on date not null,
  source text not null,
  primary key (operator_id, id),
  constraint inspection_rule_vehicle_class_values check (vehicle_class in ('goods', 'passengerSmall', 'passengerMid', 'trailer', 'special')),
  constraint inspection_rule_use_nature_values check (use_nature in ('operating', 'private')),
  constraint inspection_rule_age_from_range check (age_from >= 0 and age_from <= 1200),
  constraint inspection_rule_age_to_range check (age_to >= 1 and age_to <= 1200),
  constraint inspection_rule_every_months_range check (every_months >= 1 and every_months <= 120),
  constraint inspection_rule_kind_values check (kind in ('line', 'label'))
);
comment on table inspection_rule is '年检规则';
comment on column inspection_rule.id is '编号';
comment on column inspection_rule.operator_id is '运营公司';
comment on column inspection_rule.created_by is '创建人';
comment on column inspection_rule.created_at is '创建时间';
comment on column inspection_rule.updated_by is '修改人';
comment on column inspection_rule.updated_at is '修改时间';
comment on column inspection_rule.version is '版本';
comment on column inspection_rule.deleted_at is '删除时间';
comment on column inspection_rule.vehicle_class is '车辆类别';
comment on column inspection_rule.use_nature is '使用性质';
comment on column inspection_rule.age_from is '车龄起';
comment on column inspection_rule.age_to is '车龄止';
comment on column inspection_rule.every_months is '间隔';
comment on column inspection_rule.kind is '方式';
comment on column inspection_rule.effective_on is '施行日期';
comment on column inspection_rule.source is '依据';
create unique index inspection_rule_vehicle_class_use_nature_age_from_e_1h86cri on inspection_rule (operator_id, vehicle_class, use_nature, age_from, effective_on) where deleted_at is null;
create index inspection_rule_use_nature_idx on inspection_rule (operator_id, use_nature, vehicle_class, age_from, id) where deleted_at is null;
create index inspection_rule_kind_idx on inspection_rule (operator_id, kind, vehicle_class, use_nature, age_from, id) where deleted_at is null;
create index inspection_rule_order on inspection_rule (operator_id, vehicle_class, use_nature, age_from, id) where deleted_at is null;
alter table inspection_rule enable row level security;
alter table inspection_rule force row level security;
create policy tenant on inspection_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toDo' not null,
  vehicle bigint not null,
  kind text default 'annual' not null,
  way text,
  due_on date,
  window_from date,
  booked_on date,
  station text,
  done_on date,
  failed_items text,
  fee bigint,
  km numeric(18,1),
  files jsonb,
  next_due_on date,
  order_ref bigint,
  payable bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(station, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint inspection_status_values check (status in ('toDo', 'booked', 'doing', 'passed', 'failed', 'void')),
  constraint inspection_kind_values check (kind in ('annual', 'technical', 'permit', 'tank', 'reefer')),
  constraint inspection_way_values check (way in ('line', 'label'))
);
comment on table inspection is '年检单';
comment on column inspection.id is '编号';
comment on column inspection.operator_id is '运营公司';
comment on column inspection.created_by is '创建人';
comment on column inspection.created_at is '创建时间';
comment on column inspection.updated_by is '修改人';
comment on column inspection.updated_at is '修改时间';
comment on column inspection.version is '版本';
comment on column inspection.deleted_at is '删除时间';
comment on column inspection.no is '年检单号';
comment on column inspection.status is '状态';
comment on column inspection.vehicle is '车辆';
comment on column inspection.kind is '类型';
comment on column inspection.way is '方式';
comment on column inspection.due_on is '到期日';
comment on column inspection.window_from is '可办理起';
comment on column inspection.booked_on is '预约日期';
comment on column inspection.station is '检测站';
comment on column inspection.done_on is '办理日期';
comment on column inspection.failed_items is '不合格项目';
comment on column inspection.fee is '费用';
comment on column inspection.km is '里程';
comment on column inspection.files is '标志或报告';
comment on column inspection.next_due_on is '下次到期';
comment on column inspection.order_ref is '整改维保单';
comment on column inspection.payable is '应付账单';
comment on column inspection.store is '门店';
comment on column inspection.remark is '备注';
comment on column inspection.pinyin is '名称拼音';
comment on column inspection.search_text is '检索文本';
create unique index inspection_no_key on inspection (operator_id, no) where deleted_at is null;
create index inspection_status_idx on inspection (operator_id, status, due_on, id) where deleted_at is null;
create index inspection_vehicle_idx on inspection (operator_id, vehicle, due_on, id) where deleted_at is null;
create index inspection_order_ref_idx on inspection (operator_id, order_ref, due_on, id) where deleted_at is null;
create index inspection_payable_idx on inspection (operator_id, payable, due_on, id) where deleted_at is null;
create index inspection_store_idx on inspection (operator_id, store, due_on, id) where deleted_at is null;
create index inspection_kind_idx on inspection (operator_id, kind, due_on, id) where deleted_at is null;
create index inspection_booked_on_idx on inspection (operator_id, booked_on) where deleted_at is null;
create index inspection_done_on_idx on inspection (operator_id, done_on) where deleted_at is null;
create index inspection_order on inspection (operator_id, due_on, id) where deleted_at is null;
create index inspection_search on inspection using gin (search_text gin_trgm_ops);
alter table inspection enable row level security;
alter table inspection force row level security;
create policy tenant on inspection
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table certificate_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text not null,
  vehicle_class text default 'any' not null,
  use_nature text default 'any' not null,
  gross_above bigint,
  only_use text,
  source text not null,
  primary key (operator_id, id),
  constraint certificate_rule_kind_values check (kind in ('drivingLicence', 'registration', 'roadPermit', 'operatingPermit', 'compulsoryLabel', 'driverLicence', 'qualification', 'businessPermit', 'rentalFiling', 'businessLicence')),
  constraint certificate_rule_vehicle_class_values check (vehicle_class in ('any', 'goods', 'passengerSmall', 'passengerMid', 'trailer', 'special')),
  constraint certificate_rule_use_nature_values check (use_nature in ('any', 'operating', 'private')),
  constraint certificate_rule_gross_above_range check (gross_above >= 0 and gross_above <= 100000),
  constraint certificate_rule_only_use_values check (only_use in ('hazardous', 'cold', 'cargo', 'lease'))
);
comment on table certificate_rule is '证件要求';
comment on column certificate_rule.id is '编号';
comment on column certificate_rule.operator_id is '运营公司';
comment on column certificate_rule.created_by is '创建人';
comment on column certificate_rule.created_at is '创建时间';
comment on column certificate_rule.updated_by is '修改人';
comment on column certificate_rule.updated_at is '修改时间';
comment on column certificate_rule.version is '版本';
comment on column certificate_rule.deleted_at is '删除时间';
comment on column certificate_rule.kind is '证件';
comment on column certificate_rule.vehicle_class is '车辆类别';
comment on column certificate_rule.use_nature is '使用性质';
comment on column certificate_rule.gross_above is '总质量大于';
comment on column certificate_rule.only_use is '仅限用途';
comment on column certificate_rule.source is '依据';
create index certificate_rule_vehicle_class_idx on certificate_rule (operator_id, vehicle_class, kind, id) where deleted_at is null;
create index certificate_rule_order on certificate_rule (operator_id, kind, vehicle_class, id) where deleted_at is null;
alter table certificate_rule enable row level security;
alter table certificate_rule force row level security;
create policy tenant on certificate_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table certificate (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  status text default 'valid' not null,
  holder_kind text default 'vehicle' not null,
  vehicle bigint,
  holder_name text,
  kind text not null,
  certificate_no text,
  issued_on date,
  due_on date,
  front jsonb,
  back jsonb,
  replaced_by bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(holder_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint certificate_status_values check (status in ('missing', 'valid', 'soon', 'expired', 'lost', 'void')),
  constraint certificate_holder_kind_values check (holder_kind in ('vehicle', 'driver', 'company')),
  constraint certificate_kind_values check (kind in ('drivingLicence', 'registration', 'roadPermit', 'operatingPermit', 'compulsoryLabel', 'driverLicence', 'qualification', 'businessPermit', 'rentalFiling', 'businessLicence'))
);
comment on table certificate is '证件';
comment on column certificate.id is '编号';
comment on column certificate.operator_id is '运营公司';
comment on column certificate.created_by is '创建人';
comment on column certificate.created_at is '创建时间';
comment on column certificate.updated_by is '修改人';
comment on column certificate.updated_at is '修改时间';
comment on column certificate.version is '版本';
comment on column certificate.deleted_at is '删除时间';
comment on column certificate.status is '状态';
comment on column certificate.holder_kind is '持有方';
comment on column certificate.vehicle is '车辆';
comment on column certificate.holder_name is '持有人';
comment on column certificate.kind is '证件';
comment on column certificate.certificate_no is '证件编号';
comment on column certificate.issued_on is '发证日期';
comment on column certificate.due_on is '有效期至';
comment on column certificate.front is '正面';
comment on column certificate.back is '反面';
comment on column certificate.replaced_by is '换发为';
comment on column certificate.store is '门店';
comment on column certificate.remark is '备注';
comment on column certificate.pinyin is '名称拼音';
comment on column certificate.search_text is '检索文本';
create index certificate_status_idx on certificate (operator_id, status, due_on, id) where deleted_at is null;
create index certificate_vehicle_idx on certificate (operator_id, vehicle, due_on, id) where deleted_at is null;
create index certificate_certificate_no_idx on certificate (operator_id, certificate_no) where deleted_at is null;
create index certificate_replaced_by_idx on certificate (operator_id, replaced_by, due_on, id) where deleted_at is null;
create index certificate_store_idx on certificate (operator_id, store, due_on, id) where deleted_at is null;
create unique index certificate_kind_certificate_no_key on certificate (operator_id, kind, certificate_no) where deleted_at is null;
create index certificate_kind_idx on certificate (operator_id, kind, due_on, id) where deleted_at is null;
create index certificate_holder_kind_idx on certificate (operator_id, holder_kind, due_on, id) where deleted_at is null;
create index certificate_order on certificate (operator_id, due_on, id) where deleted_at is null;
create index certificate_search on certificate using gin (search_text gin_trgm_ops);
alter table certificate enable row level security;
alter table certificate force row level security;
create policy tenant on certificate
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  behaviour text not null,
  points text default '0' not null,
  fine bigint default 0 not null,
  city text,
  service_fee bigint default 0 not null,
  severe boolean default false not null,
  effective_on date not null,
  source text,
  pinyin text,
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(behaviour, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint violation_code_points_values check (points in ('0', '1', '3', '6', '9', '12')),
  constraint violation_code_fine_range check (fine >= 0),
  constraint violation_code_service_fee_range check (service_fee >= 0)
);
comment on table violation_code is '违章规则';
comment on column violation_code.id is '编号';
comment on column violation_code.operator_id is '运营公司';
comment on column violation_code.created_by is '创建人';
comment on column violation_code.created_at is '创建时间';
comment on column violation_code.updated_by is '修改人';
comment on column violation_code.updated_at is '修改时间';
comment on column violation_code.version is '版本';
comment on column violation_code.deleted_at is '删除时间';
comment on column violation_code.code is '违法代码';
comment on column violation_code.behaviour is '违法行为';
comment on column violation_code.points is '记分';
comment on column violation_code.fine is '罚款';
comment on column violation_code.city is '适用城市';
comment on column violation_code.service_fee is '代办服务费';
comment on column violation_code.severe is '严重违法';
comment on column violation_code.effective_on is '施行日期';
comment on column violation_code.source is '依据';
comment on column violation_code.pinyin is '名称拼音';
comment on column violation_code.search_text is '检索文本';
create unique index violation_code_code_city_effective_on_key on violation_code (operator_id, code, city, effective_on) where deleted_at is null;
create index violation_code_points_idx on violation_code (operator_id, points, code, id) where deleted_at is null;
create index violation_code_order on violation_code (operator_id, code, id) where deleted_at is null;
create index violation_code_search on violation_code using gin (search_text gin_trgm_ops);
alter table violation_code enable row level security;
alter table violation_code force row level security;
create policy tenant on violation_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toClaim' not null,
  plate_no text not null,
  occurred_at timestamptz not null,
  place text,
  city text,
  code text,
  part bigint default 1 not null,
  behaviour text,
  points bigint,
  fine bigint,
  service_fee bigint,
  record_no text,
  due_on date,
  surcharge bigint default 0,
  source text default 'manual' not null,
  vehicle bigint,
  holder_kind text default 'unknown' not null,
  lessee bigint,
  lease bigint,
  driver bigint,
  mission bigint,
  sure text,
  driver_name text,
  first_licence_on date,
  why text,
  near boolean default false not null,
  pinned boolean default false not null,
  way text,
  decided_on date,
  decision_no text,
  paid_by text,
  receipts jsonb,
  transfer_on date,
  transfer_no text,
  incidental bigint,
  deduction bigint,
  deposit bigint default 0,
  billed bigint default 0,
  notified_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(plate_no, '') || ' ' || coalesce(record_no, '') || ' ' || coalesce(behaviour, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint violation_status_values check (status in ('toClaim', 'toHandle', 'notified', 'handling', 'transferring', 'transferred', 'handled', 'appealing', 'cancelled')),
  constraint violation_part_range check (part >= 1),
  constraint violation_points_range check (points >= 0 and points <= 12),
  constraint violation_fine_range check (fine >= 0),
  constraint violation_source_values check (source in ('import', 'manual', 'api', 'notice')),
  constraint violation_holder_kind_values check (holder_kind in ('lessee', 'driver', 'company', 'unknown')),
  constraint violation_sure_values check (sure in ('sure', 'likely', 'weak', 'none')),
  constraint violation_way_values check (way in ('self', 'agent', 'company')),
  constraint violation_paid_by_values check (paid_by in ('lessee', 'driver', 'company'))
);
comment on table violation is '违章';
comment on column violation.id is '编号';
comment on column violation.operator_id is '运营公司';
comment on column violation.created_by is '创建人';
comment on column violation.created_at is '创建时间';
comment on column violation.updated_by is '修改人';
comment on column violation.updated_at is '修改时间';
comment on column violation.version is '版本';
comment on column violation.deleted_at is '删除时间';
comment on column violation.no is '违章编号';
comment on column violation.status is '状态';
comment on column violation.plate_no is '车牌号';
comment on column violation.occurred_at is '违法时间';
comment on column violation.place is '违法地点';
comment on column violation.city is '城市';
comment on column violation.code is '违法代码';
comment on column violation.part is '同时序号';
comment on column violation.behaviour is '违法行为';
comment on column violation.points is '记分';
comment on column violation.fine is '罚款';
comment on column violation.service_fee is '代办服务费';
comment on column violation.record_no is '文书编号';
comment on column violation.due_on is '处理期限';
comment on column violation.surcharge is '加处罚款';
comment on column violation.source is '来源';
comment on column violation.vehicle is '车辆';
comment on column violation.holder_kind is '责任方';
comment on column violation.lessee is '承租人';
comment on column violation.lease is '租约';
comment on column violation.driver is '司机';
comment on column violation.mission is '任务单';
comment on column violation.sure is '归责把握';
comment on column violation.driver_name is '驾驶人';
comment on column violation.first_licence_on is '驾驶人初次领证日';
comment on column violation.why is '归责依据';
comment on column violation.near is '临近交接，待确认';
comment on column violation.pinned is '人工认定';
comment on column violation.way is '处理方式';
comment on column violation.decided_on is '处理日期';
comment on column violation.decision_no is '决定书编号';
comment on column violation.paid_by is '缴款方';
comment on column violation.receipts is '缴款凭证';
comment on column violation.transfer_on is '转移申请日';
comment on column violation.transfer_no is '转移受理号';
comment on column violation.incidental is '杂费单';
comment on column violation.deduction is '司机扣款';
comment on column violation.deposit is '已从违章押金扣';
comment on column violation.billed is '已计入客户的罚款';
comment on column violation.notified_at is '通知时间';
comment on column violation.store is '门店';
comment on column violation.remark is '备注';
comment on column violation.pinyin is '名称拼音';
comment on column violation.search_text is '检索文本';
create unique index violation_no_key on violation (operator_id, no) where deleted_at is null;
create index violation_status_idx on violation (operator_id, status, occurred_at desc, id desc) where deleted_at is null;
create unique index violation_record_no_key on violation (operator_id, record_no) where deleted_at is null;
create index violation_vehicle_idx on violation (operator_id, vehicle, occurred_at desc, id desc) where deleted_at is null;
create index violation_lessee_idx on violation (operator_id, lessee, occurred_at desc, id desc) where deleted_at is null;
create index violation_lease_idx on violation (operator_id, lease, occurred_at desc, id desc) where deleted_at is null;
create index violation_driver_idx on violation (operator_id, driver, occurred_at desc, id desc) where deleted_at is null;
create index violation_mission_idx on violation (operator_id, mission, occurred_at desc, id desc) where deleted_at is null;
create index violation_incidental_idx on violation (operator_id, incidental, occurred_at desc, id desc) where deleted_at is null;
create index violation_deduction_idx on violation (operator_id, deduction, occurred_at desc, id desc) where deleted_at is null;
create index violation_store_idx on violation (operator_id, store, occurred_at desc, id desc) where deleted_at is null;
create unique index violation_plate_no_occurred_at_code_part_key on violation (operator_id, plate_no, occurred_at, code, part) where deleted_at is null;
create index violation_holder_kind_idx on violation (operator_id, holder_kind, occurred_at desc, id desc) where deleted_at is null;
create index violation_sure_idx on violation (operator_id, sure, occurred_at desc, id desc) where deleted_at is null;
create index violation_due_on_idx on violation (operator_id, due_on) where deleted_at is null;
create index violation_decided_on_idx on violation (operator_id, decided_on) where deleted_at is null;
create index violation_source_idx on violation (operator_id, source, occurred_at desc, id desc) where deleted_at is null;
create index violation_vehicle_status_idx on violation (operator_id, vehicle, status, occurred_at desc, id desc) where deleted_at is null;
create index violation_lease_status_idx on violation (operator_id, lease, status, occurred_at desc, id desc) where deleted_at is null;
create index violation_order on violation (operator_id, occurred_at desc, id desc) where deleted_at is null;
create index violation_search on violation using gin (search_text gin_trgm_ops);
alter table violation enable row level security;
alter table violation force row level security;
create policy tenant on violation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_violation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  total bigint default 0 not null,
  open bigint default 0 not null,
  fine bigint default 0 not null,
  open_fine bigint default 0 not null,
  points bigint default 0 not null,
  open_points bigint default 0 not null,
  surcharge bigint default 0 not null,
  last_at timestamptz,
  queried_at timestamptz,
  store bigint,
  primary key (operator_id, id)
);
comment on table vehicle_violation is '车辆违章';
comment on column vehicle_violation.id is '编号';
comment on column vehicle_violation.operator_id is '运营公司';
comment on column vehicle_violation.created_by is '创建人';
comment on column vehicle_violation.created_at is '创建时间';
comment on column vehicle_violation.updated_by is '修改人';
comment on column vehicle_violation.updated_at is '修改时间';
comment on column vehicle_violation.version is '版本';
comment on column vehicle_violation.deleted_at is '删除时间';
comment on column vehicle_violation.vehicle is '车辆';
comment on column vehicle_violation.total is '违章数';
comment on column vehicle_violation.open is '未处理';
comment on column vehicle_violation.fine is '罚款';
comment on column vehicle_violation.open_fine is '未处理罚款';
comment on column vehicle_violation.points is '记分';
comment on column vehicle_violation.open_points is '未处理记分';
comment on column vehicle_violation.surcharge is '加处罚款';
comment on column vehicle_violation.last_at is '最近一次';
comment on column vehicle_violation.queried_at is '最近查询';
comment on column vehicle_violation.store is '门店';
create unique index vehicle_violation_vehicle_key on vehicle_violation (operator_id, vehicle) where deleted_at is null;
create index vehicle_violation_store_idx on vehicle_violation (operator_id, store, open desc, open_fine desc, id desc) where deleted_at is null;
create index vehicle_violation_last_at_idx on vehicle_violation (operator_id, last_at) where deleted_at is null;
create index vehicle_violation_queried_at_idx on vehicle_violation (operator_id, queried_at) where deleted_at is null;
create index vehicle_violation_order on vehicle_violation (operator_id, open desc, open_fine desc, id desc) where deleted_at is null;
alter table vehicle_violation enable row level security;
alter table vehicle_violation force row level security;
create policy tenant on vehicle_violation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation_query (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  queried_at timestamptz not null,
  found bigint default 0 not null,
  source text default 'manual' not null,
  note text,
  store bigint,
  primary key (operator_id, id),
  constraint violation_query_found_range check (found >= 0 and found <= 10000),
  constraint violation_query_source_values check (source in ('manual', 'import', 'api'))
);
comment on table violation_query is '违章查询记录';
comment on column violation_query.id is '编号';
comment on column violation_query.operator_id is '运营公司';
comment on column violation_query.created_by is '创建人';
comment on column violation_query.created_at is '创建时间';
comment on column violation_query.updated_by is '修改人';
comment on column violation_query.updated_at is '修改时间';
comment on column violation_query.version is '版本';
comment on column violation_query.deleted_at is '删除时间';
comment on column violation_query.vehicle is '车辆';
comment on column violation_query.queried_at is '查询时间';
comment on column violation_query.found is '查到';
comment on column violation_query.source is '途径';
comment on column violation_query.note is '说明';
comment on column violation_query.store is '门店';
create index violation_query_vehicle_idx on violation_query (operator_id, vehicle, queried_at desc, id desc) where deleted_at is null;
create index violation_query_store_idx on violation_query (operator_id, store, queried_at desc, id desc) where deleted_at is null;
create index violation_query_source_idx on violation_query (operator_id, source, queried_at desc, id desc) where deleted_at is null;
create index violation_query_order on violation_query (operator_id, queried_at desc, id desc) where deleted_at is null;
alter table violation_query enable row level security;
alter table violation_query force row level security;
create policy tenant on violation_query
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  supplier text default 'sinopec' not null,
  main_card_no text not null,
  balance bigint default 0,
  credit_limit bigint default 0 not null,
  warn_below bigint,
  contact text,
  mobile text,
  headings jsonb,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_account_status_values check (status in ('active', 'frozen', 'closed')),
  constraint fuel_account_supplier_values check (supplier in ('sinopec', 'petrochina', 'shell', 'third', 'charger')),
  constraint fuel_account_credit_limit_range check (credit_limit >= 0),
  constraint fuel_account_warn_below_range check (warn_below >= 0)
);
comment on table fuel_account is '油电主账户';
comment on column fuel_account.id is '编号';
comment on column fuel_account.operator_id is '运营公司';
comment on column fuel_account.created_by is '创建人';
comment on column fuel_account.created_at is '创建时间';
comment on column fuel_account.updated_by is '修改人';
comment on column fuel_account.updated_at is '修改时间';
comment on column fuel_account.version is '版本';
comment on column fuel_account.deleted_at is '删除时间';
comment on column fuel_account.name is '账户名称';
comment on column fuel_account.status is '状态';
comment on column fuel_account.supplier is '供应商';
comment on column fuel_account.main_card_no is '主卡号';
comment on column fuel_account.balance is '额度余额';
comment on column fuel_account.credit_limit is '信用额度';
comment on column fuel_account.warn_below is '余额低于提醒';
comment on column fuel_account.contact is '客户经理';
comment on column fuel_account.mobile is '联系电话';
comment on column fuel_account.headings is '对账单列名';
comment on column fuel_account.store is '门店';
comment on column fuel_account.remark is '备注';
comment on column fuel_account.pinyin is '名称拼音';
comment on column fuel_account.search_text is '检索文本';
create unique index fuel_account_name_key on fuel_account (operator_id, name) where deleted_at is null;
create index fuel_account_status_idx on fuel_account (operator_id, status, name, id) where deleted_at is null;
create unique index fuel_account_main_card_no_key on fuel_account (operator_id, main_card_no) where deleted_at is null;
create index fuel_account_store_idx on fuel_account (operator_id, store, name, id) where deleted_at is null;
create index fuel_account_supplier_idx on fuel_account (operator_id, supplier, name, id) where deleted_at is null;
create index fuel_account_order on fuel_account (operator_id, name, id) where deleted_at is null;
create index fuel_account_search on fuel_account using gin (search_text gin_trgm_ops);
alter table fuel_account enable row level security;
alter table fuel_account force row level security;
create policy tenant on fuel_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_card (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  card_no text not null,
  status text default 'toActivate' not null,
  account bigint not null,
  kind text default 'sub' not null,
  vehicle bigint,
  driver bigint,
  driver_name text,
  fuels jsonb,
  limit_once bigint,
  limit_day bigint,
  limit_month bigint,
  litres_once numeric(18,2),
  cities text,
  weekdays text,
  hour_from bigint,
  hour_to bigint,
  reserve bigint default 0,
  wallet bigint default 0,
  transit bigint default 0,
  valid_to date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_card_status_values check (status in ('toActivate', 'active', 'lost', 'frozen', 'expired', 'cancelled')),
  constraint fuel_card_kind_values check (kind in ('main', 'sub', 'virtual')),
  constraint fuel_card_limit_once_range check (limit_once >= 0),
  constraint fuel_card_limit_day_range check (limit_day >= 0),
  constraint fuel_card_limit_month_range check (limit_month >= 0),
  constraint fuel_card_litres_once_range check (litres_once >= 0 and litres_once <= 10000),
  constraint fuel_card_hour_from_range check (hour_from >= 0 and hour_from <= 23),
  constraint fuel_card_hour_to_range check (hour_to >= 1 and hour_to <= 24)
);
comment on table fuel_card is '油卡';
comment on column fuel_card.id is '编号';
comment on column fuel_card.operator_id is '运营公司';
comment on column fuel_card.created_by is '创建人';
comment on column fuel_card.created_at is '创建时间';
comment on column fuel_card.updated_by is '修改人';
comment on column fuel_card.updated_at is '修改时间';
comment on column fuel_card.version is '版本';
comment on column fuel_card.deleted_at is '删除时间';
comment on column fuel_card.card_no is '卡号';
comment on column fuel_card.status is '状态';
comment on column fuel_card.account is '主账户';
comment on column fuel_card.kind is '卡类型';
comment on column fuel_card.vehicle is '绑定车辆';
comment on column fuel_card.driver is '绑定司机';
comment on column fuel_card.driver_name is '绑定司机姓名';
comment on column fuel_card.fuels is '允许油品';
comment on column fuel_card.limit_once is '单次限额';
comment on column fuel_card.limit_day is '单日限额';
comment on column fuel_card.limit_month is '单月限额';
comment on column fuel_card.litres_once is '单次限量';
comment on column fuel_card.cities is '限定城市';
comment on column fuel_card.weekdays is '限定星期';
comment on column fuel_card.hour_from is '时段起';
comment on column fuel_card.hour_to is '时段止';
comment on column fuel_card.reserve is '备付金';
comment on column fuel_card.wallet is '卡内余额';
comment on column fuel_card.transit is '在途';
comment on column fuel_card.valid_to is '有效期至';
comment on column fuel_card.store is '门店';
comment on column fuel_card.remark is '备注';
comment on column fuel_card.pinyin is '名称拼音';
comment on column fuel_card.search_text is '检索文本';
create unique index fuel_card_card_no_key on fuel_card (operator_id, card_no) where deleted_at is null;
create index fuel_card_status_idx on fuel_card (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index fuel_card_account_idx on fuel_card (operator_id, account, created_at desc, id desc) where deleted_at is null;
create index fuel_card_vehicle_idx on fuel_card (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index fuel_card_driver_idx on fuel_card (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index fuel_card_store_idx on fuel_card (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index fuel_card_valid_to_idx on fuel_card (operator_id, valid_to) where deleted_at is null;
create index fuel_card_order on fuel_card (operator_id, created_at desc, id desc) where deleted_at is null;
create index fuel_card_search on fuel_card using gin (search_text gin_trgm_ops);
alter table fuel_card enable row level security;
alter table fuel_card force row level security;
create policy tenant on fuel_card
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table station_place (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  supplier text default 'sinopec' not null,
  city text,
  lng numeric(18,6),
  lat numeric(18,6),
  learnt bigint default 0,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint station_place_supplier_values check (supplier in ('sinopec', 'petrochina', 'shell', 'third', 'charger')),
  constraint station_place_lng_range check (lng >= 73 and lng <= 136),
  constraint station_place_lat_range check (lat >= 3 and lat <= 54)
);
comment on table station_place is '加油充电站';
comment on column station_place.id is '编号';
comment on column station_place.operator_id is '运营公司';
comment on column station_place.created_by is '创建人';
comment on column station_place.created_at is '创建时间';
comment on column station_place.updated_by is '修改人';
comment on column station_place.updated_at is '修改时间';
comment on column station_place.version is '版本';
comment on column station_place.deleted_at is '删除时间';
comment on column station_place.name is '站名';
comment on column station_place.supplier is '供应商';
comment on column station_place.city is '城市';
comment on column station_place.lng is '经度';
comment on column station_place.lat is '纬度';
comment on column station_place.learnt is '学习到的停车次数';
comment on column station_place.pinyin is '名称拼音';
comment on column station_place.search_text is '检索文本';
create unique index station_place_name_key on station_place (operator_id, name) where deleted_at is null;
create index station_place_supplier_idx on station_place (operator_id, supplier, name, id) where deleted_at is null;
create index station_place_order on station_place (operator_id, name, id) where deleted_at is null;
create index station_place_search on station_place using gin (search_text gin_trgm_ops);
alter table station_place enable row level security;
alter table station_place force row level security;
create policy tenant on station_place
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuelling (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'ok' not null,
  kind text default 'fuel' not null,
  vehicle bigint not null,
  driver bigint,
  driver_name text,
  pay text default 'cash' not null,
  card bigint,
  at timestamptz not null,
  station text,
  city text,
  fuel text,
  quantity numeric(18,2) not null,
  unit_price bigint not null,
  amount bigint not null,
  service_fee bigint default 0,
  discount bigint default 0 not null,
  filled_up boolean default false not null,
  km numeric(18,1),
  soc_from bigint,
  soc_to bigint,
  receipts jsonb,
  source text default 'manual' not null,
  supplier_no text,
  reversed_by text,
  reversed_at timestamptz,
  consumption numeric(18,2),
  score bigint default 0,
  checks jsonb,
  findings text,
  explanation text,
  risk_report bigint,
  incidental bigint,
  wage_note bigint,
  deduction bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(station, '') || ' ' || coalesce(supplier_no, '') || ' ' || coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuelling_status_values check (status in ('ok', 'suspect', 'explained', 'confirmed', 'voided')),
  constraint fuelling_kind_values check (kind in ('fuel', 'charge')),
  constraint fuelling_pay_values check (pay in ('card', 'cash', 'company', 'app')),
  constraint fuelling_fuel_values check (fuel in ('p92', 'p95', 'p98', 'd0', 'd-10', 'lng', 'cng', 'h2', 'electric')),
  constraint fuelling_quantity_range check (quantity >= 0.01 and quantity <= 10000),
  constraint fuelling_unit_price_range check (unit_price >= 0 and unit_price <= 100000),
  constraint fuelling_amount_range check (amount >= 1 and amount <= 100000000),
  constraint fuelling_service_fee_range check (service_fee >= 0),
  constraint fuelling_discount_range check (discount >= 0),
  constraint fuelling_km_range check (km >= 0 and km <= 5000000),
  constraint fuelling_soc_from_range check (soc_from >= 0 and soc_from <= 100),
  constraint fuelling_soc_to_range check (soc_to >= 0 and soc_to <= 100),
  constraint fuelling_source_values check (source in ('import', 'manual', 'app', 'api'))
);
comment on table fuelling is '加油充电';
comment on column fuelling.id is '编号';
comment on column fuelling.operator_id is '运营公司';
comment on column fuelling.created_by is '创建人';
comment on column fuelling.created_at is '创建时间';
comment on column fuelling.updated_by is '修改人';
comment on column fuelling.updated_at is '修改时间';
comment on column fuelling.version is '版本';
comment on column fuelling.deleted_at is '删除时间';
comment on column fuelling.no is '记录编号';
comment on column fuelling.status is '状态';
comment on column fuelling.kind is '类型';
comment on column fuelling.vehicle is '车辆';
comment on column fuelling.driver is '司机';
comment on column fuelling.driver_name is '司机姓名';
comment on column fuelling.pay is '付款方式';
comment on column fuelling.card is '油卡';
comment on column fuelling.at is '时间';
comment on column fuelling.station is '加油站或电站';
comment on column fuelling.city is '城市';
comment on column fuelling.fuel is '油品';
comment on column fuelling.quantity is '数量';
comment on column fuelling.unit_price is '单价';
comment on column fuelling.amount is '金额';
comment on column fuelling.service_fee is '服务费';
comment on column fuelling.discount is '优惠';
comment on column fuelling.filled_up is '加满';
comment on column fuelling.km is '里程';
comment on column fuelling.soc_from is '起始电量';
comment on column fuelling.soc_to is '结束电量';
comment on column fuelling.receipts is '小票照片';
comment on column fuelling.source is '来源';
comment on column fuelling.supplier_no is '供应商流水号';
comment on column fuelling.reversed_by is '撤销流水号';
comment on column fuelling.reversed_at is '撤销时间';
comment on column fuelling.consumption is '百公里油电耗';
comment on column fuelling.score is '异常分';
comment on column fuelling.checks is '九项核对';
comment on column fuelling.findings is '异常说明';
comment on column fuelling.explanation is '司机说明';
comment on column fuelling.risk_report is '风险上报';
comment on column fuelling.incidental is '杂费单';
comment on column fuelling.wage_note is '工资扣款提示';
comment on column fuelling.deduction is '司机扣款';
comment on column fuelling.store is '门店';
comment on column fuelling.remark is '备注';
comment on column fuelling.pinyin is '名称拼音';
comment on column fuelling.search_text is '检索文本';
create unique index fuelling_no_key on fuelling (operator_id, no) where deleted_at is null;
create index fuelling_status_idx on fuelling (operator_id, status, at desc, id desc) where deleted_at is null;
create index fuelling_vehicle_idx on fuelling (operator_id, vehicle, at desc, id desc) where deleted_at is null;
create index fuelling_driver_idx on fuelling (operator_id, driver, at desc, id desc) where deleted_at is null;
create index fuelling_card_idx on fuelling (operator_id, card, at desc, id desc) where deleted_at is null;
create index fuelling_risk_report_idx on fuelling (operator_id, risk_report, at desc, id desc) where deleted_at is null;
create index fuelling_incidental_idx on fuelling (operator_id, incidental, at desc, id desc) where deleted_at is null;
create index fuelling_deduction_idx on fuelling (operator_id, deduction, at desc, id desc) where deleted_at is null;
create index fuelling_store_idx on fuelling (operator_id, store, at desc, id desc) where deleted_at is null;
create index fuelling_kind_idx on fuelling (operator_id, kind, at desc, id desc) where deleted_at is null;
create index fuelling_pay_idx on fuelling (operator_id, pay, at desc, id desc) where deleted_at is null;
create index fuelling_source_idx on fuelling (operator_id, source, at desc, id desc) where deleted_at is null;
create index fuelling_supplier_no_idx on fuelling (operator_id, supplier_no, at desc, id desc) where deleted_at is null;
create index fuelling_reversed_at_idx on fuelling (operator_id, reversed_at) where deleted_at is null;
create index fuelling_order on fuelling (operator_id, at desc, id desc) where deleted_at is null;
create index fuelling_search on fuelling using gin (search_text gin_trgm_ops);
alter table fuelling enable row level security;
alter table fuelling force row level security;
create policy tenant on fuelling
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  account bigint not null,
  card bigint,
  pot text not null,
  kind text not null,
  delta bigint not null,
  after bigint not null,
  at timestamptz not null,
  supplier_no text,
  station text,
  fuelling bigint,
  reverses bigint,
  note text,
  pair_key text not null,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(supplier_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_entry_pot_values check (pot in ('quota', 'reserve', 'wallet', 'transit')),
  constraint fuel_entry_kind_values check (kind in ('recharge', 'allocate', 'load', 'spend', 'recall', 'refund', 'fee', 'adjust'))
);
comment on table fuel_entry is '油卡流水';
comment on column fuel_entry.id is '编号';
comment on column fuel_entry.operator_id is '运营公司';
comment on column fuel_entry.created_by is '创建人';
comment on column fuel_entry.created_at is '创建时间';
comment on column fuel_entry.updated_by is '修改人';
comment on column fuel_entry.updated_at is '修改时间';
comment on column fuel_entry.version is '版本';
comment on column fuel_entry.deleted_at is '删除时间';
comment on column fuel_entry.account is '主账户';
comment on column fuel_entry.card is '油卡';
comment on column fuel_entry.pot is '账';
comment on column fuel_entry.kind is '类型';
comment on column fuel_entry.delta is '变动';
comment on column fuel_entry.after is '变动后';
comment on column fuel_entry.at is '时间';
comment on column fuel_entry.supplier_no is '供应商流水号';
comment on column fuel_entry.station is '网点';
comment on column fuel_entry.fuelling is '加油充电';
comment on column fuel_entry.reverses is '冲正';
comment on column fuel_entry.note is '说明';
comment on column fuel_entry.pair_key is '转账配对';
comment on column fuel_entry.store is '门店';
comment on column fuel_entry.pinyin is '名称拼音';
comment on column fuel_entry.search_text is '检索文本';
create index fuel_entry_account_idx on fuel_entry (operator_id, account, at desc, id desc) where deleted_at is null;
create index fuel_entry_card_idx on fuel_entry (operator_id, card, at desc, id desc) where deleted_at is null;
create index fuel_entry_fuelling_idx on fuel_entry (operator_id, fuelling, at desc, id desc) where deleted_at is null;
create index fuel_entry_store_idx on fuel_entry (operator_id, store, at desc, id desc) where deleted_at is null;
create index fuel_entry_pot_idx on fuel_entry (operator_id, pot, at desc, id desc) where deleted_at is null;
create index fuel_entry_kind_idx on fuel_entry (operator_id, kind, at desc, id desc) where deleted_at is null;
create index fuel_entry_order on fuel_entry (operator_id, at desc, id desc) where deleted_at is null;
create index fuel_entry_search on fuel_entry using gin (search_text gin_trgm_ops);
alter table fuel_entry enable row level security;
alter table fuel_entry force row level security;
create policy tenant on fuel_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_form (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  current_version bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table approval_form is '审批表单';
comment on column approval_form.id is '编号';
comment on column approval_form.operator_id is '运营公司';
comment on column approval_form.created_by is '创建人';
comment on column approval_form.created_at is '创建时间';
comment on column approval_form.updated_by is '修改人';
comment on column approval_form.updated_at is '修改时间';
comment on column approval_form.version is '版本';
comment on column approval_form.deleted_at is '删除时间';
comment on column approval_form.name is '表单名称';
comment on column approval_form.current_version is '当前版本';
comment on column approval_form.remark is '说明';
comment on column approval_form.pinyin is '名称拼音';
comment on column approval_form.search_text is '检索文本';
create unique index approval_form_name_key on approval_form (operator_id, name) where deleted_at is null;
create index approval_form_order on approval_form (operator_id, name, id) where deleted_at is null;
create index approval_form_search on approval_form using gin (search_text gin_trgm_ops);
alter table approval_form enable row level security;
alter table approval_form force row level security;
create policy tenant on approval_form
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_form_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  form bigint not null,
  number bigint not null,
  status text default 'draft' not null,
  schema jsonb not null,
  published_at timestamptz,
  primary key (operator_id, id),
  constraint approval_form_version_number_range check (number >= 1),
  constraint approval_form_version_status_values check (status in ('draft', 'published', 'retired'))
);
comment on table approval_form_version is '表单版本';
comment on column approval_form_version.id is '编号';
comment on column approval_form_version.operator_id is '运营公司';
comment on column approval_form_version.created_by is '创建人';
comment on column approval_form_version.created_at is '创建时间';
comment on column approval_form_version.updated_by is '修改人';
comment on column approval_form_version.updated_at is '修改时间';
comment on column approval_form_version.version is '版本';
comment on column approval_form_version.deleted_at is '删除时间';
comment on column approval_form_version.form is '表单';
comment on column approval_form_version.number is '版本号';
comment on column approval_form_version.status is '状态';
comment on column approval_form_version.schema is '表单内容';
comment on column approval_form_version.published_at is '发布时间';
create index approval_form_version_status_idx on approval_form_version (operator_id, status, form, number desc, id) where deleted_at is null;
create unique index approval_form_version_form_number_key on approval_form_version (operator_id, form, number) where deleted_at is null;
create index approval_form_version_order on approval_form_version (operator_id, form, number desc, id) where deleted_at is null;
alter table approval_form_version enable row level security;
alter table approval_form_version force row level security;
create policy tenant on approval_form_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_process (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  key text not null,
  name text not null,
  status text default 'draft' not null,
  category text default 'other' not null,
  act text,
  form bigint,
  icon text,
  managers bigint[],
  current_version bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(key, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint approval_process_status_values check (status in ('draft', 'active', 'disabled')),
  constraint approval_process_category_values check (category in ('lease', 'finance', 'vehicle', 'people', 'other'))
);
comment on table approval_process is '审批流程';
comment on column approval_process.id is '编号';
comment on column approval_process.operator_id is '运营公司';
comment on column approval_process.created_by is '创建人';
comment on column approval_process.created_at is '创建时间';
comment on column approval_process.updated_by is '修改人';
comment on column approval_process.updated_at is '修改时间';
comment on column approval_process.version is '版本';
comment on column approval_process.deleted_at is '删除时间';
comment on column approval_process.key is '流程标识';
comment on column approval_process.name is '流程名称';
comment on column approval_process.status is '状态';
comment on column approval_process.category is '分类';
comment on column approval_process.act is '业务';
comment on column approval_process.form is '表单';
comment on column approval_process.icon is '图标';
comment on column approval_process.managers is '流程管理员';
comment on column approval_process.current_version is '当前版本';
comment on column approval_process.remark is '说明';
comment on column approval_process.pinyin is '名称拼音';
comment on column approval_process.search_text is '检索文本';
create unique index approval_process_key_key on approval_process (operator_id, key) where deleted_at is null;
create unique index approval_process_name_key on approval_process (operator_id, name) where deleted_at is null;
create index approval_process_status_idx on approval_process (operator_id, status, category, name, id) where deleted_at is null;
create index approval_process_form_idx on approval_process (operator_id, form, category, name, id) where deleted_at is null;
create index approval_process_managers_gin on approval_process using gin (managers);
create index approval_process_order on approval_process (operator_id, category, name, id) where deleted_at is null;
create index approval_process_search on approval_process using gin (search_text gin_trgm_ops);
alter table approval_process enable row level security;
alter table approval_process force row level security;
create policy tenant on approval_process
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  process bigint not null,
  number bigint not null,
  status text default 'draft' not null,
  form_version bigint,
  definition jsonb not null,
  published_at timestamptz,
  published_by bigint,
  primary key (operator_id, id),
  constraint approval_version_number_range check (number >= 1),
  constraint approval_version_status_values check (status in ('draft', 'published', 'retired'))
);
comment on table approval_version is '流程版本';
comment on column approval_version.id is '编号';
comment on column approval_version.operator_id is '运营公司';
comment on column approval_version.created_by is '创建人';
comment on column approval_version.created_at is '创建时间';
comment on column approval_version.updated_by is '修改人';
comment on column approval_version.updated_at is '修改时间';
comment on column approval_version.version is '版本';
comment on column approval_version.deleted_at is '删除时间';
comment on column approval_version.process is '流程';
comment on column approval_version.number is '版本号';
comment on column approval_version.status is '状态';
comment on column approval_version.form_version is '表单版本';
comment on column approval_version.definition is '流程内容';
comment on column approval_version.published_at is '发布时间';
comment on column approval_version.published_by is '发布人';
create index approval_version_status_idx on approval_version (operator_id, status, process, number desc, id) where deleted_at is null;
create index approval_version_form_version_idx on approval_version (operator_id, form_version, process, number desc, id) where deleted_at is null;
create index approval_version_published_by_idx on approval_version (operator_id, published_by, process, number desc, id) where deleted_at is null;
create unique index approval_version_process_number_key on approval_version (operator_id, process, number) where deleted_at is null;
create index approval_version_order on approval_version (operator_id, process, number desc, id) where deleted_at is null;
alter table approval_version enable row level security;
alter table approval_version force row level security;
create policy tenant on approval_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_role (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'active' not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint approval_role_status_values check (status in ('active', 'disabled'))
);
comment on table approval_role is '审批角色';
comment on column approval_role.id is '编号';
comment on column approval_role.operator_id is '运营公司';
comment on column approval_role.created_by is '创建人';
comment on column approval_role.created_at is '创建时间';
comment on column approval_role.updated_by is '修改人';
comment on column approval_role.updated_at is '修改时间';
comment on column approval_role.version is '版本';
comment on column approval_role.deleted_at is '删除时间';
comment on column approval_role.code is '角色编码';
comment on column approval_role.name is '角色名称';
comment on column approval_role.status is '状态';
comment on column approval_role.remark is '说明';
comment on column approval_role.pinyin is '名称拼音';
comment on column approval_role.search_text is '检索文本';
create unique index approval_role_code_key on approval_role (operator_id, code) where deleted_at is null;
create unique index approval_role_name_key on approval_role (operator_id, name) where deleted_at is null;
create index approval_role_status_idx on approval_role (operator_id, status, code, id) where deleted_at is null;
create index approval_role_order on approval_role (operator_id, code, id) where deleted_at is null;
create index approval_role_search on approval_role using gin (search_text gin_trgm_ops);
alter table approval_role enable row level security;
alter table approval_role force row level security;
create policy tenant on approval_role
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_role_member (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  role bigint not null,
  "user" bigint not null,
  reach text default 'company' not null,
  store bigint,
  region text,
  primary key (operator_id, id),
  constraint approval_role_member_reach_values check (reach in ('company', 'store', 'region'))
);
comment on table approval_role_member is '审批角色成员';
comment on column approval_role_member.id is '编号';
comment on column approval_role_member.operator_id is '运营公司';
comment on column approval_role_member.created_by is '创建人';
comment on column approval_role_member.created_at is '创建时间';
comment on column approval_role_member.updated_by is '修改人';
comment on column approval_role_member.updated_at is '修改时间';
comment on column approval_role_member.version is '版本';
comment on column approval_role_member.deleted_at is '删除时间';
comment on column approval_role_member.role is '审批角色';
comment on column approval_role_member."user" is '成员';
comment on column approval_role_member.reach is '负责范围';
comment on column approval_role_member.store is '门店';
comment on column approval_role_member.region is '城市';
create index approval_role_member_user_idx on approval_role_member (operator_id, "user", role, id) where deleted_at is null;
create index approval_role_member_store_idx on approval_role_member (operator_id, store, role, "user", id) where deleted_at is null;
create unique index approval_role_member_role_user_reach_store_region_key on approval_role_member (operator_id, role, "user", reach, store, region) where deleted_at is null;
create index approval_role_member_reach_idx on approval_role_member (operator_id, reach, role, "user", id) where deleted_at is null;
create index approval_role_member_order on approval_role_member (operator_id, role, "user", id) where deleted_at is null;
alter table approval_role_member enable row level security;
alter table approval_role_member force row level security;
create policy tenant on approval_role_member
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promoter_permission (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  process bigint not null,
  everyone boolean default false not null,
  users bigint[],
  roles bigint[],
  depts bigint[],
  remark text,
  primary key (operator_id, id)
);
comment on table promoter_permission is '发起人权限';
comment on column promoter_permission.id is '编号';
comment on column promoter_permission.operator_id is '运营公司';
comment on column promoter_permission.created_by is '创建人';
comment on column promoter_permission.created_at is '创建时间';
comment on column promoter_permission.updated_by is '修改人';
comment on column promoter_permission.updated_at is '修改时间';
comment on column promoter_permission.version is '版本';
comment on column promoter_permission.deleted_at is '删除时间';
comment on column promoter_permission.process is '流程';
comment on column promoter_permission.everyone is '全体员工';
comment on column promoter_permission.users is '人员';
comment on column promoter_permission.roles is '角色';
comment on column promoter_permission.depts is '部门（含下级）';
comment on column promoter_permission.remark is '说明';
create index promoter_permission_users_gin on promoter_permission using gin (users);
create index promoter_permission_roles_gin on promoter_permission using gin (roles);
create index promoter_permission_depts_gin on promoter_permission using gin (depts);
create unique index promoter_permission_process_key on promoter_permission (operator_id, process) where deleted_at is null;
create index promoter_permission_order on promoter_permission (operator_id, process, id) where deleted_at is null;
alter table promoter_permission enable row level security;
alter table promoter_permission force row level security;
create policy tenant on promoter_permission
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table processor_permission (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  process bigint,
  reject boolean default true not null,
  send_back boolean default true not null,
  hand_over boolean default true not null,
  delegate boolean default true not null,
  add_signer boolean default true not null,
  copy boolean default true not null,
  take_back boolean default true not null,
  withdraw boolean default true not null,
  urge boolean default true not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table processor_permission is '处理人权限';
comment on column processor_permission.id is '编号';
comment on column processor_permission.operator_id is '运营公司';
comment on column processor_permission.created_by is '创建人';
comment on column processor_permission.created_at is '创建时间';
comment on column processor_permission.updated_by is '修改人';
comment on column processor_permission.updated_at is '修改时间';
comment on column processor_permission.version is '版本';
comment on column processor_permission.deleted_at is '删除时间';
comment on column processor_permission.name is '名称';
comment on column processor_permission.process is '流程';
comment on column processor_permission.reject is '拒绝';
comment on column processor_permission.send_back is '退回';
comment on column processor_permission.hand_over is '转办';
comment on column processor_permission.delegate is '委派';
comment on column processor_permission.add_signer is '加签、减签';
comment on column processor_permission.copy is '抄送';
comment on column processor_permission.take_back is '拿回';
comment on column processor_permission.withdraw is '发起人撤销';
comment on column processor_permission.urge is '发起人催办';
comment on column processor_permission.remark is '说明';
comment on column processor_permission.pinyin is '名称拼音';
comment on column processor_permission.search_text is '检索文本';
create unique index processor_permission_name_key on processor_permission (operator_id, name) where deleted_at is null;
create index processor_permission_process_idx on processor_permission (operator_id, process, name, id) where deleted_at is null;
create index processor_permission_order on processor_permission (operator_id, name, id) where deleted_at is null;
create index processor_permission_search on processor_permission using gin (search_text gin_trgm_ops);
alter table processor_permission enable row level security;
alter table processor_permission force row level security;
create policy tenant on processor_permission
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_deputy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "user" bigint not null,
  deputy bigint not null,
  status text default 'active' not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  processes bigint[],
  reason text not null,
  primary key (operator_id, id),
  constraint approval_deputy_status_values check (status in ('active', 'cancelled'))
);
comment on table approval_deputy is '审批代理';
comment on column approval_deputy.id is '编号';
comment on column approval_deputy.operator_id is '运营公司';
comment on column approval_deputy.created_by is '创建人';
comment on column approval_deputy.created_at is '创建时间';
comment on column approval_deputy.updated_by is '修改人';
comment on column approval_deputy.updated_at is '修改时间';
comment on column approval_deputy.version is '版本';
comment on column approval_deputy.deleted_at is '删除时间';
comment on column approval_deputy."user" is '委托人';
comment on column approval_deputy.deputy is '代理人';
comment on column approval_deputy.status is '状态';
comment on column approval_deputy.from_at is '开始时间';
comment on column approval_deputy.to_at is '结束时间';
comment on column approval_deputy.processes is '限定流程';
comment on column approval_deputy.reason is '事由';
create index approval_deputy_user_idx on approval_deputy (operator_id, "user", from_at desc, id desc) where deleted_at is null;
create index approval_deputy_deputy_idx on approval_deputy (operator_id, deputy, from_at desc, id desc) where deleted_at is null;
create index approval_deputy_status_idx on approval_deputy (operator_id, status, from_at desc, id desc) where deleted_at is null;
create index approval_deputy_processes_gin on approval_deputy using gin (processes);
create index approval_deputy_order on approval_deputy (operator_id, from_at desc, id desc) where deleted_at is null;
alter table approval_deputy enable row level security;
alter table approval_deputy force row level security;
create policy tenant on approval_deputy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table business_process (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  act text not null,
  process bigint not null,
  store bigint,
  enabled boolean default true not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(act, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);
comment on table business_process is '业务流程设置';
comment on column business_process.id is '编号';
comment on column business_process.operator_id is '运营公司';
comment on column business_process.created_by is '创建人';
comment on column business_process.created_at is '创建时间';
comment on column business_process.updated_by is '修改人';
comment on column business_process.updated_at is '修改时间';
comment on column business_process.version is '版本';
comment on column business_process.deleted_at is '删除时间';
comment on column business_process.act is '业务编码';
comment on column business_process.process is '审批流程';
comment on column business_process.store is '限定门店';
comment on column business_process.enabled is '启用';
comment on column business_process.remark is '说明';
comment on column business_process.pinyin is '名称拼音';
comment on column business_process.search_text is '检索文本';
create index business_process_process_idx on business_process (operator_id, process, act, id) where deleted_at is null;
create index business_process_store_idx on business_process (operator_id, store, act, id) where deleted_at is null;
create unique index business_process_act_store_key on business_process (operator_id, act, store) where deleted_at is null;
create index business_process_order on business_process (operator_id, act, id) where deleted_at is null;
create index business_process_search on business_process using gin (search_text gin_trgm_ops);
alter table business_process enable row level security;
alter table business_process force row level security;
create policy tenant on business_process
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_case (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  title text not null,
  process bigint not null,
  process_version bigint not null,
  status text default 'running' not null,
  starter bigint not null,
  starter_dept bigint,
  store bigint,
  act text,
  biz_type text,
  biz_id bigint,
  values jsonb not null,
  facts jsonb not null,
  summary jsonb,
  memory jsonb not null,
  round bigint default 1 not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  urged_at timestamptz,
  urge_count bigint default 0 not null,
  parent bigint,
  parent_token bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(title, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint approval_case_status_values check (status in ('running', 'returned', 'passed', 'rejected', 'withdrawn', 'terminated'))
);
comment on table approval_case is '审批单';
comment on column approval_case.id is '编号';
comment on column approval_case.operator_id is '运营公司';
comment on column approval_case.created_by is '创建人';
comment on column approval_case.created_at is '创建时间';
comment on column approval_case.updated_by is '修改人';
comment on column approval_case.updated_at is '修改时间';
comment on column approval_case.version is '版本';
comment on column approval_case.deleted_at is '删除时间';
comment on column approval_case.no is '审批编号';
comment on column approval_case.title is '标题';
comment on column approval_case.process is '流程';
comment on column approval_case.process_version is '流程版本';
comment on column approval_case.status is '状态';
comment on column approval_case.starter is '发起人';
comment on column approval_case.starter_dept is '发起部门';
comment on column approval_case.store is '门店';
comment on column approval_case.act is '业务';
comment on column approval_case.biz_type is '业务类型';
comment on column approval_case.biz_id is '业务记录';
comment on column approval_case.values is '表单内容';
comment on column approval_case.facts is '业务数据';
comment on column approval_case.summary is '摘要';
comment on column approval_case.memory is '运行状态';
comment on column approval_case.round is '轮次';
comment on column approval_case.started_at is '发起时间';
comment on column approval_case.ended_at is '结束时间';
comment on column approval_case.urged_at is '最近催办';
comment on column approval_case.urge_count is '催办次数';
comment on column approval_case.parent is '上级审批单';
comment on column approval_case.parent_token is '上级位置';
comment on column approval_case.pinyin is '名称拼音';
comment on column approval_case.search_text is '检索文本';
create unique index approval_case_no_key on approval_case (operator_id, no) where deleted_at is null;
create index approval_case_process_idx on approval_case (operator_id, process, started_at desc, id desc) where deleted_at is null;
create index approval_case_process_version_idx on approval_case (operator_id, process_version, started_at desc, id desc) where deleted_at is null;
create index approval_case_starter_idx on approval_case (operator_id, starter, started_at desc, id desc) where deleted_at is null;
create index approval_case_starter_dept_idx on approval_case (operator_id, starter_dept, started_at desc, id desc) where deleted_at is null;
create index approval_case_store_idx on approval_case (operator_id, store, started_at desc, id desc) where deleted_at is null;
create index approval_case_parent_idx on approval_case (operator_id, parent, started_at desc, id desc) where deleted_at is null;
create index approval_case_status_idx on approval_case (operator_id, status, started_at desc, id desc) where deleted_at is null;
create index approval_case_ended_at_idx on approval_case (operator_id, ended_at) where deleted_at is null;
create index approval_case_starter_id_idx on approval_case (operator_id, starter, id, started_at desc) where deleted_at is null;
create index approval_case_biz_type_biz_id_idx on approval_case (operator_id, biz_type, biz_id, started_at desc, id desc) where deleted_at is null;
create index approval_case_order on approval_case (operator_id, started_at desc, id desc) where deleted_at is null;
create index approval_case_search on approval_case using gin (search_text gin_trgm_ops);
alter table approval_case enable row level security;
alter table approval_case force row level security;
create policy tenant on approval_case
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_template (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  biz_type text not null,
  kind text default 'text' not null,
  text text,
  file jsonb,
  components jsonb,
  version_no bigint default 0,
  used bigint default 0,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_template_status_values check (status in ('draft', 'active', 'disabled')),
  constraint sign_template_biz_type_values check (biz_type in ('lease', 'rentToOwn', 'handover', 'returnSheet', 'swap', 'renewal', 'extension', 'driver', 'provider', 'rescission', 'other')),
  constraint sign_template_kind_values check (kind in ('text', 'pdf'))
);
comment on table sign_template is '合同模板';
comment on column sign_template.id is '编号';
comment on column sign_template.operator_id is '运营公司';
comment on column sign_template.created_by is '创建人';
comment on column sign_template.created_at is '创建时间';
comment on column sign_template.updated_by is '修改人';
comment on column sign_template.updated_at is '修改时间';
comment on column sign_template.version is '版本';
comment on column sign_template.deleted_at is '删除时间';
comment on column sign_template.no is '模板编号';
comment on column sign_template.name is '模板名称';
comment on column sign_template.status is '状态';
comment on column sign_template.biz_type is '业务类型';
comment on column sign_template.kind is '模板形式';
comment on column sign_template.text is '正文';
comment on column sign_template.file is 'PDF 文件';
comment on column sign_template.components is '控件';
comment on column sign_template.version_no is '当前版本';
comment on column sign_template.used is '使用次数';
comment on column sign_template.remark is '备注';
comment on column sign_template.pinyin is '名称拼音';
comment on column sign_template.search_text is '检索文本';
create unique index sign_template_no_key on sign_template (operator_id, no) where deleted_at is null;
create unique index sign_template_name_key on sign_template (operator_id, name) where deleted_at is null;
create index sign_template_status_idx on sign_template (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index sign_template_biz_type_idx on sign_template (operator_id, biz_type, created_at desc, id desc) where deleted_at is null;
create index sign_template_kind_idx on sign_template (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index sign_template_order on sign_template (operator_id, created_at desc, id desc) where deleted_at is null;
create index sign_template_search on sign_template using gin (search_text gin_trgm_ops);
alter table sign_template enable row level security;
alter table sign_template force row level security;
create policy tenant on sign_template
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_template_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  template bigint not null,
  seq bigint not null,
  text text,
  file jsonb,
  components jsonb,
  roles text,
  sha256 text,
  published_at timestamptz,
  primary key (operator_id, id)
);
comment on table sign_template_version is '模板版本';
comment on column sign_template_version.id is '编号';
comment on column sign_template_version.operator_id is '运营公司';
comment on column sign_template_version.created_by is '创建人';
comment on column sign_template_version.created_at is '创建时间';
comment on column sign_template_version.updated_by is '修改人';
comment on column sign_template_version.updated_at is '修改时间';
comment on column sign_template_version.version is '版本';
comment on column sign_template_version.deleted_at is '删除时间';
comment on column sign_template_version.template is '模板';
comment on column sign_template_version.seq is '版本号';
comment on column sign_template_version.text is '正文';
comment on column sign_template_version.file is 'PDF 文件';
comment on column sign_template_version.components is '控件';
comment on column sign_template_version.roles is '签署角色';
comment on column sign_template_version.sha256 is '内容摘要';
comment on column sign_template_version.published_at is '发布时间';
create index sign_template_version_template_idx on sign_template_version (operator_id, template, seq desc, id desc) where deleted_at is null;
create unique index sign_template_version_template_seq_key on sign_template_version (operator_id, template, seq) where deleted_at is null;
create index sign_template_version_order on sign_template_version (operator_id, seq desc, id desc) where deleted_at is null;
alter table sign_template_version enable row level security;
alter table sign_template_version force row level security;
create policy tenant on sign_template_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_seal (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  kind text default 'contract' not null,
  company text not null,
  image jsonb,
  keepers bigint[] not null,
  valid_until date,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_seal_status_values check (status in ('active', 'disabled')),
  constraint sign_seal_kind_values check (kind in ('company', 'contract', 'legal'))
);
comment on table sign_seal is '印章';
comment on column sign_seal.id is '编号';
comment on column sign_seal.operator_id is '运营公司';
comment on column sign_seal.created_by is '创建人';
comment on column sign_seal.created_at is '创建时间';
comment on column sign_seal.updated_by is '修改人';
comment on column sign_seal.updated_at is '修改时间';
comment on column sign_seal.version is '版本';
comment on column sign_seal.deleted_at is '删除时间';
comment on column sign_seal.name is '印章名称';
comment on column sign_seal.status is '状态';
comment on column sign_seal.kind is '类型';
comment on column sign_seal.company is '单位名称';
comment on column sign_seal.image is '印模图片';
comment on column sign_seal.keepers is '保管人';
comment on column sign_seal.valid_until is '证书有效期至';
comment on column sign_seal.pinyin is '名称拼音';
comment on column sign_seal.search_text is '检索文本';
create unique index sign_seal_name_key on sign_seal (operator_id, name) where deleted_at is null;
create index sign_seal_status_idx on sign_seal (operator_id, status, name, id) where deleted_at is null;
create index sign_seal_keepers_gin on sign_seal using gin (keepers);
create index sign_seal_kind_idx on sign_seal (operator_id, kind, name, id) where deleted_at is null;
create index sign_seal_order on sign_seal (operator_id, name, id) where deleted_at is null;
create index sign_seal_search on sign_seal using gin (search_text gin_trgm_ops);
alter table sign_seal enable row level security;
alter table sign_seal force row level security;
create policy tenant on sign_seal
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_flow (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  title text not null,
  status text default 'draft' not null,
  rescission text default 'none' not null,
  biz_type text not null,
  biz_entity text,
  biz_id bigint,
  biz_no text,
  custom_biz_num text not null,
  request_sha text,
  record_sha text,
  template bigint,
  template_version bigint,
  lessee bigint,
  contract bigint,
  provider text default 'local' not null,
  provider_flow_id text,
  provider_note text,
  ordered boolean default true not null,
  started_at timestamptz,
  expire_at timestamptz not null,
  delay_count bigint default 0,
  urged_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  remark text,
  signed_count bigint default 0,
  party_count bigint default 0,
  current_sha text,
  file_id text,
  pages bigint default 0,
  quota_cycle bigint default 0,
  consumed boolean default false not null,
  parent bigint,
  evidence_head text,
  copies bigint[],
  asked jsonb,
  site text,
  check_code text,
  lt_until date,
  store bigint,
  owner bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(title, '') || ' ' || coalesce(custom_biz_num, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_flow_status_values check (status in ('draft', 'signing', 'completed', 'revoked', 'expired', 'declined')),
  constraint sign_flow_rescission_values check (rescission in ('none', 'running', 'partly', 'done')),
  constraint sign_flow_biz_type_values check (biz_type in ('lease', 'rentToOwn', 'handover', 'returnSheet', 'swap', 'renewal', 'extension', 'driver', 'provider', 'rescission', 'other')),
  constraint sign_flow_provider_values check (provider in ('local', 'esign'))
);
comment on table sign_flow is '签署流程';
comment on column sign_flow.id is '编号';
comment on column sign_flow.operator_id is '运营公司';
comment on column sign_flow.created_by is '创建人';
comment on column sign_flow.created_at is '创建时间';
comment on column sign_flow.updated_by is '修改人';
comment on column sign_flow.updated_at is '修改时间';
comment on column sign_flow.version is '版本';
comment on column sign_flow.deleted_at is '删除时间';
comment on column sign_flow.no is '流程编号';
comment on column sign_flow.title is '合同名称';
comment on column sign_flow.status is '状态';
comment on column sign_flow.rescission is '解约状态';
comment on column sign_flow.biz_type is '业务类型';
comment on column sign_flow.biz_entity is '业务对象';
comment on column sign_flow.biz_id is '业务记录';
comment on column sign_flow.biz_no is '业务单号';
comment on column sign_flow.custom_biz_num is '业务编号';
comment on column sign_flow.request_sha is '请求摘要';
comment on column sign_flow.record_sha is '业务内容摘要';
comment on column sign_flow.template is '合同模板';
comment on column sign_flow.template_version is '模板版本';
comment on column sign_flow.lessee is '承租人';
comment on column sign_flow.contract is '租赁合同';
comment on column sign_flow.provider is '签署服务';
comment on column sign_flow.provider_flow_id is '服务商流程号';
comment on column sign_flow.provider_note is '服务商进展';
comment on column sign_flow.ordered is '按顺序签署';
comment on column sign_flow.started_at is '发起时间';
comment on column sign_flow.expire_at is '截止时间';
comment on column sign_flow.delay_count is '延期次数';
comment on column sign_flow.urged_at is '最近催签';
comment on column sign_flow.ended_at is '结束时间';
comment on column sign_flow.end_reason is '结束原因';
comment on column sign_flow.remark is '备注';
comment on column sign_flow.signed_count is '已签署方';
comment on column sign_flow.party_count is '签署方数';
comment on column sign_flow.current_sha is '文件摘要';
comment on column sign_flow.file_id is '文件编号';
comment on column sign_flow.pages is '页数';
comment on column sign_flow.quota_cycle is '份数周期';
comment on column sign_flow.consumed is '已计份数';
comment on column sign_flow.parent is '原流程';
comment on column sign_flow.evidence_head is '证据链首';
comment on column sign_flow.copies is '抄送';
comment on column sign_flow.asked is '发起内容';
comment on column sign_flow.site is '签署页地址';
comment on column sign_flow.check_code is '验证码';
comment on column sign_flow.lt_until is '长期验证至';
comment on column sign_flow.store is '门店';
comment on column sign_flow.owner is '发起人';
comment on column sign_flow.pinyin is '名称拼音';
comment on column sign_flow.search_text is '检索文本';
create unique index sign_flow_no_key on sign_flow (operator_id, no) where deleted_at is null;
create index sign_flow_status_idx on sign_flow (operator_id, status, created_at desc, id desc) where deleted_at is null;
create unique index sign_flow_custom_biz_num_key on sign_flow (operator_id, custom_biz_num) where deleted_at is null;
create index sign_flow_template_idx on sign_flow (operator_id, template, created_at desc, id desc) where deleted_at is null;
create index sign_flow_template_version_idx on sign_flow (operator_id, template_version, created_at desc, id desc) where deleted_at is null;
create index sign_flow_lessee_idx on sign_flow (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index sign_flow_contract_idx on sign_flow (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index sign_flow_parent_idx on sign_flow (operator_id, parent, created_at desc, id desc) where deleted_at is null;
create index sign_flow_copies_gin on sign_flow using gin (copies);
create index sign_flow_store_idx on sign_flow (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index sign_flow_owner_idx on sign_flow (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index sign_flow_biz_type_idx on sign_flow (operator_id, biz_type, created_at desc, id desc) where deleted_at is null;
create index sign_flow_rescission_idx on sign_flow (operator_id, rescission, created_at desc, id desc) where deleted_at is null;
create index sign_flow_started_at_idx on sign_flow (operator_id, started_at) where deleted_at is null;
create index sign_flow_expire_at_idx on sign_flow (operator_id, expire_at) where deleted_at is null;
create index sign_flow_biz_entity_biz_id_idx on sign_flow (operator_id, biz_entity, biz_id, created_at desc, id desc) where deleted_at is null;
create index sign_flow_status_expire_at_idx on sign_flow (operator_id, status, expire_at) where deleted_at is null;
create index sign_flow_provider_flow_id_idx on sign_flow (operator_id, provider_flow_id, created_at desc, id desc) where deleted_at is null;
create index sign_flow_order on sign_flow (operator_id, created_at desc, id desc) where deleted_at is null;
create index sign_flow_search on sign_flow using gin (search_text gin_trgm_ops);
alter table sign_flow enable row level security;
alter table sign_flow force row level security;
create policy tenant on sign_flow
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_party (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint not null,
  seq bigint not null,
  role text not null,
  kind text not null,
  name text not null,
  mobile text,
  id_no text,
  "user" bigint,
  lessee bigint,
  handler text,
  intent text default 'sms' not null,
  status text default 'waiting' not null,
  level text,
  signed_at timestamptz,
  reason text,
  viewed_at timestamptz,
  consented_at timestamptz,
  seal bigint,
  token_hash text,
  code jsonb,
  pages_read bigint default 0,
  witness_photo jsonb,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_party_kind_values check (kind in ('person', 'company')),
  constraint sign_party_intent_values check (intent in ('sms', 'faceToFace', 'account', 'provider')),
  constraint sign_party_status_values check (status in ('waiting', 'toSign', 'signed', 'declined', 'void')),
  constraint sign_party_level_values check (level in ('A', 'B', 'C', 'D'))
);
comment on table sign_party is '签署方';
comment on column sign_party.id is '编号';
comment on column sign_party.operator_id is '运营公司';
comment on column sign_party.created_by is '创建人';
comment on column sign_party.created_at is '创建时间';
comment on column sign_party.updated_by is '修改人';
comment on column sign_party.updated_at is '修改时间';
comment on column sign_party.version is '版本';
comment on column sign_party.deleted_at is '删除时间';
comment on column sign_party.flow is '签署流程';
comment on column sign_party.seq is '签署顺序';
comment on column sign_party.role is '角色';
comment on column sign_party.kind is '类型';
comment on column sign_party.name is '名称';
comment on column sign_party.mobile is '手机号';
comment on column sign_party.id_no is '证件号';
comment on column sign_party."user" is '本单位用户';
comment on column sign_party.lessee is '承租人';
comment on column sign_party.handler is '经办人';
comment on column sign_party.intent is '签署意愿';
comment on column sign_party.status is '状态';
comment on column sign_party.level is '认证级别';
comment on column sign_party.signed_at is '签署时间';
comment on column sign_party.reason is '原因';
comment on column sign_party.viewed_at is '查看时间';
comment on column sign_party.consented_at is '同意时间';
comment on column sign_party.seal is '印章';
comment on column sign_party.token_hash is '令牌摘要';
comment on column sign_party.code is '验证码';
comment on column sign_party.pages_read is '已读页数';
comment on column sign_party.witness_photo is '面签照片';
comment on column sign_party.store is '门店';
comment on column sign_party.pinyin is '名称拼音';
comment on column sign_party.search_text is '检索文本';
create index sign_party_flow_idx on sign_party (operator_id, flow, seq, id) where deleted_at is null;
create index sign_party_user_idx on sign_party (operator_id, "user", seq, id) where deleted_at is null;
create index sign_party_lessee_idx on sign_party (operator_id, lessee, seq, id) where deleted_at is null;
create index sign_party_status_idx on sign_party (operator_id, status, seq, id) where deleted_at is null;
create index sign_party_seal_idx on sign_party (operator_id, seal, seq, id) where deleted_at is null;
create index sign_party_store_idx on sign_party (operator_id, store, seq, id) where deleted_at is null;
create index sign_party_token_hash_idx on sign_party (operator_id, token_hash, seq, id) where deleted_at is null;
create index sign_party_mobile_idx on sign_party (operator_id, mobile) where deleted_at is null;
create index sign_party_order on sign_party (operator_id, seq, id) where deleted_at is null;
create index sign_party_search on sign_party using gin (search_text gin_trgm_ops);
alter table sign_party enable row level security;
alter table sign_party force row level security;
create policy tenant on sign_party
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_field (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint not null,
  store bigint,
  party bigint not null,
  field_name text not null,
  page bigint not null,
  x numeric(18,1) not null,
  y numeric(18,1) not null,
  w numeric(18,1) not null,
  h numeric(18,1) not null,
  kind text default 'either' not null,
  appearance_sha text,
  signed_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(field_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_field_kind_values check (kind in ('hand', 'seal', 'either'))
);
comment on table sign_field is '签署区';
comment on column sign_field.id is '编号';
comment on column sign_field.operator_id is '运营公司';
comment on column sign_field.created_by is '创建人';
comment on column sign_field.created_at is '创建时间';
comment on column sign_field.updated_by is '修改人';
comment on column sign_field.updated_at is '修改时间';
comment on column sign_field.version is '版本';
comment on column sign_field.deleted_at is '删除时间';
comment on column sign_field.flow is '签署流程';
comment on column sign_field.store is '门店';
comment on column sign_field.party is '签署方';
comment on column sign_field.field_name is '签署区';
comment on column sign_field.page is '页码';
comment on column sign_field.x is '左';
comment on column sign_field.y is '上';
comment on column sign_field.w is '宽';
comment on column sign_field.h is '高';
comment on column sign_field.kind is '方式';
comment on column sign_field.appearance_sha is '外观摘要';
comment on column sign_field.signed_at is '签署时间';
comment on column sign_field.pinyin is '名称拼音';
comment on column sign_field.search_text is '检索文本';
create index sign_field_flow_idx on sign_field (operator_id, flow, id desc) where deleted_at is null;
create index sign_field_store_idx on sign_field (operator_id, store, id desc) where deleted_at is null;
create index sign_field_party_idx on sign_field (operator_id, party, id desc) where deleted_at is null;
create unique index sign_field_flow_field_name_key on sign_field (operator_id, flow, field_name) where deleted_at is null;
create index sign_field_order on sign_field (operator_id, id desc) where deleted_at is null;
create index sign_field_search on sign_field using gin (search_text gin_trgm_ops);
alter table sign_field enable row level security;
alter table sign_field force row level security;
create policy tenant on sign_field
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_file (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint not null,
  store bigint,
  seq bigint not null,
  cause text not null,
  sha256 text not null,
  sm3 text not null,
  prev_sha text,
  bytes bigint not null,
  file_id text not null,
  primary key (operator_id, id),
  constraint sign_file_cause_values check (cause in ('prepared', 'signed', 'dss', 'timestamp'))
);
comment on table sign_file is '合同文件';
comment on column sign_file.id is '编号';
comment on column sign_file.operator_id is '运营公司';
comment on column sign_file.created_by is '创建人';
comment on column sign_file.created_at is '创建时间';
comment on column sign_file.updated_by is '修改人';
comment on column sign_file.updated_at is '修改时间';
comment on column sign_file.version is '版本';
comment on column sign_file.deleted_at is '删除时间';
comment on column sign_file.flow is '签署流程';
comment on column sign_file.store is '门店';
comment on column sign_file.seq is '版本';
comment on column sign_file.cause is '产生于';
comment on column sign_file.sha256 is 'SHA-256 摘要';
comment on column sign_file.sm3 is 'SM3 摘要';
comment on column sign_file.prev_sha is '前一版本';
comment on column sign_file.bytes is '大小';
comment on column sign_file.file_id is '文件编号';
create index sign_file_flow_idx on sign_file (operator_id, flow, seq, id) where deleted_at is null;
create index sign_file_store_idx on sign_file (operator_id, store, seq, id) where deleted_at is null;
create unique index sign_file_flow_seq_key on sign_file (operator_id, flow, seq) where deleted_at is null;
create index sign_file_sha256_idx on sign_file (operator_id, sha256, seq, id) where deleted_at is null;
create index sign_file_order on sign_file (operator_id, seq, id) where deleted_at is null;
alter table sign_file enable row level security;
alter table sign_file force row level security;
create policy tenant on sign_file
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_event (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint not null,
  store bigint,
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  by text not null,
  ip text,
  ua text,
  doc_sha text,
  data jsonb,
  prev_hash text not null,
  hash text not null,
  primary key (operator_id, id),
  constraint sign_event_kind_values check (kind in ('prepared', 'started', 'notified', 'opened', 'consented', 'read', 'filled', 'codeSent', 'codeLost', 'codePassed', 'codeFailed', 'faceToFace', 'signed', 'sealed', 'declined', 'urged', 'delayed', 'revoked', 'expired', 'completed', 'timestamped', 'verified', 'downloaded', 'rescinded'))
);
comment on table sign_event is '证据';
comment on column sign_event.id is '编号';
comment on column sign_event.operator_id is '运营公司';
comment on column sign_event.created_by is '创建人';
comment on column sign_event.created_at is '创建时间';
comment on column sign_event.updated_by is '修改人';
comment on column sign_event.updated_at is '修改时间';
comment on column sign_event.version is '版本';
comment on column sign_event.deleted_at is '删除时间';
comment on column sign_event.flow is '签署流程';
comment on column sign_event.store is '门店';
comment on column sign_event.seq is '序号';
comment on column sign_event.at is '时间';
comment on column sign_event.kind is '事件';
comment on column sign_event.by is '操作方';
comment on column sign_event.ip is '网络地址';
comment on column sign_event.ua is '设备';
comment on column sign_event.doc_sha is '文件摘要';
comment on column sign_event.data is '内容';
comment on column sign_event.prev_hash is '前一摘要';
comment on column sign_event.hash is '摘要';
create index sign_event_flow_idx on sign_event (operator_id, flow, seq, id) where deleted_at is null;
create index sign_event_store_idx on sign_event (operator_id, store, seq, id) where deleted_at is null;
create unique index sign_event_flow_seq_key on sign_event (operator_id, flow, seq) where deleted_at is null;
create index sign_event_order on sign_event (operator_id, seq, id) where deleted_at is null;
alter table sign_event enable row level security;
alter table sign_event force row level security;
create policy tenant on sign_event
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_inbox (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint,
  store bigint,
  provider text not null,
  kind text not null,
  event_key text not null,
  received_at timestamptz not null,
  headers jsonb,
  body jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(kind, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_inbox_provider_values check (provider in ('local', 'esign'))
);
comment on table sign_inbox is '服务商回调';
comment on column sign_inbox.id is '编号';
comment on column sign_inbox.operator_id is '运营公司';
comment on column sign_inbox.created_by is '创建人';
comment on column sign_inbox.created_at is '创建时间';
comment on column sign_inbox.updated_by is '修改人';
comment on column sign_inbox.updated_at is '修改时间';
comment on column sign_inbox.version is '版本';
comment on column sign_inbox.deleted_at is '删除时间';
comment on column sign_inbox.flow is '签署流程';
comment on column sign_inbox.store is '门店';
comment on column sign_inbox.provider is '签署服务';
comment on column sign_inbox.kind is '事件';
comment on column sign_inbox.event_key is '事件摘要';
comment on column sign_inbox.received_at is '收到时间';
comment on column sign_inbox.headers is '请求头';
comment on column sign_inbox.body is '正文';
comment on column sign_inbox.pinyin is '名称拼音';
comment on column sign_inbox.search_text is '检索文本';
create index sign_inbox_flow_idx on sign_inbox (operator_id, flow, received_at desc, id desc) where deleted_at is null;
create index sign_inbox_store_idx on sign_inbox (operator_id, store, received_at desc, id desc) where deleted_at is null;
create unique index sign_inbox_event_key_key on sign_inbox (operator_id, event_key) where deleted_at is null;
create index sign_inbox_order on sign_inbox (operator_id, received_at desc, id desc) where deleted_at is null;
create index sign_inbox_search on sign_inbox using gin (search_text gin_trgm_ops);
alter table sign_inbox enable row level security;
alter table sign_inbox force row level security;
create policy tenant on sign_inbox
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_identity (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text default 'person' not null,
  name text not null,
  status text default 'none' not null,
  account text,
  id_no text,
  credit_code text,
  store bigint,
  own boolean default false not null,
  files jsonb,
  method text default 'staff' not null,
  checked_by bigint,
  checked_at timestamptz,
  provider_flow text,
  valid_until date,
  fail_reason text,
  lessee bigint,
  "user" bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_identity_kind_values check (kind in ('person', 'company')),
  constraint sign_identity_status_values check (status in ('none', 'running', 'verified', 'authorised', 'failed')),
  constraint sign_identity_method_values check (method in ('staff', 'provider'))
);
comment on table sign_identity is '实名认证';
comment on column sign_identity.id is '编号';
comment on column sign_identity.operator_id is '运营公司';
comment on column sign_identity.created_by is '创建人';
comment on column sign_identity.created_at is '创建时间';
comment on column sign_identity.updated_by is '修改人';
comment on column sign_identity.updated_at is '修改时间';
comment on column sign_identity.version is '版本';
comment on column sign_identity.deleted_at is '删除时间';
comment on column sign_identity.kind is '类型';
comment on column sign_identity.name is '姓名/企业名称';
comment on column sign_identity.status is '认证状态';
comment on column sign_identity.account is '手机号';
comment on column sign_identity.id_no is '身份证号';
comment on column sign_identity.credit_code is '统一社会信用代码';
comment on column sign_identity.store is '所属门店';
comment on column sign_identity.own is '本单位';
comment on column sign_identity.files is '证件照片';
comment on column sign_identity.method is '认证方式';
comment on column sign_identity.checked_by is '核验人';
comment on column sign_identity.checked_at is '核验时间';
comment on column sign_identity.provider_flow is '服务商认证流程';
comment on column sign_identity.valid_until is '有效期至';
comment on column sign_identity.fail_reason is '失败原因';
comment on column sign_identity.lessee is '承租人';
comment on column sign_identity."user" is '用户';
comment on column sign_identity.pinyin is '名称拼音';
comment on column sign_identity.search_text is '检索文本';
create index sign_identity_status_idx on sign_identity (operator_id, status, created_at desc, id desc) where deleted_at is null;
create unique index sign_identity_id_no_key on sign_identity (operator_id, id_no) where deleted_at is null;
create unique index sign_identity_credit_code_key on sign_identity (operator_id, credit_code) where deleted_at is null;
create index sign_identity_store_idx on sign_identity (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index sign_identity_checked_by_idx on sign_identity (operator_id, checked_by, created_at desc, id desc) where deleted_at is null;
create index sign_identity_lessee_idx on sign_identity (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index sign_identity_user_idx on sign_identity (operator_id, "user", created_at desc, id desc) where deleted_at is null;
create index sign_identity_kind_idx on sign_identity (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index sign_identity_valid_until_idx on sign_identity (operator_id, valid_until) where deleted_at is null;
create index sign_identity_provider_flow_idx on sign_identity (operator_id, provider_flow, created_at desc, id desc) where deleted_at is null;
create index sign_identity_order on sign_identity (operator_id, created_at desc, id desc) where deleted_at is null;
create index sign_identity_search on sign_identity using gin (search_text gin_trgm_ops);
alter table sign_identity enable row level security;
alter table sign_identity force row level security;
create policy tenant on sign_identity
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_key (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  purpose text not null,
  name text not null,
  serial_no text not null,
  seal bigint,
  certificate text not null,
  sealed_key text,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  primary key (operator_id, id),
  constraint sign_key_purpose_values check (purpose in ('root', 'stamp', 'seal', 'sm2'))
);
comment on table sign_key is '签名密钥';
comment on column sign_key.id is '编号';
comment on column sign_key.operator_id is '运营公司';
comment on column sign_key.created_by is '创建人';
comment on column sign_key.created_at is '创建时间';
comment on column sign_key.updated_by is '修改人';
comment on column sign_key.updated_at is '修改时间';
comment on column sign_key.version is '版本';
comment on column sign_key.deleted_at is '删除时间';
comment on column sign_key.purpose is '用途';
comment on column sign_key.name is '证书名称';
comment on column sign_key.serial_no is '证书序列号';
comment on column sign_key.seal is '印章';
comment on column sign_key.certificate is '证书';
comment on column sign_key.sealed_key is '密钥';
comment on column sign_key.valid_from is '生效';
comment on column sign_key.valid_until is '失效';
comment on column sign_key.revoked_at is '吊销';
comment on column sign_key.revoke_reason is '吊销原因';
create index sign_key_seal_idx on sign_key (operator_id, seal, created_at desc, id desc) where deleted_at is null;
create index sign_key_purpose_idx on sign_key (operator_id, purpose, created_at desc, id desc) where deleted_at is null;
create index sign_key_order on sign_key (operator_id, created_at desc, id desc) where deleted_at is null;
alter table sign_key enable row level security;
alter table sign_key force row level security;
create policy tenant on sign_key
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recharge_plan (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  copies bigint not null,
  price bigint not null,
  valid_days bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recharge_plan_status_values check (status in ('active', 'disabled')),
  constraint recharge_plan_copies_range check (copies >= 1 and copies <= 1000000),
  constraint recharge_plan_price_range check (price >= 0),
  constraint recharge_plan_valid_days_range check (valid_days >= 1 and valid_days <= 3650)
);
comment on table recharge_plan is '充值套餐';
comment on column recharge_plan.id is '编号';
comment on column recharge_plan.operator_id is '运营公司';
comment on column recharge_plan.created_by is '创建人';
comment on column recharge_plan.created_at is '创建时间';
comment on column recharge_plan.updated_by is '修改人';
comment on column recharge_plan.updated_at is '修改时间';
comment on column recharge_plan.version is '版本';
comment on column recharge_plan.deleted_at is '删除时间';
comment on column recharge_plan.name is '套餐名称';
comment on column recharge_plan.status is '状态';
comment on column recharge_plan.copies is '份数';
comment on column recharge_plan.price is '价格';
comment on column recharge_plan.valid_days is '有效天数';
comment on column recharge_plan.pinyin is '名称拼音';
comment on column recharge_plan.search_text is '检索文本';
create unique index recharge_plan_name_key on recharge_plan (operator_id, name) where deleted_at is null;
create index recharge_plan_status_idx on recharge_plan (operator_id, status, copies, id) where deleted_at is null;
create index recharge_plan_order on recharge_plan (operator_id, copies, id) where deleted_at is null;
create index recharge_plan_search on recharge_plan using gin (search_text gin_trgm_ops);
alter table recharge_plan enable row level security;
alter table recharge_plan force row level security;
create policy tenant on recharge_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recharge_order (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toPay' not null,
  plan bigint not null,
  quantity bigint not null,
  copies bigint not null,
  amount bigint not null,
  valid_days bigint,
  ordered_by bigint,
  expire_at timestamptz,
  paid_at timestamptz,
  confirmed_by bigint,
  voucher text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recharge_order_status_values check (status in ('toPay', 'paid', 'closed')),
  constraint recharge_order_quantity_range check (quantity >= 1 and quantity <= 100)
);
comment on table recharge_order is '充值单';
comment on column recharge_order.id is '编号';
comment on column recharge_order.operator_id is '运营公司';
comment on column recharge_order.created_by is '创建人';
comment on column recharge_order.created_at is '创建时间';
comment on column recharge_order.updated_by is '修改人';
comment on column recharge_order.updated_at is '修改时间';
comment on column recharge_order.version is '版本';
comment on column recharge_order.deleted_at is '删除时间';
comment on column recharge_order.no is '充值单号';
comment on column recharge_order.status is '状态';
comment on column recharge_order.plan is '套餐';
comment on column recharge_order.quantity is '数量';
comment on column recharge_order.copies is '份数';
comment on column recharge_order.amount is '金额';
comment on column recharge_order.valid_days is '有效天数';
comment on column recharge_order.ordered_by is '下单人';
comment on column recharge_order.expire_at is '支付截止';
comment on column recharge_order.paid_at is '到账时间';
comment on column recharge_order.confirmed_by is '确认人';
comment on column recharge_order.voucher is '付款凭证号';
comment on column recharge_order.pinyin is '名称拼音';
comment on column recharge_order.search_text is '检索文本';
create unique index recharge_order_no_key on recharge_order (operator_id, no) where deleted_at is null;
create index recharge_order_status_idx on recharge_order (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index recharge_order_plan_idx on recharge_order (operator_id, plan, created_at desc, id desc) where deleted_at is null;
create index recharge_order_ordered_by_idx on recharge_order (operator_id, ordered_by, created_at desc, id desc) where deleted_at is null;
create index recharge_order_confirmed_by_idx on recharge_order (operator_id, confirmed_by, created_at desc, id desc) where deleted_at is null;
create index recharge_order_order on recharge_order (operator_id, created_at desc, id desc) where deleted_at is null;
create index recharge_order_search on recharge_order using gin (search_text gin_trgm_ops);
alter table recharge_order enable row level security;
alter table recharge_order force row level security;
create policy tenant on recharge_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_quota_lot (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  source text not null,
  total bigint not null,
  used bigint default 0 not null,
  frozen bigint default 0 not null,
  expired bigint default 0 not null,
  expires_on date,
  unlimited boolean default false not null,
  recharge_order bigint,
  primary key (operator_id, id),
  constraint sign_quota_lot_source_values check (source in ('order', 'gift', 'adjust')),
  constraint sign_quota_lot_total_range check (total >= 0),
  constraint sign_quota_lot_used_range check (used >= 0),
  constraint sign_quota_lot_frozen_range check (frozen >= 0),
  constraint sign_quota_lot_expired_range check (expired >= 0)
);
comment on table sign_quota_lot is '份数批次';
comment on column sign_quota_lot.id is '编号';
comment on column sign_quota_lot.operator_id is '运营公司';
comment on column sign_quota_lot.created_by is '创建人';
comment on column sign_quota_lot.created_at is '创建时间';
comment on column sign_quota_lot.updated_by is '修改人';
comment on column sign_quota_lot.updated_at is '修改时间';
comment on column sign_quota_lot.version is '版本';
comment on column sign_quota_lot.deleted_at is '删除时间';
comment on column sign_quota_lot.source is '来源';
comment on column sign_quota_lot.total is '总份数';
comment on column sign_quota_lot.used is '已用';
comment on column sign_quota_lot.frozen is '冻结';
comment on column sign_quota_lot.expired is '已过期';
comment on column sign_quota_lot.expires_on is '有效期至';
comment on column sign_quota_lot.unlimited is '不限份数';
comment on column sign_quota_lot.recharge_order is '充值单';
create index sign_quota_lot_recharge_order_idx on sign_quota_lot (operator_id, recharge_order, expires_on, id) where deleted_at is null;
create index sign_quota_lot_source_idx on sign_quota_lot (operator_id, source, expires_on, id) where deleted_at is null;
create index sign_quota_lot_order on sign_quota_lot (operator_id, expires_on, id) where deleted_at is null;
alter table sign_quota_lot enable row level security;
alter table sign_quota_lot force row level security;
create policy tenant on sign_quota_lot
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sign_quota_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lot bigint not null,
  flow bigint,
  store bigint,
  cycle bigint,
  kind text not null,
  delta bigint not null,
  ref_key text not null,
  primary key (operator_id, id),
  constraint sign_quota_entry_kind_values check (kind in ('recharge', 'freeze', 'consume', 'release', 'expire', 'adjust'))
);
comment on table sign_quota_entry is '份数流水';
comment on column sign_quota_entry.id is '编号';
comment on column sign_quota_entry.operator_id is '运营公司';
comment on column sign_quota_entry.created_by is '创建人';
comment on column sign_quota_entry.created_at is '创建时间';
comment on column sign_quota_entry.updated_by is '修改人';
comment on column sign_quota_entry.updated_at is '修改时间';
comment on column sign_quota_entry.version is '版本';
comment on column sign_quota_entry.deleted_at is '删除时间';
comment on column sign_quota_entry.lot is '批次';
comment on column sign_quota_entry.flow is '签署流程';
comment on column sign_quota_entry.store is '门店';
comment on column sign_quota_entry.cycle is '周期';
comment on column sign_quota_entry.kind is '类型';
comment on column sign_quota_entry.delta is '份数';
comment on column sign_quota_entry.ref_key is '去重键';
create index sign_quota_entry_lot_idx on sign_quota_entry (operator_id, lot, created_at desc, id desc) where deleted_at is null;
create index sign_quota_entry_flow_idx on sign_quota_entry (operator_id, flow, created_at desc, id desc) where deleted_at is null;
create index sign_quota_entry_store_idx on sign_quota_entry (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index sign_quota_entry_ref_key_key on sign_quota_entry (operator_id, ref_key) where deleted_at is null;
create index sign_quota_entry_kind_idx on sign_quota_entry (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index sign_quota_entry_order on sign_quota_entry (operator_id, created_at desc, id desc) where deleted_at is null;
alter table sign_quota_entry enable row level security;
alter table sign_quota_entry force row level security;
create policy tenant on sign_quota_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table consign_party (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  code text,
  status text default 'active' not null,
  receives boolean default true not null,
  sends boolean default false not null,
  customer bigint,
  contact text,
  mobile text,
  id_no text,
  credit_code text,
  place jsonb not null,
  address text,
  place_state text default 'none' not null,
  radius bigint default 200 not null,
  service_min bigint default 10 not null,
  per_ton_min bigint default 0 not null,
  windows jsonb,
  appointment boolean default false not null,
  max_length_m numeric(18,1),
  max_height_m numeric(18,1),
  max_gross_t numeric(18,1),
  tail_lift boolean default false not null,
  skills text,
  store bigint not null,
  merged_into bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint consign_party_status_values check (status in ('active', 'disabled')),
  constraint consign_party_place_state_values check (place_state in ('none', 'guessed', 'confirmed')),
  constraint consign_party_radius_range check (radius >= 50 and radius <= 2000),
  constraint consign_party_service_min_range check (service_min >= 0 and service_min <= 600),
  constraint consign_party_per_ton_min_range check (per_ton_min >= 0 and per_ton_min <= 120),
  constraint consign_party_max_length_m_range check (max_length_m >= 0 and max_length_m <= 30),
  constraint consign_party_max_height_m_range check (max_height_m >= 0 and max_height_m <= 10),
  constraint consign_party_max_gross_t_range check (max_gross_t >= 0 and max_gross_t <= 200)
);
comment on table consign_party is '收发货方';
comment on column consign_party.id is '编号';
comment on column consign_party.operator_id is '运营公司';
comment on column consign_party.created_by is '创建人';
comment on column consign_party.created_at is '创建时间';
comment on column consign_party.updated_by is '修改人';
comment on column consign_party.updated_at is '修改时间';
comment on column consign_party.version is '版本';
comment on column consign_party.deleted_at is '删除时间';
comment on column consign_party.name is '名称';
comment on column consign_party.code is '编码';
comment on column consign_party.status is '状态';
comment on column consign_party.receives is '收货';
comment on column consign_party.sends is '发货';
comment on column consign_party.customer is '客户';
comment on column consign_party.contact is '联系人';
comment on column consign_party.mobile is '联系电话';
comment on column consign_party.id_no is '身份证号';
comment on column consign_party.credit_code is '统一社会信用代码';
comment on column consign_party.place is '地址';
comment on column consign_party.address is '地址文字';
comment on column consign_party.place_state is '坐标';
comment on column consign_party.radius is '到达半径';
comment on column consign_party.service_min is '基础作业';
comment on column consign_party.per_ton_min is '每吨作业';
comment on column consign_party.windows is '收发货时段';
comment on column consign_party.appointment is '需预约';
comment on column consign_party.max_length_m is '限长';
comment on column consign_party.max_height_m is '限高';
comment on column consign_party.max_gross_t is '限总重';
comment on column consign_party.tail_lift is '需尾板';
comment on column consign_party.skills is '作业要求';
comment on column consign_party.store is '门店';
comment on column consign_party.merged_into is '合并到';
comment on column consign_party.remark is '备注';
comment on column consign_party.pinyin is '名称拼音';
comment on column consign_party.search_text is '检索文本';
create index consign_party_status_idx on consign_party (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index consign_party_customer_idx on consign_party (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index consign_party_mobile_idx on consign_party (operator_id, mobile) where deleted_at is null;
create index consign_party_store_idx on consign_party (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index consign_party_merged_into_idx on consign_party (operator_id, merged_into, created_at desc, id desc) where deleted_at is null;
create unique index consign_party_customer_name_address_key on consign_party (operator_id, customer, name, address) where deleted_at is null;
create index consign_party_place_state_idx on consign_party (operator_id, place_state, created_at desc, id desc) where deleted_at is null;
create index consign_party_order on consign_party (operator_id, created_at desc, id desc) where deleted_at is null;
create index consign_party_search on consign_party using gin (search_text gin_trgm_ops);
alter table consign_party enable row level security;
alter table consign_party force row level security;
create policy tenant on consign_party
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table carrier (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'company' not null,
  status text default 'draft' not null,
  credit_code text,
  contact text,
  mobile text,
  bank_name text,
  bank_account text,
  taxpayer text default 'general' not null,
  tax_bp integer default 900 not null,
  settle text default 'monthly' not null,
  settle_day bigint,
  files jsonb,
  store bigint not null,
  submitted_by bigint,
  reject_reason text,
  remark text,
  permit_no text,
  permit_due_on date,
  insurance_due_on date,
  scope_text text,
  pay_plan jsonb,
  deposit bigint,
  areas text,
  customer bigint,
  service_fee_bp integer default 0 not null,
  account bigint,
  score bigint,
  score_parts jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(permit_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint carrier_kind_values check (kind in ('company', 'selfEmployed', 'owner')),
  constraint carrier_status_values check (status in ('draft', 'reviewing', 'rejected', 'active', 'paused', 'expired', 'blacklisted', 'ended')),
  constraint carrier_taxpayer_values check (taxpayer in ('general', 'small')),
  constraint carrier_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000),
  constraint carrier_settle_values check (settle in ('single', 'weekly', 'monthly')),
  constraint carrier_settle_day_range check (settle_day >= 1 and settle_day <= 28),
  constraint carrier_deposit_range check (deposit >= 0),
  constraint carrier_service_fee_bp_range check (service_fee_bp >= 0 and service_fee_bp <= 5000),
  constraint carrier_score_range check (score >= 0 and score <= 100)
);
comment on table carrier is '承运商';
comment on column carrier.id is '编号';
comment on column carrier.operator_id is '运营公司';
comment on column carrier.created_by is '创建人';
comment on column carrier.created_at is '创建时间';
comment on column carrier.updated_by is '修改人';
comment on column carrier.updated_at is '修改时间';
comment on column carrier.version is '版本';
comment on column carrier.deleted_at is '删除时间';
comment on column carrier.name is '名称';
comment on column carrier.kind is '类型';
comment on column carrier.status is '状态';
comment on column carrier.credit_code is '统一社会信用代码';
comment on column carrier.contact is '联系人';
comment on column carrier.mobile is '联系电话';
comment on column carrier.bank_name is '开户行';
comment on column carrier.bank_account is '银行账户';
comment on column carrier.taxpayer is '纳税人';
comment on column carrier.tax_bp is '税率';
comment on column carrier.settle is '结算方式';
comment on column carrier.settle_day is '结算日';
comment on column carrier.files is '证照';
comment on column carrier.store is '门店';
comment on column carrier.submitted_by is '提交人';
comment on column carrier.reject_reason is '驳回原因';
comment on column carrier.remark is '备注';
comment on column carrier.permit_no is '道路运输经营许可证';
comment on column carrier.permit_due_on is '许可证有效期至';
comment on column carrier.insurance_due_on is '承运险有效期至';
comment on column carrier.scope_text is '经营范围';
comment on column carrier.pay_plan is '付款计划';
comment on column carrier.deposit is '保证金';
comment on column carrier.areas is '服务区域';
comment on column carrier.customer is '对应客户';
comment on column carrier.service_fee_bp is '平台服务费';
comment on column carrier.account is '登录账号';
comment on column carrier.score is '评分';
comment on column carrier.score_parts is '评分构成';
comment on column carrier.pinyin is '名称拼音';
comment on column carrier.search_text is '检索文本';
create index carrier_status_idx on carrier (operator_id, status, created_at desc, id desc) where deleted_at is null;
create unique index carrier_credit_code_key on carrier (operator_id, credit_code) where deleted_at is null;
create index carrier_store_idx on carrier (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index carrier_submitted_by_idx on carrier (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;
create index carrier_customer_idx on carrier (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create unique index carrier_account_key on carrier (operator_id, account) where deleted_at is null;
create index carrier_kind_idx on carrier (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index carrier_settle_idx on carrier (operator_id, settle, created_at desc, id desc) where deleted_at is null;
create index carrier_permit_due_on_idx on carrier (operator_id, permit_due_on) where deleted_at is null;
create index carrier_insurance_due_on_idx on carrier (operator_id, insurance_due_on) where deleted_at is null;
create index carrier_order on carrier (operator_id, created_at desc, id desc) where deleted_at is null;
create index carrier_search on carrier using gin (search_text gin_trgm_ops);
alter table carrier enable row level security;
alter table carrier force row level security;
create policy tenant on carrier
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table provider (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'handling' not null,
  status text default 'draft' not null,
  credit_code text,
  contact text,
  mobile text,
  bank_name text,
  bank_account text,
  taxpayer text default 'general' not null,
  tax_bp integer default 900 not null,
  settle text default 'monthly' not null,
  settle_day bigint,
  files jsonb,
  store bigint not null,
  submitted_by bigint,
  reject_reason text,
  remark text,
  permit_no text,
  permit_due_on date,
  prices jsonb,
  account bigint,
  contracts jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint provider_kind_values check (kind in ('handling', 'storage', 'rescue', 'escort', 'collection', 'information')),
  constraint provider_status_values check (status in ('draft', 'reviewing', 'rejected', 'active', 'paused', 'expired', 'blacklisted', 'ended')),
  constraint provider_taxpayer_values check (taxpayer in ('general', 'small')),
  constraint provider_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000),
  constraint provider_settle_values check (settle in ('single', 'weekly', 'monthly')),
  constraint provider_settle_day_range check (settle_day >= 1 and settle_day <= 28)
);
comment on table provider is '服务商';
comment on column provider.id is '编号';
comment on column provider.operator_id is '运营公司';
comment on column provider.created_by is '创建人';
comment on column provider.created_at is '创建时间';
comment on column provider.updated_by is '修改人';
comment on column provider.updated_at is '修改时间';
comment on column provider.version is '版本';
comment on column provider.deleted_at is '删除时间';
comment on column provider.name is '名称';
comment on column provider.kind is '服务类型';
comment on column provider.status is '状态';
comment on column provider.credit_code is '统一社会信用代码';
comment on column provider.contact is '联系人';
comment on column provider.mobile is '联系电话';
comment on column provider.bank_name is '开户行';
comment on column provider.bank_account is '银行账户';
comment on column provider.taxpayer is '纳税人';
comment on column provider.tax_bp is '税率';
comment on column provider.settle is '结算方式';
comment on column provider.settle_day is '结算日';
comment on column provider.files is '证照';
comment on column provider.store is '门店';
comment on column provider.submitted_by is '提交人';
comment on column provider.reject_reason is '驳回原因';
comment on column provider.remark is '备注';
comment on column provider.permit_no is '经营许可证';
comment on column provider.permit_due_on is '许可证有效期至';
comment on column provider.prices is '服务价目';
comment on column provider.account is '登录账号';
comment on column provider.contracts is '已签合同';
comment on column provider.pinyin is '名称拼音';
comment on column provider.search_text is '检索文本';
create index provider_status_idx on provider (operator_id, status, created_at desc, id desc) where deleted_at is null;
create unique index provider_credit_code_key on provider (operator_id, credit_code) where deleted_at is null;
create index provider_store_idx on provider (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index provider_submitted_by_idx on provider (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;
create index provider_account_idx on provider (operator_id, account, created_at desc, id desc) where deleted_at is null;
create index provider_kind_idx on provider (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index provider_settle_idx on provider (operator_id, settle, created_at desc, id desc) where deleted_at is null;
create index provider_permit_due_on_idx on provider (operator_id, permit_due_on) where deleted_at is null;
create index provider_order on provider (operator_id, created_at desc, id desc) where deleted_at is null;
create index provider_search on provider using gin (search_text gin_trgm_ops);
alter table provider enable row level security;
alter table provider force row level security;
create policy tenant on provider
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driver (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  audit text default 'unverified' not null,
  account text default 'active' not null,
  mobile text not null,
  id_no text not null,
  source text default 'own' not null,
  carrier bigint,
  customer bigint,
  vehicle bigint,
  licence_class text default 'C1' not null,
  licence_issuer text,
  licence_from date,
  licence_due_on date,
  qualification_no text,
  qualification_due_on date,
  health_due_on date,
  bank_name text,
  bank_account text,
  "user" bigint,
  pay_rule bigint,
  work_status text default 'offline' not null,
  heartbeat_at timestamptz,
  position jsonb,
  track_consent_at timestamptz,
  drive_day_min bigint,
  drive_since_rest_min bigint,
  score bigint,
  points bigint,
  images jsonb,
  contracts jsonb,
  store bigint not null,
  dept bigint,
  tags text,
  reject_reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(qualification_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driver_audit_values check (audit in ('unverified', 'reviewing', 'verified', 'rejected', 'expired')),
  constraint driver_account_values check (account in ('active', 'suspended', 'blacklisted')),
  constraint driver_source_values check (source in ('own', 'outside', 'carrier', 'registered')),
  constraint driver_licence_class_values check (licence_class in ('A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C6')),
  constraint driver_work_status_values check (work_status in ('offline', 'idle', 'offered', 'busy', 'rest')),
  constraint driver_score_range check (score >= 0 and score <= 100)
);
comment on table driver is '司机';
comment on column driver.id is '编号';
comment on column driver.operator_id is '运营公司';
comment on column driver.created_by is '创建人';
comment on column driver.created_at is '创建时间';
comment on column driver.updated_by is '修改人';
comment on column driver.updated_at is '修改时间';
comment on column driver.version is '版本';
comment on column driver.deleted_at is '删除时间';
comment on column driver.name is '姓名';
comment on column driver.audit is '认证状态';
comment on column driver.account is '账号状态';
comment on column driver.mobile is '手机号';
comment on column driver.id_no is '身份证号';
comment on column driver.source is '来源';
comment on column driver.carrier is '承运商';
comment on column driver.customer is '租车客户';
comment on column driver.vehicle is '默认车辆';
comment on column driver.licence_class is '准驾车型';
comment on column driver.licence_issuer is '驾驶证发证机关';
comment on column driver.licence_from is '驾驶证有效期起';
comment on column driver.licence_due_on is '驾驶证有效期至';
comment on column driver.qualification_no is '从业资格证号';
comment on column driver.qualification_due_on is '从业资格证有效期至';
comment on column driver.health_due_on is '健康证有效期至';
comment on column driver.bank_name is '开户行';
comment on column driver.bank_account is '银行账户';
comment on column driver."user" is '登录账号';
comment on column driver.pay_rule is '计薪规则';
comment on column driver.work_status is '工作状态';
comment on column driver.heartbeat_at is '最近在线';
comment on column driver.position is '最近位置';
comment on column driver.track_consent_at is '同意行踪使用';
comment on column driver.drive_day_min is '24 小时驾驶';
comment on column driver.drive_since_rest_min is '连续驾驶';
comment on column driver.score is '评分';
comment on column driver.points is '扣分';
comment on column driver.images is '证件照片';
comment on column driver.contracts is '已签合同';
comment on column driver.store is '门店';
comment on column driver.dept is '部门';
comment on column driver.tags is '标签';
comment on column driver.reject_reason is '驳回原因';
comment on column driver.remark is '备注';
comment on column driver.pinyin is '名称拼音';
comment on column driver.search_text is '检索文本';
create index driver_audit_idx on driver (operator_id, audit, created_at desc, id desc) where deleted_at is null;
create unique index driver_mobile_key on driver (operator_id, mobile) where deleted_at is null;
create unique index driver_id_no_key on driver (operator_id, id_no) where deleted_at is null;
create index driver_carrier_idx on driver (operator_id, carrier, created_at desc, id desc) where deleted_at is null;
create index driver_customer_idx on driver (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index driver_vehicle_idx on driver (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index driver_user_idx on driver (operator_id, "user", created_at desc, id desc) where deleted_at is null;
create index driver_pay_rule_idx on driver (operator_id, pay_rule, created_at desc, id desc) where deleted_at is null;
create index driver_store_idx on driver (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index driver_dept_idx on driver (operator_id, dept, created_at desc, id desc) where deleted_at is null;
create index driver_account_idx on driver (operator_id, account, created_at desc, id desc) where deleted_at is null;
create index driver_work_status_idx on driver (operator_id, work_status, created_at desc, id desc) where deleted_at is null;
create index driver_source_idx on driver (operator_id, source, created_at desc, id desc) where deleted_at is null;
create index driver_licence_class_idx on driver (operator_id, licence_class, created_at desc, id desc) where deleted_at is null;
create index driver_licence_due_on_idx on driver (operator_id, licence_due_on) where deleted_at is null;
create index driver_qualification_due_on_idx on driver (operator_id, qualification_due_on) where deleted_at is null;
create index driver_order on driver (operator_id, created_at desc, id desc) where deleted_at is null;
create index driver_search on driver using gin (search_text gin_trgm_ops);
alter table driver enable row level security;
alter table driver force row level security;
create policy tenant on driver
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recruit_post (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  title text not null,
  status text default 'draft' not null,
  cities text not null,
  vehicle_class text,
  headcount bigint default 1 not null,
  pay text,
  until date not null,
  store bigint not null,
  detail text,
  token text,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(cities, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recruit_post_status_values check (status in ('draft', 'open', 'closed')),
  constraint recruit_post_headcount_range check (headcount >= 1 and headcount <= 1000)
);
comment on table recruit_post is '招募';
comment on column recruit_post.id is '编号';
comment on column recruit_post.operator_id is '运营公司';
comment on column recruit_post.created_by is '创建人';
comment on column recruit_post.created_at is '创建时间';
comment on column recruit_post.updated_by is '修改人';
comment on column recruit_post.updated_at is '修改时间';
comment on column recruit_post.version is '版本';
comment on column recruit_post.deleted_at is '删除时间';
comment on column recruit_post.title is '标题';
comment on column recruit_post.status is '状态';
comment on column recruit_post.cities is '城市';
comment on column recruit_post.vehicle_class is '车型要求';
comment on column recruit_post.headcount is '招募人数';
comment on column recruit_post.pay is '薪酬说明';
comment on column recruit_post.until is '截止日期';
comment on column recruit_post.store is '门店';
comment on column recruit_post.detail is '招募说明';
comment on column recruit_post.token is '报名页标记';
comment on column recruit_post.pinyin is '名称拼音';
comment on column recruit_post.search_text is '检索文本';
create index recruit_post_status_idx on recruit_post (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index recruit_post_store_idx on recruit_post (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index recruit_post_token_key on recruit_post (operator_id, token) where deleted_at is null;
create index recruit_post_vehicle_class_idx on recruit_post (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;
create index recruit_post_until_idx on recruit_post (operator_id, until) where deleted_at is null;
create index recruit_post_order on recruit_post (operator_id, created_at desc, id desc) where deleted_at is null;
create index recruit_post_search on recruit_post using gin (search_text gin_trgm_ops);
alter table recruit_post enable row level security;
alter table recruit_post force row level security;
create policy tenant on recruit_post
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driver_application (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  post bigint,
  name text not null,
  status text default 'toContact' not null,
  mobile text not null,
  city text,
  vehicle_owned boolean default false not null,
  licence_class text,
  channel bigint,
  promoter bigint,
  promo_code bigint,
  intent text,
  source text default 'staff' not null,
  agreed_at timestamptz,
  driver bigint,
  hired_on date,
  store bigint not null,
  note text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driver_application_status_values check (status in ('toContact', 'contacted', 'met', 'toReview', 'hired', 'rejected', 'withdrawn', 'blacklisted')),
  constraint driver_application_licence_class_values check (licence_class in ('A2', 'B2', 'C1', 'C2', 'C6')),
  constraint driver_application_source_values check (source in ('staff', 'page'))
);
comment on table driver_application is '司机报名';
comment on column driver_application.id is '编号';
comment on column driver_application.operator_id is '运营公司';
comment on column driver_application.created_by is '创建人';
comment on column driver_application.created_at is '创建时间';
comment on column driver_application.updated_by is '修改人';
comment on column driver_application.updated_at is '修改时间';
comment on column driver_application.version is '版本';
comment on column driver_application.deleted_at is '删除时间';
comment on column driver_application.post is '招募';
comment on column driver_application.name is '姓名';
comment on column driver_application.status is '状态';
comment on column driver_application.mobile is '手机号';
comment on column driver_application.city is '城市';
comment on column driver_application.vehicle_owned is '自带车辆';
comment on column driver_application.licence_class is '准驾车型';
comment on column driver_application.channel is '渠道';
comment on column driver_application.promoter is '推荐人';
comment on column driver_application.promo_code is '推广码';
comment on column driver_application.intent is '意向';
comment on column driver_application.source is '报名来源';
comment on column driver_application.agreed_at is '同意使用资料';
comment on column driver_application.driver is '司机';
comment on column driver_application.hired_on is '录用日期';
comment on column driver_application.store is '门店';
comment on column driver_application.note is '跟进记录';
comment on column driver_application.pinyin is '名称拼音';
comment on column driver_application.search_text is '检索文本';
create index driver_application_post_idx on driver_application (operator_id, post, created_at desc, id desc) where deleted_at is null;
create index driver_application_status_idx on driver_application (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index driver_application_mobile_idx on driver_application (operator_id, mobile) where deleted_at is null;
create index driver_application_channel_idx on driver_application (operator_id, channel, created_at desc, id desc) where deleted_at is null;
create index driver_application_promoter_idx on driver_application (operator_id, promoter, created_at desc, id desc) where deleted_at is null;
create index driver_application_promo_code_idx on driver_application (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;
create index driver_application_driver_idx on driver_application (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index driver_application_store_idx on driver_application (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index driver_application_source_idx on driver_application (operator_id, source, created_at desc, id desc) where deleted_at is null;
create index driver_application_hired_on_idx on driver_application (operator_id, hired_on) where deleted_at is null;
create index driver_application_order on driver_application (operator_id, created_at desc, id desc) where deleted_at is null;
create index driver_application_search on driver_application using gin (search_text gin_trgm_ops);
alter table driver_application enable row level security;
alter table driver_application force row level security;
create policy tenant on driver_application
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table road_route (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'draft' not null,
  number bigint default 1,
  "from" bigint,
  "to" bigint,
  points jsonb,
  distance_m bigint default 0 not null,
  duration_s bigint default 0 not null,
  toll bigint default 0 not null,
  corridor_m bigint default 500 not null,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint road_route_status_values check (status in ('draft', 'active', 'disabled')),
  constraint road_route_number_range check (number >= 1),
  constraint road_route_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint road_route_duration_s_range check (duration_s >= 0 and duration_s <= 1000000),
  constraint road_route_toll_range check (toll >= 0),
  constraint road_route_corridor_m_range check (corridor_m >= 50 and corridor_m <= 10000)
);
comment on table road_route is '道路线路';
comment on column road_route.id is '编号';
comment on column road_route.operator_id is '运营公司';
comment on column road_route.created_by is '创建人';
comment on column road_route.created_at is '创建时间';
comment on column road_route.updated_by is '修改人';
comment on column road_route.updated_at is '修改时间';
comment on column road_route.version is '版本';
comment on column road_route.deleted_at is '删除时间';
comment on column road_route.code is '编码';
comment on column road_route.name is '名称';
comment on column road_route.status is '状态';
comment on column road_route.number is '版本号';
comment on column road_route."from" is '起点';
comment on column road_route."to" is '终点';
comment on column road_route.points is '途经点';
comment on column road_route.distance_m is '里程';
comment on column road_route.duration_s is '时长';
comment on column road_route.toll is '过路费';
comment on column road_route.corridor_m is '走廊半宽';
comment on column road_route.store is '门店';
comment on column road_route.remark is '备注';
comment on column road_route.pinyin is '名称拼音';
comment on column road_route.search_text is '检索文本';
create index road_route_status_idx on road_route (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index road_route_from_idx on road_route (operator_id, "from", created_at desc, id desc) where deleted_at is null;
create index road_route_to_idx on road_route (operator_id, "to", created_at desc, id desc) where deleted_at is null;
create index road_route_store_idx on road_route (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index road_route_code_number_key on road_route (operator_id, code, number) where deleted_at is null;
create index road_route_order on road_route (operator_id, created_at desc, id desc) where deleted_at is null;
create index road_route_search on road_route using gin (search_text gin_trgm_ops);
alter table road_route enable row level security;
alter table road_route force row level security;
create policy tenant on road_route
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table goods_route (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'draft' not null,
  number bigint default 1,
  stops jsonb,
  road_route bigint,
  depart_times text,
  receivable_rule bigint,
  payable_rule bigint,
  vehicle_class text,
  capacity_kg bigint,
  distance_m bigint default 0 not null,
  duration_s bigint default 0 not null,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint goods_route_status_values check (status in ('draft', 'active', 'disabled')),
  constraint goods_route_number_range check (number >= 1),
  constraint goods_route_capacity_kg_range check (capacity_kg >= 0 and capacity_kg <= 100000),
  constraint goods_route_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint goods_route_duration_s_range check (duration_s >= 0 and duration_s <= 1000000)
);
comment on table goods_route is '货运线路';
comment on column goods_route.id is '编号';
comment on column goods_route.operator_id is '运营公司';
comment on column goods_route.created_by is '创建人';
comment on column goods_route.created_at is '创建时间';
comment on column goods_route.updated_by is '修改人';
comment on column goods_route.updated_at is '修改时间';
comment on column goods_route.version is '版本';
comment on column goods_route.deleted_at is '删除时间';
comment on column goods_route.code is '编码';
comment on column goods_route.name is '名称';
comment on column goods_route.status is '状态';
comment on column goods_route.number is '版本号';
comment on column goods_route.stops is '站点';
comment on column goods_route.road_route is '道路线路';
comment on column goods_route.depart_times is '发车时刻';
comment on column goods_route.receivable_rule is '应收规则';
comment on column goods_route.payable_rule is '应付规则';
comment on column goods_route.vehicle_class is '车型要求';
comment on column goods_route.capacity_kg is '运力';
comment on column goods_route.distance_m is '里程';
comment on column goods_route.duration_s is '时长';
comment on column goods_route.store is '门店';
comment on column goods_route.remark is '备注';
comment on column goods_route.pinyin is '名称拼音';
comment on column goods_route.search_text is '检索文本';
create index goods_route_status_idx on goods_route (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index goods_route_road_route_idx on goods_route (operator_id, road_route, created_at desc, id desc) where deleted_at is null;
create index goods_route_receivable_rule_idx on goods_route (operator_id, receivable_rule, created_at desc, id desc) where deleted_at is null;
create index goods_route_payable_rule_idx on goods_route (operator_id, payable_rule, created_at desc, id desc) where deleted_at is null;
create index goods_route_store_idx on goods_route (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index goods_route_code_number_key on goods_route (operator_id, code, number) where deleted_at is null;
create index goods_route_vehicle_class_idx on goods_route (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;
create index goods_route_order on goods_route (operator_id, created_at desc, id desc) where deleted_at is null;
create index goods_route_search on goods_route using gin (search_text gin_trgm_ops);
alter table goods_route enable row level security;
alter table goods_route force row level security;
create policy tenant on goods_route
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table line_driver (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  goods_route bigint not null,
  driver bigint not null,
  status text default 'active' not null,
  vehicle bigint,
  role text default 'main' not null,
  rank bigint default 1 not null,
  weekdays text default '1234567' not null,
  "from" date not null,
  "to" date,
  store bigint,
  remark text,
  primary key (operator_id, id),
  constraint line_driver_status_values check (status in ('active', 'ended')),
  constraint line_driver_role_values check (role in ('main', 'spare')),
  constraint line_driver_rank_range check (rank >= 1 and rank <= 99)
);
comment on table line_driver is '线路司机';
comment on column line_driver.id is '编号';
comment on column line_driver.operator_id is '运营公司';
comment on column line_driver.created_by is '创建人';
comment on column line_driver.created_at is '创建时间';
comment on column line_driver.updated_by is '修改人';
comment on column line_driver.updated_at is '修改时间';
comment on column line_driver.version is '版本';
comment on column line_driver.deleted_at is '删除时间';
comment on column line_driver.goods_route is '货运线路';
comment on column line_driver.driver is '司机';
comment on column line_driver.status is '状态';
comment on column line_driver.vehicle is '车辆';
comment on column line_driver.role is '主备';
comment on column line_driver.rank is '顺位';
comment on column line_driver.weekdays is '星期';
comment on column line_driver."from" is '开始日期';
comment on column line_driver."to" is '结束日期';
comment on column line_driver.store is '门店';
comment on column line_driver.remark is '备注';
create index line_driver_driver_idx on line_driver (operator_id, driver, goods_route, rank, id) where deleted_at is null;
create index line_driver_status_idx on line_driver (operator_id, status, goods_route, rank, id) where deleted_at is null;
create index line_driver_vehicle_idx on line_driver (operator_id, vehicle, goods_route, rank, id) where deleted_at is null;
create index line_driver_store_idx on line_driver (operator_id, store, goods_route, rank, id) where deleted_at is null;
create index line_driver_role_idx on line_driver (operator_id, role, goods_route, rank, id) where deleted_at is null;
create index line_driver_from_idx on line_driver (operator_id, "from") where deleted_at is null;
create index line_driver_order on line_driver (operator_id, goods_route, rank, id) where deleted_at is null;
alter table line_driver enable row level security;
alter table line_driver force row level security;
create policy tenant on line_driver
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driving_strategy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  order_model bigint,
  vehicle_class text,
  car_code text default '32' not null,
  truck_code text default '1' not null,
  provider text default 'estimate' not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driving_strategy_car_code_values check (car_code in ('32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45')),
  constraint driving_strategy_truck_code_values check (truck_code in ('1', '2', '3', '4')),
  constraint driving_strategy_provider_values check (provider in ('estimate', 'graph', 'amap'))
);
comment on table driving_strategy is '驾驶策略';
comment on column driving_strategy.id is '编号';
comment on column driving_strategy.operator_id is '运营公司';
comment on column driving_strategy.created_by is '创建人';
comment on column driving_strategy.created_at is '创建时间';
comment on column driving_strategy.updated_by is '修改人';
comment on column driving_strategy.updated_at is '修改时间';
comment on column driving_strategy.version is '版本';
comment on column driving_strategy.deleted_at is '删除时间';
comment on column driving_strategy.name is '名称';
comment on column driving_strategy.order_model is '订单模式';
comment on column driving_strategy.vehicle_class is '车型';
comment on column driving_strategy.car_code is '驾车策略';
comment on column driving_strategy.truck_code is '货车策略';
comment on column driving_strategy.provider is '路径来源';
comment on column driving_strategy.remark is '备注';
comment on column driving_strategy.pinyin is '名称拼音';
comment on column driving_strategy.search_text is '检索文本';
create unique index driving_strategy_name_key on driving_strategy (operator_id, name) where deleted_at is null;
create index driving_strategy_order_model_idx on driving_strategy (operator_id, order_model, name, id) where deleted_at is null;
create unique index driving_strategy_order_model_vehicle_class_key on driving_strategy (operator_id, order_model, vehicle_class) where deleted_at is null;
create index driving_strategy_vehicle_class_idx on driving_strategy (operator_id, vehicle_class, name, id) where deleted_at is null;
create index driving_strategy_provider_idx on driving_strategy (operator_id, provider, name, id) where deleted_at is null;
create index driving_strategy_order on driving_strategy (operator_id, name, id) where deleted_at is null;
create index driving_strategy_search on driving_strategy using gin (search_text gin_trgm_ops);
alter table driving_strategy enable row level security;
alter table driving_strategy force row level security;
create policy tenant on driving_strategy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table holiday (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  day date not null,
  kind text default 'off' not null,
  name text not null,
  year bigint generated always as (extract(year from day)::bigint) stored,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint holiday_kind_values check (kind in ('off', 'work', 'statutory'))
);
comment on table holiday is '节假日';
comment on column holiday.id is '编号';
comment on column holiday.operator_id is '运营公司';
comment on column holiday.created_by is '创建人';
comment on column holiday.created_at is '创建时间';
comment on column holiday.updated_by is '修改人';
comment on column holiday.updated_at is '修改时间';
comment on column holiday.version is '版本';
comment on column holiday.deleted_at is '删除时间';
comment on column holiday.day is '日期';
comment on column holiday.kind is '性质';
comment on column holiday.name is '名称';
comment on column holiday.year is '年份';
comment on column holiday.pinyin is '名称拼音';
comment on column holiday.search_text is '检索文本';
create unique index holiday_day_key on holiday (operator_id, day) where deleted_at is null;
create index holiday_kind_idx on holiday (operator_id, kind, day desc, id desc) where deleted_at is null;
create index holiday_order on holiday (operator_id, day desc, id desc) where deleted_at is null;
create index holiday_search on holiday using gin (search_text gin_trgm_ops);
alter table holiday enable row level security;
alter table holiday force row level security;
create policy tenant on holiday
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_price (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  province text default '全国' not null,
  effective_on date not null,
  price bigint not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(province, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_price_price_range check (price >= 1)
);
comment on table fuel_price is '油价';
comment on column fuel_price.id is '编号';
comment on column fuel_price.operator_id is '运营公司';
comment on column fuel_price.created_by is '创建人';
comment on column fuel_price.created_at is '创建时间';
comment on column fuel_price.updated_by is '修改人';
comment on column fuel_price.updated_at is '修改时间';
comment on column fuel_price.version is '版本';
comment on column fuel_price.deleted_at is '删除时间';
comment on column fuel_price.province is '省份';
comment on column fuel_price.effective_on is '生效日期';
comment on column fuel_price.price is '每升价格';
comment on column fuel_price.pinyin is '名称拼音';
comment on column fuel_price.search_text is '检索文本';
create unique index fuel_price_province_effective_on_key on fuel_price (operator_id, province, effective_on) where deleted_at is null;
create index fuel_price_order on fuel_price (operator_id, effective_on desc, id desc) where deleted_at is null;
create index fuel_price_search on fuel_price using gin (search_text gin_trgm_ops);
alter table fuel_price enable row level security;
alter table fuel_price force row level security;
create policy tenant on fuel_price
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table project (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'draft' not null,
  customer bigint not null,
  contract bigint,
  contract_files jsonb,
  manager bigint,
  dispatchers bigint[],
  cities text,
  "from" date not null,
  "to" date not null,
  models bigint[],
  receivable_rules bigint[],
  payable_rules bigint[],
  lines bigint[],
  quota jsonb,
  on_time_bp integer default 9500 not null,
  early_min bigint default 60 not null,
  late_min bigint default 15 not null,
  receipt_days bigint default 7 not null,
  volume_factor bigint default 333 not null,
  insure_bp integer default 0 not null,
  temp_policy bigint,
  store bigint not null,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint project_status_values check (status in ('draft', 'approving', 'active', 'paused', 'ended', 'terminated')),
  constraint project_on_time_bp_range check (on_time_bp >= 0 and on_time_bp <= 10000),
  constraint project_early_min_range check (early_min >= 0 and early_min <= 1440),
  constraint project_late_min_range check (late_min >= 0 and late_min <= 1440),
  constraint project_receipt_days_range check (receipt_days >= 0 and receipt_days <= 90),
  constraint project_volume_factor_range check (volume_factor >= 1 and volume_factor <= 2000),
  constraint project_insure_bp_range check (insure_bp >= 0 and insure_bp <= 1000)
);
comment on table project is '项目';
comment on column project.id is '编号';
comment on column project.operator_id is '运营公司';
comment on column project.created_by is '创建人';
comment on column project.created_at is '创建时间';
comment on column project.updated_by is '修改人';
comment on column project.updated_at is '修改时间';
comment on column project.version is '版本';
comment on column project.deleted_at is '删除时间';
comment on column project.code is '项目编码';
comment on column project.name is '项目名称';
comment on column project.status is '状态';
comment on column project.customer is '客户';
comment on column project.contract is '关联合同';
comment on column project.contract_files is '合同文件';
comment on column project.manager is '项目经理';
comment on column project.dispatchers is '调度员';
comment on column project.cities is '城市';
comment on column project."from" is '开始日期';
comment on column project."to" is '结束日期';
comment on column project.models is '订单模式';
comment on column project.receivable_rules is '应收规则';
comment on column project.payable_rules is '应付规则';
comment on column project.lines is '线路';
comment on column project.quota is '运力配额';
comment on column project.on_time_bp is '准时率要求';
comment on column project.early_min is '可早到';
comment on column project.late_min is '可晚到';
comment on column project.receipt_days is '回单期限';
comment on column project.volume_factor is '抛重系数';
comment on column project.insure_bp is '保价费率';
comment on column project.temp_policy is '温控标准';
comment on column project.store is '门店';
comment on column project.decided_by is '审批人';
comment on column project.decided_at is '审批时间';
comment on column project.reject_reason is '驳回原因';
comment on column project.remark is '备注';
comment on column project.pinyin is '名称拼音';
comment on column project.search_text is '检索文本';
create unique index project_code_key on project (operator_id, code) where deleted_at is null;
create unique index project_name_key on project (operator_id, name) where deleted_at is null;
create index project_status_idx on project (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index project_customer_idx on project (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index project_contract_idx on project (operator_id, contract, created_at desc, id desc) where deleted_at is null;
create index project_manager_idx on project (operator_id, manager, created_at desc, id desc) where deleted_at is null;
create index project_dispatchers_gin on project using gin (dispatchers);
create index project_models_gin on project using gin (models);
create index project_receivable_rules_gin on project using gin (receivable_rules);
create index project_payable_rules_gin on project using gin (payable_rules);
create index project_lines_gin on project using gin (lines);
create index project_temp_policy_idx on project (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;
create index project_store_idx on project (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index project_decided_by_idx on project (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index project_from_idx on project (operator_id, "from") where deleted_at is null;
create index project_to_idx on project (operator_id, "to") where deleted_at is null;
create index project_order on project (operator_id, created_at desc, id desc) where deleted_at is null;
create index project_search on project using gin (search_text gin_trgm_ops);
alter table project enable row level security;
alter table project force row level security;
create policy tenant on project
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_model (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'draft' not null,
  number bigint default 1,
  base text default 'city' not null,
  fields jsonb,
  steps jsonb,
  checks jsonb,
  sign_types text,
  cutoff text,
  lead_h bigint default 24 not null,
  accept_min bigint default 30 not null,
  auto_accept boolean default false not null,
  ask_first boolean default false not null,
  receipt_paper text default 'electronic' not null,
  pod_review text default 'odd' not null,
  receivable_basis text default 'order' not null,
  payable_basis text default 'order' not null,
  soft_window boolean default false not null,
  late_fen_per_min bigint default 0 not null,
  lifo boolean default false not null,
  driver_unloads boolean default true not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_model_status_values check (status in ('draft', 'active', 'disabled')),
  constraint order_model_number_range check (number >= 1),
  constraint order_model_base_values check (base in ('full', 'shared', 'city', 'charter')),
  constraint order_model_lead_h_range check (lead_h >= 1 and lead_h <= 168),
  constraint order_model_accept_min_range check (accept_min >= 5 and accept_min <= 720),
  constraint order_model_receipt_paper_values check (receipt_paper in ('none', 'electronic', 'paper')),
  constraint order_model_pod_review_values check (pod_review in ('all', 'odd', 'none')),
  constraint order_model_receivable_basis_values check (receivable_basis in ('order', 'load', 'sign')),
  constraint order_model_payable_basis_values check (payable_basis in ('order', 'load', 'sign')),
  constraint order_model_late_fen_per_min_range check (late_fen_per_min >= 0)
);
comment on table order_model is '订单模式';
comment on column order_model.id is '编号';
comment on column order_model.operator_id is '运营公司';
comment on column order_model.created_by is '创建人';
comment on column order_model.created_at is '创建时间';
comment on column order_model.updated_by is '修改人';
comment on column order_model.updated_at is '修改时间';
comment on column order_model.version is '版本';
comment on column order_model.deleted_at is '删除时间';
comment on column order_model.name is '名称';
comment on column order_model.status is '状态';
comment on column order_model.number is '版本号';
comment on column order_model.base is '基础类型';
comment on column order_model.fields is '订单字段';
comment on column order_model.steps is '作业步骤';
comment on column order_model.checks is '出车检查项';
comment on column order_model.sign_types is '签收方式';
comment on column order_model.cutoff is '截单时间';
comment on column order_model.lead_h is '提前生成';
comment on column order_model.accept_min is '接单时限';
comment on column order_model.auto_accept is '免接单';
comment on column order_model.ask_first is '接口订单先确认';
comment on column order_model.receipt_paper is '回单';
comment on column order_model.pod_review is '签收复核';
comment on column order_model.receivable_basis is '应收计价日';
comment on column order_model.payable_basis is '应付计价日';
comment on column order_model.soft_window is '时间窗可超';
comment on column order_model.late_fen_per_min is '迟到每分钟';
comment on column order_model.lifo is '后装先卸';
comment on column order_model.driver_unloads is '司机卸货';
comment on column order_model.remark is '备注';
comment on column order_model.pinyin is '名称拼音';
comment on column order_model.search_text is '检索文本';
create index order_model_status_idx on order_model (operator_id, status, name, number desc nulls last, id) where deleted_at is null;
create unique index order_model_name_number_key on order_model (operator_id, name, number) where deleted_at is null;
create index order_model_base_idx on order_model (operator_id, base, name, number desc nulls last, id) where deleted_at is null;
create index order_model_receipt_paper_idx on order_model (operator_id, receipt_paper, name, number desc nulls last, id) where deleted_at is null;
create index order_model_order on order_model (operator_id, name, number desc nulls last, id) where deleted_at is null;
create index order_model_search on order_model using gin (search_text gin_trgm_ops);
alter table order_model enable row level security;
alter table order_model force row level security;
create policy tenant on order_model
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recurring_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  project bigint not null,
  model bigint not null,
  sender bigint not null,
  receiver bigint not null,
  goods jsonb not null,
  vehicle_class text,
  freq text default 'weekly' not null,
  weekdays text,
  month_days text,
  every_days bigint,
  slots text default '08:00' not null,
  pick_min bigint default 60 not null,
  drop_after_min bigint default 480 not null,
  lead_h bigint default 24 not null,
  start_on date not null,
  end_on date,
  max_count bigint,
  holiday_policy text default 'skip' not null,
  on_shift text default 'merge' not null,
  exceptions jsonb,
  auto_dispatch text default 'none' not null,
  goods_route bigint,
  failures bigint default 0,
  generated_to date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recurring_rule_status_values check (status in ('draft', 'active', 'paused', 'ended')),
  constraint recurring_rule_freq_values check (freq in ('daily', 'weekly', 'monthly', 'interval', 'workday')),
  constraint recurring_rule_every_days_range check (every_days >= 1 and every_days <= 365),
  constraint recurring_rule_pick_min_range check (pick_min >= 10 and pick_min <= 1440),
  constraint recurring_rule_drop_after_min_range check (drop_after_min >= 30 and drop_after_min <= 20160),
  constraint recurring_rule_lead_h_range check (lead_h >= 1 and lead_h <= 168),
  constraint recurring_rule_max_count_range check (max_count >= 1 and max_count <= 10000),
  constraint recurring_rule_holiday_policy_values check (holiday_policy in ('skip', 'advance', 'postpone', 'ignore')),
  constraint recurring_rule_on_shift_values check (on_shift in ('merge', 'separate')),
  constraint recurring_rule_auto_dispatch_values check (auto_dispatch in ('none', 'line'))
);
comment on table recurring_rule is '周期订单';
comment on column recurring_rule.id is '编号';
comment on column recurring_rule.operator_id is '运营公司';
comment on column recurring_rule.created_by is '创建人';
comment on column recurring_rule.created_at is '创建时间';
comment on column recurring_rule.updated_by is '修改人';
comment on column recurring_rule.updated_at is '修改时间';
comment on column recurring_rule.version is '版本';
comment on column recurring_rule.deleted_at is '删除时间';
comment on column recurring_rule.no is '规则号';
comment on column recurring_rule.name is '名称';
comment on column recurring_rule.status is '状态';
comment on column recurring_rule.project is '项目';
comment on column recurring_rule.model is '订单模式';
comment on column recurring_rule.sender is '发货方';
comment on column recurring_rule.receiver is '收货方';
comment on column recurring_rule.goods is '货物明细';
comment on column recurring_rule.vehicle_class is '车型要求';
comment on column recurring_rule.freq is '周期';
comment on column recurring_rule.weekdays is '星期';
comment on column recurring_rule.month_days is '每月几日';
comment on column recurring_rule.every_days is '间隔';
comment on column recurring_rule.slots is '提货时刻';
comment on column recurring_rule.pick_min is '提货时长';
comment on column recurring_rule.drop_after_min is '送达时限';
comment on column recurring_rule.lead_h is '提前生成';
comment on column recurring_rule.start_on is '开始日期';
comment on column recurring_rule.end_on is '结束日期';
comment on column recurring_rule.max_count is '最多次数';
comment on column recurring_rule.holiday_policy is '遇节假日';
comment on column recurring_rule.on_shift is '顺延重叠';
comment on column recurring_rule.exceptions is '例外日期';
comment on column recurring_rule.auto_dispatch is '自动派车';
comment on column recurring_rule.goods_route is '货运线路';
comment on column recurring_rule.failures is '连续失败';
comment on column recurring_rule.generated_to is '已生成到';
comment on column recurring_rule.store is '门店';
comment on column recurring_rule.remark is '备注';
comment on column recurring_rule.pinyin is '名称拼音';
comment on column recurring_rule.search_text is '检索文本';
create unique index recurring_rule_no_key on recurring_rule (operator_id, no) where deleted_at is null;
create index recurring_rule_status_idx on recurring_rule (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_project_idx on recurring_rule (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_model_idx on recurring_rule (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_sender_idx on recurring_rule (operator_id, sender, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_receiver_idx on recurring_rule (operator_id, receiver, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_goods_route_idx on recurring_rule (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_store_idx on recurring_rule (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_freq_idx on recurring_rule (operator_id, freq, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_holiday_policy_idx on recurring_rule (operator_id, holiday_policy, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_start_on_idx on recurring_rule (operator_id, start_on) where deleted_at is null;
create index recurring_rule_order on recurring_rule (operator_id, created_at desc, id desc) where deleted_at is null;
create index recurring_rule_search on recurring_rule using gin (search_text gin_trgm_ops);
alter table recurring_rule enable row level security;
alter table recurring_rule force row level security;
create policy tenant on recurring_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recurring_date (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  rule bigint not null,
  original_date date not null,
  slot text not null,
  service_date date,
  result text not null,
  reason text,
  "order" bigint,
  primary key (operator_id, id),
  constraint recurring_date_result_values check (result in ('planned', 'created', 'skipped', 'merged', 'failed'))
);
comment on table recurring_date is '周期生成记录';
comment on column recurring_date.id is '编号';
comment on column recurring_date.operator_id is '运营公司';
comment on column recurring_date.created_by is '创建人';
comment on column recurring_date.created_at is '创建时间';
comment on column recurring_date.updated_by is '修改人';
comment on column recurring_date.updated_at is '修改时间';
comment on column recurring_date.version is '版本';
comment on column recurring_date.deleted_at is '删除时间';
comment on column recurring_date.rule is '周期订单';
comment on column recurring_date.original_date is '原定日期';
comment on column recurring_date.slot is '提货时刻';
comment on column recurring_date.service_date is '服务日期';
comment on column recurring_date.result is '结果';
comment on column recurring_date.reason is '说明';
comment on column recurring_date."order" is '运输订单';
create index recurring_date_rule_idx on recurring_date (operator_id, rule, original_date desc, id desc) where deleted_at is null;
create index recurring_date_order_idx on recurring_date (operator_id, "order", original_date desc, id desc) where deleted_at is null;
create unique index recurring_date_rule_original_date_slot_key on recurring_date (operator_id, rule, original_date, slot) where deleted_at is null;
create index recurring_date_service_date_idx on recurring_date (operator_id, service_date) where deleted_at is null;
create index recurring_date_result_idx on recurring_date (operator_id, result, original_date desc, id desc) where deleted_at is null;
create index recurring_date_order on recurring_date (operator_id, original_date desc, id desc) where deleted_at is null;
alter table recurring_date enable row level security;
alter table recurring_date force row level security;
create policy tenant on recurring_date
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_source (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  cargo_name text not null,
  status text default 'draft' not null,
  customer bigint not null,
  sender bigint not null,
  receiver bigint not null,
  goods jsonb not null,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_to timestamptz not null,
  vehicle_class text,
  price_mode text default 'fixed' not null,
  ask bigint,
  bid_until timestamptz,
  carriers bigint[],
  winner bigint,
  price bigint,
  "order" bigint,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(cargo_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cargo_source_status_values check (status in ('draft', 'published', 'taken', 'ordered', 'expired', 'withdrawn')),
  constraint cargo_source_price_mode_values check (price_mode in ('fixed', 'bid', 'rule')),
  constraint cargo_source_ask_range check (ask >= 1)
);
comment on table cargo_source is '货源';
comment on column cargo_source.id is '编号';
comment on column cargo_source.operator_id is '运营公司';
comment on column cargo_source.created_by is '创建人';
comment on column cargo_source.created_at is '创建时间';
comment on column cargo_source.updated_by is '修改人';
comment on column cargo_source.updated_at is '修改时间';
comment on column cargo_source.version is '版本';
comment on column cargo_source.deleted_at is '删除时间';
comment on column cargo_source.no is '货源号';
comment on column cargo_source.cargo_name is '货物';
comment on column cargo_source.status is '状态';
comment on column cargo_source.customer is '客户';
comment on column cargo_source.sender is '发货方';
comment on column cargo_source.receiver is '收货方';
comment on column cargo_source.goods is '货物明细';
comment on column cargo_source.pick_from is '提货从';
comment on column cargo_source.pick_to is '提货到';
comment on column cargo_source.drop_to is '送达前';
comment on column cargo_source.vehicle_class is '车型要求';
comment on column cargo_source.price_mode is '定价方式';
comment on column cargo_source.ask is '一口价';
comment on column cargo_source.bid_until is '报价截止';
comment on column cargo_source.carriers is '指定承运商';
comment on column cargo_source.winner is '中标承运商';
comment on column cargo_source.price is '成交价';
comment on column cargo_source."order" is '运输订单';
comment on column cargo_source.store is '门店';
comment on column cargo_source.remark is '备注';
comment on column cargo_source.pinyin is '名称拼音';
comment on column cargo_source.search_text is '检索文本';
create unique index cargo_source_no_key on cargo_source (operator_id, no) where deleted_at is null;
create index cargo_source_status_idx on cargo_source (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index cargo_source_customer_idx on cargo_source (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index cargo_source_sender_idx on cargo_source (operator_id, sender, created_at desc, id desc) where deleted_at is null;
create index cargo_source_receiver_idx on cargo_source (operator_id, receiver, created_at desc, id desc) where deleted_at is null;
create index cargo_source_carriers_gin on cargo_source using gin (carriers);
create index cargo_source_winner_idx on cargo_source (operator_id, winner, created_at desc, id desc) where deleted_at is null;
create index cargo_source_order_idx on cargo_source (operator_id, "order", created_at desc, id desc) where deleted_at is null;
create index cargo_source_store_idx on cargo_source (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index cargo_source_price_mode_idx on cargo_source (operator_id, price_mode, created_at desc, id desc) where deleted_at is null;
create index cargo_source_pick_from_idx on cargo_source (operator_id, pick_from) where deleted_at is null;
create index cargo_source_bid_until_idx on cargo_source (operator_id, bid_until) where deleted_at is null;
create index cargo_source_order on cargo_source (operator_id, created_at desc, id desc) where deleted_at is null;
create index cargo_source_search on cargo_source using gin (search_text gin_trgm_ops);
alter table cargo_source enable row level security;
alter table cargo_source force row level security;
create policy tenant on cargo_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_bid (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  source bigint not null,
  carrier bigint not null,
  price bigint not null,
  pick_at timestamptz not null,
  result text default 'open' not null,
  primary key (operator_id, id),
  constraint cargo_bid_price_range check (price >= 1),
  constraint cargo_bid_result_values check (result in ('open', 'won', 'lost', 'replaced'))
);
comment on table cargo_bid is '货源报价';
comment on column cargo_bid.id is '编号';
comment on column cargo_bid.operator_id is '运营公司';
comment on column cargo_bid.created_by is '创建人';
comment on column cargo_bid.created_at is '创建时间';
comment on column cargo_bid.updated_by is '修改人';
comment on column cargo_bid.updated_at is '修改时间';
comment on column cargo_bid.version is '版本';
comment on column cargo_bid.deleted_at is '删除时间';
comment on column cargo_bid.source is '货源';
comment on column cargo_bid.carrier is '承运商';
comment on column cargo_bid.price is '报价';
comment on column cargo_bid.pick_at is '可提货时间';
comment on column cargo_bid.result is '结果';
create index cargo_bid_source_idx on cargo_bid (operator_id, source, price, id) where deleted_at is null;
create index cargo_bid_carrier_idx on cargo_bid (operator_id, carrier, price, id) where deleted_at is null;
create index cargo_bid_result_idx on cargo_bid (operator_id, result, price, id) where deleted_at is null;
create index cargo_bid_order on cargo_bid (operator_id, price, id) where deleted_at is null;
alter table cargo_bid enable row level security;
alter table cargo_bid force row level security;
create policy tenant on cargo_bid
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table transport_order (
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
  project bigint,
  customer bigint not null,
  model bigint not null,
  source text default 'manual' not null,
  outer_no text,
  outer_hash text,
  api_client bigint,
  order_page bigint,
  order_mobile text,
  sender bigint not null,
  receiver bigint not null,
  sender_snap jsonb,
  receiver_snap jsonb,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_from timestamptz not null,
  drop_to timestamptz not null,
  release_at timestamptz,
  goods jsonb not null,
  goods_text text,
  pieces bigint default 0,
  weight numeric(18,3) default 0,
  volume numeric(18,4) default 0,
  chargeable_kg numeric(18,3),
  declared bigint,
  distance_m bigint,
  distance_from text default 'estimate' not null,
  vehicle_class text,
  goods_route bigint,
  skills text,
  temp_policy bigint,
  priority bigint default 5 not null,
  cod bigint default 0 not null,
  insure boolean default false not null,
  receipt_need boolean default true not null,
  need_two boolean default false not null,
  lines jsonb,
  quote bigint,
  unpriced boolean default false not null,
  coupon bigint,
  located boolean default false not null,
  trouble boolean default false not null,
  signed_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(outer_no, '') || ' ' || coalesce(goods_text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint transport_order_status_values check (status in ('draft', 'toConfirm', 'open', 'planned', 'running', 'signed', 'partSigned', 'receipted', 'priced', 'settled', 'cancelled', 'voided')),
  constraint transport_order_source_values check (source in ('manual', 'import', 'recurring', 'api', 'public', 'cargo')),
  constraint transport_order_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint transport_order_distance_from_values check (distance_from in ('estimate', 'contract', 'route')),
  constraint transport_order_priority_range check (priority >= 1 and priority <= 9),
  constraint transport_order_cod_range check (cod >= 0)
);
comment on table transport_order is '运输订单';
comment on column transport_order.id is '编号';
comment on column transport_order.operator_id is '运营公司';
comment on column transport_order.created_by is '创建人';
comment on column transport_order.created_at is '创建时间';
comment on column transport_order.updated_by is '修改人';
comment on column transport_order.updated_at is '修改时间';
comment on column transport_order.version is '版本';
comment on column transport_order.deleted_at is '删除时间';
comment on column transport_order.no is '订单号';
comment on column transport_order.status is '状态';
comment on column transport_order.project is '项目';
comment on column transport_order.customer is '客户';
comment on column transport_order.model is '订单模式';
comment on column transport_order.source is '来源';
comment on column transport_order.outer_no is '外部单号';
comment on column transport_order.outer_hash is '外部内容摘要';
comment on column transport_order.api_client is '接口客户';
comment on column transport_order.order_page is '下单页';
comment on column transport_order.order_mobile is '下单手机';
comment on column transport_order.sender is '发货方';
comment on column transport_order.receiver is '收货方';
comment on column transport_order.sender_snap is '发货方快照';
comment on column transport_order.receiver_snap is '收货方快照';
comment on column transport_order.pick_from is '提货从';
comment on column transport_order.pick_to is '提货到';
comment on column transport_order.drop_from is '送货从';
comment on column transport_order.drop_to is '送货到';
comment on column transport_order.release_at is '货好时间';
comment on column transport_order.goods is '货物明细';
comment on column transport_order.goods_text is '货物';
comment on column transport_order.pieces is '总件数';
comment on column transport_order.weight is '总重量';
comment on column transport_order.volume is '总体积';
comment on column transport_order.chargeable_kg is '计费重量';
comment on column transport_order.declared is '声明价值';
comment on column transport_order.distance_m is '计费里程';
comment on column transport_order.distance_from is '里程来源';
comment on column transport_order.vehicle_class is '车型要求';
comment on column transport_order.goods_route is '货运线路';
comment on column transport_order.skills is '作业要求';
comment on column transport_order.temp_policy is '温控标准';
comment on column transport_order.priority is '优先级';
comment on column transport_order.cod is '代收货款';
comment on column transport_order.insure is '保价';
comment on column transport_order.receipt_need is '需回单';
comment on column transport_order.need_two is '双驾';
comment on column transport_order.lines is '附加计费';
comment on column transport_order.quote is '报价';
comment on column transport_order.unpriced is '待定价';
comment on column transport_order.coupon is '优惠券';
comment on column transport_order.located is '地址已定位';
comment on column transport_order.trouble is '有异常';
comment on column transport_order.signed_at is '签收时间';
comment on column transport_order.store is '门店';
comment on column transport_order.remark is '备注';
comment on column transport_order.pinyin is '名称拼音';
comment on column transport_order.search_text is '检索文本';
create unique index transport_order_no_key on transport_order (operator_id, no) where deleted_at is null;
create index transport_order_status_idx on transport_order (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index transport_order_project_idx on transport_order (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index transport_order_customer_idx on transport_order (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index transport_order_model_idx on transport_order (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index transport_order_api_client_idx on transport_order (operator_id, api_client, created_at desc, id desc) where deleted_at is null;
create index transport_order_order_page_idx on transport_order (operator_id, order_page, created_at desc, id desc) where deleted_at is null;
create index transport_order_sender_idx on transport_order (operator_id, sender, created_at desc, id desc) where deleted_at is null;
create index transport_order_receiver_idx on transport_order (operator_id, receiver, created_at desc, id desc) where deleted_at is null;
create index transport_order_goods_route_idx on transport_order (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;
create index transport_order_temp_policy_idx on transport_order (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;
create index transport_order_quote_idx on transport_order (operator_id, quote, created_at desc, id desc) where deleted_at is null;
create index transport_order_coupon_idx on transport_order (operator_id, coupon, created_at desc, id desc) where deleted_at is null;
create index transport_order_store_idx on transport_order (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index transport_order_api_client_outer_no_key on transport_order (operator_id, api_client, outer_no) where deleted_at is null;
create index transport_order_source_idx on transport_order (operator_id, source, created_at desc, id desc) where deleted_at is null;
create index transport_order_pick_from_idx on transport_order (operator_id, pick_from) where deleted_at is null;
create index transport_order_drop_to_idx on transport_order (operator_id, drop_to) where deleted_at is null;
create index transport_order_status_pick_from_idx on transport_order (operator_id, status, pick_from) where deleted_at is null;
create index transport_order_customer_created_at_idx on transport_order (operator_id, customer, created_at, id desc) where deleted_at is null;
create index transport_order_order on transport_order (operator_id, created_at desc, id desc) where deleted_at is null;
create index transport_order_search on transport_order using gin (search_text gin_trgm_ops);
alter table transport_order enable row level security;
alter table transport_order force row level security;
create policy tenant on transport_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table consignment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'unassigned' not null,
  "order" bigint not null,
  seq bigint default 1 not null,
  segment_no text default '0000' not null,
  customer bigint not null,
  "from" bigint not null,
  "to" bigint not null,
  goods jsonb not null,
  goods_text text,
  pieces bigint default 0 not null,
  weight numeric(18,3) default 0 not null,
  volume numeric(18,4) default 0 not null,
  loaded_pieces bigint,
  signed_pieces bigint,
  refused_pieces bigint,
  short_pieces bigint,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_from timestamptz not null,
  drop_to timestamptz not null,
  cod bigint default 0 not null,
  temp_policy bigint,
  mission bigint,
  leg_no bigint default 1 not null,
  stop_seq bigint,
  attempts bigint default 1 not null,
  return_of bigint,
  receipt_state text default 'none' not null,
  receipt_no text,
  receipt_at timestamptz,
  picked_at timestamptz,
  arrived_at timestamptz,
  signed_at timestamptz,
  reason text,
  responsible text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(goods_text, '') || ' ' || coalesce(segment_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint consignment_status_values check (status in ('unassigned', 'loadedPlan', 'toPick', 'carrying', 'atHub', 'arrived', 'signed', 'partSigned', 'refused', 'redeliver', 'returning', 'returned', 'lost', 'receipted', 'cancelled')),
  constraint consignment_seq_range check (seq >= 1),
  constraint consignment_pieces_range check (pieces >= 0),
  constraint consignment_weight_range check (weight >= 0),
  constraint consignment_volume_range check (volume >= 0),
  constraint consignment_loaded_pieces_range check (loaded_pieces >= 0),
  constraint consignment_signed_pieces_range check (signed_pieces >= 0),
  constraint consignment_refused_pieces_range check (refused_pieces >= 0),
  constraint consignment_short_pieces_range check (short_pieces >= 0),
  constraint consignment_cod_range check (cod >= 0),
  constraint consignment_leg_no_range check (leg_no >= 1),
  constraint consignment_stop_seq_range check (stop_seq >= 0),
  constraint consignment_attempts_range check (attempts >= 1),
  constraint consignment_receipt_state_values check (receipt_state in ('none', 'due', 'sent', 'received', 'missing')),
  constraint consignment_responsible_values check (responsible in ('customer', 'receiver', 'carrier', 'driver', 'company', 'force', 'open'))
);
comment on table consignment is '配送单';
comment on column consignment.id is '编号';
comment on column consignment.operator_id is '运营公司';
comment on column consignment.created_by is '创建人';
comment on column consignment.created_at is '创建时间';
comment on column consignment.updated_by is '修改人';
comment on column consignment.updated_at is '修改时间';
comment on column consignment.version is '版本';
comment on column consignment.deleted_at is '删除时间';
comment on column consignment.no is '配送单号';
comment on column consignment.status is '状态';
comment on column consignment."order" is '运输订单';
comment on column consignment.seq is '序号';
comment on column consignment.segment_no is '分段分单号';
comment on column consignment.customer is '客户';
comment on column consignment."from" is '发货方';
comment on column consignment."to" is '收货方';
comment on column consignment.goods is '货物明细';
comment on column consignment.goods_text is '货物';
comment on column consignment.pieces is '件数';
comment on column consignment.weight is '重量';
comment on column consignment.volume is '体积';
comment on column consignment.loaded_pieces is '实装件数';
comment on column consignment.signed_pieces is '签收件数';
comment on column consignment.refused_pieces is '拒收件数';
comment on column consignment.short_pieces is '短少件数';
comment on column consignment.pick_from is '提货从';
comment on column consignment.pick_to is '提货到';
comment on column consignment.drop_from is '送货从';
comment on column consignment.drop_to is '送货到';
comment on column consignment.cod is '代收货款';
comment on column consignment.temp_policy is '温控标准';
comment on column consignment.mission is '任务单';
comment on column consignment.leg_no is '段次';
comment on column consignment.stop_seq is '站序';
comment on column consignment.attempts is '配送次数';
comment on column consignment.return_of is '退回自';
comment on column consignment.receipt_state is '回单状态';
comment on column consignment.receipt_no is '回单号';
comment on column consignment.receipt_at is '回单时间';
comment on column consignment.picked_at is '提货时间';
comment on column consignment.arrived_at is '到达时间';
comment on column consignment.signed_at is '签收时间';
comment on column consignment.reason is '原因';
comment on column consignment.responsible is '责任方';
comment on column consignment.store is '门店';
comment on column consignment.pinyin is '名称拼音';
comment on column consignment.search_text is '检索文本';
create unique index consignment_no_key on consignment (operator_id, no) where deleted_at is null;
create index consignment_status_idx on consignment (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index consignment_order_idx on consignment (operator_id, "order", created_at desc, id desc) where deleted_at is null;
create index consignment_customer_idx on consignment (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index consignment_from_idx on consignment (operator_id, "from", created_at desc, id desc) where deleted_at is null;
create index consignment_to_idx on consignment (operator_id, "to", created_at desc, id desc) where deleted_at is null;
create index consignment_temp_policy_idx on consignment (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;
create index consignment_mission_idx on consignment (operator_id, mission, created_at desc, id desc) where deleted_at is null;
create index consignment_return_of_idx on consignment (operator_id, return_of, created_at desc, id desc) where deleted_at is null;
create index consignment_store_idx on consignment (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index consignment_receipt_state_idx on consignment (operator_id, receipt_state, created_at desc, id desc) where deleted_at is null;
create index consignment_drop_to_idx on consignment (operator_id, drop_to) where deleted_at is null;
create index consignment_pick_from_idx on consignment (operator_id, pick_from) where deleted_at is null;
create index consignment_order_leg_no_seq_idx on consignment (operator_id, "order", leg_no, seq, created_at desc, id desc) where deleted_at is null;
create index consignment_order on consignment (operator_id, created_at desc, id desc) where deleted_at is null;
create index consignment_search on consignment using gin (search_text gin_trgm_ops);
alter table consignment enable row level security;
alter table consignment force row level security;
create policy tenant on consignment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table delivery_note (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'waiting' not null,
  consignment bigint not null,
  receiver bigint not null,
  lines jsonb,
  signer text,
  signed_at timestamptz,
  amendments jsonb,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint delivery_note_status_values check (status in ('waiting', 'delivering', 'signed', 'part', 'refused', 'voided'))
);
comment on table delivery_note is '送货单';
comment on column delivery_note.id is '编号';
comment on column delivery_note.operator_id is '运营公司';
comment on column delivery_note.created_by is '创建人';
comment on column delivery_note.created_at is '创建时间';
comment on column delivery_note.updated_by is '修改人';
comment on column delivery_note.updated_at is '修改时间';
comment on column delivery_note.version is '版本';
comment on column delivery_note.deleted_at is '删除时间';
comment on column delivery_note.no is '送货单号';
comment on column delivery_note.status is '状态';
comment on column delivery_note.consignment is '配送单';
comment on column delivery_note.receiver is '收货方';
comment on column delivery_note.lines is '货物';
comment on column delivery_note.signer is '签收人';
comment on column delivery_note.signed_at is '签收时间';
comment on column delivery_note.amendments is '更正';
comment on column delivery_note.store is '门店';
comment on column delivery_note.pinyin is '名称拼音';
comment on column delivery_note.search_text is '检索文本';
create unique index delivery_note_no_key on delivery_note (operator_id, no) where deleted_at is null;
create index delivery_note_status_idx on delivery_note (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index delivery_note_consignment_idx on delivery_note (operator_id, consignment, created_at desc, id desc) where deleted_at is null;
create index delivery_note_receiver_idx on delivery_note (operator_id, receiver, created_at desc, id desc) where deleted_at is null;
create index delivery_note_store_idx on delivery_note (operator_id, store, created_at desc, id desc) where deleted_at is null;
create unique index delivery_note_consignment_key on delivery_note (operator_id, consignment) where deleted_at is null;
create index delivery_note_signed_at_idx on delivery_note (operator_id, signed_at) where deleted_at is null;
create index delivery_note_order on delivery_note (operator_id, created_at desc, id desc) where deleted_at is null;
create index delivery_note_search on delivery_note using gin (search_text gin_trgm_ops);
alter table delivery_note enable row level security;
alter table delivery_note force row level security;
create policy tenant on delivery_note
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table mission (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  kind text default 'task' not null,
  status text default 'open' not null,
  project bigint,
  goods_route bigint,
  consignments bigint[],
  vehicle bigint,
  trailer bigint,
  driver bigint,
  co_driver bigint,
  carrier bigint,
  relay_of bigint,
  plan_start timestamptz not null,
  plan_end timestamptz not null,
  depart_by timestamptz,
  actual_start timestamptz,
  actual_end timestamptz,
  plan_km numeric(18,3) default 0 not null,
  actual_km numeric(18,3),
  actual_km_from text,
  odometer_from numeric(18,1),
  odometer_to numeric(18,1),
  weight numeric(18,3) default 0 not null,
  volume numeric(18,4) default 0 not null,
  pieces bigint default 0 not null,
  max_load_kg numeric(18,3) default 0 not null,
  stop_count bigint default 0 not null,
  route_text text,
  seal_nos text,
  split_mode text default 'weight' not null,
  plan bigint,
  plan_key text,
  payable_rule bigint,
  agreed_price bigint,
  auto_accept boolean default false not null,
  no_loading boolean default false not null,
  offered_to text,
  accept_by timestamptz,
  eta timestamptz,
  refuse_reason text,
  suspend_reason text,
  remark text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(route_text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint mission_kind_values check (kind in ('task', 'line')),
  constraint mission_status_values check (status in ('draft', 'open', 'offered', 'refused', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned', 'done', 'settled', 'cancelled', 'voided')),
  constraint mission_plan_km_range check (plan_km >= 0),
  constraint mission_actual_km_range check (actual_km >= 0),
  constraint mission_actual_km_from_values check (actual_km_from in ('track', 'odometer')),
  constraint mission_odometer_from_range check (odometer_from >= 0),
  constraint mission_odometer_to_range check (odometer_to >= 0),
  constraint mission_weight_range check (weight >= 0),
  constraint mission_volume_range check (volume >= 0),
  constraint mission_pieces_range check (pieces >= 0),
  constraint mission_max_load_kg_range check (max_load_kg >= 0),
  constraint mission_stop_count_range check (stop_count >= 0),
  constraint mission_split_mode_values check (split_mode in ('weight', 'tkm', 'pieces', 'volume', 'equal'))
);
comment on table mission is '任务单';
comment on column mission.id is '编号';
comment on column mission.operator_id is '运营公司';
comment on column mission.created_by is '创建人';
comment on column mission.created_at is '创建时间';
comment on column mission.updated_by is '修改人';
comment on column mission.updated_at is '修改时间';
comment on column mission.version is '版本';
comment on column mission.deleted_at is '删除时间';
comment on column mission.no is '任务号';
comment on column mission.kind is '类型';
comment on column mission.status is '状态';
comment on column mission.project is '项目';
comment on column mission.goods_route is '货运线路';
comment on column mission.consignments is '配送单';
comment on column mission.vehicle is '车辆';
comment on column mission.trailer is '挂车';
comment on column mission.driver is '司机';
comment on column mission.co_driver is '副驾';
comment on column mission.carrier is '承运商';
comment on column mission.relay_of is '上一段任务';
comment on column mission.plan_start is '计划开始';
comment on column mission.plan_end is '计划结束';
comment on column mission.depart_by is '计划发车';
comment on column mission.actual_start is '实际发车';
comment on column mission.actual_end is '实际完成';
comment on column mission.plan_km is '计划里程';
comment on column mission.actual_km is '实际里程';
comment on column mission.actual_km_from is '实际里程来源';
comment on column mission.odometer_from is '发车里程表';
comment on column mission.odometer_to is '收车里程表';
comment on column mission.weight is '重量';
comment on column mission.volume is '体积';
comment on column mission.pieces is '件数';
comment on column mission.max_load_kg is '最大载重';
comment on column mission.stop_count is '站点数';
comment on column mission.route_text is '路线';
comment on column mission.seal_nos is '铅封号';
comment on column mission.split_mode is '费用分摊';
comment on column mission.plan is '调度计划';
comment on column mission.plan_key is '计划路线';
comment on column mission.payable_rule is '应付规则';
comment on column mission.agreed_price is '议定运价';
comment on column mission.auto_accept is '免接单';
comment on column mission.no_loading is '无装货步骤';
comment on column mission.offered_to is '派给';
comment on column mission.accept_by is '接单截止';
comment on column mission.eta is '预计到达';
comment on column mission.refuse_reason is '拒单原因';
comment on column mission.suspend_reason is '挂起原因';
comment on column mission.remark is '备注';
comment on column mission.store is '门店';
comment on column mission.pinyin is '名称拼音';
comment on column mission.search_text is '检索文本';
create unique index mission_no_key on mission (operator_id, no) where deleted_at is null;
create index mission_status_idx on mission (operator_id, status, plan_start desc, id desc) where deleted_at is null;
create index mission_project_idx on mission (operator_id, project, plan_start desc, id desc) where deleted_at is null;
create index mission_goods_route_idx on mission (operator_id, goods_route, plan_start desc, id desc) where deleted_at is null;
create index mission_consignments_gin on mission using gin (consignments);
create index mission_vehicle_idx on mission (operator_id, vehicle, plan_start desc, id desc) where deleted_at is null;
create index mission_trailer_idx on mission (operator_id, trailer, plan_start desc, id desc) where deleted_at is null;
create index mission_driver_idx on mission (operator_id, driver, plan_start desc, id desc) where deleted_at is null;
create index mission_co_driver_idx on mission (operator_id, co_driver, plan_start desc, id desc) where deleted_at is null;
create index mission_carrier_idx on mission (operator_id, carrier, plan_start desc, id desc) where deleted_at is null;
create index mission_relay_of_idx on mission (operator_id, relay_of, plan_start desc, id desc) where deleted_at is null;
create unique index mission_plan_key_key on mission (operator_id, plan_key) where deleted_at is null;
create index mission_payable_rule_idx on mission (operator_id, payable_rule, plan_start desc, id desc) where deleted_at is null;
create index mission_store_idx on mission (operator_id, store, plan_start desc, id desc) where deleted_at is null;
create index mission_kind_idx on mission (operator_id, kind, plan_start desc, id desc) where deleted_at is null;
create index mission_plan_end_idx on mission (operator_id, plan_end) where deleted_at is null;
create index mission_driver_status_idx on mission (operator_id, driver, status, plan_start desc, id desc) where deleted_at is null;
create index mission_vehicle_status_idx on mission (operator_id, vehicle, status, plan_start desc, id desc) where deleted_at is null;
create index mission_order on mission (operator_id, plan_start desc, id desc) where deleted_at is null;
create index mission_search on mission using gin (search_text gin_trgm_ops);
alter table mission enable row level security;
alter table mission force row level security;
create policy tenant on mission
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table mission_stop (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  mission bigint not null,
  seq bigint not null,
  party bigint,
  kind text default 'unload' not null,
  status text default 'pending' not null,
  consignments bigint[],
  plan_arrive timestamptz,
  plan_leave timestamptz,
  eta timestamptz,
  told_eta timestamptz,
  told_eta_at timestamptz,
  window_from timestamptz,
  window_to timestamptz,
  service_min bigint default 0 not null,
  arrive_at timestamptz,
  arrive_by text,
  start_at timestamptz,
  end_at timestamptz,
  leave_at timestamptz,
  leave_by text,
  wait_min bigint,
  distance_m bigint default 0 not null,
  locked boolean default false not null,
  store bigint,
  primary key (operator_id, id),
  constraint mission_stop_seq_range check (seq >= 0),
  constraint mission_stop_kind_values check (kind in ('load', 'unload', 'transfer', 'rest', 'charge', 'depot')),
  constraint mission_stop_status_values check (status in ('pending', 'enRoute', 'arrived', 'working', 'done', 'failed', 'skipped')),
  constraint mission_stop_service_min_range check (service_min >= 0),
  constraint mission_stop_distance_m_range check (distance_m >= 0)
);
comment on table mission_stop is '任务站点';
comment on column mission_stop.id is '编号';
comment on column mission_stop.operator_id is '运营公司';
comment on column mission_stop.created_by is '创建人';
comment on column mission_stop.created_at is '创建时间';
comment on column mission_stop.updated_by is '修改人';
comment on column mission_stop.updated_at is '修改时间';
comment on column mission_stop.version is '版本';
comment on column mission_stop.deleted_at is '删除时间';
comment on column mission_stop.mission is '任务单';
comment on column mission_stop.seq is '站序';
comment on column mission_stop.party is '收发货方';
comment on column mission_stop.kind is '类型';
comment on column mission_stop.status is '状态';
comment on column mission_stop.consignments is '配送单';
comment on column mission_stop.plan_arrive is '计划到达';
comment on column mission_stop.plan_leave is '计划离开';
comment on column mission_stop.eta is '预计到达';
comment on column mission_stop.told_eta is '已告知的预计到达';
comment on column mission_stop.told_eta_at is '告知时间';
comment on column mission_stop.window_from is '时段从';
comment on column mission_stop.window_to is '时段到';
comment on column mission_stop.service_min is '作业';
comment on column mission_stop.arrive_at is '到达时间';
comment on column mission_stop.arrive_by is '到达来源';
comment on column mission_stop.start_at is '开始作业';
comment on column mission_stop.end_at is '结束作业';
comment on column mission_stop.leave_at is '离开时间';
comment on column mission_stop.leave_by is '离开来源';
comment on column mission_stop.wait_min is '等待';
comment on column mission_stop.distance_m is '段里程';
comment on column mission_stop.locked is '锁定';
comment on column mission_stop.store is '门店';
create index mission_stop_party_idx on mission_stop (operator_id, party, mission, seq, id) where deleted_at is null;
create index mission_stop_consignments_gin on mission_stop using gin (consignments);
create index mission_stop_store_idx on mission_stop (operator_id, store, mission, seq, id) where deleted_at is null;
create unique index mission_stop_mission_seq_key on mission_stop (operator_id, mission, seq) where deleted_at is null;
create index mission_stop_kind_idx on mission_stop (operator_id, kind, mission, seq, id) where deleted_at is null;
create index mission_stop_status_idx on mission_stop (operator_id, status, mission, seq, id) where deleted_at is null;
create index mission_stop_plan_arrive_idx on mission_stop (operator_id, plan_arrive) where deleted_at is null;
create index mission_stop_arrive_at_idx on mission_stop (operator_id, arrive_at) where deleted_at is null;
create index mission_stop_order on mission_stop (operator_id, mission, seq, id) where deleted_at is null;
alter table mission_stop enable row level security;
alter table mission_stop force row level security;
create policy tenant on mission_stop
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table stop_event (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client_id text not null,
  body_hash text,
  mission bigint not null,
  "order" bigint,
  stop bigint,
  kind text not null,
  at timestamptz not null,
  recv_at timestamptz not null,
  said_at timestamptz,
  doubt text,
  said jsonb,
  source text not null,
  point jsonb,
  accuracy_m bigint,
  by bigint,
  note text,
  amends text,
  outcome text,
  exception bigint,
  files jsonb,
  store bigint,
  primary key (operator_id, id),
  constraint stop_event_kind_values check (kind in ('arrive', 'startWork', 'endWork', 'leave', 'accept', 'refuse', 'check', 'load', 'depart', 'sign', 'exception', 'skip', 'note', 'odometer', 'photo')),
  constraint stop_event_source_values check (source in ('fence', 'terminal', 'driver', 'dispatcher', 'api')),
  constraint stop_event_accuracy_m_range check (accuracy_m >= 0)
);
comment on table stop_event is '到离记录';
comment on column stop_event.id is '编号';
comment on column stop_event.operator_id is '运营公司';
comment on column stop_event.created_by is '创建人';
comment on column stop_event.created_at is '创建时间';
comment on column stop_event.updated_by is '修改人';
comment on column stop_event.updated_at is '修改时间';
comment on column stop_event.version is '版本';
comment on column stop_event.deleted_at is '删除时间';
comment on column stop_event.client_id is '客户端编号';
comment on column stop_event.body_hash is '内容摘要';
comment on column stop_event.mission is '任务单';
comment on column stop_event."order" is '运输订单';
comment on column stop_event.stop is '站点';
comment on column stop_event.kind is '事件';
comment on column stop_event.at is '发生时间';
comment on column stop_event.recv_at is '接收时间';
comment on column stop_event.said_at is '手机时间';
comment on column stop_event.doubt is '时间存疑';
comment on column stop_event.said is '手机上报内容';
comment on column stop_event.source is '来源';
comment on column stop_event.point is '位置';
comment on column stop_event.accuracy_m is '精度';
comment on column stop_event.by is '操作人';
comment on column stop_event.note is '说明';
comment on column stop_event.amends is '更正的记录';
comment on column stop_event.outcome is '处理结果';
comment on column stop_event.exception is '异常';
comment on column stop_event.files is '照片';
comment on column stop_event.store is '门店';
create unique index stop_event_client_id_key on stop_event (operator_id, client_id) where deleted_at is null;
create index stop_event_mission_idx on stop_event (operator_id, mission, at desc, id desc) where deleted_at is null;
create index stop_event_order_idx on stop_event (operator_id, "order", at desc, id desc) where deleted_at is null;
create index stop_event_stop_idx on stop_event (operator_id, stop, at desc, id desc) where deleted_at is null;
create index stop_event_by_idx on stop_event (operator_id, by, at desc, id desc) where deleted_at is null;
create index stop_event_exception_idx on stop_event (operator_id, exception, at desc, id desc) where deleted_at is null;
create index stop_event_store_idx on stop_event (operator_id, store, at desc, id desc) where deleted_at is null;
create index stop_event_kind_idx on stop_event (operator_id, kind, at desc, id desc) where deleted_at is null;
create index stop_event_source_idx on stop_event (operator_id, source, at desc, id desc) where deleted_at is null;
create index stop_event_order on stop_event (operator_id, at desc, id desc) where deleted_at is null;
alter table stop_event enable row level security;
alter table stop_event force row level security;
create policy tenant on stop_event
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

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

create table mission_hold (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  mission bigint not null,
  kind text not null,
  subject bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  live boolean default true not null,
  primary key (operator_id, id),
  constraint mission_hold_kind_values check (kind in ('vehicle', 'driver'))
);
comment on table mission_hold is '运力占用';
comment on column mission_hold.id is '编号';
comment on column mission_hold.operator_id is '运营公司';
comment on column mission_hold.created_by is '创建人';
comment on column mission_hold.created_at is '创建时间';
comment on column mission_hold.updated_by is '修改人';
comment on column mission_hold.updated_at is '修改时间';
comment on column mission_hold.version is '版本';
comment on column mission_hold.deleted_at is '删除时间';
comment on column mission_hold.mission is '任务单';
comment on column mission_hold.kind is '运力';
comment on column mission_hold.subject is '运力编号';
comment on column mission_hold.from_at is '占用从';
comment on column mission_hold.to_at is '占用到';
comment on column mission_hold.live is '占用中';
create index mission_hold_mission_idx on mission_hold (operator_id, mission, from_at desc, id desc) where deleted_at is null;
create index mission_hold_kind_idx on mission_hold (operator_id, kind, from_at desc, id desc) where deleted_at is null;
create index mission_hold_kind_subject_live_idx on mission_hold (operator_id, kind, subject, live, from_at desc, id desc) where deleted_at is null;
create index mission_hold_order on mission_hold (operator_id, from_at desc, id desc) where deleted_at is null;
alter table mission_hold enable row level security;
alter table mission_hold force row level security;
create policy tenant on mission_hold
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table exception_case (
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
  status text default 'open' not null,
  about text default 'order' not null,
  "order" bigint,
  consignment bigint,
  mission bigint,
  level text default 'low' not null,
  at timestamptz not null,
  place jsonb,
  responsible text default 'open' not null,
  detail text not null,
  files jsonb,
  due timestamptz,
  handler bigint,
  conclusion text,
  no_fee boolean default false not null,
  reopened bigint default 0,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint exception_case_kind_values check (kind in ('late', 'refusal', 'part', 'damage', 'short', 'surplus', 'address', 'breakdown', 'accident', 'temperature', 'unreachable', 'waiting', 'papers', 'basis')),
  constraint exception_case_status_values check (status in ('open', 'handling', 'closed', 'rejected')),
  constraint exception_case_about_values check (about in ('order', 'consignment', 'mission')),
  constraint exception_case_level_values check (level in ('low', 'middle', 'high')),
  constraint exception_case_responsible_values check (responsible in ('customer', 'receiver', 'carrier', 'driver', 'company', 'force', 'open'))
);
comment on table exception_case is '异常';
comment on column exception_case.id is '编号';
comment on column exception_case.operator_id is '运营公司';
comment on column exception_case.created_by is '创建人';
comment on column exception_case.created_at is '创建时间';
comment on column exception_case.updated_by is '修改人';
comment on column exception_case.updated_at is '修改时间';
comment on column exception_case.version is '版本';
comment on column exception_case.deleted_at is '删除时间';
comment on column exception_case.no is '异常号';
comment on column exception_case.kind is '异常类型';
comment on column exception_case.status is '状态';
comment on column exception_case.about is '发生于';
comment on column exception_case."order" is '运输订单';
comment on column exception_case.consignment is '配送单';
comment on column exception_case.mission is '任务单';
comment on column exception_case.level is '级别';
comment on column exception_case.at is '发生时间';
comment on column exception_case.place is '地点';
comment on column exception_case.responsible is '责任方';
comment on column exception_case.detail is '情况说明';
comment on column exception_case.files is '附件';
comment on column exception_case.due is '处理期限';
comment on column exception_case.handler is '处理人';
comment on column exception_case.conclusion is '处理结果';
comment on column exception_case.no_fee is '无费用';
comment on column exception_case.reopened is '重开次数';
comment on column exception_case.store is '门店';
comment on column exception_case.pinyin is '名称拼音';
comment on column exception_case.search_text is '检索文本';
create unique index exception_case_no_key on exception_case (operator_id, no) where deleted_at is null;
create index exception_case_status_idx on exception_case (operator_id, status, at desc, id desc) where deleted_at is null;
create index exception_case_order_idx on exception_case (operator_id, "order", at desc, id desc) where deleted_at is null;
create index exception_case_consignment_idx on exception_case (operator_id, consignment, at desc, id desc) where deleted_at is null;
create index exception_case_mission_idx on exception_case (operator_id, mission, at desc, id desc) where deleted_at is null;
create index exception_case_handler_idx on exception_case (operator_id, handler, at desc, id desc) where deleted_at is null;
create index exception_case_store_idx on exception_case (operator_id, store, at desc, id desc) where deleted_at is null;
create index exception_case_kind_idx on exception_case (operator_id, kind, at desc, id desc) where deleted_at is null;
create index exception_case_level_idx on exception_case (operator_id, level, at desc, id desc) where deleted_at is null;
create index exception_case_responsible_idx on exception_case (operator_id, responsible, at desc, id desc) where deleted_at is null;
create index exception_case_due_idx on exception_case (operator_id, due) where deleted_at is null;
create index exception_case_order on exception_case (operator_id, at desc, id desc) where deleted_at is null;
create index exception_case_search on exception_case using gin (search_text gin_trgm_ops);
alter table exception_case enable row level security;
alter table exception_case force row level security;
create policy tenant on exception_case
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_claim (
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
  exception bigint not null,
  customer bigint,
  "order" bigint,
  lines jsonb not null,
  amount bigint,
  recover_from text default 'none' not null,
  carrier bigint,
  driver bigint,
  recovered bigint default 0,
  pay_mode text default 'credit' not null,
  decided_by bigint,
  decided_on date,
  reject_reason text,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cargo_claim_status_values check (status in ('draft', 'approving', 'agreed', 'settled', 'rejected')),
  constraint cargo_claim_amount_range check (amount >= 0),
  constraint cargo_claim_recover_from_values check (recover_from in ('none', 'carrier', 'driver', 'insurer')),
  constraint cargo_claim_recovered_range check (recovered >= 0),
  constraint cargo_claim_pay_mode_values check (pay_mode in ('credit', 'payout'))
);
comment on table cargo_claim is '理赔';
comment on column cargo_claim.id is '编号';
comment on column cargo_claim.operator_id is '运营公司';
comment on column cargo_claim.created_by is '创建人';
comment on column cargo_claim.created_at is '创建时间';
comment on column cargo_claim.updated_by is '修改人';
comment on column cargo_claim.updated_at is '修改时间';
comment on column cargo_claim.version is '版本';
comment on column cargo_claim.deleted_at is '删除时间';
comment on column cargo_claim.no is '理赔号';
comment on column cargo_claim.status is '状态';
comment on column cargo_claim.exception is '异常';
comment on column cargo_claim.customer is '客户';
comment on column cargo_claim."order" is '运输订单';
comment on column cargo_claim.lines is '损失明细';
comment on column cargo_claim.amount is '赔付金额';
comment on column cargo_claim.recover_from is '追偿对象';
comment on column cargo_claim.carrier is '承运商';
comment on column cargo_claim.driver is '司机';
comment on column cargo_claim.recovered is '已追偿';
comment on column cargo_claim.pay_mode is '赔付方式';
comment on column cargo_claim.decided_by is '核定人';
comment on column cargo_claim.decided_on is '核定日期';
comment on column cargo_claim.reject_reason is '驳回原因';
comment on column cargo_claim.store is '门店';
comment on column cargo_claim.remark is '备注';
comment on column cargo_claim.pinyin is '名称拼音';
comment on column cargo_claim.search_text is '检索文本';
create unique index cargo_claim_no_key on cargo_claim (operator_id, no) where deleted_at is null;
create index cargo_claim_status_idx on cargo_claim (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_exception_idx on cargo_claim (operator_id, exception, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_customer_idx on cargo_claim (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_order_idx on cargo_claim (operator_id, "order", created_at desc, id desc) where deleted_at is null;
create index cargo_claim_carrier_idx on cargo_claim (operator_id, carrier, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_driver_idx on cargo_claim (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_decided_by_idx on cargo_claim (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_store_idx on cargo_claim (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_recover_from_idx on cargo_claim (operator_id, recover_from, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_decided_on_idx on cargo_claim (operator_id, decided_on) where deleted_at is null;
create index cargo_claim_order on cargo_claim (operator_id, created_at desc, id desc) where deleted_at is null;
create index cargo_claim_search on cargo_claim using gin (search_text gin_trgm_ops);
alter table cargo_claim enable row level security;
alter table cargo_claim force row level security;
create policy tenant on cargo_claim
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_push (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  mission bigint not null,
  status text default 'draft' not null,
  strategy text default 'broadcast' not null,
  audience text default 'drivers' not null,
  drivers bigint[],
  carriers bigint[],
  radius bigint default 50000 not null,
  vehicle_class text,
  min_score bigint,
  batch_size bigint default 4 not null,
  timeout_sec bigint default 60 not null,
  reward bigint default 0 not null,
  bid_until timestamptz,
  ceiling bigint,
  batch bigint default 0,
  next_at timestamptz,
  started_at timestamptz,
  winner bigint,
  winning_carrier bigint,
  price bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_push_status_values check (status in ('draft', 'pushing', 'taken', 'failed', 'withdrawn')),
  constraint order_push_strategy_values check (strategy in ('broadcast', 'directed', 'sequential', 'bid')),
  constraint order_push_audience_values check (audience in ('drivers', 'carriers')),
  constraint order_push_radius_range check (radius >= 100 and radius <= 2000000),
  constraint order_push_min_score_range check (min_score >= 0 and min_score <= 100),
  constraint order_push_batch_size_range check (batch_size >= 1 and batch_size <= 200),
  constraint order_push_timeout_sec_range check (timeout_sec >= 10 and timeout_sec <= 3600),
  constraint order_push_reward_range check (reward >= 0),
  constraint order_push_ceiling_range check (ceiling >= 1)
);
comment on table order_push is '推单';
comment on column order_push.id is '编号';
comment on column order_push.operator_id is '运营公司';
comment on column order_push.created_by is '创建人';
comment on column order_push.created_at is '创建时间';
comment on column order_push.updated_by is '修改人';
comment on column order_push.updated_at is '修改时间';
comment on column order_push.version is '版本';
comment on column order_push.deleted_at is '删除时间';
comment on column order_push.no is '推单号';
comment on column order_push.mission is '任务单';
comment on column order_push.status is '状态';
comment on column order_push.strategy is '方式';
comment on column order_push.audience is '对象';
comment on column order_push.drivers is '指定司机';
comment on column order_push.carriers is '指定承运商';
comment on column order_push.radius is '范围';
comment on column order_push.vehicle_class is '车型要求';
comment on column order_push.min_score is '最低评分';
comment on column order_push.batch_size is '每批';
comment on column order_push.timeout_sec is '每批时限';
comment on column order_push.reward is '奖励';
comment on column order_push.bid_until is '报价截止';
comment on column order_push.ceiling is '最高限价';
comment on column order_push.batch is '当前批次';
comment on column order_push.next_at is '下一批时间';
comment on column order_push.started_at is '开始时间';
comment on column order_push.winner is '接单司机';
comment on column order_push.winning_carrier is '接单承运商';
comment on column order_push.price is '成交价';
comment on column order_push.store is '门店';
comment on column order_push.pinyin is '名称拼音';
comment on column order_push.search_text is '检索文本';
create unique index order_push_no_key on order_push (operator_id, no) where deleted_at is null;
create index order_push_mission_idx on order_push (operator_id, mission, created_at desc, id desc) where deleted_at is null;
create index order_push_status_idx on order_push (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index order_push_drivers_gin on order_push using gin (drivers);
create index order_push_carriers_gin on order_push using gin (carriers);
create index order_push_winner_idx on order_push (operator_id, winner, created_at desc, id desc) where deleted_at is null;
create index order_push_winning_carrier_idx on order_push (operator_id, winning_carrier, created_at desc, id desc) where deleted_at is null;
create index order_push_store_idx on order_push (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index order_push_strategy_idx on order_push (operator_id, strategy, created_at desc, id desc) where deleted_at is null;
create index order_push_audience_idx on order_push (operator_id, audience, created_at desc, id desc) where deleted_at is null;
create index order_push_order on order_push (operator_id, created_at desc, id desc) where deleted_at is null;
create index order_push_search on order_push using gin (search_text gin_trgm_ops);
alter table order_push enable row level security;
alter table order_push force row level security;
create policy tenant on order_push
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table push_recipient (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  push bigint not null,
  batch bigint not null,
  driver bigint,
  carrier bigint,
  result text default 'sent' not null,
  distance_m bigint,
  sent_at timestamptz not null,
  answered_at timestamptz,
  bid bigint,
  reason text,
  primary key (operator_id, id),
  constraint push_recipient_batch_range check (batch >= 0),
  constraint push_recipient_result_values check (result in ('sent', 'read', 'refused', 'won', 'lost', 'expired')),
  constraint push_recipient_distance_m_range check (distance_m >= 0),
  constraint push_recipient_bid_range check (bid >= 1)
);
comment on table push_recipient is '推送对象';
comment on column push_recipient.id is '编号';
comment on column push_recipient.operator_id is '运营公司';
comment on column push_recipient.created_by is '创建人';
comment on column push_recipient.created_at is '创建时间';
comment on column push_recipient.updated_by is '修改人';
comment on column push_recipient.updated_at is '修改时间';
comment on column push_recipient.version is '版本';
comment on column push_recipient.deleted_at is '删除时间';
comment on column push_recipient.push is '推单';
comment on column push_recipient.batch is '批次';
comment on column push_recipient.driver is '司机';
comment on column push_recipient.carrier is '承运商';
comment on column push_recipient.result is '结果';
comment on column push_recipient.distance_m is '距离';
comment on column push_recipient.sent_at is '推送时间';
comment on column push_recipient.answered_at is '应答时间';
comment on column push_recipient.bid is '报价';
comment on column push_recipient.reason is '说明';
create index push_recipient_push_idx on push_recipient (operator_id, push, sent_at desc, id desc) where deleted_at is null;
create index push_recipient_driver_idx on push_recipient (operator_id, driver, sent_at desc, id desc) where deleted_at is null;
create index push_recipient_carrier_idx on push_recipient (operator_id, carrier, sent_at desc, id desc) where deleted_at is null;
create index push_recipient_result_idx on push_recipient (operator_id, result, sent_at desc, id desc) where deleted_at is null;
create index push_recipient_order on push_recipient (operator_id, sent_at desc, id desc) where deleted_at is null;
alter table push_recipient enable row level security;
alter table push_recipient force row level security;
create policy tenant on push_recipient
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pod (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client_id text not null,
  consignment bigint not null,
  mission bigint,
  review text default 'none' not null,
  sign_type text not null,
  signer text,
  mobile text,
  relation text,
  lines jsonb,
  signature jsonb,
  photos jsonb,
  cod_taken bigint default 0 not null,
  at timestamptz not null,
  recv_at timestamptz not null,
  point jsonb,
  accuracy_m bigint,
  distance_m bigint,
  temp_at_sign numeric(18,1),
  offline boolean default false not null,
  device_id text,
  odd text,
  hashes text,
  chain_hash text,
  amends bigint,
  store bigint,
  primary key (operator_id, id),
  constraint pod_review_values check (review in ('none', 'pending', 'accepted', 'rejected')),
  constraint pod_sign_type_values check (sign_type in ('self', 'other', 'seal', 'code', 'contactless')),
  constraint pod_cod_taken_range check (cod_taken >= 0),
  constraint pod_accuracy_m_range check (accuracy_m >= 0),
  constraint pod_distance_m_range check (distance_m >= 0)
);
comment on table pod is '签收凭证';
comment on column pod.id is '编号';
comment on column pod.operator_id is '运营公司';
comment on column pod.created_by is '创建人';
comment on column pod.created_at is '创建时间';
comment on column pod.updated_by is '修改人';
comment on column pod.updated_at is '修改时间';
comment on column pod.version is '版本';
comment on column pod.deleted_at is '删除时间';
comment on column pod.client_id is '客户端编号';
comment on column pod.consignment is '配送单';
comment on column pod.mission is '任务单';
comment on column pod.review is '复核';
comment on column pod.sign_type is '签收方式';
comment on column pod.signer is '签收人';
comment on column pod.mobile is '手机号';
comment on column pod.relation is '关系';
comment on column pod.lines is '明细';
comment on column pod.signature is '签名';
comment on column pod.photos is '照片';
comment on column pod.cod_taken is '代收金额';
comment on column pod.at is '签收时间';
comment on column pod.recv_at is '接收时间';
comment on column pod.point is '位置';
comment on column pod.accuracy_m is '精度';
comment on column pod.distance_m is '距收货方';
comment on column pod.temp_at_sign is '签收温度';
comment on column pod.offline is '离线签收';
comment on column pod.device_id is '设备';
comment on column pod.odd is '异常原因';
comment on column pod.hashes is '应有照片';
comment on column pod.chain_hash is '存证摘要';
comment on column pod.amends is '更正';
comment on column pod.store is '门店';
create unique index pod_client_id_key on pod (operator_id, client_id) where deleted_at is null;
create index pod_consignment_idx on pod (operator_id, consignment, at desc, id desc) where deleted_at is null;
create index pod_mission_idx on pod (operator_id, mission, at desc, id desc) where deleted_at is null;
create index pod_review_idx on pod (operator_id, review, at desc, id desc) where deleted_at is null;
create index pod_amends_idx on pod (operator_id, amends, at desc, id desc) where deleted_at is null;
create index pod_store_idx on pod (operator_id, store, at desc, id desc) where deleted_at is null;
create index pod_sign_type_idx on pod (operator_id, sign_type, at desc, id desc) where deleted_at is null;
create index pod_order on pod (operator_id, at desc, id desc) where deleted_at is null;
alter table pod enable row level security;
alter table pod force row level security;
create policy tenant on pod
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rate_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  type text default '1' not null,
  direction text default 'receivable' not null,
  customer bigint,
  carrier bigint,
  driver bigint,
  project bigint,
  order_model bigint,
  goods_route bigint,
  vehicle_class text,
  goods_category text,
  from_area text,
  to_area text,
  priority bigint default 0 not null,
  current bigint,
  effective_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint rate_rule_status_values check (status in ('draft', 'active', 'disabled')),
  constraint rate_rule_type_values check (type in ('1', '2', '3')),
  constraint rate_rule_direction_values check (direction in ('receivable', 'payable')),
  constraint rate_rule_priority_range check (priority >= 0 and priority <= 9)
);
comment on table rate_rule is '计费规则';
comment on column rate_rule.id is '编号';
comment on column rate_rule.operator_id is '运营公司';
comment on column rate_rule.created_by is '创建人';
comment on column rate_rule.created_at is '创建时间';
comment on column rate_rule.updated_by is '修改人';
comment on column rate_rule.updated_at is '修改时间';
comment on column rate_rule.version is '版本';
comment on column rate_rule.deleted_at is '删除时间';
comment on column rate_rule.no is '规则号';
comment on column rate_rule.name is '名称';
comment on column rate_rule.status is '状态';
comment on column rate_rule.type is '类型';
comment on column rate_rule.direction is '方向';
comment on column rate_rule.customer is '客户';
comment on column rate_rule.carrier is '承运商';
comment on column rate_rule.driver is '司机';
comment on column rate_rule.project is '项目';
comment on column rate_rule.order_model is '订单模式';
comment on column rate_rule.goods_route is '货运线路';
comment on column rate_rule.vehicle_class is '车型';
comment on column rate_rule.goods_category is '货物类别';
comment on column rate_rule.from_area is '起运地代码';
comment on column rate_rule.to_area is '到达地代码';
comment on column rate_rule.priority is '优先级';
comment on column rate_rule.current is '当前版本';
comment on column rate_rule.effective_on is '当前版本生效';
comment on column rate_rule.remark is '备注';
comment on column rate_rule.pinyin is '名称拼音';
comment on column rate_rule.search_text is '检索文本';
create unique index rate_rule_no_key on rate_rule (operator_id, no) where deleted_at is null;
create unique index rate_rule_name_key on rate_rule (operator_id, name) where deleted_at is null;
create index rate_rule_status_idx on rate_rule (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index rate_rule_customer_idx on rate_rule (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index rate_rule_carrier_idx on rate_rule (operator_id, carrier, created_at desc, id desc) where deleted_at is null;
create index rate_rule_driver_idx on rate_rule (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index rate_rule_project_idx on rate_rule (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index rate_rule_order_model_idx on rate_rule (operator_id, order_model, created_at desc, id desc) where deleted_at is null;
create index rate_rule_goods_route_idx on rate_rule (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;
create index rate_rule_current_idx on rate_rule (operator_id, current, created_at desc, id desc) where deleted_at is null;
create index rate_rule_type_idx on rate_rule (operator_id, type, created_at desc, id desc) where deleted_at is null;
create index rate_rule_direction_idx on rate_rule (operator_id, direction, created_at desc, id desc) where deleted_at is null;
create index rate_rule_vehicle_class_idx on rate_rule (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;
create index rate_rule_order on rate_rule (operator_id, created_at desc, id desc) where deleted_at is null;
create index rate_rule_search on rate_rule using gin (search_text gin_trgm_ops);
alter table rate_rule enable row level security;
alter table rate_rule force row level security;
create policy tenant on rate_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rate_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  rule bigint not null,
  number bigint not null,
  status text default 'draft' not null,
  effective_on date not null,
  ends_on date,
  components jsonb not null,
  summary text,
  warnings text,
  samples jsonb,
  note text,
  published_by bigint,
  published_at timestamptz,
  primary key (operator_id, id),
  constraint rate_version_number_range check (number >= 1),
  constraint rate_version_status_values check (status in ('draft', 'approving', 'published', 'ended'))
);
comment on table rate_version is '规则版本';
comment on column rate_version.id is '编号';
comment on column rate_version.operator_id is '运营公司';
comment on column rate_version.created_by is '创建人';
comment on column rate_version.created_at is '创建时间';
comment on column rate_version.updated_by is '修改人';
comment on column rate_version.updated_at is '修改时间';
comment on column rate_version.version is '版本';
comment on column rate_version.deleted_at is '删除时间';
comment on column rate_version.rule is '计费规则';
comment on column rate_version.number is '版本号';
comment on column rate_version.status is '状态';
comment on column rate_version.effective_on is '生效日期';
comment on column rate_version.ends_on is '失效日期';
comment on column rate_version.components is '计费内容';
comment on column rate_version.summary is '内容';
comment on column rate_version.warnings is '倒挂提醒';
comment on column rate_version.samples is '样例';
comment on column rate_version.note is '说明';
comment on column rate_version.published_by is '发布人';
comment on column rate_version.published_at is '发布时间';
create index rate_version_status_idx on rate_version (operator_id, status, rule, number desc, id) where deleted_at is null;
create index rate_version_published_by_idx on rate_version (operator_id, published_by, rule, number desc, id) where deleted_at is null;
create unique index rate_version_rule_number_key on rate_version (operator_id, rule, number) where deleted_at is null;
create index rate_version_effective_on_idx on rate_version (operator_id, effective_on) where deleted_at is null;
create index rate_version_order on rate_version (operator_id, rule, number desc, id) where deleted_at is null;
alter table rate_version enable row level security;
alter table rate_version force row level security;
create policy tenant on rate_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table quote (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  "order" bigint,
  mission bigint,
  direction text not null,
  rule bigint,
  rate_version bigint,
  pricing_day date not null,
  engine bigint not null,
  inputs jsonb not null,
  rejected jsonb,
  lines jsonb,
  total bigint default 0 not null,
  tax bigint default 0 not null,
  current boolean default true not null,
  valid_until timestamptz,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint quote_direction_values check (direction in ('receivable', 'payable'))
);
comment on table quote is '报价';
comment on column quote.id is '编号';
comment on column quote.operator_id is '运营公司';
comment on column quote.created_by is '创建人';
comment on column quote.created_at is '创建时间';
comment on column quote.updated_by is '修改人';
comment on column quote.updated_at is '修改时间';
comment on column quote.version is '版本';
comment on column quote.deleted_at is '删除时间';
comment on column quote.no is '报价号';
comment on column quote."order" is '运输订单';
comment on column quote.mission is '任务单';
comment on column quote.direction is '方向';
comment on column quote.rule is '计费规则';
comment on column quote.rate_version is '规则版本';
comment on column quote.pricing_day is '计价日';
comment on column quote.engine is '引擎版本';
comment on column quote.inputs is '计价输入';
comment on column quote.rejected is '未采用规则';
comment on column quote.lines is '明细';
comment on column quote.total is '合计';
comment on column quote.tax is '其中税额';
comment on column quote.current is '当前报价';
comment on column quote.valid_until is '有效期至';
comment on column quote.store is '门店';
comment on column quote.pinyin is '名称拼音';
comment on column quote.search_text is '检索文本';
create unique index quote_no_key on quote (operator_id, no) where deleted_at is null;
create index quote_order_idx on quote (operator_id, "order", created_at desc, id desc) where deleted_at is null;
create index quote_mission_idx on quote (operator_id, mission, created_at desc, id desc) where deleted_at is null;
create index quote_rule_idx on quote (operator_id, rule, created_at desc, id desc) where deleted_at is null;
create index quote_rate_version_idx on quote (operator_id, rate_version, created_at desc, id desc) where deleted_at is null;
create index quote_store_idx on quote (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index quote_direction_idx on quote (operator_id, direction, created_at desc, id desc) where deleted_at is null;
create index quote_pricing_day_idx on quote (operator_id, pricing_day) where deleted_at is null;
create index quote_order on quote (operator_id, created_at desc, id desc) where deleted_at is null;
create index quote_search on quote using gin (search_text gin_trgm_ops);
alter table quote enable row level security;
alter table quote force row level security;
create policy tenant on quote
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table charge_sheet (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  direction text not null,
  kind text default 'freight' not null,
  status text default 'estimated' not null,
  customer bigint,
  carrier bigint,
  driver bigint,
  provider bigint,
  "order" bigint,
  mission bigint,
  corrects bigint,
  quote bigint,
  rule bigint,
  pricing_day date,
  lines jsonb,
  total bigint default 0 not null,
  tax_bp integer default 900 not null,
  tax bigint default 0 not null,
  month_quantity bigint,
  pending boolean default false not null,
  pending_text text,
  loss boolean default false not null,
  project bigint,
  claim bigint,
  adjusted_by bigint,
  confirmed_by bigint,
  confirmed_at timestamptz,
  dispute_reason text,
  bill bigint,
  payable bigint,
  idem_key text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint charge_sheet_direction_values check (direction in ('receivable', 'payable')),
  constraint charge_sheet_kind_values check (kind in ('freight', 'return', 'address', 'empty', 'claim', 'adjust')),
  constraint charge_sheet_status_values check (status in ('estimated', 'calculated', 'confirmed', 'disputed', 'billed', 'settled', 'voided')),
  constraint charge_sheet_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000),
  constraint charge_sheet_month_quantity_range check (month_quantity >= 0)
);
comment on table charge_sheet is '费用单';
comment on column charge_sheet.id is '编号';
comment on column charge_sheet.operator_id is '运营公司';
comment on column charge_sheet.created_by is '创建人';
comment on column charge_sheet.created_at is '创建时间';
comment on column charge_sheet.updated_by is '修改人';
comment on column charge_sheet.updated_at is '修改时间';
comment on column charge_sheet.version is '版本';
comment on column charge_sheet.deleted_at is '删除时间';
comment on column charge_sheet.no is '费用单号';
comment on column charge_sheet.direction is '方向';
comment on column charge_sheet.kind is '类别';
comment on column charge_sheet.status is '状态';
comment on column charge_sheet.customer is '客户';
comment on column charge_sheet.carrier is '承运商';
comment on column charge_sheet.driver is '司机';
comment on column charge_sheet.provider is '服务商';
comment on column charge_sheet."order" is '运输订单';
comment on column charge_sheet.mission is '任务单';
comment on column charge_sheet.corrects is '更正费用单';
comment on column charge_sheet.quote is '报价';
comment on column charge_sheet.rule is '计费规则';
comment on column charge_sheet.pricing_day is '计价日';
comment on column charge_sheet.lines is '明细';
comment on column charge_sheet.total is '合计';
comment on column charge_sheet.tax_bp is '税率';
comment on column charge_sheet.tax is '其中税额';
comment on column charge_sheet.month_quantity is '计入月累计';
comment on column charge_sheet.pending is '有待核项';
comment on column charge_sheet.pending_text is '待核说明';
comment on column charge_sheet.loss is '负毛利';
comment on column charge_sheet.project is '项目';
comment on column charge_sheet.claim is '理赔';
comment on column charge_sheet.adjusted_by is '调整人';
comment on column charge_sheet.confirmed_by is '确认人';
comment on column charge_sheet.confirmed_at is '确认时间';
comment on column charge_sheet.dispute_reason is '争议原因';
comment on column charge_sheet.bill is '账单';
comment on column charge_sheet.payable is '应付账单';
comment on column charge_sheet.idem_key is '入账依据';
comment on column charge_sheet.store is '门店';
comment on column charge_sheet.pinyin is '名称拼音';
comment on column charge_sheet.search_text is '检索文本';
create unique index charge_sheet_no_key on charge_sheet (operator_id, no) where deleted_at is null;
create index charge_sheet_status_idx on charge_sheet (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_customer_idx on charge_sheet (operator_id, customer, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_carrier_idx on charge_sheet (operator_id, carrier, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_driver_idx on charge_sheet (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_provider_idx on charge_sheet (operator_id, provider, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_order_idx on charge_sheet (operator_id, "order", created_at desc, id desc) where deleted_at is null;
create index charge_sheet_mission_idx on charge_sheet (operator_id, mission, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_corrects_idx on charge_sheet (operator_id, corrects, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_quote_idx on charge_sheet (operator_id, quote, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_rule_idx on charge_sheet (operator_id, rule, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_project_idx on charge_sheet (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_claim_idx on charge_sheet (operator_id, claim, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_adjusted_by_idx on charge_sheet (operator_id, adjusted_by, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_confirmed_by_idx on charge_sheet (operator_id, confirmed_by, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_bill_idx on charge_sheet (operator_id, bill, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_payable_idx on charge_sheet (operator_id, payable, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_store_idx on charge_sheet (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_direction_idx on charge_sheet (operator_id, direction, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_kind_idx on charge_sheet (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_pricing_day_idx on charge_sheet (operator_id, pricing_day) where deleted_at is null;
create index charge_sheet_direction_status_created_at_idx on charge_sheet (operator_id, direction, status, created_at, id desc) where deleted_at is null;
create index charge_sheet_order on charge_sheet (operator_id, created_at desc, id desc) where deleted_at is null;
create index charge_sheet_search on charge_sheet using gin (search_text gin_trgm_ops);
alter table charge_sheet enable row level security;
alter table charge_sheet force row level security;
create policy tenant on charge_sheet
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deduction (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'open' not null,
  party text default 'carrier' not null,
  carrier bigint,
  driver bigint,
  provider bigint,
  reason text default 'damage' not null,
  amount bigint not null,
  open_amount bigint,
  claim bigint,
  charge_sheet bigint,
  exception bigint,
  appeal boolean default false not null,
  appeal_reason text,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint deduction_status_values check (status in ('open', 'applied', 'waived')),
  constraint deduction_party_values check (party in ('carrier', 'driver', 'provider')),
  constraint deduction_reason_values check (reason in ('damage', 'breach', 'oilCard', 'advance', 'fine', 'insurance', 'serviceFee', 'adjust')),
  constraint deduction_amount_range check (amount >= 1),
  constraint deduction_open_amount_range check (open_amount >= 0)
);
comment on table deduction is '扣款';
comment on column deduction.id is '编号';
comment on column deduction.operator_id is '运营公司';
comment on column deduction.created_by is '创建人';
comment on column deduction.created_at is '创建时间';
comment on column deduction.updated_by is '修改人';
comment on column deduction.updated_at is '修改时间';
comment on column deduction.version is '版本';
comment on column deduction.deleted_at is '删除时间';
comment on column deduction.no is '扣款号';
comment on column deduction.status is '状态';
comment on column deduction.party is '扣款对象';
comment on column deduction.carrier is '承运商';
comment on column deduction.driver is '司机';
comment on column deduction.provider is '服务商';
comment on column deduction.reason is '事由';
comment on column deduction.amount is '金额';
comment on column deduction.open_amount is '未抵扣';
comment on column deduction.claim is '理赔';
comment on column deduction.charge_sheet is '费用单';
comment on column deduction.exception is '异常';
comment on column deduction.appeal is '申诉中';
comment on column deduction.appeal_reason is '申诉原因';
comment on column deduction.store is '门店';
comment on column deduction.remark is '备注';
comment on column deduction.pinyin is '名称拼音';
comment on column deduction.search_text is '检索文本';
create unique index deduction_no_key on deduction (operator_id, no) where deleted_at is null;
create index deduction_status_idx on deduction (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index deduction_carrier_idx on deduction (operator_id, carrier, created_at desc, id desc) where deleted_at is null;
create index deduction_driver_idx on deduction (operator_id, driver, created_at desc, id desc) where deleted_at is null;
create index deduction_provider_idx on deduction (operator_id, provider, created_at desc, id desc) where deleted_at is null;
create index deduction_claim_idx on deduction (operator_id, claim, created_at desc, id desc) where deleted_at is null;
create index deduction_charge_sheet_idx on deduction (operator_id, charge_sheet, created_at desc, id desc) where deleted_at is null;
create index deduction_exception_idx on deduction (operator_id, exception, created_at desc, id desc) where deleted_at is null;
create index deduction_store_idx on deduction (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index deduction_reason_idx on deduction (operator_id, reason, created_at desc, id desc) where deleted_at is null;
create index deduction_order on deduction (operator_id, created_at desc, id desc) where deleted_at is null;
create index deduction_search on deduction using gin (search_text gin_trgm_ops);
alter table deduction enable row level security;
alter table deduction force row level security;
create policy tenant on deduction
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deduction_use (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  deduction bigint not null,
  payable bigint not null,
  amount bigint not null,
  at timestamptz not null,
  primary key (operator_id, id),
  constraint deduction_use_amount_range check (amount >= 1)
);
comment on table deduction_use is '抵扣记录';
comment on column deduction_use.id is '编号';
comment on column deduction_use.operator_id is '运营公司';
comment on column deduction_use.created_by is '创建人';
comment on column deduction_use.created_at is '创建时间';
comment on column deduction_use.updated_by is '修改人';
comment on column deduction_use.updated_at is '修改时间';
comment on column deduction_use.version is '版本';
comment on column deduction_use.deleted_at is '删除时间';
comment on column deduction_use.deduction is '扣款';
comment on column deduction_use.payable is '应付账单';
comment on column deduction_use.amount is '抵扣金额';
comment on column deduction_use.at is '时间';
create index deduction_use_deduction_idx on deduction_use (operator_id, deduction, at desc, id desc) where deleted_at is null;
create index deduction_use_payable_idx on deduction_use (operator_id, payable, at desc, id desc) where deleted_at is null;
create index deduction_use_order on deduction_use (operator_id, at desc, id desc) where deleted_at is null;
alter table deduction_use enable row level security;
alter table deduction_use force row level security;
create policy tenant on deduction_use
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cod_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "order" bigint not null,
  consignment bigint,
  payable bigint,
  kind text not null,
  amount bigint not null,
  driver bigint,
  customer bigint not null,
  means text default 'cash' not null,
  at timestamptz not null,
  note text,
  store bigint,
  primary key (operator_id, id),
  constraint cod_entry_kind_values check (kind in ('due', 'collected', 'handedIn', 'remitted', 'fee', 'returned')),
  constraint cod_entry_amount_range check (amount >= 1),
  constraint cod_entry_means_values check (means in ('cash', 'qr', 'transfer'))
);
comment on table cod_entry is '代收货款流水';
comment on column cod_entry.id is '编号';
comment on column cod_entry.operator_id is '运营公司';
comment on column cod_entry.created_by is '创建人';
comment on column cod_entry.created_at is '创建时间';
comment on column cod_entry.updated_by is '修改人';
comment on column cod_entry.updated_at is '修改时间';
comment on column cod_entry.version is '版本';
comment on column cod_entry.deleted_at is '删除时间';
comment on column cod_entry."order" is '运输订单';
comment on column cod_entry.consignment is '配送单';
comment on column cod_entry.payable is '应付账单';
comment on column cod_entry.kind is '类型';
comment on column cod_entry.amount is '金额';
comment on column cod_entry.driver is '司机';
comment on column cod_entry.customer is '客户';
comment on column cod_entry.means is '方式';
comment on column cod_entry.at is '时间';
comment on column cod_entry.note is '备注';
comment on column cod_entry.store is '门店';
create index cod_entry_order_idx on cod_entry (operator_id, "order", at desc, id desc) where deleted_at is null;
create index cod_entry_consignment_idx on cod_entry (operator_id, consignment, at desc, id desc) where deleted_at is null;
create index cod_entry_payable_idx on cod_entry (operator_id, payable, at desc, id desc) where deleted_at is null;
create index cod_entry_driver_idx on cod_entry (operator_id, driver, at desc, id desc) where deleted_at is null;
create index cod_entry_customer_idx on cod_entry (operator_id, customer, at desc, id desc) where deleted_at is null;
create index cod_entry_store_idx on cod_entry (operator_id, store, at desc, id desc) where deleted_at is null;
create index cod_entry_kind_idx on cod_entry (operator_id, kind, at desc, id desc) where deleted_at is null;
create index cod_entry_means_idx on cod_entry (operator_id, means, at desc, id desc) where deleted_at is null;
create index cod_entry_order on cod_entry (operator_id, at desc, id desc) where deleted_at is null;
alter table cod_entry enable row level security;
alter table cod_entry force row level security;
create policy tenant on cod_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_client (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  project bigint not null,
  model bigint not null,
  scopes text default '报价,下单,查询,取消,改址,轨迹,签收,温度' not null,
  ip_allow text,
  sandbox boolean default false not null,
  webhook_url text,
  webhook_events text,
  webhook_secret text,
  webhook_secret_old text,
  webhook_old_until timestamptz,
  field_map jsonb,
  failures bigint default 0,
  failing_since timestamptz,
  disabled_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint api_client_status_values check (status in ('active', 'suspended', 'revoked'))
);
comment on table api_client is '接口客户';
comment on column api_client.id is '编号';
comment on column api_client.operator_id is '运营公司';
comment on column api_client.created_by is '创建人';
comment on column api_client.created_at is '创建时间';
comment on column api_client.updated_by is '修改人';
comment on column api_client.updated_at is '修改时间';
comment on column api_client.version is '版本';
comment on column api_client.deleted_at is '删除时间';
comment on column api_client.name is '名称';
comment on column api_client.status is '状态';
comment on column api_client.project is '项目';
comment on column api_client.model is '订单模式';
comment on column api_client.scopes is '权限';
comment on column api_client.ip_allow is '允许地址';
comment on column api_client.sandbox is '沙箱';
comment on column api_client.webhook_url is '回调地址';
comment on column api_client.webhook_events is '回调事件';
comment on column api_client.webhook_secret is '回调密文';
comment on column api_client.webhook_secret_old is '回调旧密文';
comment on column api_client.webhook_old_until is '回调旧密文至';
comment on column api_client.field_map is '字段对照';
comment on column api_client.failures is '连续失败';
comment on column api_client.failing_since is '连续失败自';
comment on column api_client.disabled_at is '回调停用时间';
comment on column api_client.store is '门店';
comment on column api_client.remark is '备注';
comment on column api_client.pinyin is '名称拼音';
comment on column api_client.search_text is '检索文本';
create unique index api_client_name_key on api_client (operator_id, name) where deleted_at is null;
create index api_client_status_idx on api_client (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index api_client_project_idx on api_client (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index api_client_model_idx on api_client (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index api_client_store_idx on api_client (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index api_client_order on api_client (operator_id, created_at desc, id desc) where deleted_at is null;
create index api_client_search on api_client using gin (search_text gin_trgm_ops);
alter table api_client enable row level security;
alter table api_client force row level security;
create policy tenant on api_client
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_key (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  key_id text not null,
  secret text,
  from_at timestamptz not null,
  until_at timestamptz,
  locked_until timestamptz,
  last_at timestamptz,
  day_on date,
  day_calls bigint default 0 not null,
  bad_since timestamptz,
  bad_count bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(key_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint api_key_day_calls_range check (day_calls >= 0),
  constraint api_key_bad_count_range check (bad_count >= 0)
);
comment on table api_key is '接口密钥';
comment on column api_key.id is '编号';
comment on column api_key.operator_id is '运营公司';
comment on column api_key.created_by is '创建人';
comment on column api_key.created_at is '创建时间';
comment on column api_key.updated_by is '修改人';
comment on column api_key.updated_at is '修改时间';
comment on column api_key.version is '版本';
comment on column api_key.deleted_at is '删除时间';
comment on column api_key.client is '接口客户';
comment on column api_key.key_id is '密钥编号';
comment on column api_key.secret is '密文';
comment on column api_key.from_at is '生效时间';
comment on column api_key.until_at is '失效时间';
comment on column api_key.locked_until is '锁定至';
comment on column api_key.last_at is '最近调用';
comment on column api_key.day_on is '计数日';
comment on column api_key.day_calls is '当日次数';
comment on column api_key.bad_since is '错误自';
comment on column api_key.bad_count is '错误次数';
comment on column api_key.pinyin is '名称拼音';
comment on column api_key.search_text is '检索文本';
create index api_key_client_idx on api_key (operator_id, client, from_at desc, id desc) where deleted_at is null;
create unique index api_key_key_id_key on api_key (operator_id, key_id) where deleted_at is null;
create index api_key_order on api_key (operator_id, from_at desc, id desc) where deleted_at is null;
create index api_key_search on api_key using gin (search_text gin_trgm_ops);
alter table api_key enable row level security;
alter table api_key force row level security;
create policy tenant on api_key
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_call (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  key_id text not null,
  path text not null,
  code bigint not null,
  ms bigint not null,
  ip text,
  at timestamptz not null,
  body_hash text,
  message text,
  pinyin text,
  search_text text generated always as (lower(coalesce(path, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint api_call_ms_range check (ms >= 0)
);
comment on table api_call is '接口调用';
comment on column api_call.id is '编号';
comment on column api_call.operator_id is '运营公司';
comment on column api_call.created_by is '创建人';
comment on column api_call.created_at is '创建时间';
comment on column api_call.updated_by is '修改人';
comment on column api_call.updated_at is '修改时间';
comment on column api_call.version is '版本';
comment on column api_call.deleted_at is '删除时间';
comment on column api_call.client is '接口客户';
comment on column api_call.key_id is '密钥编号';
comment on column api_call.path is '接口';
comment on column api_call.code is '结果码';
comment on column api_call.ms is '耗时';
comment on column api_call.ip is '来源地址';
comment on column api_call.at is '时间';
comment on column api_call.body_hash is '内容摘要';
comment on column api_call.message is '说明';
comment on column api_call.pinyin is '名称拼音';
comment on column api_call.search_text is '检索文本';
create index api_call_client_idx on api_call (operator_id, client, at desc, id desc) where deleted_at is null;
create index api_call_order on api_call (operator_id, at desc, id desc) where deleted_at is null;
create index api_call_search on api_call using gin (search_text gin_trgm_ops);
alter table api_call enable row level security;
alter table api_call force row level security;
create policy tenant on api_call
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table webhook_delivery (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  event_id text not null,
  event text not null,
  "order" bigint,
  seq bigint not null,
  body jsonb not null,
  result text default 'waiting' not null,
  attempts bigint default 0 not null,
  next_at timestamptz,
  last_code bigint,
  reason text,
  sandbox_order bigint,
  at timestamptz not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(event, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint webhook_delivery_seq_range check (seq >= 1),
  constraint webhook_delivery_result_values check (result in ('waiting', 'delivered', 'failed', 'ended')),
  constraint webhook_delivery_attempts_range check (attempts >= 0)
);
comment on table webhook_delivery is '回调记录';
comment on column webhook_delivery.id is '编号';
comment on column webhook_delivery.operator_id is '运营公司';
comment on column webhook_delivery.created_by is '创建人';
comment on column webhook_delivery.created_at is '创建时间';
comment on column webhook_delivery.updated_by is '修改人';
comment on column webhook_delivery.updated_at is '修改时间';
comment on column webhook_delivery.version is '版本';
comment on column webhook_delivery.deleted_at is '删除时间';
comment on column webhook_delivery.client is '接口客户';
comment on column webhook_delivery.event_id is '事件编号';
comment on column webhook_delivery.event is '事件';
comment on column webhook_delivery."order" is '运输订单';
comment on column webhook_delivery.seq is '序号';
comment on column webhook_delivery.body is '内容';
comment on column webhook_delivery.result is '结果';
comment on column webhook_delivery.attempts is '次数';
comment on column webhook_delivery.next_at is '下次发送';
comment on column webhook_delivery.last_code is '应答码';
comment on column webhook_delivery.reason is '失败原因';
comment on column webhook_delivery.sandbox_order is '沙箱订单';
comment on column webhook_delivery.at is '时间';
comment on column webhook_delivery.pinyin is '名称拼音';
comment on column webhook_delivery.search_text is '检索文本';
create index webhook_delivery_client_idx on webhook_delivery (operator_id, client, at desc, id desc) where deleted_at is null;
create unique index webhook_delivery_event_id_key on webhook_delivery (operator_id, event_id) where deleted_at is null;
create index webhook_delivery_order_idx on webhook_delivery (operator_id, "order", at desc, id desc) where deleted_at is null;
create index webhook_delivery_sandbox_order_idx on webhook_delivery (operator_id, sandbox_order, at desc, id desc) where deleted_at is null;
create index webhook_delivery_result_idx on webhook_delivery (operator_id, result, at desc, id desc) where deleted_at is null;
create index webhook_delivery_order_client_seq_idx on webhook_delivery (operator_id, "order", client, seq, at desc, id desc) where deleted_at is null;
create index webhook_delivery_order on webhook_delivery (operator_id, at desc, id desc) where deleted_at is null;
create index webhook_delivery_search on webhook_delivery using gin (search_text gin_trgm_ops);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sandbox_order (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  client bigint not null,
  outer_no text not null,
  outer_hash text not null,
  receiver_name text not null,
  goods_text text,
  weight numeric(18,3) not null,
  pieces bigint not null,
  total bigint,
  asked jsonb not null,
  quote jsonb,
  next_at timestamptz,
  arrived_at timestamptz,
  signed_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sandbox_order_status_values check (status in ('toConfirm', 'open', 'planned', 'running', 'signed', 'cancelled'))
);
comment on table sandbox_order is '沙箱订单';
comment on column sandbox_order.id is '编号';
comment on column sandbox_order.operator_id is '运营公司';
comment on column sandbox_order.created_by is '创建人';
comment on column sandbox_order.created_at is '创建时间';
comment on column sandbox_order.updated_by is '修改人';
comment on column sandbox_order.updated_at is '修改时间';
comment on column sandbox_order.version is '版本';
comment on column sandbox_order.deleted_at is '删除时间';
comment on column sandbox_order.no is '订单号';
comment on column sandbox_order.status is '状态';
comment on column sandbox_order.client is '接口客户';
comment on column sandbox_order.outer_no is '外部单号';
comment on column sandbox_order.outer_hash is '外部内容摘要';
comment on column sandbox_order.receiver_name is '收货方';
comment on column sandbox_order.goods_text is '货物';
comment on column sandbox_order.weight is '总重量';
comment on column sandbox_order.pieces is '总件数';
comment on column sandbox_order.total is '报价';
comment on column sandbox_order.asked is '内容';
comment on column sandbox_order.quote is '报价明细';
comment on column sandbox_order.next_at is '下一步';
comment on column sandbox_order.arrived_at is '到达时间';
comment on column sandbox_order.signed_at is '签收时间';
comment on column sandbox_order.pinyin is '名称拼音';
comment on column sandbox_order.search_text is '检索文本';
create unique index sandbox_order_no_key on sandbox_order (operator_id, no) where deleted_at is null;
create index sandbox_order_status_idx on sandbox_order (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index sandbox_order_client_idx on sandbox_order (operator_id, client, created_at desc, id desc) where deleted_at is null;
create unique index sandbox_order_client_outer_no_key on sandbox_order (operator_id, client, outer_no) where deleted_at is null;
create index sandbox_order_status_next_at_idx on sandbox_order (operator_id, status, next_at) where deleted_at is null;
create index sandbox_order_order on sandbox_order (operator_id, created_at desc, id desc) where deleted_at is null;
create index sandbox_order_search on sandbox_order using gin (search_text gin_trgm_ops);
alter table sandbox_order enable row level security;
alter table sandbox_order force row level security;
create policy tenant on sandbox_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_link (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "order" bigint not null,
  status text default 'active' not null,
  token_hash text not null,
  until timestamptz not null,
  sent_to text,
  views bigint default 0 not null,
  last_at timestamptz,
  primary key (operator_id, id),
  constraint order_link_status_values check (status in ('active', 'revoked')),
  constraint order_link_views_range check (views >= 0)
);
comment on table order_link is '查询链接';
comment on column order_link.id is '编号';
comment on column order_link.operator_id is '运营公司';
comment on column order_link.created_by is '创建人';
comment on column order_link.created_at is '创建时间';
comment on column order_link.updated_by is '修改人';
comment on column order_link.updated_at is '修改时间';
comment on column order_link.version is '版本';
comment on column order_link.deleted_at is '删除时间';
comment on column order_link."order" is '运输订单';
comment on column order_link.status is '状态';
comment on column order_link.token_hash is '令牌摘要';
comment on column order_link.until is '有效期至';
comment on column order_link.sent_to is '发送至';
comment on column order_link.views is '查看次数';
comment on column order_link.last_at is '最近查看';
create index order_link_order_idx on order_link (operator_id, "order", until desc, id desc) where deleted_at is null;
create index order_link_status_idx on order_link (operator_id, status, until desc, id desc) where deleted_at is null;
create index order_link_token_hash_idx on order_link (operator_id, token_hash, until desc, id desc) where deleted_at is null;
create index order_link_order on order_link (operator_id, until desc, id desc) where deleted_at is null;
alter table order_link enable row level security;
alter table order_link force row level security;
create policy tenant on order_link
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_page (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  project bigint not null,
  model bigint not null,
  token text,
  show_price boolean default true not null,
  notice text,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_page_status_values check (status in ('active', 'closed'))
);
comment on table order_page is '公开下单页';
comment on column order_page.id is '编号';
comment on column order_page.operator_id is '运营公司';
comment on column order_page.created_by is '创建人';
comment on column order_page.created_at is '创建时间';
comment on column order_page.updated_by is '修改人';
comment on column order_page.updated_at is '修改时间';
comment on column order_page.version is '版本';
comment on column order_page.deleted_at is '删除时间';
comment on column order_page.name is '名称';
comment on column order_page.status is '状态';
comment on column order_page.project is '项目';
comment on column order_page.model is '订单模式';
comment on column order_page.token is '地址标记';
comment on column order_page.show_price is '显示价格';
comment on column order_page.notice is '页面说明';
comment on column order_page.store is '门店';
comment on column order_page.remark is '备注';
comment on column order_page.pinyin is '名称拼音';
comment on column order_page.search_text is '检索文本';
create unique index order_page_name_key on order_page (operator_id, name) where deleted_at is null;
create index order_page_status_idx on order_page (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index order_page_project_idx on order_page (operator_id, project, created_at desc, id desc) where deleted_at is null;
create index order_page_model_idx on order_page (operator_id, model, created_at desc, id desc) where deleted_at is null;
create unique index order_page_token_key on order_page (operator_id, token) where deleted_at is null;
create index order_page_store_idx on order_page (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index order_page_order on order_page (operator_id, created_at desc, id desc) where deleted_at is null;
create index order_page_search on order_page using gin (search_text gin_trgm_ops);
alter table order_page enable row level security;
alter table order_page force row level security;
create policy tenant on order_page
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_review (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  order_no text not null,
  status text default 'open' not null,
  reviewer text not null,
  mobile text,
  driver_name text,
  plate_no text,
  score bigint not null,
  content text,
  images jsonb,
  reviewed_at timestamptz not null,
  store bigint,
  reply text,
  pinyin text,
  search_text text generated always as (lower(coalesce(order_no, '') || ' ' || coalesce(content, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_review_status_values check (status in ('open', 'replied', 'hidden')),
  constraint order_review_score_range check (score >= 1 and score <= 5)
);
comment on table order_review is '订单评价';
comment on column order_review.id is '编号';
comment on column order_review.operator_id is '运营公司';
comment on column order_review.created_by is '创建人';
comment on column order_review.created_at is '创建时间';
comment on column order_review.updated_by is '修改人';
comment on column order_review.updated_at is '修改时间';
comment on column order_review.version is '版本';
comment on column order_review.deleted_at is '删除时间';
comment on column order_review.order_no is '订单号';
comment on column order_review.status is '状态';
comment on column order_review.reviewer is '评价人';
comment on column order_review.mobile is '联系电话';
comment on column order_review.driver_name is '司机';
comment on column order_review.plate_no is '车牌号';
comment on column order_review.score is '评分';
comment on column order_review.content is '评价内容';
comment on column order_review.images is '图片';
comment on column order_review.reviewed_at is '评价时间';
comment on column order_review.store is '门店';
comment on column order_review.reply is '回复';
comment on column order_review.pinyin is '名称拼音';
comment on column order_review.search_text is '检索文本';
create index order_review_status_idx on order_review (operator_id, status, reviewed_at desc, id desc) where deleted_at is null;
create index order_review_reviewer_idx on order_review (operator_id, reviewer) where deleted_at is null;
create index order_review_store_idx on order_review (operator_id, store, reviewed_at desc, id desc) where deleted_at is null;
create index order_review_order on order_review (operator_id, reviewed_at desc, id desc) where deleted_at is null;
create index order_review_search on order_review using gin (search_text gin_trgm_ops);
alter table order_review enable row level security;
alter table order_review force row level security;
create policy tenant on order_review
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

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

create table dispatch_plan (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'computing' not null,
  day date not null,
  store bigint,
  mode text default 'cost' not null,
  seconds bigint default 10 not null,
  orders bigint,
  vehicles bigint,
  routes bigint,
  unassigned bigint,
  metres bigint,
  total bigint,
  current bigint default 0,
  error text,
  problem jsonb,
  board jsonb,
  progress jsonb,
  results jsonb,
  seed bigint default 1,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint dispatch_plan_status_values check (status in ('computing', 'ready', 'committed', 'partCommitted', 'discarded', 'failed')),
  constraint dispatch_plan_mode_values check (mode in ('cost', 'vehicles', 'balance')),
  constraint dispatch_plan_seconds_range check (seconds >= 1 and seconds <= 300)
);
comment on table dispatch_plan is '调度方案';
comment on column dispatch_plan.id is '编号';
comment on column dispatch_plan.operator_id is '运营公司';
comment on column dispatch_plan.created_by is '创建人';
comment on column dispatch_plan.created_at is '创建时间';
comment on column dispatch_plan.updated_by is '修改人';
comment on column dispatch_plan.updated_at is '修改时间';
comment on column dispatch_plan.version is '版本';
comment on column dispatch_plan.deleted_at is '删除时间';
comment on column dispatch_plan.no is '方案编号';
comment on column dispatch_plan.status is '状态';
comment on column dispatch_plan.day is '配送日期';
comment on column dispatch_plan.store is '门店';
comment on column dispatch_plan.mode is '目标';
comment on column dispatch_plan.seconds is '计算时长';
comment on column dispatch_plan.orders is '配送单';
comment on column dispatch_plan.vehicles is '可用车辆';
comment on column dispatch_plan.routes is '线路';
comment on column dispatch_plan.unassigned is '未排';
comment on column dispatch_plan.metres is '里程';
comment on column dispatch_plan.total is '成本';
comment on column dispatch_plan.current is '当前版本';
comment on column dispatch_plan.error is '失败原因';
comment on column dispatch_plan.problem is '计算输入';
comment on column dispatch_plan.board is '输入说明';
comment on column dispatch_plan.progress is '进度';
comment on column dispatch_plan.results is '采用结果';
comment on column dispatch_plan.seed is '随机种子';
comment on column dispatch_plan.pinyin is '名称拼音';
comment on column dispatch_plan.search_text is '检索文本';
create unique index dispatch_plan_no_key on dispatch_plan (operator_id, no) where deleted_at is null;
create index dispatch_plan_status_idx on dispatch_plan (operator_id, status, no desc, id desc) where deleted_at is null;
create index dispatch_plan_store_idx on dispatch_plan (operator_id, store, no desc, id desc) where deleted_at is null;
create index dispatch_plan_day_idx on dispatch_plan (operator_id, day) where deleted_at is null;
create index dispatch_plan_mode_idx on dispatch_plan (operator_id, mode, no desc, id desc) where deleted_at is null;
create index dispatch_plan_order on dispatch_plan (operator_id, no desc, id desc) where deleted_at is null;
create index dispatch_plan_search on dispatch_plan using gin (search_text gin_trgm_ops);
alter table dispatch_plan enable row level security;
alter table dispatch_plan force row level security;
create policy tenant on dispatch_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table dispatch_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  plan bigint not null,
  n bigint not null,
  parent bigint not null,
  op text not null,
  total bigint not null,
  metres bigint not null,
  unassigned bigint not null,
  override text,
  sequences jsonb,
  result jsonb,
  primary key (operator_id, id)
);
comment on table dispatch_version is '方案版本';
comment on column dispatch_version.id is '编号';
comment on column dispatch_version.operator_id is '运营公司';
comment on column dispatch_version.created_by is '创建人';
comment on column dispatch_version.created_at is '创建时间';
comment on column dispatch_version.updated_by is '修改人';
comment on column dispatch_version.updated_at is '修改时间';
comment on column dispatch_version.version is '版本';
comment on column dispatch_version.deleted_at is '删除时间';
comment on column dispatch_version.plan is '方案';
comment on column dispatch_version.n is '版本';
comment on column dispatch_version.parent is '来自版本';
comment on column dispatch_version.op is '操作';
comment on column dispatch_version.total is '成本';
comment on column dispatch_version.metres is '里程';
comment on column dispatch_version.unassigned is '未排';
comment on column dispatch_version.override is '超限保留原因';
comment on column dispatch_version.sequences is '路线';
comment on column dispatch_version.result is '计算结果';
create unique index dispatch_version_plan_n_key on dispatch_version (operator_id, plan, n) where deleted_at is null;
create index dispatch_version_order on dispatch_version (operator_id, plan, n desc, id) where deleted_at is null;
alter table dispatch_version enable row level security;
alter table dispatch_version force row level security;
create policy tenant on dispatch_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table franchise_apply (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toFollow' not null,
  contact text not null,
  mobile text not null,
  company text,
  credit_code text,
  city text not null,
  fleet_size bigint,
  intent text,
  host text,
  result text,
  promo_code bigint,
  profile bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(company, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(city, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint franchise_apply_status_values check (status in ('toFollow', 'following', 'passed', 'refused', 'converted')),
  constraint franchise_apply_fleet_size_range check (fleet_size >= 0 and fleet_size <= 100000)
);
comment on table franchise_apply is '加盟申请';
comment on column franchise_apply.id is '编号';
comment on column franchise_apply.operator_id is '运营公司';
comment on column franchise_apply.created_by is '创建人';
comment on column franchise_apply.created_at is '创建时间';
comment on column franchise_apply.updated_by is '修改人';
comment on column franchise_apply.updated_at is '修改时间';
comment on column franchise_apply.version is '版本';
comment on column franchise_apply.deleted_at is '删除时间';
comment on column franchise_apply.no is '申请编号';
comment on column franchise_apply.status is '状态';
comment on column franchise_apply.contact is '联系人';
comment on column franchise_apply.mobile is '手机号';
comment on column franchise_apply.company is '公司名称';
comment on column franchise_apply.credit_code is '统一社会信用代码';
comment on column franchise_apply.city is '意向城市';
comment on column franchise_apply.fleet_size is '现有车辆数';
comment on column franchise_apply.intent is '加盟意向';
comment on column franchise_apply.host is '来源站点';
comment on column franchise_apply.result is '处理说明';
comment on column franchise_apply.promo_code is '推广码';
comment on column franchise_apply.profile is '运营商';
comment on column franchise_apply.pinyin is '名称拼音';
comment on column franchise_apply.search_text is '检索文本';
create unique index franchise_apply_no_key on franchise_apply (operator_id, no) where deleted_at is null;
create index franchise_apply_status_idx on franchise_apply (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index franchise_apply_promo_code_idx on franchise_apply (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;
create index franchise_apply_profile_idx on franchise_apply (operator_id, profile, created_at desc, id desc) where deleted_at is null;
create index franchise_apply_order on franchise_apply (operator_id, created_at desc, id desc) where deleted_at is null;
create index franchise_apply_search on franchise_apply using gin (search_text gin_trgm_ops);
alter table franchise_apply enable row level security;
alter table franchise_apply force row level security;
create policy tenant on franchise_apply
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table operator_profile (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  short_name text,
  status text default 'toOpen' not null,
  level text default 'operator' not null,
  parent bigint,
  company bigint,
  kind text default 'franchise' not null,
  region text,
  credit_code text,
  legal_person text,
  licence jsonb,
  contact text,
  mobile text,
  share_rule text,
  settle_day bigint,
  admin_username text,
  opened_at timestamptz,
  apply bigint,
  reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(legal_person, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint operator_profile_status_values check (status in ('toOpen', 'active', 'paused', 'closed')),
  constraint operator_profile_level_values check (level in ('platform', 'operator', 'sub')),
  constraint operator_profile_kind_values check (kind in ('direct', 'franchise', 'joint')),
  constraint operator_profile_settle_day_range check (settle_day >= 1 and settle_day <= 28)
);
comment on table operator_profile is '运营商';
comment on column operator_profile.id is '编号';
comment on column operator_profile.operator_id is '运营公司';
comment on column operator_profile.created_by is '创建人';
comment on column operator_profile.created_at is '创建时间';
comment on column operator_profile.updated_by is '修改人';
comment on column operator_profile.updated_at is '修改时间';
comment on column operator_profile.version is '版本';
comment on column operator_profile.deleted_at is '删除时间';
comment on column operator_profile.name is '公司名称';
comment on column operator_profile.short_name is '简称';
comment on column operator_profile.status is '状态';
comment on column operator_profile.level is '级别';
comment on column operator_profile.parent is '上级运营商';
comment on column operator_profile.company is '公司编号';
comment on column operator_profile.kind is '经营方式';
comment on column operator_profile.region is '经营城市';
comment on column operator_profile.credit_code is '统一社会信用代码';
comment on column operator_profile.legal_person is '法定代表人';
comment on column operator_profile.licence is '营业执照';
comment on column operator_profile.contact is '联系人';
comment on column operator_profile.mobile is '联系电话';
comment on column operator_profile.share_rule is '分成约定';
comment on column operator_profile.settle_day is '结算日';
comment on column operator_profile.admin_username is '管理员账号';
comment on column operator_profile.opened_at is '开通时间';
comment on column operator_profile.apply is '加盟申请';
comment on column operator_profile.reason is '停用说明';
comment on column operator_profile.remark is '备注';
comment on column operator_profile.pinyin is '名称拼音';
comment on column operator_profile.search_text is '检索文本';
create unique index operator_profile_name_key on operator_profile (operator_id, name) where deleted_at is null;
create index operator_profile_status_idx on operator_profile (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index operator_profile_parent_idx on operator_profile (operator_id, parent, created_at desc, id desc) where deleted_at is null;
create unique index operator_profile_company_key on operator_profile (operator_id, company) where deleted_at is null;
create unique index operator_profile_credit_code_key on operator_profile (operator_id, credit_code) where deleted_at is null;
create index operator_profile_apply_idx on operator_profile (operator_id, apply, created_at desc, id desc) where deleted_at is null;
create index operator_profile_level_idx on operator_profile (operator_id, level, created_at desc, id desc) where deleted_at is null;
create index operator_profile_kind_idx on operator_profile (operator_id, kind, created_at desc, id desc) where deleted_at is null;
create index operator_profile_order on operator_profile (operator_id, created_at desc, id desc) where deleted_at is null;
create index operator_profile_search on operator_profile using gin (search_text gin_trgm_ops);
alter table operator_profile enable row level security;
alter table operator_profile force row level security;
create policy tenant on operator_profile
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table merchant (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  profile bigint not null,
  provider text default 'wechat' not null,
  status text default 'editing' not null,
  subject_kind text default 'enterprise' not null,
  subject_name text,
  subject_code text,
  licence jsonb,
  legal_name text,
  legal_id_no text,
  legal_id_due_on date,
  legal_mobile text,
  legal_images jsonb,
  account_kind text default 'public',
  account_name text,
  bank_name text,
  account_no text,
  shop_name text,
  shop_place jsonb,
  service_phone text,
  shop_images jsonb,
  provider_state text,
  provider_seq bigint,
  flagged boolean default false not null,
  reject_reasons jsonb,
  sign_url text,
  sub_merchant_id text,
  approach text,
  sent_at timestamptz,
  moved_at timestamptz,
  attempt bigint default 0 not null,
  problem text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(shop_name, '') || ' ' || coalesce(subject_name, '') || ' ' || coalesce(sub_merchant_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint merchant_provider_values check (provider in ('wechat', 'alipay', 'bank', 'ys')),
  constraint merchant_status_values check (status in ('editing', 'checking', 'toVerify', 'auditing', 'rejected', 'toSign', 'opening', 'done', 'frozen', 'voided')),
  constraint merchant_subject_kind_values check (subject_kind in ('enterprise', 'individual')),
  constraint merchant_account_kind_values check (account_kind in ('public', 'private')),
  constraint merchant_provider_seq_range check (provider_seq >= 1),
  constraint merchant_approach_values check (approach in ('manual', 'gateway'))
);
comment on table merchant is '商户进件';
comment on column merchant.id is '编号';
comment on column merchant.operator_id is '运营公司';
comment on column merchant.created_by is '创建人';
comment on column merchant.created_at is '创建时间';
comment on column merchant.updated_by is '修改人';
comment on column merchant.updated_at is '修改时间';
comment on column merchant.version is '版本';
comment on column merchant.deleted_at is '删除时间';
comment on column merchant.no is '进件编号';
comment on column merchant.profile is '运营商';
comment on column merchant.provider is '支付平台';
comment on column merchant.status is '状态';
comment on column merchant.subject_kind is '主体类型';
comment on column merchant.subject_name is '主体名称';
comment on column merchant.subject_code is '统一社会信用代码';
comment on column merchant.licence is '营业执照照片';
comment on column merchant.legal_name is '法人姓名';
comment on column merchant.legal_id_no is '法人身份证号';
comment on column merchant.legal_id_due_on is '身份证有效期至';
comment on column merchant.legal_mobile is '法人手机号';
comment on column merchant.legal_images is '身份证照片';
comment on column merchant.account_kind is '账户类型';
comment on column merchant.account_name is '账户名称';
comment on column merchant.bank_name is '开户银行';
comment on column merchant.account_no is '银行账号';
comment on column merchant.shop_name is '店铺简称';
comment on column merchant.shop_place is '店铺地址';
comment on column merchant.service_phone is '客服电话';
comment on column merchant.shop_images is '店铺照片';
comment on column merchant.provider_state is '平台状态';
comment on column merchant.provider_seq is '平台消息序号';
comment on column merchant.flagged is '状态待核实';
comment on column merchant.reject_reasons is '驳回原因';
comment on column merchant.sign_url is '签约链接';
comment on column merchant.sub_merchant_id is '商户号';
comment on column merchant.approach is '办理方式';
comment on column merchant.sent_at is '提交时间';
comment on column merchant.moved_at is '进度时间';
comment on column merchant.attempt is '提交次数';
comment on column merchant.problem is '未送达原因';
comment on column merchant.remark is '备注';
comment on column merchant.pinyin is '名称拼音';
comment on column merchant.search_text is '检索文本';
create unique index merchant_no_key on merchant (operator_id, no) where deleted_at is null;
create index merchant_profile_idx on merchant (operator_id, profile, created_at desc, id desc) where deleted_at is null;
create index merchant_status_idx on merchant (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index merchant_provider_idx on merchant (operator_id, provider, created_at desc, id desc) where deleted_at is null;
create index merchant_order on merchant (operator_id, created_at desc, id desc) where deleted_at is null;
create index merchant_search on merchant using gin (search_text gin_trgm_ops);
alter table merchant enable row level security;
alter table merchant force row level security;
create policy tenant on merchant
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table provider_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  merchant bigint not null,
  profile bigint not null,
  kind text not null,
  status text default 'toOpen' not null,
  account_no text,
  opened_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(account_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint provider_account_kind_values check (kind in ('settle', 'split')),
  constraint provider_account_status_values check (status in ('toOpen', 'opening', 'active', 'frozen', 'closed'))
);
comment on table provider_account is '支付账户';
comment on column provider_account.id is '编号';
comment on column provider_account.operator_id is '运营公司';
comment on column provider_account.created_by is '创建人';
comment on column provider_account.created_at is '创建时间';
comment on column provider_account.updated_by is '修改人';
comment on column provider_account.updated_at is '修改时间';
comment on column provider_account.version is '版本';
comment on column provider_account.deleted_at is '删除时间';
comment on column provider_account.merchant is '商户进件';
comment on column provider_account.profile is '运营商';
comment on column provider_account.kind is '账户用途';
comment on column provider_account.status is '状态';
comment on column provider_account.account_no is '账号';
comment on column provider_account.opened_at is '开户时间';
comment on column provider_account.pinyin is '名称拼音';
comment on column provider_account.search_text is '检索文本';
create index provider_account_merchant_idx on provider_account (operator_id, merchant, id desc) where deleted_at is null;
create index provider_account_profile_idx on provider_account (operator_id, profile, id desc) where deleted_at is null;
create index provider_account_status_idx on provider_account (operator_id, status, id desc) where deleted_at is null;
create unique index provider_account_merchant_kind_key on provider_account (operator_id, merchant, kind) where deleted_at is null;
create index provider_account_kind_idx on provider_account (operator_id, kind, id desc) where deleted_at is null;
create index provider_account_order on provider_account (operator_id, id desc) where deleted_at is null;
create index provider_account_search on provider_account using gin (search_text gin_trgm_ops);
alter table provider_account enable row level security;
alter table provider_account force row level security;
create policy tenant on provider_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promo_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'active' not null,
  promoter text default 'channel' not null,
  channel bigint,
  "user" bigint,
  lessee bigint,
  store bigint not null,
  reward_rate integer default 0 not null,
  from_on date not null,
  last_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint promo_code_status_values check (status in ('active', 'ended')),
  constraint promo_code_promoter_values check (promoter in ('channel', 'user', 'lessee')),
  constraint promo_code_reward_rate_range check (reward_rate >= 0 and reward_rate <= 5000)
);
comment on table promo_code is '推广码';
comment on column promo_code.id is '编号';
comment on column promo_code.operator_id is '运营公司';
comment on column promo_code.created_by is '创建人';
comment on column promo_code.created_at is '创建时间';
comment on column promo_code.updated_by is '修改人';
comment on column promo_code.updated_at is '修改时间';
comment on column promo_code.version is '版本';
comment on column promo_code.deleted_at is '删除时间';
comment on column promo_code.code is '推广码';
comment on column promo_code.name is '推广名称';
comment on column promo_code.status is '状态';
comment on column promo_code.promoter is '推广人类型';
comment on column promo_code.channel is '推广渠道';
comment on column promo_code."user" is '推广员工';
comment on column promo_code.lessee is '推荐客户';
comment on column promo_code.store is '归属门店';
comment on column promo_code.reward_rate is '首期租金奖励';
comment on column promo_code.from_on is '开始日';
comment on column promo_code.last_on is '截止日';
comment on column promo_code.remark is '备注';
comment on column promo_code.pinyin is '名称拼音';
comment on column promo_code.search_text is '检索文本';
create unique index promo_code_code_key on promo_code (operator_id, code) where deleted_at is null;
create index promo_code_status_idx on promo_code (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index promo_code_channel_idx on promo_code (operator_id, channel, created_at desc, id desc) where deleted_at is null;
create index promo_code_user_idx on promo_code (operator_id, "user", created_at desc, id desc) where deleted_at is null;
create index promo_code_lessee_idx on promo_code (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index promo_code_store_idx on promo_code (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index promo_code_promoter_idx on promo_code (operator_id, promoter, created_at desc, id desc) where deleted_at is null;
create index promo_code_from_on_idx on promo_code (operator_id, from_on) where deleted_at is null;
create index promo_code_order on promo_code (operator_id, created_at desc, id desc) where deleted_at is null;
create index promo_code_search on promo_code using gin (search_text gin_trgm_ops);
alter table promo_code enable row level security;
alter table promo_code force row level security;
create policy tenant on promo_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promo_visit (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  promo_code bigint not null,
  store bigint not null,
  day date not null,
  visitor text not null,
  primary key (operator_id, id)
);
comment on table promo_visit is '推广访问';
comment on column promo_visit.id is '编号';
comment on column promo_visit.operator_id is '运营公司';
comment on column promo_visit.created_by is '创建人';
comment on column promo_visit.created_at is '创建时间';
comment on column promo_visit.updated_by is '修改人';
comment on column promo_visit.updated_at is '修改时间';
comment on column promo_visit.version is '版本';
comment on column promo_visit.deleted_at is '删除时间';
comment on column promo_visit.promo_code is '推广码';
comment on column promo_visit.store is '门店';
comment on column promo_visit.day is '访问日';
comment on column promo_visit.visitor is '访客摘要';
create index promo_visit_promo_code_idx on promo_visit (operator_id, promo_code, id desc) where deleted_at is null;
create unique index promo_visit_promo_code_day_visitor_key on promo_visit (operator_id, promo_code, day, visitor) where deleted_at is null;
create index promo_visit_day_idx on promo_visit (operator_id, day) where deleted_at is null;
create index promo_visit_order on promo_visit (operator_id, id desc) where deleted_at is null;
alter table promo_visit enable row level security;
alter table promo_visit force row level security;
create policy tenant on promo_visit
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promo_reward (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  promo_code bigint not null,
  lessee bigint not null,
  bill bigint not null,
  store bigint not null,
  day date not null,
  base bigint not null,
  amount bigint not null,
  payable_bill bigint not null,
  primary key (operator_id, id)
);
comment on table promo_reward is '推广奖励';
comment on column promo_reward.id is '编号';
comment on column promo_reward.operator_id is '运营公司';
comment on column promo_reward.created_by is '创建人';
comment on column promo_reward.created_at is '创建时间';
comment on column promo_reward.updated_by is '修改人';
comment on column promo_reward.updated_at is '修改时间';
comment on column promo_reward.version is '版本';
comment on column promo_reward.deleted_at is '删除时间';
comment on column promo_reward.promo_code is '推广码';
comment on column promo_reward.lessee is '客户';
comment on column promo_reward.bill is '首期租金账单';
comment on column promo_reward.store is '门店';
comment on column promo_reward.day is '结算日';
comment on column promo_reward.base is '首期租金';
comment on column promo_reward.amount is '奖励金额';
comment on column promo_reward.payable_bill is '应付账单';
create index promo_reward_promo_code_idx on promo_reward (operator_id, promo_code, id desc) where deleted_at is null;
create unique index promo_reward_lessee_key on promo_reward (operator_id, lessee) where deleted_at is null;
create index promo_reward_bill_idx on promo_reward (operator_id, bill, id desc) where deleted_at is null;
create index promo_reward_store_idx on promo_reward (operator_id, store, id desc) where deleted_at is null;
create index promo_reward_payable_bill_idx on promo_reward (operator_id, payable_bill, id desc) where deleted_at is null;
create index promo_reward_day_idx on promo_reward (operator_id, day) where deleted_at is null;
create index promo_reward_order on promo_reward (operator_id, id desc) where deleted_at is null;
alter table promo_reward enable row level security;
alter table promo_reward force row level security;
create policy tenant on promo_reward
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table revenue_warning add constraint revenue_warning_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table revenue_warning add constraint revenue_warning_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table revenue_warning add constraint revenue_warning_handled_by_fk foreign key (operator_id, handled_by) references "user" (operator_id, id) on delete restrict;

alter table dept add constraint dept_parent_fk foreign key (operator_id, parent) references dept (operator_id, id) on delete restrict;

alter table dept add constraint dept_leader_fk foreign key (operator_id, leader) references "user" (operator_id, id) on delete restrict;

alter table "user" add constraint user_dept_fk foreign key (operator_id, dept) references dept (operator_id, id) on delete restrict;

alter table sys_rule_resource add constraint sys_rule_resource_rule_name_fk foreign key (operator_id, rule_name) references sys_rule_name (operator_id, id) on delete restrict;

alter table dict_item add constraint dict_item_dict_group_fk foreign key (operator_id, dict_group) references dict_group (operator_id, id) on delete restrict;

alter table inbox_message add constraint inbox_message_receiver_fk foreign key (operator_id, receiver) references "user" (operator_id, id) on delete restrict;

alter table inbox_message add constraint inbox_message_system_message_fk foreign key (operator_id, system_message) references system_message (operator_id, id) on delete restrict;

alter table problem_feedback add constraint problem_feedback_answered_by_fk foreign key (operator_id, answered_by) references "user" (operator_id, id) on delete restrict;

alter table held_change add constraint held_change_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table store add constraint store_manager_fk foreign key (operator_id, manager) references "user" (operator_id, id) on delete restrict;

alter table lessee add constraint lessee_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table lessee add constraint lessee_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table lessee add constraint lessee_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table lessee add constraint lessee_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table credit_record add constraint credit_record_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table credit_record add constraint credit_record_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle add constraint vehicle_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table vehicle add constraint vehicle_vehicle_source_fk foreign key (operator_id, vehicle_source) references vehicle_source (operator_id, id) on delete restrict;

alter table vehicle add constraint vehicle_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle add constraint vehicle_dept_fk foreign key (operator_id, dept) references dept (operator_id, id) on delete restrict;

alter table vehicle_preparation add constraint vehicle_preparation_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table store_transfer add constraint store_transfer_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table store_transfer add constraint store_transfer_from_store_fk foreign key (operator_id, from_store) references store (operator_id, id) on delete restrict;

alter table store_transfer add constraint store_transfer_to_store_fk foreign key (operator_id, to_store) references store (operator_id, id) on delete restrict;

alter table plate_change add constraint plate_change_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table odometer_reading add constraint odometer_reading_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table odometer_reading add constraint odometer_reading_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_block add constraint vehicle_block_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_block add constraint vehicle_block_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table device_item add constraint device_item_profile_fk foreign key (operator_id, profile) references device_profile (operator_id, id) on delete restrict;

alter table terminal add constraint terminal_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table terminal add constraint terminal_profile_fk foreign key (operator_id, profile) references device_profile (operator_id, id) on delete restrict;

alter table terminal add constraint terminal_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table terminal_binding add constraint terminal_binding_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table equipment add constraint equipment_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table equipment add constraint equipment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_position add constraint vehicle_position_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table trip add constraint trip_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table trip add constraint trip_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table trip add constraint trip_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table vehicle_day add constraint vehicle_day_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_day add constraint vehicle_day_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fence add constraint fence_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fence_binding add constraint fence_binding_fence_fk foreign key (operator_id, fence) references fence (operator_id, id) on delete restrict;

alter table fence_binding add constraint fence_binding_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fence_event add constraint fence_event_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fence_event add constraint fence_event_fence_fk foreign key (operator_id, fence) references fence (operator_id, id) on delete restrict;

alter table fence_event add constraint fence_event_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table command add constraint command_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table command add constraint command_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table command add constraint command_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table command add constraint command_cut_order_fk foreign key (operator_id, cut_order) references cut_order (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_requester_fk foreign key (operator_id, requester) references "user" (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_approver_fk foreign key (operator_id, approver) references "user" (operator_id, id) on delete restrict;

alter table cut_order add constraint cut_order_restores_fk foreign key (operator_id, restores) references cut_order (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table alarm add constraint alarm_assignee_fk foreign key (operator_id, assignee) references "user" (operator_id, id) on delete restrict;

alter table risk_report add constraint risk_report_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table risk_report add constraint risk_report_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table risk_report add constraint risk_report_alarm_fk foreign key (operator_id, alarm) references alarm (operator_id, id) on delete restrict;

alter table risk_report add constraint risk_report_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table risk_report add constraint risk_report_assignee_fk foreign key (operator_id, assignee) references "user" (operator_id, id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_policy_fk foreign key (operator_id, policy) references temperature_policy (operator_id, id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_probe_fk foreign key (operator_id, probe) references equipment (operator_id, id) on delete restrict;

alter table temperature_channel add constraint temperature_channel_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table excursion add constraint excursion_channel_fk foreign key (operator_id, channel) references temperature_channel (operator_id, id) on delete restrict;

alter table excursion add constraint excursion_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table excursion add constraint excursion_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table excursion add constraint excursion_policy_fk foreign key (operator_id, policy) references temperature_policy (operator_id, id) on delete restrict;

alter table refused_position add constraint refused_position_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table refused_position add constraint refused_position_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table refused_position add constraint refused_position_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table refused_position add constraint refused_position_handler_fk foreign key (operator_id, handler) references "user" (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver_card add constraint driver_card_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_terminal_fk foreign key (operator_id, terminal) references terminal (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table kept_message add constraint kept_message_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_product add constraint vehicle_product_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table lease_plan add constraint lease_plan_product_fk foreign key (operator_id, product) references vehicle_product (operator_id, id) on delete restrict;

alter table product_cost add constraint product_cost_product_fk foreign key (operator_id, product) references vehicle_product (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_plan_fk foreign key (operator_id, plan) references lease_plan (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table car_application add constraint car_application_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table contract add constraint contract_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table contract add constraint contract_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table contract add constraint contract_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table contract add constraint contract_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table contract add constraint contract_application_fk foreign key (operator_id, application) references car_application (operator_id, id) on delete restrict;

alter table contract add constraint contract_plan_fk foreign key (operator_id, plan) references lease_plan (operator_id, id) on delete restrict;

alter table contract add constraint contract_clause_fk foreign key (operator_id, clause) references contract_clause (operator_id, id) on delete restrict;

alter table lease add constraint lease_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table lease add constraint lease_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table lease add constraint lease_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table lease add constraint lease_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table lease add constraint lease_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table lease_term add constraint lease_term_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table lease_term add constraint lease_term_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table lease_term add constraint lease_term_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table lease_segment add constraint lease_segment_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table lease_segment add constraint lease_segment_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table lease_segment add constraint lease_segment_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table lease_segment add constraint lease_segment_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table lease_segment add constraint lease_segment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table plan_period add constraint plan_period_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table plan_period add constraint plan_period_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table plan_period add constraint plan_period_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table plan_period add constraint plan_period_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table handover add constraint handover_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table handover add constraint handover_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table handover add constraint handover_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table handover add constraint handover_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table handover add constraint handover_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table handover add constraint handover_template_fk foreign key (operator_id, template) references inspection_template (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_old_vehicle_fk foreign key (operator_id, old_vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_new_vehicle_fk foreign key (operator_id, new_vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table renewal add constraint renewal_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table lease_extension add constraint lease_extension_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table incidental add constraint incidental_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_inspected_by_fk foreign key (operator_id, inspected_by) references "user" (operator_id, id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_vehicle_return_fk foreign key (operator_id, vehicle_return) references vehicle_return (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table return_settlement add constraint return_settlement_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table bill add constraint bill_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table bill add constraint bill_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table bill add constraint bill_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table bill add constraint bill_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table bill add constraint bill_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table bill add constraint bill_of_bill_fk foreign key (operator_id, of_bill) references bill (operator_id, id) on delete restrict;

alter table bill_item add constraint bill_item_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table bill_item add constraint bill_item_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table bill_item add constraint bill_item_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table bill_item add constraint bill_item_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table payment add constraint payment_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table payment add constraint payment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table payment add constraint payment_pay_qr_code_fk foreign key (operator_id, pay_qr_code) references pay_qr_code (operator_id, id) on delete restrict;

alter table payment add constraint payment_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table payment add constraint payment_deposit_account_fk foreign key (operator_id, deposit_account) references deposit_account (operator_id, id) on delete restrict;

alter table payment add constraint payment_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table allocation add constraint allocation_payment_fk foreign key (operator_id, payment) references payment (operator_id, id) on delete restrict;

alter table allocation add constraint allocation_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table allocation add constraint allocation_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table allocation add constraint allocation_reverses_fk foreign key (operator_id, reverses) references allocation (operator_id, id) on delete restrict;

alter table account_entry add constraint account_entry_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table account_entry add constraint account_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table account_entry add constraint account_entry_payment_fk foreign key (operator_id, payment) references payment (operator_id, id) on delete restrict;

alter table account_entry add constraint account_entry_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table account_entry add constraint account_entry_refund_fk foreign key (operator_id, refund) references refund (operator_id, id) on delete restrict;

alter table deposit_account add constraint deposit_account_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table deposit_account add constraint deposit_account_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table deposit_account add constraint deposit_account_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table deposit_account add constraint deposit_account_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_account_fk foreign key (operator_id, account) references deposit_account (operator_id, id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_allocation_fk foreign key (operator_id, allocation) references allocation (operator_id, id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_payment_fk foreign key (operator_id, payment) references payment (operator_id, id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_refund_fk foreign key (operator_id, refund) references refund (operator_id, id) on delete restrict;

alter table refund add constraint refund_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table refund add constraint refund_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table refund add constraint refund_deposit_account_fk foreign key (operator_id, deposit_account) references deposit_account (operator_id, id) on delete restrict;

alter table refund add constraint refund_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table refund add constraint refund_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table refund add constraint refund_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table refund add constraint refund_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table write_off add constraint write_off_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table write_off add constraint write_off_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table write_off add constraint write_off_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table write_off add constraint write_off_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_clerk_fk foreign key (operator_id, clerk) references "user" (operator_id, id) on delete restrict;

alter table split_rule add constraint split_rule_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table split_rule add constraint split_rule_vehicle_source_fk foreign key (operator_id, vehicle_source) references vehicle_source (operator_id, id) on delete restrict;

alter table split_rule add constraint split_rule_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table split_rule add constraint split_rule_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_rule_fk foreign key (operator_id, rule) references split_rule (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_vehicle_source_fk foreign key (operator_id, vehicle_source) references vehicle_source (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_account_fk foreign key (operator_id, account) references provider_account (operator_id, id) on delete restrict;

alter table split_record add constraint split_record_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_source_fk foreign key (operator_id, vehicle_source) references vehicle_source (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_charge_sheet_fk foreign key (operator_id, charge_sheet) references charge_sheet (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table payout add constraint payout_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table payout add constraint payout_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table payout add constraint payout_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table payout add constraint payout_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table coupon add constraint coupon_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_coupon_fk foreign key (operator_id, coupon) references coupon (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_coupon_fk foreign key (operator_id, coupon) references coupon (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_customer_coupon_fk foreign key (operator_id, customer_coupon) references customer_coupon (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table pay_type add constraint pay_type_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_payment_fk foreign key (operator_id, payment) references payment (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_loan_fk foreign key (operator_id, loan) references loan (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_from_fk foreign key (operator_id, "from") references company_account (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_to_fk foreign key (operator_id, "to") references company_account (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table pay_batch add constraint pay_batch_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table pay_batch add constraint pay_batch_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table account_period add constraint account_period_closed_by_fk foreign key (operator_id, closed_by) references "user" (operator_id, id) on delete restrict;

alter table statement add constraint statement_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table statement add constraint statement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_statement_fk foreign key (operator_id, statement) references statement (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table invoice_title add constraint invoice_title_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_red_of_fk foreign key (operator_id, red_of) references invoice (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_invoice_fk foreign key (operator_id, invoice) references invoice (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_bill_item_fk foreign key (operator_id, bill_item) references bill_item (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_red_of_fk foreign key (operator_id, red_of) references invoice_line (operator_id, id) on delete restrict;

alter table loan add constraint loan_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table loan add constraint loan_staff_fk foreign key (operator_id, staff) references "user" (operator_id, id) on delete restrict;

alter table loan add constraint loan_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table loan add constraint loan_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_staff_fk foreign key (operator_id, staff) references "user" (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_loan_fk foreign key (operator_id, loan) references loan (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_approved_by_fk foreign key (operator_id, approved_by) references "user" (operator_id, id) on delete restrict;

alter table received_invoice add constraint received_invoice_reimbursement_fk foreign key (operator_id, reimbursement) references reimbursement (operator_id, id) on delete restrict;

alter table received_invoice add constraint received_invoice_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table subject_map add constraint subject_map_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_batch_fk foreign key (operator_id, batch) references voucher_batch (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_red_of_fk foreign key (operator_id, red_of) references voucher (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_voucher_fk foreign key (operator_id, voucher) references voucher (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table affair_rule add constraint affair_rule_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table affair_rule add constraint affair_rule_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_cost add constraint vehicle_cost_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_cost add constraint vehicle_cost_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table shop_price add constraint shop_price_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table shop_price add constraint shop_price_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_renewal_of_fk foreign key (operator_id, renewal_of) references insurance_policy (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table policy_change add constraint policy_change_policy_fk foreign key (operator_id, policy) references insurance_policy (operator_id, id) on delete restrict;

alter table policy_change add constraint policy_change_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_policy_fk foreign key (operator_id, policy) references insurance_policy (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_upkeep_order_fk foreign key (operator_id, upkeep_order) references upkeep_order (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_claim_fk foreign key (operator_id, claim) references insurance_claim (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_of_order_fk foreign key (operator_id, of_order) references upkeep_order (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_statement_fk foreign key (operator_id, statement) references shop_statement (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_upkeep_order_fk foreign key (operator_id, upkeep_order) references upkeep_order (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_order_ref_fk foreign key (operator_id, order_ref) references upkeep_order (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_replaced_by_fk foreign key (operator_id, replaced_by) references certificate (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table violation add constraint violation_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table violation add constraint violation_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table violation add constraint violation_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table violation add constraint violation_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table violation add constraint violation_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table violation add constraint violation_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table violation add constraint violation_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;

alter table violation add constraint violation_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_violation add constraint vehicle_violation_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_violation add constraint vehicle_violation_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table violation_query add constraint violation_query_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table violation_query add constraint violation_query_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_account add constraint fuel_account_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_account_fk foreign key (operator_id, account) references fuel_account (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_card_fk foreign key (operator_id, card) references fuel_card (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_risk_report_fk foreign key (operator_id, risk_report) references risk_report (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_account_fk foreign key (operator_id, account) references fuel_account (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_card_fk foreign key (operator_id, card) references fuel_card (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_fuelling_fk foreign key (operator_id, fuelling) references fuelling (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_reverses_fk foreign key (operator_id, reverses) references fuel_entry (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table approval_form_version add constraint approval_form_version_form_fk foreign key (operator_id, form) references approval_form (operator_id, id) on delete restrict;

alter table approval_process add constraint approval_process_form_fk foreign key (operator_id, form) references approval_form (operator_id, id) on delete restrict;

alter table approval_version add constraint approval_version_process_fk foreign key (operator_id, process) references approval_process (operator_id, id) on delete restrict;

alter table approval_version add constraint approval_version_form_version_fk foreign key (operator_id, form_version) references approval_form_version (operator_id, id) on delete restrict;

alter table approval_version add constraint approval_version_published_by_fk foreign key (operator_id, published_by) references "user" (operator_id, id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_role_fk foreign key (operator_id, role) references approval_role (operator_id, id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promoter_permission add constraint promoter_permission_process_fk foreign key (operator_id, process) references approval_process (operator_id, id) on delete restrict;

alter table processor_permission add constraint processor_permission_process_fk foreign key (operator_id, process) references approval_process (operator_id, id) on delete restrict;

alter table approval_deputy add constraint approval_deputy_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table approval_deputy add constraint approval_deputy_deputy_fk foreign key (operator_id, deputy) references "user" (operator_id, id) on delete restrict;

alter table business_process add constraint business_process_process_fk foreign key (operator_id, process) references approval_process (operator_id, id) on delete restrict;

alter table business_process add constraint business_process_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_process_fk foreign key (operator_id, process) references approval_process (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_process_version_fk foreign key (operator_id, process_version) references approval_version (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_starter_fk foreign key (operator_id, starter) references "user" (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_starter_dept_fk foreign key (operator_id, starter_dept) references dept (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table approval_case add constraint approval_case_parent_fk foreign key (operator_id, parent) references approval_case (operator_id, id) on delete restrict;

alter table sign_template_version add constraint sign_template_version_template_fk foreign key (operator_id, template) references sign_template (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_template_fk foreign key (operator_id, template) references sign_template (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_template_version_fk foreign key (operator_id, template_version) references sign_template_version (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_parent_fk foreign key (operator_id, parent) references sign_flow (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_flow add constraint sign_flow_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table sign_party add constraint sign_party_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_party add constraint sign_party_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table sign_party add constraint sign_party_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table sign_party add constraint sign_party_seal_fk foreign key (operator_id, seal) references sign_seal (operator_id, id) on delete restrict;

alter table sign_party add constraint sign_party_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_field add constraint sign_field_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_field add constraint sign_field_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_field add constraint sign_field_party_fk foreign key (operator_id, party) references sign_party (operator_id, id) on delete restrict;

alter table sign_file add constraint sign_file_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_file add constraint sign_file_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_event add constraint sign_event_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_event add constraint sign_event_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_inbox add constraint sign_inbox_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_inbox add constraint sign_inbox_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_identity add constraint sign_identity_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table sign_identity add constraint sign_identity_checked_by_fk foreign key (operator_id, checked_by) references "user" (operator_id, id) on delete restrict;

alter table sign_identity add constraint sign_identity_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table sign_identity add constraint sign_identity_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table sign_key add constraint sign_key_seal_fk foreign key (operator_id, seal) references sign_seal (operator_id, id) on delete restrict;

alter table recharge_order add constraint recharge_order_plan_fk foreign key (operator_id, plan) references recharge_plan (operator_id, id) on delete restrict;

alter table recharge_order add constraint recharge_order_ordered_by_fk foreign key (operator_id, ordered_by) references "user" (operator_id, id) on delete restrict;

alter table recharge_order add constraint recharge_order_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table sign_quota_lot add constraint sign_quota_lot_recharge_order_fk foreign key (operator_id, recharge_order) references recharge_order (operator_id, id) on delete restrict;

alter table sign_quota_entry add constraint sign_quota_entry_lot_fk foreign key (operator_id, lot) references sign_quota_lot (operator_id, id) on delete restrict;

alter table sign_quota_entry add constraint sign_quota_entry_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_quota_entry add constraint sign_quota_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table consign_party add constraint consign_party_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table consign_party add constraint consign_party_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table consign_party add constraint consign_party_merged_into_fk foreign key (operator_id, merged_into) references consign_party (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_account_fk foreign key (operator_id, account) references "user" (operator_id, id) on delete restrict;

alter table provider add constraint provider_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table provider add constraint provider_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table provider add constraint provider_account_fk foreign key (operator_id, account) references "user" (operator_id, id) on delete restrict;

alter table driver add constraint driver_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table driver add constraint driver_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table driver add constraint driver_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table driver add constraint driver_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table driver add constraint driver_pay_rule_fk foreign key (operator_id, pay_rule) references rate_rule (operator_id, id) on delete restrict;

alter table driver add constraint driver_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver add constraint driver_dept_fk foreign key (operator_id, dept) references dept (operator_id, id) on delete restrict;

alter table recruit_post add constraint recruit_post_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_post_fk foreign key (operator_id, post) references recruit_post (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_promoter_fk foreign key (operator_id, promoter) references "user" (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_from_fk foreign key (operator_id, "from") references consign_party (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_to_fk foreign key (operator_id, "to") references consign_party (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_road_route_fk foreign key (operator_id, road_route) references road_route (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_receivable_rule_fk foreign key (operator_id, receivable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_payable_rule_fk foreign key (operator_id, payable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driving_strategy add constraint driving_strategy_order_model_fk foreign key (operator_id, order_model) references order_model (operator_id, id) on delete restrict;

alter table project add constraint project_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table project add constraint project_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table project add constraint project_manager_fk foreign key (operator_id, manager) references "user" (operator_id, id) on delete restrict;

alter table project add constraint project_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table project add constraint project_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table project add constraint project_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table recurring_date add constraint recurring_date_rule_fk foreign key (operator_id, rule) references recurring_rule (operator_id, id) on delete restrict;

alter table recurring_date add constraint recurring_date_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_winner_fk foreign key (operator_id, winner) references carrier (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cargo_bid add constraint cargo_bid_source_fk foreign key (operator_id, source) references cargo_source (operator_id, id) on delete restrict;

alter table cargo_bid add constraint cargo_bid_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_api_client_fk foreign key (operator_id, api_client) references api_client (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_order_page_fk foreign key (operator_id, order_page) references order_page (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_quote_fk foreign key (operator_id, quote) references quote (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_coupon_fk foreign key (operator_id, coupon) references customer_coupon (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_from_fk foreign key (operator_id, "from") references consign_party (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_to_fk foreign key (operator_id, "to") references consign_party (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_return_of_fk foreign key (operator_id, return_of) references consignment (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission add constraint mission_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table mission add constraint mission_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table mission add constraint mission_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table mission add constraint mission_trailer_fk foreign key (operator_id, trailer) references vehicle (operator_id, id) on delete restrict;

alter table mission add constraint mission_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table mission add constraint mission_co_driver_fk foreign key (operator_id, co_driver) references driver (operator_id, id) on delete restrict;

alter table mission add constraint mission_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table mission add constraint mission_relay_of_fk foreign key (operator_id, relay_of) references mission (operator_id, id) on delete restrict;

alter table mission add constraint mission_payable_rule_fk foreign key (operator_id, payable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table mission add constraint mission_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_party_fk foreign key (operator_id, party) references consign_party (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_stop_fk foreign key (operator_id, stop) references mission_stop (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_by_fk foreign key (operator_id, by) references "user" (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table trip_check add constraint trip_check_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission_hold add constraint mission_hold_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_handler_fk foreign key (operator_id, handler) references "user" (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_winner_fk foreign key (operator_id, winner) references driver (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_winning_carrier_fk foreign key (operator_id, winning_carrier) references carrier (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_push_fk foreign key (operator_id, push) references order_push (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table pod add constraint pod_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table pod add constraint pod_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table pod add constraint pod_amends_fk foreign key (operator_id, amends) references pod (operator_id, id) on delete restrict;

alter table pod add constraint pod_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_order_model_fk foreign key (operator_id, order_model) references order_model (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_current_fk foreign key (operator_id, current) references rate_version (operator_id, id) on delete restrict;

alter table rate_version add constraint rate_version_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table rate_version add constraint rate_version_published_by_fk foreign key (operator_id, published_by) references "user" (operator_id, id) on delete restrict;

alter table quote add constraint quote_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table quote add constraint quote_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table quote add constraint quote_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table quote add constraint quote_rate_version_fk foreign key (operator_id, rate_version) references rate_version (operator_id, id) on delete restrict;

alter table quote add constraint quote_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_provider_fk foreign key (operator_id, provider) references provider (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_corrects_fk foreign key (operator_id, corrects) references charge_sheet (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_quote_fk foreign key (operator_id, quote) references quote (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_claim_fk foreign key (operator_id, claim) references cargo_claim (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_adjusted_by_fk foreign key (operator_id, adjusted_by) references "user" (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_provider_fk foreign key (operator_id, provider) references provider (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_claim_fk foreign key (operator_id, claim) references cargo_claim (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_charge_sheet_fk foreign key (operator_id, charge_sheet) references charge_sheet (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deduction_use add constraint deduction_use_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;

alter table deduction_use add constraint deduction_use_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table api_key add constraint api_key_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table api_call add constraint api_call_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_sandbox_order_fk foreign key (operator_id, sandbox_order) references sandbox_order (operator_id, id) on delete restrict;

alter table sandbox_order add constraint sandbox_order_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table order_link add constraint order_link_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table order_review add constraint order_review_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_sent_by_fk foreign key (operator_id, sent_by) references "user" (operator_id, id) on delete restrict;

alter table freight_upload add constraint freight_upload_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_completed_by_fk foreign key (operator_id, completed_by) references "user" (operator_id, id) on delete restrict;

alter table danger_note add constraint danger_note_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table dispatch_plan add constraint dispatch_plan_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table dispatch_version add constraint dispatch_version_plan_fk foreign key (operator_id, plan) references dispatch_plan (operator_id, id) on delete restrict;

alter table franchise_apply add constraint franchise_apply_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table franchise_apply add constraint franchise_apply_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;

alter table operator_profile add constraint operator_profile_parent_fk foreign key (operator_id, parent) references operator_profile (operator_id, id) on delete restrict;

alter table operator_profile add constraint operator_profile_apply_fk foreign key (operator_id, apply) references franchise_apply (operator_id, id) on delete restrict;

alter table merchant add constraint merchant_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;

alter table provider_account add constraint provider_account_merchant_fk foreign key (operator_id, merchant) references merchant (operator_id, id) on delete restrict;

alter table provider_account add constraint provider_account_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_visit add constraint promo_visit_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table promo_visit add constraint promo_visit_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;
