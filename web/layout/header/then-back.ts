/** The address of signing in or registering, which returns to a list, an offer or a trader, where the visitor was about to trade. */
export function thenBack(entrance: string, pathname: string): string {
  return /^\/(offer|market|trader)/.test(pathname) ? `${entrance}?next=${encodeURIComponent(pathname)}` : entrance
}
