import type { Escrow } from './escrow.ts'
import { demoLedger } from './ledger.ts'

export const escrow: Escrow = demoLedger
