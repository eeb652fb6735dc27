/**
 * Which addresses of the console lead somewhere for whoever is signed in. The console says so once it has built its pages; before that, and on
 * pages without an account, every address is taken as it is.
 */
type Leads = (pathname: string) => boolean

let leads: Leads | null = null

/** Called while the console is drawn, before the pages that link: an effect would come after their first picture. */
export function setWays(next: Leads | null): void {
  const known = new Map<string, boolean>()
  leads =
    next &&
    ((pathname) => {
      const before = known.get(pathname)
      if (before !== undefined) return before
      const answer = next(pathname)
      known.set(pathname, answer)
      return answer
    })
}

/** Whether an address of the console (with or without its query) opens a page, rather than «没有访问权限» or «页面不存在». */
export const isWay = (address: string): boolean => leads === null || !address.startsWith('/') || leads(address.split(/[?#]/, 1)[0]!)
