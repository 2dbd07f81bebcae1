/** The stablecoin on sale (decisions: Administration). Amounts have six decimals, whatever the asset (`money.ts`). */

/** Its code. The build writes the value into the client. */
export const ASSET = process.env.ASSET || 'USDT'

/** The chain that a trade's demonstration address is labelled with (spec-coverage 9). */
export const CHAIN = 'polygon'

const CODE = /^[A-Z0-9]{2,10}$/

/** Throws unless it is a code of an asset. The code appears in texts and programs, so nothing else may be part of it. */
export function assertAsset(asset: string): void {
  if (!CODE.test(asset)) throw new Error(`ASSET must be 2 to 10 characters from A to Z and 0 to 9, not "${asset}"`)
}

/** A text of the source or of its translations, which name USDT, with the asset on sale instead. */
export function inAsset(text: string, asset = ASSET): string {
  return asset === 'USDT' ? text : text.replaceAll(/\bUSDT\b/g, asset)
}
