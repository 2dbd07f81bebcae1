/** An email address with its host in ASCII (RFC 5891): "user@müller.de" is "user@xn--mller-kva.de". As it was where the host has no such form. */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + asciiHost(address.slice(at + 1))
}

function asciiHost(host: string): string {
  const plain = host.replaceAll(/[。．｡]/g, '.').replace(/\.$/, '')
  // A web address can have other parts, and a URL parser rewrites numbers: "127.1" is no host of an email address.
  if (/^[\u0021-\u007E]*$/.test(plain) || /[\s/\\?#@:%[\]<>|^]/.test(plain)) return plain
  return URL.canParse(`http://${plain}`) ? new URL(`http://${plain}`).hostname : plain
}
