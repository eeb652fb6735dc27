/** 电子合同: templates, flows, seals, real names and quota. */
import { defineModule } from '#kit/entity/module.ts'
import { signEvent, signFile } from './flows/evidence.ts'
import { signField, signFlowActions, signPartyActions } from './flows/flow.ts'
import { signInbox } from './provider/inbox.ts'
import { signIdentityActions, signKey, signSealActions } from './identity/identity.ts'
import { rechargeOrderActions, rechargePlanActions, signQuotaEntry, signQuotaLot } from './quota/quota.ts'
import { esignScreens } from './screens.ts'
import { signTemplateActions, signTemplateVersion } from './templates/template.ts'

const group = '电子合同'
export const esign = defineModule({
  name: 'esign',
  label: '电子合同',
  part: 'partEsign',
  menus: [{ code: 'esignMenu', title: '电子合同', icon: 'audit', order: 38 }],
  entities: [
    signTemplateActions,
    signTemplateVersion,
    signSealActions,
    signFlowActions,
    signPartyActions,
    signField,
    signFile,
    signEvent,
    signInbox,
    signIdentityActions,
    signKey,
    rechargePlanActions,
    rechargeOrderActions,
    signQuotaLot,
    signQuotaEntry,
  ],
  screens: esignScreens,
  parameters: [
    {
      code: 'signDefaultDays',
      label: '默认签署期限',
      group,
      kind: 'int',
      default: 15,
      min: 1,
      max: 90,
      unit: '天',
      hint: '发起签署时截止时间的默认值',
    },
    {
      code: 'quotaRefund',
      label: '份数退还',
      group,
      kind: 'choice',
      default: 'beforeFirstSignature',
      options: { beforeFirstSignature: '无人签署时结束即退还', revokedOnly: '仅撤销且无人签署时退还', never: '不退还' },
      hint: '流程未完成而结束时，冻结的份数是否退还',
    },
    {
      code: 'signUnlimited',
      label: '份数不限',
      group,
      kind: 'flag',
      default: true,
      hint: '使用本机签署服务、不需要购买份数时开启；流水照记',
    },
    {
      code: 'autoUrgeDays',
      label: '自动催签',
      group,
      kind: 'text',
      default: '1,3,7',
      hint: '发起后第几天 10:00 自动催签，用逗号分隔；不填不自动催签',
    },
    {
      code: 'quotaWarn',
      label: '份数提醒',
      group,
      kind: 'int',
      default: 10,
      min: 0,
      max: 10_000,
      unit: '份',
      hint: '剩余不超过该数时每天提醒管理员',
    },
    {
      code: 'signProvider',
      label: '签署服务',
      group,
      kind: 'choice',
      default: 'installed',
      options: { installed: '按安装时接入的服务', local: '本机签署' },
      hint: '安装时接入了服务商的，本公司也可以改为本机签署；已发起的流程不变',
    },
    { code: 'faceToFace', label: '允许面签', group, kind: 'flag', default: true, hint: '由工作人员见证，签署人在现场设备上手写' },
    {
      code: 'smsRequired',
      label: '必须短信验证码',
      group,
      kind: 'flag',
      default: false,
      hint: '开启后个人只能凭手机收到的验证码签署，不提供面签与账号确认；单位用印不受影响',
    },
    {
      code: 'tsaUrl',
      label: '时间戳服务地址',
      group,
      kind: 'text',
      address: 'called',
      default: '',
      hint: '公网上的 RFC 3161 服务，不填或无应答时使用本机时间',
    },
  ],
})
