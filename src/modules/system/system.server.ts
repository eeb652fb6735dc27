/** Server part of 系统管理, put together. */
import type { AccessLoader } from '#kit/access/loader.server.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import type { Registry, ServedModule } from '#kit/entity/registry.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { demoRoutes } from './demo.routes.server.ts'
import { dictionaryRoutes, seedDictionaries } from './settings/dictionary.server.ts'
import { alipayRoutes } from './people/alipay.server.ts'
import { watchLogins } from './log/intrusions.server.ts'
import { logRoutes } from './log/log.routes.server.ts'
import { servedOutgoingCall } from '#kit/jobs/outgoing.server.ts'
import {
  mayReadMessage,
  messageRoutes,
  reminderWatcher,
  servedFeedback,
  servedRelease,
  servedSystemMessage,
} from './messages/messages.server.ts'
import { messageCall } from './outgoing/message-call.server.ts'
import { messagesPort } from './outgoing/messages-port.server.ts'
import { servedMessengerAccount } from './messengers/accounts.server.ts'
import { messengerWatcher } from './messengers/messenger-waits.server.ts'
import { messengersPort } from './messengers/messengers-port.server.ts'
import { messengerCall, relayToMessengers } from './messengers/relay.server.ts'
import { messengerRoutes } from './messengers/routes.server.ts'
import { servedMessenger } from './messengers/settings.server.ts'
import { messengerWay } from './messengers/sign-in-way.server.ts'
import { identityPort } from './oidc/identity-port.server.ts'
import { oidcWay } from './oidc/oidc-way.server.ts'
import { operationsRoutes } from './operations/operations.server.ts'
import { outgoingRoutes } from './outgoing/routes.server.ts'
import { servedDept, servedRole, servedRuleName, servedRuleResource, servedTemplate, servedUser } from './people/people.server.ts'
import { rightsRoutes } from './rights/rights.routes.server.ts'
import { dictGroup, dictItem } from './settings/settings.ts'
import { servedSite } from './settings/site.server.ts'
import { partRoutes } from './settings/parts.server.ts'
import { feedbackRoutes } from './messages/feedback.server.ts'
import { settingsRoutes } from './settings/settings.routes.server.ts'
import { heldWatcher, servedHeldChange } from './rights/security/held-change.server.ts'
import { oidcRoutes } from './rights/security/oidc.routes.server.ts'
import { securityRoutes } from './rights/security/security.routes.server.ts'
import { system } from './system.ts'
import { translationRoutes } from './translation/translation.server.ts'
import './rights/tables.ts'

export const systemServer: ServedModule = {
  module: system,
  watcher: {
    ...reminderWatcher,
    ...heldWatcher,
    before: async (what) => (await heldWatcher.before(what)) ?? messengerWatcher.before(what),
    holds: async (what) => (await heldWatcher.holds(what)) ?? messengerWatcher.holds(what),
  },
  entities: [
    servedDept,
    servedUser,
    servedRole,
    servedTemplate,
    servedRuleName,
    servedRuleResource,
    servedSystemMessage,
    servedFeedback,
    servedRelease,
    servedSite,
    servedOutgoingCall,
    servedHeldChange,
    servedMessenger,
    servedMessengerAccount,
    serveEntity(dictGroup, { refuseDelete: (g) => (g.builtin ? '系统内置分组不能删除' : null) }),
    serveEntity(dictItem, {
      // A value is written into records; its label may change, the value may not disappear. Disabling is the way.
      beforeDelete: async ({ tx, record }) => {
        const group = await tx.selectFrom('dictGroup').select('builtin').where('id', '=', record.dictGroup).executeTakeFirst()
        if (group?.builtin) throw refused('内置分组的字典项不能删除，可以停用')
      },
    }),
  ],
  ports: [messagesPort, messengersPort, identityPort],
  calls: [messageCall, messengerCall],
  provides: { identity: [{ entity: 'dept', by: 'leader' }], messageRelays: [relayToMessengers], signInWays: [messengerWay, oidcWay] },
  jobs: [{ name: 'intrusions', cron: '*/5 * * * *', run: watchLogins }],
  routes: [
    ...dictionaryRoutes,
    ...messageRoutes,
    ...outgoingRoutes,
    ...messengerRoutes,
    ...operationsRoutes,
    ...settingsRoutes,
    ...partRoutes,
    ...feedbackRoutes,
    ...securityRoutes,
    ...oidcRoutes,
    ...alipayRoutes,
    ...demoRoutes,
    ...translationRoutes,
  ],
  dictionary: async (db, _ctx, group) => {
    const rows = await liveRows(db, 'dictItem')
      .innerJoin('dictGroup', (join) =>
        join.onRef('dictGroup.id', '=', 'dictItem.dictGroup').onRef('dictGroup.operatorId', '=', 'dictItem.operatorId'),
      )
      .select(['dictItem.value', 'dictItem.name'])
      .where('dictGroup.code', '=', group)
      .orderBy('dictItem.idx')
      .execute()
    return rows.length ? Object.fromEntries(rows.map((r) => [r.value, r.name])) : null
  },
  mayRead: mayReadMessage,
  seed: (tx, ctx) => seedDictionaries(tx, ctx.user.operatorId, ctx.registry),
}

/** Routes that need what only the composition root has. */
export const systemRoutes = (_registry: Registry, loader: () => AccessLoader, secretKey: Buffer): readonly Route[] => [
  ...rightsRoutes(loader),
  ...logRoutes(secretKey),
]
