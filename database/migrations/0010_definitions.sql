-- definitions
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table dept (
  id bigint generated always as identity not null primary key,
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

create index dept_parent_idx on dept (operator_id, parent) where deleted_at is null;

create index dept_leader_idx on dept (operator_id, leader) where deleted_at is null;

create index dept_order on dept (operator_id, idx, name, id) where deleted_at is null;

create index dept_search on dept using gin (search_text gin_trgm_ops);

alter table dept enable row level security;

alter table dept force row level security;

create policy tenant on dept
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table "user" (
  id bigint generated always as identity not null primary key,
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

create index user_status_idx on "user" (operator_id, status) where deleted_at is null;

create index user_mobile_idx on "user" (operator_id, mobile) where deleted_at is null;

create index user_dept_idx on "user" (operator_id, dept) where deleted_at is null;

create index user_stores_gin on "user" using gin (stores);

create index user_roles_gin on "user" using gin (roles);

create index user_templates_gin on "user" using gin (templates);

create index user_customer_type_idx on "user" (operator_id, customer_type) where deleted_at is null;

create index user_order on "user" (operator_id, username, id) where deleted_at is null;

create index user_search on "user" using gin (search_text gin_trgm_ops);

alter table "user" enable row level security;

alter table "user" force row level security;

create policy tenant on "user"
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table role (
  id bigint generated always as identity not null primary key,
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

create index role_status_idx on role (operator_id, status) where deleted_at is null;

create index role_templates_gin on role using gin (templates);

create index role_kind_idx on role (operator_id, kind) where deleted_at is null;

create index role_order on role (operator_id, code, id) where deleted_at is null;

create index role_search on role using gin (search_text gin_trgm_ops);

alter table role enable row level security;

alter table role force row level security;

create policy tenant on role
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sys_rule_name (
  id bigint generated always as identity not null primary key,
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

create index sys_rule_name_dimension_idx on sys_rule_name (operator_id, dimension) where deleted_at is null;

create index sys_rule_name_order on sys_rule_name (operator_id, code, id) where deleted_at is null;

create index sys_rule_name_search on sys_rule_name using gin (search_text gin_trgm_ops);

alter table sys_rule_name enable row level security;

alter table sys_rule_name force row level security;

create policy tenant on sys_rule_name
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table sys_rule_resource (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(resource_code, '') || ' ' || coalesce(pinyin, ''))) stored
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

create index sys_rule_resource_rule_name_idx on sys_rule_resource (operator_id, rule_name) where deleted_at is null;

create unique index sys_rule_resource_resource_code_rule_name_key on sys_rule_resource (operator_id, resource_code, rule_name) where deleted_at is null;

create index sys_rule_resource_order on sys_rule_resource (operator_id, resource_code, id) where deleted_at is null;

create index sys_rule_resource_search on sys_rule_resource using gin (search_text gin_trgm_ops);

alter table sys_rule_resource enable row level security;

alter table sys_rule_resource force row level security;

create policy tenant on sys_rule_resource
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table data_template (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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

create index dict_item_dict_group_idx on dict_item (operator_id, dict_group) where deleted_at is null;

create unique index dict_item_dict_group_value_key on dict_item (operator_id, dict_group, value) where deleted_at is null;

create index dict_item_order on dict_item (operator_id, dict_group, idx, id) where deleted_at is null;

create index dict_item_search on dict_item using gin (search_text gin_trgm_ops);

alter table dict_item enable row level security;

alter table dict_item force row level security;

create policy tenant on dict_item
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table parameter_value (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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
  pinyin text,
  search_text text generated always as (lower(coalesce(host, '') || ' ' || coalesce(title, '') || ' ' || coalesce(company, '') || ' ' || coalesce(pinyin, ''))) stored,
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

comment on column site_config.pinyin is '名称拼音';

comment on column site_config.search_text is '检索文本';

create unique index site_config_host_key on site_config (operator_id, host) where deleted_at is null;

create index site_config_look_idx on site_config (operator_id, look) where deleted_at is null;

create index site_config_order on site_config (operator_id, host, id) where deleted_at is null;

create index site_config_search on site_config using gin (search_text gin_trgm_ops);

alter table site_config enable row level security;

alter table site_config force row level security;

create policy tenant on site_config
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table release (
  id bigint generated always as identity not null primary key,
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

create index release_status_idx on release (operator_id, status) where deleted_at is null;

create index release_published_at_idx on release (operator_id, published_at) where deleted_at is null;

create index release_order on release (operator_id, published_at desc nulls last, id desc) where deleted_at is null;

create index release_search on release using gin (search_text gin_trgm_ops);

alter table release enable row level security;

alter table release force row level security;

create policy tenant on release
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table system_message (
  id bigint generated always as identity not null primary key,
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
  published_at timestamptz,
  receiver_count bigint default 0,
  read_count bigint default 0,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(content, '') || ' ' || coalesce(pinyin, ''))) stored,
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

comment on column system_message.published_at is '发布时间';

comment on column system_message.receiver_count is '接收人数';

comment on column system_message.read_count is '已读人数';

comment on column system_message.pinyin is '名称拼音';

comment on column system_message.search_text is '检索文本';

create index system_message_status_idx on system_message (operator_id, status) where deleted_at is null;

create index system_message_roles_gin on system_message using gin (roles);

create index system_message_depts_gin on system_message using gin (depts);

create index system_message_category_idx on system_message (operator_id, category) where deleted_at is null;

create index system_message_published_at_idx on system_message (operator_id, published_at) where deleted_at is null;

create index system_message_order on system_message (operator_id, created_at desc, id desc) where deleted_at is null;

create index system_message_search on system_message using gin (search_text gin_trgm_ops);

alter table system_message enable row level security;

alter table system_message force row level security;

create policy tenant on system_message
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inbox_message (
  id bigint generated always as identity not null primary key,
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
  constraint inbox_message_category_values check (category in ('approval', 'expiry', 'arrears', 'anomaly', 'notice', 'task'))
);

comment on table inbox_message is '我的消息';

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

create index inbox_message_receiver_idx on inbox_message (operator_id, receiver) where deleted_at is null;

create index inbox_message_system_message_idx on inbox_message (operator_id, system_message) where deleted_at is null;

create unique index inbox_message_receiver_dedupe_key on inbox_message (operator_id, receiver, dedupe) where deleted_at is null;

create index inbox_message_category_idx on inbox_message (operator_id, category) where deleted_at is null;

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

create index problem_feedback_status_idx on problem_feedback (operator_id, status) where deleted_at is null;

create index problem_feedback_answered_by_idx on problem_feedback (operator_id, answered_by) where deleted_at is null;

create index problem_feedback_order on problem_feedback (operator_id, created_at desc, id desc) where deleted_at is null;

create index problem_feedback_search on problem_feedback using gin (search_text gin_trgm_ops);

alter table problem_feedback enable row level security;

alter table problem_feedback force row level security;

create policy tenant on problem_feedback
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table store (
  id bigint generated always as identity not null primary key,
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

create index store_status_idx on store (operator_id, status) where deleted_at is null;

create index store_manager_idx on store (operator_id, manager) where deleted_at is null;

create index store_order on store (operator_id, code, id) where deleted_at is null;

create index store_search on store using gin (search_text gin_trgm_ops);

alter table store enable row level security;

alter table store force row level security;

create policy tenant on store
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table channel (
  id bigint generated always as identity not null primary key,
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

create index channel_status_idx on channel (operator_id, status) where deleted_at is null;

create index channel_kind_idx on channel (operator_id, kind) where deleted_at is null;

create index channel_order on channel (operator_id, name, id) where deleted_at is null;

create index channel_search on channel using gin (search_text gin_trgm_ops);

alter table channel enable row level security;

alter table channel force row level security;

create policy tenant on channel
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_source (
  id bigint generated always as identity not null primary key,
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

create index vehicle_source_status_idx on vehicle_source (operator_id, status) where deleted_at is null;

create index vehicle_source_kind_idx on vehicle_source (operator_id, kind) where deleted_at is null;

create index vehicle_source_order on vehicle_source (operator_id, name, id) where deleted_at is null;

create index vehicle_source_search on vehicle_source using gin (search_text gin_trgm_ops);

alter table vehicle_source enable row level security;

alter table vehicle_source force row level security;

create policy tenant on vehicle_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lessee (
  id bigint generated always as identity not null primary key,
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

create index lessee_status_idx on lessee (operator_id, status) where deleted_at is null;

create index lessee_mobile_idx on lessee (operator_id, mobile) where deleted_at is null;

create unique index lessee_id_no_key on lessee (operator_id, id_no) where deleted_at is null;

create unique index lessee_credit_code_key on lessee (operator_id, credit_code) where deleted_at is null;

create index lessee_channel_idx on lessee (operator_id, channel) where deleted_at is null;

create index lessee_store_idx on lessee (operator_id, store) where deleted_at is null;

create index lessee_owner_idx on lessee (operator_id, owner) where deleted_at is null;

create index lessee_kind_idx on lessee (operator_id, kind) where deleted_at is null;

create index lessee_credit_level_idx on lessee (operator_id, credit_level) where deleted_at is null;

create index lessee_licence_due_on_idx on lessee (operator_id, licence_due_on) where deleted_at is null;

create index lessee_order on lessee (operator_id, created_at desc, id desc) where deleted_at is null;

create index lessee_search on lessee using gin (search_text gin_trgm_ops);

alter table lessee enable row level security;

alter table lessee force row level security;

create policy tenant on lessee
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_model (
  id bigint generated always as identity not null primary key,
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

create index vehicle_model_status_idx on vehicle_model (operator_id, status) where deleted_at is null;

create unique index vehicle_model_brand_series_name_key on vehicle_model (operator_id, brand, series, name) where deleted_at is null;

create index vehicle_model_category_idx on vehicle_model (operator_id, category) where deleted_at is null;

create index vehicle_model_energy_idx on vehicle_model (operator_id, energy) where deleted_at is null;

create index vehicle_model_order on vehicle_model (operator_id, brand, name, id) where deleted_at is null;

create index vehicle_model_search on vehicle_model using gin (search_text gin_trgm_ops);

alter table vehicle_model enable row level security;

alter table vehicle_model force row level security;

create policy tenant on vehicle_model
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle (
  id bigint generated always as identity not null primary key,
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

create index vehicle_status_idx on vehicle (operator_id, status) where deleted_at is null;

create unique index vehicle_vin_key on vehicle (operator_id, vin) where deleted_at is null;

create index vehicle_model_idx on vehicle (operator_id, model) where deleted_at is null;

create index vehicle_vehicle_source_idx on vehicle (operator_id, vehicle_source) where deleted_at is null;

create index vehicle_store_idx on vehicle (operator_id, store) where deleted_at is null;

create index vehicle_dept_idx on vehicle (operator_id, dept) where deleted_at is null;

create index vehicle_energy_idx on vehicle (operator_id, energy) where deleted_at is null;

create index vehicle_ownership_idx on vehicle (operator_id, ownership) where deleted_at is null;

create index vehicle_inspection_due_on_idx on vehicle (operator_id, inspection_due_on) where deleted_at is null;

create index vehicle_compulsory_insurance_due_on_idx on vehicle (operator_id, compulsory_insurance_due_on) where deleted_at is null;

create index vehicle_registered_on_idx on vehicle (operator_id, registered_on) where deleted_at is null;

create index vehicle_status_store_idx on vehicle (operator_id, status, store) where deleted_at is null;

create index vehicle_store_model_status_idx on vehicle (operator_id, store, model, status) where deleted_at is null;

create index vehicle_order on vehicle (operator_id, created_at desc, id desc) where deleted_at is null;

create index vehicle_search on vehicle using gin (search_text gin_trgm_ops);

alter table vehicle enable row level security;

alter table vehicle force row level security;

create policy tenant on vehicle
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_preparation (
  id bigint generated always as identity not null primary key,
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

create index vehicle_preparation_vehicle_idx on vehicle_preparation (operator_id, vehicle) where deleted_at is null;

create index vehicle_preparation_status_idx on vehicle_preparation (operator_id, status) where deleted_at is null;

create unique index vehicle_preparation_vehicle_step_key on vehicle_preparation (operator_id, vehicle, step) where deleted_at is null;

create index vehicle_preparation_step_idx on vehicle_preparation (operator_id, step) where deleted_at is null;

create index vehicle_preparation_due_on_idx on vehicle_preparation (operator_id, due_on) where deleted_at is null;

create index vehicle_preparation_order on vehicle_preparation (operator_id, status, due_on, id) where deleted_at is null;

alter table vehicle_preparation enable row level security;

alter table vehicle_preparation force row level security;

create policy tenant on vehicle_preparation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table store_transfer (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored
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

create index store_transfer_vehicle_idx on store_transfer (operator_id, vehicle) where deleted_at is null;

create index store_transfer_from_store_idx on store_transfer (operator_id, from_store) where deleted_at is null;

create index store_transfer_to_store_idx on store_transfer (operator_id, to_store) where deleted_at is null;

create index store_transfer_transferred_at_idx on store_transfer (operator_id, transferred_at) where deleted_at is null;

create index store_transfer_order on store_transfer (operator_id, transferred_at desc, id desc) where deleted_at is null;

create index store_transfer_search on store_transfer using gin (search_text gin_trgm_ops);

alter table store_transfer enable row level security;

alter table store_transfer force row level security;

create policy tenant on store_transfer
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table plate_change (
  id bigint generated always as identity not null primary key,
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

create index plate_change_vehicle_idx on plate_change (operator_id, vehicle) where deleted_at is null;

create index plate_change_changed_on_idx on plate_change (operator_id, changed_on) where deleted_at is null;

create index plate_change_order on plate_change (operator_id, changed_on desc, id desc) where deleted_at is null;

create index plate_change_search on plate_change using gin (search_text gin_trgm_ops);

alter table plate_change enable row level security;

alter table plate_change force row level security;

create policy tenant on plate_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_product (
  id bigint generated always as identity not null primary key,
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
  constraint vehicle_product_status_values check (status in ('draft', 'listed', 'unlisted')),
  constraint vehicle_product_mode_values check (mode in ('long', 'rentToOwn', 'withDriver'))
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

create index vehicle_product_model_idx on vehicle_product (operator_id, model) where deleted_at is null;

create index vehicle_product_status_idx on vehicle_product (operator_id, status) where deleted_at is null;

create index vehicle_product_stores_gin on vehicle_product using gin (stores);

create index vehicle_product_mode_idx on vehicle_product (operator_id, mode) where deleted_at is null;

create index vehicle_product_order on vehicle_product (operator_id, name, id) where deleted_at is null;

create index vehicle_product_search on vehicle_product using gin (search_text gin_trgm_ops);

alter table vehicle_product enable row level security;

alter table vehicle_product force row level security;

create policy tenant on vehicle_product
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_plan (
  id bigint generated always as identity not null primary key,
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
  deposit_hold_days bigint default 30 not null,
  quota_km bigint,
  over_km_price bigint,
  late_grace_days bigint default 3 not null,
  late_rate_bp bigint default 5 not null,
  late_cap_bp integer default 2000 not null,
  min_term_months bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
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
  constraint lease_plan_deposit_hold_days_range check (deposit_hold_days >= 0 and deposit_hold_days <= 365),
  constraint lease_plan_quota_km_range check (quota_km >= 0 and quota_km <= 100000),
  constraint lease_plan_over_km_price_range check (over_km_price >= 0),
  constraint lease_plan_late_grace_days_range check (late_grace_days >= 0 and late_grace_days <= 60),
  constraint lease_plan_late_rate_bp_range check (late_rate_bp >= 0 and late_rate_bp <= 100),
  constraint lease_plan_late_cap_bp_range check (late_cap_bp >= 0 and late_cap_bp <= 10000),
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

comment on column lease_plan.deposit_hold_days is '违章押金保留天数';

comment on column lease_plan.quota_km is '月里程额度';

comment on column lease_plan.over_km_price is '超里程单价';

comment on column lease_plan.late_grace_days is '滞纳金宽限期';

comment on column lease_plan.late_rate_bp is '滞纳金日费率';

comment on column lease_plan.late_cap_bp is '滞纳金上限';

comment on column lease_plan.min_term_months is '最短租期';

comment on column lease_plan.pinyin is '名称拼音';

comment on column lease_plan.search_text is '检索文本';

create index lease_plan_product_idx on lease_plan (operator_id, product) where deleted_at is null;

create index lease_plan_status_idx on lease_plan (operator_id, status) where deleted_at is null;

create unique index lease_plan_product_name_key on lease_plan (operator_id, product, name) where deleted_at is null;

create index lease_plan_order on lease_plan (operator_id, product, name, id) where deleted_at is null;

create index lease_plan_search on lease_plan using gin (search_text gin_trgm_ops);

alter table lease_plan enable row level security;

alter table lease_plan force row level security;

create policy tenant on lease_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table contract (
  id bigint generated always as identity not null primary key,
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
  deposit_hold_days bigint default 30 not null,
  quota_km bigint,
  over_km_price bigint,
  late_grace_days bigint default 3 not null,
  late_rate_bp bigint default 5 not null,
  late_cap_bp integer default 2000 not null,
  sign_mode text default 'offline' not null,
  signed_on date,
  signed_scans jsonb,
  total_rent bigint default 0,
  attachments jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
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
  constraint contract_deposit_hold_days_range check (deposit_hold_days >= 0 and deposit_hold_days <= 365),
  constraint contract_quota_km_range check (quota_km >= 0 and quota_km <= 100000),
  constraint contract_over_km_price_range check (over_km_price >= 0),
  constraint contract_late_grace_days_range check (late_grace_days >= 0 and late_grace_days <= 60),
  constraint contract_late_rate_bp_range check (late_rate_bp >= 0 and late_rate_bp <= 100),
  constraint contract_late_cap_bp_range check (late_cap_bp >= 0 and late_cap_bp <= 10000),
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

comment on column contract.deposit_hold_days is '违章押金保留天数';

comment on column contract.quota_km is '月里程额度';

comment on column contract.over_km_price is '超里程单价';

comment on column contract.late_grace_days is '滞纳金宽限期';

comment on column contract.late_rate_bp is '滞纳金日费率';

comment on column contract.late_cap_bp is '滞纳金上限';

comment on column contract.sign_mode is '签署方式';

comment on column contract.signed_on is '签署日期';

comment on column contract.signed_scans is '已签合同扫描件';

comment on column contract.total_rent is '租金总额';

comment on column contract.attachments is '附件';

comment on column contract.remark is '备注';

comment on column contract.pinyin is '名称拼音';

comment on column contract.search_text is '检索文本';

create unique index contract_no_key on contract (operator_id, no) where deleted_at is null;

create index contract_status_idx on contract (operator_id, status) where deleted_at is null;

create index contract_lessee_idx on contract (operator_id, lessee) where deleted_at is null;

create index contract_store_idx on contract (operator_id, store) where deleted_at is null;

create index contract_owner_idx on contract (operator_id, owner) where deleted_at is null;

create index contract_channel_idx on contract (operator_id, channel) where deleted_at is null;

create index contract_plan_idx on contract (operator_id, plan) where deleted_at is null;

create index contract_vehicles_gin on contract using gin (vehicles);

create index contract_start_on_idx on contract (operator_id, start_on) where deleted_at is null;

create index contract_end_on_idx on contract (operator_id, end_on) where deleted_at is null;

create index contract_kind_idx on contract (operator_id, kind) where deleted_at is null;

create index contract_order on contract (operator_id, created_at desc, id desc) where deleted_at is null;

create index contract_search on contract using gin (search_text gin_trgm_ops);

alter table contract enable row level security;

alter table contract force row level security;

create policy tenant on contract
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease (
  id bigint generated always as identity not null primary key,
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
  revision bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
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

comment on column lease.revision is '计划版本';

comment on column lease.pinyin is '名称拼音';

comment on column lease.search_text is '检索文本';

create unique index lease_no_key on lease (operator_id, no) where deleted_at is null;

create index lease_status_idx on lease (operator_id, status) where deleted_at is null;

create index lease_contract_idx on lease (operator_id, contract) where deleted_at is null;

create index lease_lessee_idx on lease (operator_id, lessee) where deleted_at is null;

create index lease_vehicle_idx on lease (operator_id, vehicle) where deleted_at is null;

create index lease_store_idx on lease (operator_id, store) where deleted_at is null;

create index lease_owner_idx on lease (operator_id, owner) where deleted_at is null;

create index lease_start_on_idx on lease (operator_id, start_on) where deleted_at is null;

create index lease_end_on_idx on lease (operator_id, end_on) where deleted_at is null;

create index lease_order on lease (operator_id, created_at desc, id desc) where deleted_at is null;

create index lease_search on lease using gin (search_text gin_trgm_ops);

alter table lease enable row level security;

alter table lease force row level security;

create policy tenant on lease
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_segment (
  id bigint generated always as identity not null primary key,
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

create index lease_segment_lease_idx on lease_segment (operator_id, lease) where deleted_at is null;

create index lease_segment_contract_idx on lease_segment (operator_id, contract) where deleted_at is null;

create index lease_segment_lessee_idx on lease_segment (operator_id, lessee) where deleted_at is null;

create index lease_segment_vehicle_idx on lease_segment (operator_id, vehicle) where deleted_at is null;

create index lease_segment_store_idx on lease_segment (operator_id, store) where deleted_at is null;

create index lease_segment_from_at_idx on lease_segment (operator_id, from_at) where deleted_at is null;

create index lease_segment_to_at_idx on lease_segment (operator_id, to_at) where deleted_at is null;

create index lease_segment_order on lease_segment (operator_id, from_at desc, id desc) where deleted_at is null;

alter table lease_segment enable row level security;

alter table lease_segment force row level security;

create policy tenant on lease_segment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table plan_period (
  id bigint generated always as identity not null primary key,
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

create index plan_period_lease_idx on plan_period (operator_id, lease) where deleted_at is null;

create index plan_period_contract_idx on plan_period (operator_id, contract) where deleted_at is null;

create index plan_period_store_idx on plan_period (operator_id, store) where deleted_at is null;

create index plan_period_status_idx on plan_period (operator_id, status) where deleted_at is null;

create index plan_period_bill_idx on plan_period (operator_id, bill) where deleted_at is null;

create unique index plan_period_lease_revision_seq_key on plan_period (operator_id, lease, revision, seq) where deleted_at is null;

create index plan_period_issue_on_idx on plan_period (operator_id, issue_on) where deleted_at is null;

create index plan_period_due_on_idx on plan_period (operator_id, due_on) where deleted_at is null;

create index plan_period_status_issue_on_idx on plan_period (operator_id, status, issue_on) where deleted_at is null;

create index plan_period_order on plan_period (operator_id, lease, seq, id) where deleted_at is null;

alter table plan_period enable row level security;

alter table plan_period force row level security;

create policy tenant on plan_period
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection_template (
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
  category text,
  items jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
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

create index inspection_template_status_idx on inspection_template (operator_id, status) where deleted_at is null;

create index inspection_template_category_idx on inspection_template (operator_id, category) where deleted_at is null;

create index inspection_template_order on inspection_template (operator_id, name, id) where deleted_at is null;

create index inspection_template_search on inspection_template using gin (search_text gin_trgm_ops);

alter table inspection_template enable row level security;

alter table inspection_template force row level security;

create policy tenant on inspection_template
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table handover (
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

create index handover_status_idx on handover (operator_id, status) where deleted_at is null;

create index handover_contract_idx on handover (operator_id, contract) where deleted_at is null;

create index handover_lease_idx on handover (operator_id, lease) where deleted_at is null;

create index handover_lessee_idx on handover (operator_id, lessee) where deleted_at is null;

create index handover_vehicle_idx on handover (operator_id, vehicle) where deleted_at is null;

create index handover_store_idx on handover (operator_id, store) where deleted_at is null;

create index handover_template_idx on handover (operator_id, template) where deleted_at is null;

create index handover_planned_on_idx on handover (operator_id, planned_on) where deleted_at is null;

create index handover_actual_at_idx on handover (operator_id, actual_at) where deleted_at is null;

create index handover_order on handover (operator_id, created_at desc, id desc) where deleted_at is null;

create index handover_search on handover using gin (search_text gin_trgm_ops);

alter table handover enable row level security;

alter table handover force row level security;

create policy tenant on handover
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill (
  id bigint generated always as identity not null primary key,
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
  remain bigint generated always as (amount - paid - written_off) stored,
  settled_on date,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
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

comment on column bill.pinyin is '名称拼音';

comment on column bill.search_text is '检索文本';

create unique index bill_no_key on bill (operator_id, no) where deleted_at is null;

create index bill_status_idx on bill (operator_id, status) where deleted_at is null;

create index bill_lessee_idx on bill (operator_id, lessee) where deleted_at is null;

create index bill_contract_idx on bill (operator_id, contract) where deleted_at is null;

create index bill_lease_idx on bill (operator_id, lease) where deleted_at is null;

create index bill_vehicle_idx on bill (operator_id, vehicle) where deleted_at is null;

create index bill_store_idx on bill (operator_id, store) where deleted_at is null;

create index bill_bill_type_idx on bill (operator_id, bill_type) where deleted_at is null;

create index bill_due_on_idx on bill (operator_id, due_on) where deleted_at is null;

create index bill_issue_on_idx on bill (operator_id, issue_on) where deleted_at is null;

create index bill_lessee_status_idx on bill (operator_id, lessee, status) where deleted_at is null;

create index bill_lease_bill_type_idx on bill (operator_id, lease, bill_type) where deleted_at is null;

create index bill_status_due_on_idx on bill (operator_id, status, due_on) where deleted_at is null;

create index bill_store_due_on_idx on bill (operator_id, store, due_on) where deleted_at is null;

create index bill_order on bill (operator_id, due_on desc, id desc) where deleted_at is null;

create index bill_search on bill using gin (search_text gin_trgm_ops);

alter table bill enable row level security;

alter table bill force row level security;

create policy tenant on bill
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill_item (
  id bigint generated always as identity not null primary key,
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
  pinyin text,
  search_text text generated always as (lower(coalesce(description, '') || ' ' || coalesce(pinyin, ''))) stored,
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

comment on column bill_item.pinyin is '名称拼音';

comment on column bill_item.search_text is '检索文本';

create index bill_item_bill_idx on bill_item (operator_id, bill) where deleted_at is null;

create index bill_item_store_idx on bill_item (operator_id, store) where deleted_at is null;

create index bill_item_lessee_idx on bill_item (operator_id, lessee) where deleted_at is null;

create index bill_item_vehicle_idx on bill_item (operator_id, vehicle) where deleted_at is null;

create unique index bill_item_idem_key_key on bill_item (operator_id, idem_key) where deleted_at is null;

create index bill_item_fee_item_idx on bill_item (operator_id, fee_item) where deleted_at is null;

create index bill_item_start_on_idx on bill_item (operator_id, start_on) where deleted_at is null;

create index bill_item_order on bill_item (operator_id, id desc) where deleted_at is null;

create index bill_item_search on bill_item using gin (search_text gin_trgm_ops);

alter table bill_item enable row level security;

alter table bill_item force row level security;

create policy tenant on bill_item
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pay_qr_code (
  id bigint generated always as identity not null primary key,
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

create index pay_qr_code_status_idx on pay_qr_code (operator_id, status) where deleted_at is null;

create index pay_qr_code_stores_gin on pay_qr_code using gin (stores);

create index pay_qr_code_channel_idx on pay_qr_code (operator_id, channel) where deleted_at is null;

create index pay_qr_code_order on pay_qr_code (operator_id, name, id) where deleted_at is null;

create index pay_qr_code_search on pay_qr_code using gin (search_text gin_trgm_ops);

alter table pay_qr_code enable row level security;

alter table pay_qr_code force row level security;

create policy tenant on pay_qr_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payment (
  id bigint generated always as identity not null primary key,
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

create index payment_status_idx on payment (operator_id, status) where deleted_at is null;

create index payment_lessee_idx on payment (operator_id, lessee) where deleted_at is null;

create index payment_store_idx on payment (operator_id, store) where deleted_at is null;

create index payment_pay_qr_code_idx on payment (operator_id, pay_qr_code) where deleted_at is null;

create index payment_confirmed_by_idx on payment (operator_id, confirmed_by) where deleted_at is null;

create index payment_channel_idx on payment (operator_id, channel) where deleted_at is null;

create index payment_paid_at_idx on payment (operator_id, paid_at) where deleted_at is null;

create index payment_lessee_status_idx on payment (operator_id, lessee, status) where deleted_at is null;

create index payment_status_paid_at_idx on payment (operator_id, status, paid_at) where deleted_at is null;

create index payment_order on payment (operator_id, paid_at desc, id desc) where deleted_at is null;

create index payment_search on payment using gin (search_text gin_trgm_ops);

alter table payment enable row level security;

alter table payment force row level security;

create policy tenant on payment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table allocation (
  id bigint generated always as identity not null primary key,
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
  reverses bigint
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

create index allocation_payment_idx on allocation (operator_id, payment) where deleted_at is null;

create index allocation_bill_idx on allocation (operator_id, bill) where deleted_at is null;

create index allocation_store_idx on allocation (operator_id, store) where deleted_at is null;

create index allocation_reverses_idx on allocation (operator_id, reverses) where deleted_at is null;

create index allocation_value_on_idx on allocation (operator_id, value_on) where deleted_at is null;

create index allocation_order on allocation (operator_id, id desc) where deleted_at is null;

alter table allocation enable row level security;

alter table allocation force row level security;

create policy tenant on allocation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_entry (
  id bigint generated always as identity not null primary key,
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
  ref_key text not null,
  constraint account_entry_kind_values check (kind in ('overpaid', 'released', 'applied', 'refunded', 'reversed')),
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

comment on column account_entry.ref_key is '来源键';

create index account_entry_lessee_idx on account_entry (operator_id, lessee) where deleted_at is null;

create index account_entry_store_idx on account_entry (operator_id, store) where deleted_at is null;

create index account_entry_payment_idx on account_entry (operator_id, payment) where deleted_at is null;

create index account_entry_bill_idx on account_entry (operator_id, bill) where deleted_at is null;

create unique index account_entry_ref_key_key on account_entry (operator_id, ref_key) where deleted_at is null;

create index account_entry_kind_idx on account_entry (operator_id, kind) where deleted_at is null;

create index account_entry_order on account_entry (operator_id, id desc) where deleted_at is null;

alter table account_entry enable row level security;

alter table account_entry force row level security;

create policy tenant on account_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deposit_account (
  id bigint generated always as identity not null primary key,
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
  balance bigint default 0 not null,
  hold_until date,
  constraint deposit_account_kind_values check (kind in ('vehicle', 'violation')),
  constraint deposit_account_balance_range check (balance >= 0)
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

comment on column deposit_account.balance is '押金余额';

comment on column deposit_account.hold_until is '保留至';

create index deposit_account_lease_idx on deposit_account (operator_id, lease) where deleted_at is null;

create index deposit_account_contract_idx on deposit_account (operator_id, contract) where deleted_at is null;

create index deposit_account_lessee_idx on deposit_account (operator_id, lessee) where deleted_at is null;

create index deposit_account_store_idx on deposit_account (operator_id, store) where deleted_at is null;

create unique index deposit_account_lease_kind_key on deposit_account (operator_id, lease, kind) where deleted_at is null;

create index deposit_account_kind_idx on deposit_account (operator_id, kind) where deleted_at is null;

create index deposit_account_hold_until_idx on deposit_account (operator_id, hold_until) where deleted_at is null;

create index deposit_account_order on deposit_account (operator_id, id desc) where deleted_at is null;

alter table deposit_account enable row level security;

alter table deposit_account force row level security;

create policy tenant on deposit_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deposit_entry (
  id bigint generated always as identity not null primary key,
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
  ref_key text not null,
  constraint deposit_entry_kind_values check (kind in ('receive', 'transferIn', 'transferOut', 'deduct', 'refund', 'forfeit', 'reverse')),
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

comment on column deposit_entry.ref_key is '来源键';

create index deposit_entry_account_idx on deposit_entry (operator_id, account) where deleted_at is null;

create index deposit_entry_store_idx on deposit_entry (operator_id, store) where deleted_at is null;

create index deposit_entry_allocation_idx on deposit_entry (operator_id, allocation) where deleted_at is null;

create unique index deposit_entry_ref_key_key on deposit_entry (operator_id, ref_key) where deleted_at is null;

create index deposit_entry_kind_idx on deposit_entry (operator_id, kind) where deleted_at is null;

create index deposit_entry_order on deposit_entry (operator_id, id desc) where deleted_at is null;

alter table deposit_entry enable row level security;

alter table deposit_entry force row level security;

create policy tenant on deposit_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_review (
  id bigint generated always as identity not null primary key,
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

create index order_review_status_idx on order_review (operator_id, status) where deleted_at is null;

create index order_review_reviewer_idx on order_review (operator_id, reviewer) where deleted_at is null;

create index order_review_store_idx on order_review (operator_id, store) where deleted_at is null;

create index order_review_reviewed_at_idx on order_review (operator_id, reviewed_at) where deleted_at is null;

create index order_review_order on order_review (operator_id, reviewed_at desc, id desc) where deleted_at is null;

create index order_review_search on order_review using gin (search_text gin_trgm_ops);

alter table order_review enable row level security;

alter table order_review force row level security;

create policy tenant on order_review
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table franchise_apply (
  id bigint generated always as identity not null primary key,
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

create index franchise_apply_status_idx on franchise_apply (operator_id, status) where deleted_at is null;

create index franchise_apply_order on franchise_apply (operator_id, created_at desc, id desc) where deleted_at is null;

create index franchise_apply_search on franchise_apply using gin (search_text gin_trgm_ops);

alter table franchise_apply enable row level security;

alter table franchise_apply force row level security;

create policy tenant on franchise_apply
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table dept add constraint dept_parent_fk foreign key (parent) references dept (id) on delete restrict;

alter table dept add constraint dept_leader_fk foreign key (leader) references "user" (id) on delete restrict;

alter table "user" add constraint user_dept_fk foreign key (dept) references dept (id) on delete restrict;

alter table sys_rule_resource add constraint sys_rule_resource_rule_name_fk foreign key (rule_name) references sys_rule_name (id) on delete restrict;

alter table dict_item add constraint dict_item_dict_group_fk foreign key (dict_group) references dict_group (id) on delete restrict;

alter table inbox_message add constraint inbox_message_receiver_fk foreign key (receiver) references "user" (id) on delete restrict;

alter table inbox_message add constraint inbox_message_system_message_fk foreign key (system_message) references system_message (id) on delete restrict;

alter table problem_feedback add constraint problem_feedback_answered_by_fk foreign key (answered_by) references "user" (id) on delete restrict;

alter table store add constraint store_manager_fk foreign key (manager) references "user" (id) on delete restrict;

alter table lessee add constraint lessee_channel_fk foreign key (channel) references channel (id) on delete restrict;

alter table lessee add constraint lessee_store_fk foreign key (store) references store (id) on delete restrict;

alter table lessee add constraint lessee_owner_fk foreign key (owner) references "user" (id) on delete restrict;

alter table vehicle add constraint vehicle_model_fk foreign key (model) references vehicle_model (id) on delete restrict;

alter table vehicle add constraint vehicle_vehicle_source_fk foreign key (vehicle_source) references vehicle_source (id) on delete restrict;

alter table vehicle add constraint vehicle_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle add constraint vehicle_dept_fk foreign key (dept) references dept (id) on delete restrict;

alter table vehicle_preparation add constraint vehicle_preparation_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table store_transfer add constraint store_transfer_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table store_transfer add constraint store_transfer_from_store_fk foreign key (from_store) references store (id) on delete restrict;

alter table store_transfer add constraint store_transfer_to_store_fk foreign key (to_store) references store (id) on delete restrict;

alter table plate_change add constraint plate_change_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table vehicle_product add constraint vehicle_product_model_fk foreign key (model) references vehicle_model (id) on delete restrict;

alter table lease_plan add constraint lease_plan_product_fk foreign key (product) references vehicle_product (id) on delete restrict;

alter table contract add constraint contract_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table contract add constraint contract_store_fk foreign key (store) references store (id) on delete restrict;

alter table contract add constraint contract_owner_fk foreign key (owner) references "user" (id) on delete restrict;

alter table contract add constraint contract_channel_fk foreign key (channel) references channel (id) on delete restrict;

alter table contract add constraint contract_plan_fk foreign key (plan) references lease_plan (id) on delete restrict;

alter table lease add constraint lease_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table lease add constraint lease_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table lease add constraint lease_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table lease add constraint lease_store_fk foreign key (store) references store (id) on delete restrict;

alter table lease add constraint lease_owner_fk foreign key (owner) references "user" (id) on delete restrict;

alter table lease_segment add constraint lease_segment_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table lease_segment add constraint lease_segment_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table lease_segment add constraint lease_segment_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table lease_segment add constraint lease_segment_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table lease_segment add constraint lease_segment_store_fk foreign key (store) references store (id) on delete restrict;

alter table plan_period add constraint plan_period_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table plan_period add constraint plan_period_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table plan_period add constraint plan_period_store_fk foreign key (store) references store (id) on delete restrict;

alter table plan_period add constraint plan_period_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table handover add constraint handover_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table handover add constraint handover_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table handover add constraint handover_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table handover add constraint handover_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table handover add constraint handover_store_fk foreign key (store) references store (id) on delete restrict;

alter table handover add constraint handover_template_fk foreign key (template) references inspection_template (id) on delete restrict;

alter table bill add constraint bill_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table bill add constraint bill_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table bill add constraint bill_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table bill add constraint bill_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table bill add constraint bill_store_fk foreign key (store) references store (id) on delete restrict;

alter table bill_item add constraint bill_item_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table bill_item add constraint bill_item_store_fk foreign key (store) references store (id) on delete restrict;

alter table bill_item add constraint bill_item_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table bill_item add constraint bill_item_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table payment add constraint payment_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table payment add constraint payment_store_fk foreign key (store) references store (id) on delete restrict;

alter table payment add constraint payment_pay_qr_code_fk foreign key (pay_qr_code) references pay_qr_code (id) on delete restrict;

alter table payment add constraint payment_confirmed_by_fk foreign key (confirmed_by) references "user" (id) on delete restrict;

alter table allocation add constraint allocation_payment_fk foreign key (payment) references payment (id) on delete restrict;

alter table allocation add constraint allocation_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table allocation add constraint allocation_store_fk foreign key (store) references store (id) on delete restrict;

alter table allocation add constraint allocation_reverses_fk foreign key (reverses) references allocation (id) on delete restrict;

alter table account_entry add constraint account_entry_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table account_entry add constraint account_entry_store_fk foreign key (store) references store (id) on delete restrict;

alter table account_entry add constraint account_entry_payment_fk foreign key (payment) references payment (id) on delete restrict;

alter table account_entry add constraint account_entry_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table deposit_account add constraint deposit_account_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table deposit_account add constraint deposit_account_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table deposit_account add constraint deposit_account_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table deposit_account add constraint deposit_account_store_fk foreign key (store) references store (id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_account_fk foreign key (account) references deposit_account (id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_store_fk foreign key (store) references store (id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_allocation_fk foreign key (allocation) references allocation (id) on delete restrict;

alter table order_review add constraint order_review_store_fk foreign key (store) references store (id) on delete restrict;
