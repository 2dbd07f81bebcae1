import { Trans } from '@lingui/react/macro'

type Size = { width: number; height: number }
type Props = { from: Size; to: Size }

/** Says that a picture was made smaller, and by how much. */
export function ScaledNote({ from, to }: Props) {
  const [before, after] = [inPixels(from), inPixels(to)]
  return (
    <span className="text-sm text-muted">
      <Trans>
        Scaled from {before} to {after} pixels
      </Trans>
    </span>
  )
}

/** Isolated, so that a text from right to left does not exchange width and height. */
function inPixels({ width, height }: Size): string {
  return `\u2066${width}\u00a0×\u00a0${height}\u2069`
}
