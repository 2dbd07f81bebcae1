import { faintPairs, inColours, themesOf } from '../../domain/operator/colours.ts'
import type { OperatorColours } from '../../domain/operator/colours.ts'
import { OperatorError } from '../setting-values.ts'

/** Throws an `OperatorError` that lists every pair of colours in which a text or the outline of a control would be too faint. */
export function assertReadable(styleSheet: string, colours: OperatorColours, file: string): void {
  const faint = faintPairs(themesOf(inColours(styleSheet, colours)))
  if (faint.length === 0) return
  const lines = faint.map(
    ({ surrounding, colour, on, contrast, least }) =>
      `  ${surrounding}: ${colour} on ${on} has a contrast of ${floor(contrast)} to 1, and needs ${least} to 1`,
  )
  throw new OperatorError(
    `${file}: colours that cannot be read (WCAG 2.2, 1.4.3 and 1.4.11). Make one of each pair lighter or darker:\n${lines.join('\n')}`,
  )
}

/** Never rounded up to the contrast that was missed. */
function floor(contrast: number): string {
  return (Math.floor(contrast * 100) / 100).toFixed(2)
}
