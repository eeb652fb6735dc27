/** Light, dark or as the system; one attribute on <html> that plain CSS, antd, charts and maps all follow. */
import { local } from '#kit/ui/state/storage.web.ts'
import { createStore } from '#kit/ui/state/store.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { accentOf, primaryOf, type SiteConfig } from './site.ts'

export type ThemeMode = 'system' | 'light' | 'dark'

const media = window.matchMedia('(prefers-color-scheme: dark)')
const stored = (): ThemeMode => {
  const text = local.get('zyt:theme')
  return text === 'light' || text === 'dark' ? text : 'system'
}
const mode = createStore<ThemeMode>(stored())
const dark = createStore(false)
let lastSite: SiteConfig | null = null

export const useThemeMode = (): ThemeMode => useStore(mode)
export const useDark = (): boolean => useStore(dark)

export function setThemeMode(next: ThemeMode): void {
  mode.set(next)
  local.set('zyt:theme', next)
  applyTheme(lastSite)
}

export function applyTheme(site: SiteConfig | null): void {
  lastSite = site
  const isDark = mode.get() === 'dark' || (mode.get() === 'system' && media.matches)
  dark.set(isDark)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  const style = document.documentElement.style
  style.setProperty('--zyt-primary', primaryOf(site, isDark))
  style.setProperty('--zyt-fill', primaryOf(site, false))
  style.setProperty('--zyt-accent', accentOf(site, isDark))
}
media.addEventListener('change', () => applyTheme(lastSite))

const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
const still = createStore(lessMotion.matches)
lessMotion.addEventListener('change', () => still.set(lessMotion.matches))
/** The user asked their system for less motion. */
export const useStill = (): boolean => useStore(still)
