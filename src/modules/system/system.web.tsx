/** Browser part of 系统管理: the screens written by hand, and what stands in slots of generated ones. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { streetsHint } from '#kit/ui/map/hint.ts'
import { system } from './system.ts'

streetsHint.set(lazy(() => import('./maps/streets-hint.web.tsx')))

const userTab = (name: 'UserHead' | 'UserAccess' | 'UserSessions') =>
  lazy(() => import('./screens/user-tabs.web.tsx').then((m) => ({ default: m[name] })))

export const systemWeb: WebModule = {
  module: system,
  screens: {
    userModify: lazy(() => import('./screens/user-modify.web.tsx')),
    roleManage: lazy(() => import('./rights/screens/role-manage.web.tsx')),
    resource: lazy(() => import('./rights/screens/resource.web.tsx')),
    menu: lazy(() => import('./rights/screens/menu.web.tsx')),
    datatemplate: lazy(() => import('./rights/screens/datatemplate.web.tsx')),
    securityCenter: lazy(() => import('./screens/security-center.web.tsx')),
    systemLog: lazy(() => import('./screens/system-log.web.tsx')),
    installation: lazy(() => import('./operations/operations.web.tsx')),
    dictionary: lazy(() => import('./screens/dictionary.web.tsx')),
    parameterSett: lazy(() => import('./screens/parameters.web.tsx').then((m) => ({ default: m.ParameterSett }))),
    operationSettings: lazy(() => import('./screens/parameters.web.tsx').then((m) => ({ default: m.OperationSettings }))),
  },
  heads: {
    user: userTab('UserHead'),
    messenger: lazy(() => import('./messengers/messenger-head.web.tsx')),
    role: lazy(() => import('./rights/screens/role-slots.web.tsx').then((m) => ({ default: m.RoleHead }))),
  },
  questions: {
    user: async (values, row) => (await import('./rights/screens/gap-questions.web.ts')).askOfUser(values, row),
    role: async (values, row) => (await import('./rights/screens/gap-questions.web.ts')).askOfRole(values, row),
  },
  tabs: {
    siteConfig: [{ key: 'maps', label: '地图来源', component: lazy(() => import('./maps/maps-tab.web.tsx')) }],
    user: [
      { key: 'access', label: '权限说明', right: 'user_whyNot', component: userTab('UserAccess') },
      { key: 'sessions', label: '登录设备', right: 'user_kick', component: userTab('UserSessions') },
    ],
  },
  toolbars: {
    translation: lazy(() => import('./translation/translation-tools.web.tsx')),
    outgoingCall: lazy(() => import('./outgoing/outgoing-tools.web.tsx')),
  },
  cells: {
    'role.kind': lazy(() => import('./rights/screens/role-slots.web.tsx').then((m) => ({ default: m.RoleKindCell }))),
    'systemMessage.readCount': lazy(() => import('./screens/message-slots.web.tsx').then((m) => ({ default: m.ReadRate }))),
    'sysRuleResource.resourceCode': lazy(() =>
      import('./rights/screens/template-slots.web.tsx').then((m) => ({ default: m.ResourceName })),
    ),
  },
}
