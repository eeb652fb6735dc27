import { api } from '#kit/ui/client/api.web.ts'
import { local, readJson } from '#kit/ui/state/storage.web.ts'
import { createStore } from '#kit/ui/state/store.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { applyTheme } from './theme.web.ts'
import { DEFAULT_TITLE, logoOf, type SiteConfig } from './site.ts'

/** The last known look is shown at once; the server's follows. */
const site = createStore<SiteConfig | null>(readJson<SiteConfig>(local, 'appConfig'))
export const useSite = (): SiteConfig | null => useStore(site)
export const readSite = (): SiteConfig | null => site.get()

/** Whether the look is known or will not be: on a first visit the server has yet to say which host this is. */
const settled = createStore(site.get() !== null)
export const useSiteSettled = (): boolean => useStore(settled)

let loading: Promise<SiteConfig | null> | null = null

export function loadSite(): Promise<SiteConfig | null> {
  loading ??= api
    .get<SiteConfig>('/api/v1/site/config', undefined, { silent: true })
    .then((config) => {
      site.set(config)
      local.set('appConfig', JSON.stringify(config))
      dress(config)
      return config
    })
    .catch(() => {
      loading = null
      return site.get()
    })
    .finally(() => settled.set(true))
  return loading
}

export function dress(config: SiteConfig | null): void {
  const title = config?.title ?? DEFAULT_TITLE[config?.look ?? 'leasing']
  document.title = title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  // Three looks in three browser tabs are told apart by their icons, also before anybody uploaded one.
  const address = config ? (config.favicon ?? logoOf(config)) : null
  // Said again, even the same address is fetched again, with every screen.
  if (icon && address !== null && icon.getAttribute('href') !== address) icon.href = address
  applyTheme(config)
}

/** Basic credentials of the console itself; needed before anybody is signed in. */
export async function clientAuthorization(): Promise<Record<string, string>> {
  const config = site.get() ?? (await loadSite())
  if (!config) return {}
  return { Authorization: `Basic ${btoa(`${config.client.id}:${config.client.secret}`)}` }
}
