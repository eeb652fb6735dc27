-- Every table that a definition describes.
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

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
  pinyin text,
  search_text text generated always as (lower(coalesce(host, '') || ' ' || coalesce(title, '') || ' ' || coalesce(company, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint site_config_look_values check (look in ('leasing', 'rental', 'tms')),
  constraint site_config_primary_color_values check (primary_color in ('blue', 'teal', 'green', 'orange', 'red', 'purple'))
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

comment on column inbox_message.pinyin is '名称拼音';

comment on column inbox_message.search_text is '检索文本';

create index inbox_message_receiver_idx on inbox_message (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index inbox_message_system_message_idx on inbox_message (operator_id, system_message, created_at desc, id desc) where deleted_at is null;

create unique index inbox_message_receiver_dedupe_key on inbox_message (operator_id, receiver, dedupe) where deleted_at is null;

create index inbox_message_category_idx on inbox_message (operator_id, category, created_at desc, id desc) where deleted_at is null;

create index inbox_message_read_at_idx on inbox_message (operator_id, read_at) where deleted_at is null;

create index inbox_message_receiver_read_at_idx on inbox_message (operator_id, receiver, read_at) where deleted_at is null;

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
  auto_use_balance boolean default false not null,
  channel bigint,
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

comment on column lessee.auto_use_balance is '余额自动抵扣新账单';

comment on column lessee.channel is '来源渠道';

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

create index lessee_store_idx on lessee (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index lessee_owner_idx on lessee (operator_id, owner, created_at desc, id desc) where deleted_at is null;

create index lessee_kind_idx on lessee (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index lessee_credit_level_idx on lessee (operator_id, credit_level, created_at desc, id desc) where deleted_at is null;

create index lessee_licence_due_on_idx on lessee (operator_id, licence_due_on) where deleted_at is null;

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
  driving_licence_images jsonb,
  inspection_due_on date,
  compulsory_insurance_due_on date,
  commercial_insurance_due_on date,
  road_permit_no text,
  road_permit_due_on date,
  load_kg bigint,
  volume numeric(18,2),
  odometer bigint,
  idle_since date,
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
  constraint vehicle_odometer_range check (odometer >= 0 and odometer <= 5000000)
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

comment on column vehicle.driving_licence_images is '行驶证照片';

comment on column vehicle.inspection_due_on is '年检有效期至';

comment on column vehicle.compulsory_insurance_due_on is '交强险到期日';

comment on column vehicle.commercial_insurance_due_on is '商业险到期日';

comment on column vehicle.road_permit_no is '道路运输证号';

comment on column vehicle.road_permit_due_on is '道路运输证到期日';

comment on column vehicle.load_kg is '核定载质量';

comment on column vehicle.volume is '货厢容积';

comment on column vehicle.odometer is '里程';

comment on column vehicle.idle_since is '空闲起始日';

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

create index trip_vehicle_idx on trip (operator_id, vehicle, start_at desc, id desc) where deleted_at is null;

create index trip_store_idx on trip (operator_id, store, start_at desc, id desc) where deleted_at is null;

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
  assignee bigint,
  handled_at timestamptz,
  handling text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
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

create index alarm_end_at_idx on alarm (operator_id, end_at) where deleted_at is null;

create index alarm_source_idx on alarm (operator_id, source, start_at desc, id desc) where deleted_at is null;

create index alarm_vehicle_kind_start_at_idx on alarm (operator_id, vehicle, kind, start_at) where deleted_at is null;

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
  reason_kind text default 'expired' not null,
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
  constraint bill_bill_type_values check (bill_type in ('deposit', 'rent', 'incidental', 'late', 'settlement', 'swap', 'service', 'penalty', 'buyout')),
  constraint bill_amount_range check (amount >= 0),
  constraint bill_paid_range check (paid >= 0),
  constraint bill_written_off_range check (written_off >= 0)
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
  grace_until date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  written_off bigint not null,
  remain bigint not null,
  folded boolean not null default false
);

comment on table bill_totals is '账单的合计（由触发器维护）';

create index bill_totals_key on bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until);

create index bill_totals_fresh on bill_totals (operator_id) where not folded;

alter table bill no force row level security;

insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain) select operator_id, store, status, direction, bill_type, due_on, grace_until, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(written_off), 0), coalesce(sum(remain), 0) from bill where deleted_at is null group by operator_id, store, status, direction, bill_type, due_on, grace_until;

alter table bill force row level security;

alter table bill_totals enable row level security;

alter table bill_totals force row level security;

create policy tenant on bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  else
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
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
  constraint bill_item_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER'))
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
  trade_no text,
  pay_qr_code bigint,
  deposit_account bigint,
  vouchers jsonb,
  designation jsonb not null,
  allocated bigint default 0 not null,
  to_balance bigint default 0 not null,
  confirmed_by bigint,
  confirmed_at timestamptz,
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

comment on column payment.trade_no is '交易流水号';

comment on column payment.pay_qr_code is '收款码';

comment on column payment.deposit_account is '押金账户';

comment on column payment.vouchers is '付款凭证';

comment on column payment.designation is '指定核销';

comment on column payment.allocated is '已核销';

comment on column payment.to_balance is '转入余额';

comment on column payment.confirmed_by is '审核人';

comment on column payment.confirmed_at is '审核时间';

comment on column payment.reject_reason is '驳回原因';

comment on column payment.remark is '备注';

comment on column payment.pinyin is '名称拼音';

comment on column payment.search_text is '检索文本';

create unique index payment_no_key on payment (operator_id, no) where deleted_at is null;

create index payment_status_idx on payment (operator_id, status, paid_at desc, id desc) where deleted_at is null;

create index payment_lessee_idx on payment (operator_id, lessee, paid_at desc, id desc) where deleted_at is null;

create index payment_store_idx on payment (operator_id, store, paid_at desc, id desc) where deleted_at is null;

create index payment_pay_qr_code_idx on payment (operator_id, pay_qr_code, paid_at desc, id desc) where deleted_at is null;

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
  attachments jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(their_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint payable_bill_status_values check (status in ('toConfirm', 'unpaid', 'partlyPaid', 'settled', 'voided')),
  constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver')),
  constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'other')),
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

comment on column payable_bill.attachments is '附件';

comment on column payable_bill.remark is '备注';

comment on column payable_bill.pinyin is '名称拼音';

comment on column payable_bill.search_text is '检索文本';

create unique index payable_bill_no_key on payable_bill (operator_id, no) where deleted_at is null;

create index payable_bill_status_idx on payable_bill (operator_id, status, due_on desc, id desc) where deleted_at is null;

create index payable_bill_vehicle_source_idx on payable_bill (operator_id, vehicle_source, due_on desc, id desc) where deleted_at is null;

create index payable_bill_channel_idx on payable_bill (operator_id, channel, due_on desc, id desc) where deleted_at is null;

create index payable_bill_store_idx on payable_bill (operator_id, store, due_on desc, id desc) where deleted_at is null;

create index payable_bill_vehicle_idx on payable_bill (operator_id, vehicle, due_on desc, id desc) where deleted_at is null;

create index payable_bill_party_kind_idx on payable_bill (operator_id, party_kind, due_on desc, id desc) where deleted_at is null;

create index payable_bill_fee_idx on payable_bill (operator_id, fee, due_on desc, id desc) where deleted_at is null;

create index payable_bill_order on payable_bill (operator_id, due_on desc, id desc) where deleted_at is null;

create index payable_bill_search on payable_bill using gin (search_text gin_trgm_ops);

alter table payable_bill enable row level security;

alter table payable_bill force row level security;

create policy tenant on payable_bill
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

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

create index payout_confirmed_by_idx on payout (operator_id, confirmed_by, paid_on desc, id desc) where deleted_at is null;

create index payout_channel_idx on payout (operator_id, channel, paid_on desc, id desc) where deleted_at is null;

create index payout_order on payout (operator_id, paid_on desc, id desc) where deleted_at is null;

create index payout_search on payout using gin (search_text gin_trgm_ops);

alter table payout enable row level security;

alter table payout force row level security;

create policy tenant on payout
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
  status text default 'open' not null,
  booked_on date not null,
  amount bigint not null,
  payer_name text,
  payer_account text,
  memo text,
  account text,
  lessee bigint,
  payment bigint,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(trade_no, '') || ' ' || coalesce(payer_name, '') || ' ' || coalesce(memo, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint bank_line_status_values check (status in ('open', 'matched', 'ignored')),
  constraint bank_line_amount_range check (amount >= 1)
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

comment on column bank_line.status is '状态';

comment on column bank_line.booked_on is '入账日';

comment on column bank_line.amount is '收入金额';

comment on column bank_line.payer_name is '付款人';

comment on column bank_line.payer_account is '付款账号';

comment on column bank_line.memo is '摘要附言';

comment on column bank_line.account is '入账账户';

comment on column bank_line.lessee is '承租人';

comment on column bank_line.payment is '收款';

comment on column bank_line.reason is '处理说明';

comment on column bank_line.pinyin is '名称拼音';

comment on column bank_line.search_text is '检索文本';

create unique index bank_line_trade_no_key on bank_line (operator_id, trade_no) where deleted_at is null;

create index bank_line_status_idx on bank_line (operator_id, status, booked_on desc, id desc) where deleted_at is null;

create index bank_line_lessee_idx on bank_line (operator_id, lessee, booked_on desc, id desc) where deleted_at is null;

create index bank_line_payment_idx on bank_line (operator_id, payment, booked_on desc, id desc) where deleted_at is null;

create index bank_line_order on bank_line (operator_id, booked_on desc, id desc) where deleted_at is null;

create index bank_line_search on bank_line using gin (search_text gin_trgm_ops);

alter table bank_line enable row level security;

alter table bank_line force row level security;

create policy tenant on bank_line
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

comment on column customer_coupon.bill is '使用账单';

comment on column customer_coupon.reason is '回收原因';

comment on column customer_coupon.pinyin is '名称拼音';

comment on column customer_coupon.search_text is '检索文本';

create unique index customer_coupon_no_key on customer_coupon (operator_id, no) where deleted_at is null;

create index customer_coupon_status_idx on customer_coupon (operator_id, status, id desc) where deleted_at is null;

create index customer_coupon_coupon_idx on customer_coupon (operator_id, coupon, id desc) where deleted_at is null;

create index customer_coupon_lessee_idx on customer_coupon (operator_id, lessee, id desc) where deleted_at is null;

create index customer_coupon_store_idx on customer_coupon (operator_id, store, id desc) where deleted_at is null;

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

comment on column franchise_apply.pinyin is '名称拼音';

comment on column franchise_apply.search_text is '检索文本';

create unique index franchise_apply_no_key on franchise_apply (operator_id, no) where deleted_at is null;

create index franchise_apply_status_idx on franchise_apply (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index franchise_apply_order on franchise_apply (operator_id, created_at desc, id desc) where deleted_at is null;

create index franchise_apply_search on franchise_apply using gin (search_text gin_trgm_ops);

alter table franchise_apply enable row level security;

alter table franchise_apply force row level security;

create policy tenant on franchise_apply
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table dept add constraint dept_parent_fk foreign key (operator_id, parent) references dept (operator_id, id) on delete restrict;

alter table dept add constraint dept_leader_fk foreign key (operator_id, leader) references "user" (operator_id, id) on delete restrict;

alter table "user" add constraint user_dept_fk foreign key (operator_id, dept) references dept (operator_id, id) on delete restrict;

alter table sys_rule_resource add constraint sys_rule_resource_rule_name_fk foreign key (operator_id, rule_name) references sys_rule_name (operator_id, id) on delete restrict;

alter table dict_item add constraint dict_item_dict_group_fk foreign key (operator_id, dict_group) references dict_group (operator_id, id) on delete restrict;

alter table inbox_message add constraint inbox_message_receiver_fk foreign key (operator_id, receiver) references "user" (operator_id, id) on delete restrict;

alter table inbox_message add constraint inbox_message_system_message_fk foreign key (operator_id, system_message) references system_message (operator_id, id) on delete restrict;

alter table problem_feedback add constraint problem_feedback_answered_by_fk foreign key (operator_id, answered_by) references "user" (operator_id, id) on delete restrict;

alter table store add constraint store_manager_fk foreign key (operator_id, manager) references "user" (operator_id, id) on delete restrict;

alter table lessee add constraint lessee_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

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

alter table split_record add constraint split_record_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_source_fk foreign key (operator_id, vehicle_source) references vehicle_source (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table payout add constraint payout_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table payout add constraint payout_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table payout add constraint payout_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_payment_fk foreign key (operator_id, payment) references payment (operator_id, id) on delete restrict;

alter table coupon add constraint coupon_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_coupon_fk foreign key (operator_id, coupon) references coupon (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_coupon_fk foreign key (operator_id, coupon) references coupon (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_customer_coupon_fk foreign key (operator_id, customer_coupon) references customer_coupon (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table coupon_use add constraint coupon_use_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

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

alter table order_review add constraint order_review_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
