/** Where each tab of the former dashboard is now. Its other tabs, Overview and Alerts, stay where they were. */
const FORMER_TABS: Readonly<Record<string, string>> = {
  trades: '/trades',
  offers: '/my-offers',
  reputation: '/account?tab=reputation',
  traders: '/account?tab=traders',
  profile: '/account',
  security: '/settings?tab=security',
  team: '/account?tab=team',
}

type Address = { pathname: string; search: string; hash: string }

/**
 * The present address of a thing that another address had: one in a bookmark or an email. Its other parameters stay, for example
 * the state of the trades. Null: the address is in use.
 */
export function presentAddress({ pathname, search, hash }: Address): string | null {
  const parameters = new URLSearchParams(search)
  const path = pathname.replace(/\/$/, '')
  if (path === '/profile') return hash === '#notifications' ? '/settings?tab=notifications' : '/account'
  const to = path === '/dashboard' ? FORMER_TABS[parameters.get('tab') ?? ''] : undefined
  if (to === undefined) return null
  const [place, own] = to.split('?')
  parameters.delete('tab')
  const query = [own, parameters.toString()].filter(Boolean).join('&')
  return query === '' ? place! : `${place}?${query}`
}
