/** The dashboard's tabs by their name in the address (spec-coverage 2 Dashboard). */
const DASHBOARD_TABS = [
  'overview',
  'trades',
  'offers',
  'reputation',
  'traders',
  'profile',
  'security',
  'team',
  'alerts',
] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** The tab in the address; the overview where it names none. */
export function tabIn(search: URLSearchParams): DashboardTab {
  return DASHBOARD_TABS.find((tab) => tab === search.get('tab')) ?? 'overview'
}
