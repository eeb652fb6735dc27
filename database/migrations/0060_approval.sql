-- approval
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table approval_form (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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

create index approval_form_version_form_idx on approval_form_version (operator_id, form, number desc, id) where deleted_at is null;

create index approval_form_version_status_idx on approval_form_version (operator_id, status, form, number desc, id) where deleted_at is null;

create unique index approval_form_version_form_number_key on approval_form_version (operator_id, form, number) where deleted_at is null;

create index approval_form_version_order on approval_form_version (operator_id, form, number desc, id) where deleted_at is null;

alter table approval_form_version enable row level security;

alter table approval_form_version force row level security;

create policy tenant on approval_form_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_process (
  id bigint generated always as identity not null primary key,
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

create index approval_process_category_idx on approval_process (operator_id, category, name, id) where deleted_at is null;

create index approval_process_order on approval_process (operator_id, category, name, id) where deleted_at is null;

create index approval_process_search on approval_process using gin (search_text gin_trgm_ops);

alter table approval_process enable row level security;

alter table approval_process force row level security;

create policy tenant on approval_process
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table approval_version (
  id bigint generated always as identity not null primary key,
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

create index approval_version_process_idx on approval_version (operator_id, process, number desc, id) where deleted_at is null;

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
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
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
  id bigint generated always as identity not null primary key,
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

create index approval_role_member_role_idx on approval_role_member (operator_id, role, "user", id) where deleted_at is null;

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
  id bigint generated always as identity not null primary key,
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
  remark text
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

create index promoter_permission_process_idx on promoter_permission (operator_id, process, id) where deleted_at is null;

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
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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

create index approval_deputy_from_at_idx on approval_deputy (operator_id, from_at) where deleted_at is null;

create index approval_deputy_order on approval_deputy (operator_id, from_at desc, id desc) where deleted_at is null;

alter table approval_deputy enable row level security;

alter table approval_deputy force row level security;

create policy tenant on approval_deputy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table business_process (
  id bigint generated always as identity not null primary key,
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
  search_text text generated always as (lower(coalesce(act, '') || ' ' || coalesce(pinyin, ''))) stored
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
  id bigint generated always as identity not null primary key,
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

create index approval_case_started_at_idx on approval_case (operator_id, started_at) where deleted_at is null;

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

alter table approval_form_version add constraint approval_form_version_form_fk foreign key (form) references approval_form (id) on delete restrict;

alter table approval_process add constraint approval_process_form_fk foreign key (form) references approval_form (id) on delete restrict;

alter table approval_version add constraint approval_version_process_fk foreign key (process) references approval_process (id) on delete restrict;

alter table approval_version add constraint approval_version_form_version_fk foreign key (form_version) references approval_form_version (id) on delete restrict;

alter table approval_version add constraint approval_version_published_by_fk foreign key (published_by) references "user" (id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_role_fk foreign key (role) references approval_role (id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_user_fk foreign key ("user") references "user" (id) on delete restrict;

alter table approval_role_member add constraint approval_role_member_store_fk foreign key (store) references store (id) on delete restrict;

alter table promoter_permission add constraint promoter_permission_process_fk foreign key (process) references approval_process (id) on delete restrict;

alter table processor_permission add constraint processor_permission_process_fk foreign key (process) references approval_process (id) on delete restrict;

alter table approval_deputy add constraint approval_deputy_user_fk foreign key ("user") references "user" (id) on delete restrict;

alter table approval_deputy add constraint approval_deputy_deputy_fk foreign key (deputy) references "user" (id) on delete restrict;

alter table business_process add constraint business_process_process_fk foreign key (process) references approval_process (id) on delete restrict;

alter table business_process add constraint business_process_store_fk foreign key (store) references store (id) on delete restrict;

alter table approval_case add constraint approval_case_process_fk foreign key (process) references approval_process (id) on delete restrict;

alter table approval_case add constraint approval_case_process_version_fk foreign key (process_version) references approval_version (id) on delete restrict;

alter table approval_case add constraint approval_case_starter_fk foreign key (starter) references "user" (id) on delete restrict;

alter table approval_case add constraint approval_case_starter_dept_fk foreign key (starter_dept) references dept (id) on delete restrict;

alter table approval_case add constraint approval_case_store_fk foreign key (store) references store (id) on delete restrict;

alter table approval_case add constraint approval_case_parent_fk foreign key (parent) references approval_case (id) on delete restrict;
