-- esign
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table contract add column signing_ended text;

comment on column contract.signing_ended is '上次电子签署未完成的原因';

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
  template bigint,
  template_version bigint,
  lessee bigint,
  contract bigint,
  provider text default 'local' not null,
  provider_flow_id text,
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

comment on column sign_flow.template is '合同模板';

comment on column sign_flow.template_version is '模板版本';

comment on column sign_flow.lessee is '承租人';

comment on column sign_flow.contract is '租赁合同';

comment on column sign_flow.provider is '签署服务';

comment on column sign_flow.provider_flow_id is '服务商流程号';

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

create index sign_flow_store_idx on sign_flow (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index sign_flow_owner_idx on sign_flow (operator_id, owner, created_at desc, id desc) where deleted_at is null;

create index sign_flow_biz_type_idx on sign_flow (operator_id, biz_type, created_at desc, id desc) where deleted_at is null;

create index sign_flow_rescission_idx on sign_flow (operator_id, rescission, created_at desc, id desc) where deleted_at is null;

create index sign_flow_started_at_idx on sign_flow (operator_id, started_at) where deleted_at is null;

create index sign_flow_expire_at_idx on sign_flow (operator_id, expire_at) where deleted_at is null;

create index sign_flow_biz_entity_biz_id_idx on sign_flow (operator_id, biz_entity, biz_id, created_at desc, id desc) where deleted_at is null;

create index sign_flow_status_expire_at_idx on sign_flow (operator_id, status, expire_at) where deleted_at is null;

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
  constraint sign_event_kind_values check (kind in ('prepared', 'started', 'notified', 'opened', 'consented', 'read', 'filled', 'codeSent', 'codePassed', 'codeFailed', 'faceToFace', 'signed', 'sealed', 'declined', 'urged', 'delayed', 'revoked', 'expired', 'completed', 'timestamped', 'verified', 'downloaded', 'rescinded'))
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
  primary key (operator_id, id),
  constraint sign_key_purpose_values check (purpose in ('root', 'stamp', 'seal'))
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
