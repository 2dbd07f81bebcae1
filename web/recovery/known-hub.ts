import type { Address } from '../../domain/escrow/terms.ts'

/** The address of the hub that the page's build knows: its bytecode leads to it on every chain. The build writes the value. */
export const HUB = process.env.ESCROW_HUB as Address
