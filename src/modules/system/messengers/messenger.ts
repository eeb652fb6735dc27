/** 办公平台: the company's application at 企业微信, 钉钉 or 飞书; and 办公账号: who its people are there. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { APP_ID_LABELS, PROVIDERS } from './messenger.rules.ts'

const AGENT_ID = /^[1-9]\d{0,15}$/

export const messenger = defineEntity({
  name: 'messenger',
  label: '办公平台',
  right: 'messengerList',
  scope: { store: null },
  title: ['provider'],
  fields: {
    provider: f.choice('平台', PROVIDERS, { required: true, fixed: true }),
    appId: f.text('应用编号', {
      required: true,
      maxLength: 64,
      format: 'code',
      labelBy: { field: 'provider', as: APP_ID_LABELS },
      hint: '企业微信为「我的企业」中的企业 ID；钉钉为应用的 Client ID；飞书为应用的 App ID',
    }),
    agentId: f.text('应用编号（AgentId）', {
      maxLength: 16,
      when: (v) => v['provider'] !== 'feishu',
      hint: '应用详情中的 AgentId，为一串数字',
    }),
    sends: f.flag('发送消息', { default: true, hint: '站内消息同时发到接收人的办公平台；本人可在「个人中心」关闭' }),
    sendsWhat: f.choice(
      '发送哪些',
      { work: '审批、任务、异常与到期', approval: '只发审批', all: '全部站内消息' },
      { required: true, default: 'work', when: (v) => Boolean(v['sends']) },
    ),
    signsIn: f.flag('扫码登录', { default: true, hint: '登录页显示该平台的按钮；在该平台内打开本系统时自动登录' }),
    matchesMobile: f.flag('手机号一致时自动绑定', {
      when: (v) => Boolean(v['signsIn']),
      hint: '平台验证过的手机号与用户资料中的相同且只有一人时，不用密码即绑定；关闭时，第一次须用密码登录一次',
    }),
    apiAddress: f.text('接口地址', { maxLength: 200, format: 'url', hint: '私有部署时填写，如 https://wecom.example.com；不填用官方地址' }),
    loginAddress: f.text('登录页地址', { maxLength: 200, format: 'url', hint: '私有部署时填写；不填用官方地址' }),
    secret: f.text('密文', { internal: true, secret: true, maxLength: 800 }),
    secretAt: f.instant('密钥填写于', { readOnly: true, hint: '空着表示还没有填写密钥，既不发送也不能登录' }),
  },
  unique: [{ fields: ['provider'], message: '该平台已经添加，请直接修改' }],
  check: (v) =>
    v.provider === 'feishu'
      ? null
      : AGENT_ID.test(v.agentId ?? '')
        ? null
        : { at: 'agentId', reason: '请填写应用详情中的 AgentId，为一串数字' },
  list: {
    columns: ['provider', 'appId', 'agentId', 'sends', 'sendsWhat', 'signsIn', 'secretAt'],
    filters: ['provider', 'sends', 'signsIn'],
    sort: 'provider',
  },
  form: {
    应用: ['provider', 'appId', 'agentId', 'secretAt'],
    用途: ['sends', 'sendsWhat', 'signsIn', 'matchesMobile'],
    私有部署: ['apiAddress', 'loginAddress'],
  },
})

export const messengerActions = defineActions(messenger, {
  setSecret: {
    label: '填写密钥',
    from: 'any',
    tone: 'primary',
    input: {
      secret: f.text('应用密钥', {
        required: true,
        maxLength: 200,
        hint: '企业微信为 Secret，钉钉为 Client Secret，飞书为 App Secret。加密保存，以后不再显示；重新填写即更换',
      }),
    },
    done: '密钥已加密保存，可用「试发一条」检查',
  },
})

export const messengerAccount = defineEntity({
  name: 'messengerAccount',
  label: '办公账号',
  right: 'user',
  scope: { dept: 'user.dept' },
  title: ['user', 'provider'],
  searchThrough: ['user'],
  fields: {
    user: f.ref('用户', 'user', { required: true, fixed: true, onDelete: 'cascade' }),
    provider: f.choice('平台', PROVIDERS, { required: true, fixed: true }),
    account: f.text('平台账号', {
      maxLength: 64,
      mask: 'name',
      hint: '企业微信的账号（userid）、钉钉的 userid、飞书的 open_id 或 user_id；不填时按手机号查找',
    }),
    origin: f.choice(
      '来源',
      { hand: '手工填写', mobile: '按手机号', self: '本人绑定', missing: '手机号未找到' },
      { required: true, default: 'hand', readOnly: true, hint: '手工填写的只用于发消息，不能用来登录' },
    ),
    muted: f.flag('不接收消息'),
    missedAt: f.instant('未找到时间', { readOnly: true, hint: '按手机号没有找到该用户的时间，一天后再试' }),
  },
  unique: [
    { fields: ['user', 'provider'], message: '该用户在这个平台已有账号，请直接修改' },
    { fields: ['provider', 'account'], message: '该平台账号已属于另一位用户' },
  ],
  list: {
    columns: ['user', 'provider', 'account', 'origin', 'muted', 'missedAt'],
    filters: ['user', 'provider', 'origin'],
    sort: 'user,provider',
  },
  form: { 办公账号: ['user', 'provider', 'account', 'muted', 'origin', 'missedAt'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    messenger: RowOf<typeof messenger>
    messengerAccount: RowOf<typeof messengerAccount>
  }
  interface ActionsOf {
    messenger: typeof messengerActions
  }
}
