/** Who is signed in and what they may do, as the server said. Set by the shell once after login. */
import type { Me, Resource } from '../../access/session.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.web.ts'

export interface Signed {
  me: Me
  /** The tree of granted resources. */
  resources: readonly Resource[]
  /** Every granted code: resources and functions. */
  codes: ReadonlySet<string>
  /** Function codes by the resource they belong to. */
  functionsOf: ReadonlyMap<string, ReadonlySet<string>>
}

export const signed = createStore<Signed | null>(null)

export function readSigned(me: Me, resources: readonly Resource[]): Signed {
  const codes = new Set<string>(me.functions)
  const functionsOf = new Map<string, Set<string>>()
  const walk = (list: readonly Resource[], parent: string | null): void => {
    for (const resource of list) {
      codes.add(resource.resourceCode)
      const owner = parent ?? resource.parentCode
      if (resource.resourceTypeCode === 'function' && owner) {
        functionsOf.set(owner, (functionsOf.get(owner) ?? new Set()).add(resource.resourceCode))
      }
      walk(resource.funcItemList ?? [], resource.resourceCode)
    }
  }
  walk(resources, null)
  return { me, resources, codes, functionsOf }
}

export function useSigned(): Signed {
  const value = useStore(signed)
  if (!value) throw new Error('nobody is signed in')
  return value
}
export const useMe = (): Me => useSigned().me

/** One of the codes suffices. The administrator may everything (spec §6). */
export function useCan(): (code: string | readonly string[]) => boolean {
  const { me, codes } = useSigned()
  return (code) => me.isAdmin || (typeof code === 'string' ? [code] : code).some((c) => codes.has(c))
}
