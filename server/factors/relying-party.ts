/** Who asks for a passkey: the product at its public address. Nobody else's pages can. */
export type RelyingParty = { rpID: string; rpName: string; origin: string }

export function relyingParty(publicUrl: string): RelyingParty {
  return { rpID: new URL(publicUrl).hostname, rpName: 'Sarraf', origin: publicUrl }
}
