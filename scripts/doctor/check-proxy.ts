/** Whose address a request counts for, by TRUST_PROXY and PUBLIC_URL. */
import type { Config } from '../../server/config.ts'
import { isPrivateAddress, isPrivateOrSingle } from '../../server/http/network.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

type Settings = Pick<Config, 'publicUrl' | 'trustProxy'>

export function checkProxy({ publicUrl, trustProxy }: Settings): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || isPrivateAddress(hostname)
  if (protocol === 'http:' && !isHere)
    return warning(
      `PUBLIC_URL is ${publicUrl}: passwords and cookies travel unencrypted. Put a proxy with https in front, and set PUBLIC_URL to it.`,
    )
  if (trustProxy === false) {
    if (protocol === 'http:') return ok('No proxy is trusted: a request counts for the address that it comes from.')
    return warning(
      `PUBLIC_URL is ${publicUrl}, so a proxy is in front, and TRUST_PROXY is 0: all callers count as the proxy's one address, whose ` +
        'limits strangers use up. Set TRUST_PROXY to the number of proxies, or to their addresses.',
    )
  }
  if (isHere && protocol === 'http:')
    return warning(
      `TRUST_PROXY is ${String(trustProxy)}, and PUBLIC_URL is ${publicUrl}: where no proxy is in front, callers choose their address. ` +
        'Set TRUST_PROXY to 0.',
    )
  return typeof trustProxy === 'number' ? ofNumber(trustProxy) : ofNetworks(trustProxy)
}

/** How many proxies there are cannot be seen from here. */
function ofNumber(proxies: number): Finding {
  if (proxies === 1)
    return ok(
      'A request counts for the last address of X-Forwarded-For: exactly one proxy must be in front, which adds the address that it is called from.',
    )
  return ok(
    `A request counts for address ${proxies} from the end of X-Forwarded-For: exactly ${proxies} proxies must be in front, each of which ` +
      'adds the address that it is called from.',
  )
}

function ofNetworks(networks: readonly string[]): Finding {
  const open = networks.filter((network) => !isPrivateOrSingle(network))
  if (open.length === 0)
    return ok(`A request counts for the last address of X-Forwarded-For that is not in ${networks.join(', ')}.`)
  return warning(
    `TRUST_PROXY names networks that are not private (${open.join(', ')}): each caller in them chooses its address by X-Forwarded-For. ` +
      'Name the proxies alone, each by its address.',
  )
}
