/** What stands on the shipped map for those who may connect another: given by whoever has that setting, since the kit has none. */
import type { ComponentType } from 'react'
import { createStore } from '../state/store.ts'

export const streetsHint = createStore<ComponentType | null>(null)
