/** The demo's people can open what the product has: a page that is granted to nobody is a page nobody sees on the first day. */
import { expect, test } from 'vitest'
import { modules } from '../../src/modules.ts'
import { ROLES, screensOf } from './roles.ts'

const screens = modules.flatMap((m) => m.screens)

test('roles name pages, menus and functions that exist', () => {
  const menus = new Set(modules.flatMap((m) => m.menus ?? []).map((m) => m.code))
  const codes = new Set(screens.map((s) => s.code))
  expect(ROLES.flatMap((role) => role.menus).filter((code) => !menus.has(code))).toEqual([])
  expect(ROLES.flatMap((role) => role.screens).filter((code) => !codes.has(code))).toEqual([])
  // A function is named after its page, or declared by it, and taken from a role that has the page.
  const declared = new Map(screens.flatMap((s) => Object.keys(s.functions ?? {}).map((code) => [code, s.code])))
  const pageOf = (code: string): string => declared.get(code) ?? code.slice(0, code.indexOf('_'))
  for (const role of ROLES)
    expect(role.without.filter((code) => code.includes('_') && !screensOf(role, modules).includes(pageOf(code)))).toEqual([])
})

test('every page of a menu is opened by a role, but those only administrators have', () => {
  const ADMINISTRATORS = ['systemMenu', 'approvalSetMenu', 'operatorMenu', 'homeMenu', 'partyMenu']
  const opened = new Set(ROLES.flatMap((role) => screensOf(role, modules)))
  const closed = screens.filter((s) => s.menu && !ADMINISTRATORS.includes(s.menu) && !opened.has(s.code)).map((s) => s.code)
  // Watching all cases, the words of contracts and their templates are set by the company's administrator.
  expect(closed.toSorted()).toEqual(['approvalCaseList', 'contractClause', 'templateList'])
})
