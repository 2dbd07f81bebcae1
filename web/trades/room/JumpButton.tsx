import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useJump } from '../../ui/jump-out.ts'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'> & {
  /** The id of the part. */
  to: string
  /** Where it leads while that part is not there. */
  otherwise?: string | undefined
}

/** Leads to a part of the page, with the focus. */
export function JumpButton({ to, otherwise, ...button }: Props) {
  return <Button {...button} onClick={useJump(to, otherwise)} />
}
