import { isIPv6 } from 'node:net'

/** How many times the limit of a /64 all networks of its /48 have together. */
export const SITE_FACTOR = 8

/** The unit that limits per network count: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address)
  return isIPv6(plain) ? groupsOf(plain, 4) : plain
}

/** The /48 of an IPv6 address, which one customer of a provider often has whole: 65,536 networks. Null for IPv4. */
export function siteOf(address: string): string | null {
  const plain = withoutMapping(address)
  return isIPv6(plain) ? groupsOf(plain, 3) : null
}

/** An IPv4 address that a socket of both versions reports as "::ffff:203.0.113.9". */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function groupsOf(plain: string, count: number): string {
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...last]
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
