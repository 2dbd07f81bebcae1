import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useJump } from './jump-out.ts'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'> & {
  /** The id of the part. */
  to: string
}

/** Leads to a part of the page, with the focus. */
export function JumpButton({ to, ...button }: Props) {
  return <Button {...button} onClick={useJump(to)} />
}
