/** The asset on sale in the client, whose texts and formats name USDT in the source. */
import type { Plugin } from 'vite'
import { ASSET, assertAsset, inAsset } from '../../domain/asset.ts'

/**
 * Writes the code of the configured asset instead of the word USDT into the modules of the client; `splitTexts` does the same for
 * the catalogues. The last plugin, since the ids of texts are hashes of the source.
 */
export function configuredAsset(asset = ASSET): Plugin {
  assertAsset(asset)
  return {
    name: 'configured-asset',
    enforce: 'post',
    config: () => ({ define: { 'process.env.ASSET': JSON.stringify(asset) } }),
    transform: {
      filter: { id: /\/(web|domain)\/[^?]*\.tsx?\b/, code: /\bUSDT\b/ },
      handler: (source) => (asset === 'USDT' ? null : { code: inAsset(source, asset), map: null }),
    },
  }
}
