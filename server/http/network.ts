import { BlockList, isIP, isIPv6 } from 'node:net'

/** Loopback, link-local and private networks, and those that a provider shares among its customers. */
const PRIVATE_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const
const PRIVATE = new BlockList()
for (const [net, prefix, family] of PRIVATE_NETWORKS) PRIVATE.addSubnet(net, prefix, family)

/** Whether it is an IP address that is not reachable from the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether it is an address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether none but private addresses, or a single one, are in a network such as 10.0.0.0/8 or 203.0.113.9. */
export function isPrivateOrSingle(network: string): boolean {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const length = family === 'ipv4' ? 32 : 128
  if (bits === undefined || Number(bits) === length) return true
  return PRIVATE_NETWORKS.some(([net, prefix, of]) => {
    const range = new BlockList()
    range.addSubnet(net, prefix, of)
    return Number(bits) >= prefix && range.check(address, family)
  })
}

/** Special-purpose addresses that are not private: documentation, benchmarks, multicast, tunnels to IPv4, reserved (RFC 6890). */
const SPECIAL = new BlockList()
for (const [net, prefix] of [
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  // deprecated forms of IPv4 addresses: ::127.0.0.1
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  SPECIAL.addSubnet(net, prefix, 'ipv6')

/** Whether the server may call an address that a user has named. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutMapping(address)
  const family = isIP(plain)
  if (family === 0 || /^::ffff:/i.test(plain)) return false
  return !isPrivateAddress(plain) && !SPECIAL.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

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

/**
 * The /24 of an IPv4 address or the /48 of an IPv6 address, which neighbours may share; null for a private address, which says
 * nothing about where a user is: it may be that of a proxy.
 */
export function sharedNetworkOf(address: string): string | null {
  const plain = withoutMapping(address)
  if (isIP(plain) === 0 || isPrivateAddress(plain)) return null
  return siteOf(plain) ?? plain.split('.').slice(0, 3).join('.')
}

/**
 * What limits per network count an address under, each with its multiple of the limit: its network, and for IPv6 also the /48, so
 * that many /64s of one customer gain little.
 */
export function countedNetworks(address: string): { network: string; factor: number }[] {
  const site = siteOf(address)
  return [
    { network: networkOf(address), factor: 1 },
    ...(site === null ? [] : [{ network: `${site}/48`, factor: SITE_FACTOR }]),
  ]
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
