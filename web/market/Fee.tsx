import { FEE_PERCENT } from '../../domain/quote.ts'
import { useFormats } from '../formats.ts'

/** The platform's fee as the reader writes it: "0.5%". */
export function Fee() {
  return <bdi>{useFormats().share(FEE_PERCENT)}</bdi>
}
