import { productNames } from '../../../domain/operator/product.ts'

/** The WebAuthn relying party: the product at its public address. Other sites' pages cannot use its passkeys. */
export type RelyingParty = { rpID: string; rpName: string; origin: string }

export function relyingParty(publicUrl: string): RelyingParty {
  return { rpID: new URL(publicUrl).hostname, rpName: productNames().productName, origin: publicUrl }
}
