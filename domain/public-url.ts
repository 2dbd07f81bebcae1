/** Names of private networks. For all other names the sender checks the addresses they resolve to. */
const PRIVATE_NAMES = /\.(local|localhost|internal|home\.arpa|lan|intranet)$/

/** Whether the server may call an address: https, a host name with a top-level domain, no port and no credentials. */
export function isPublicUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.href !== address || url.protocol !== 'https:') return false
  if (url.port !== '' || url.username !== '' || url.password !== '' || address.includes('#')) return false
  return /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/.test(url.hostname) && !PRIVATE_NAMES.test(url.hostname)
}
