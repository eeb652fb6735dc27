/** The list of modules, one line each. The order is the order of menus and of migrations. */
import type { Module } from '#kit/entity/module.ts'

export const modules: readonly Module[] = []
