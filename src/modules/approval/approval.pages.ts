/** Screens of approval with components of their own (approval.web.tsx). */
import type { Screen } from '#kit/entity/module.ts'

export const approvalPages: readonly Screen[] = []
