/**
 * What the browser remembers, under the customer's names (spec §3 «Stored locally»). None of it decides anything:
 * rights are the server's. A browser that forbids storage (private window, policy) gets a memory that lasts until it closes.
 */
const ACCESS = [
  'Admin-Token',
  'Admin-Token-Type',
  'Admin-User-Name',
  'uid',
  'X-Admin',
  'isFirst',
  'Admin-Resource',
  'X-CustomerType',
] as const
const LOCAL = ['carrier', 'userPhone', 'SubOperation', 'authData', 'appConfig', 'currentVersion', 'isLogOut', 'sysicons'] as const
export type StoredKey = (typeof ACCESS)[number] | (typeof LOCAL)[number]

/** Also for keys of the console itself; those carry the prefix `zyt:`. */
export type ConsoleKey = `zyt:${string}`

export interface TextStore {
  get(key: StoredKey | ConsoleKey): string | null
  set(key: StoredKey | ConsoleKey, value: string): void
  remove(key: StoredKey | ConsoleKey): void
  keys(prefix: string): string[]
}

function open(area: () => Storage): TextStore {
  const memory = new Map<string, string>()
  const attempt = <T>(act: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return act(area())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      attempt(
        (s) => s.getItem(key),
        () => null,
      ) ??
      memory.get(key) ??
      null,
    set(key, value) {
      // A full store is not worth an error message: the server keeps the durable copy of everything that matters.
      attempt(
        (s) => (s.setItem(key, value), memory.delete(key)),
        () => (memory.set(key, value), true),
      )
    },
    remove(key) {
      memory.delete(key)
      attempt(
        (s) => s.removeItem(key),
        () => undefined,
      )
    },
    keys: (prefix) =>
      [
        ...new Set([
          ...attempt(
            (s) => Object.keys(s),
            (): string[] => [],
          ),
          ...memory.keys(),
        ]),
      ].filter((k) => k.startsWith(prefix)),
  }
}

export const local = open(() => window.localStorage)
/** Lives as long as the browser tab: what must survive F5 but not be shared between windows. */
export const perWindow = open(() => window.sessionStorage)

export function readJson<T>(store: TextStore, key: StoredKey | ConsoleKey): T | null {
  const text = store.get(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

export const authorization = (): string | null => {
  const token = local.get('Admin-Token')
  return token ? `${local.get('Admin-Token-Type') ?? 'bearer'} ${token}` : null
}

/** Access information only; drafts and settings stay, so that signing in again loses nothing. */
export function clearAccess(): void {
  for (const key of ACCESS) local.remove(key)
  for (const key of ['userPhone', 'SubOperation', 'authData'] as const) local.remove(key)
}

export function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}
