const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the connection to it cannot be overheard: https, or a service on this machine. */
export function isTrusted(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}
