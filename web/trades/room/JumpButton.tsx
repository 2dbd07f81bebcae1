import { useContext, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { JumpOut } from './jump-out.ts'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'> & {
  /** The id of the part. */
  to: string
}

/** Leads to a part of the page, with the focus. */
export function JumpButton({ to, ...button }: Props) {
  const jumpOut = useContext(JumpOut)

  function jump() {
    if (jumpOut) return jumpOut(to)
    const part = document.getElementById(to)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }

  return <Button {...button} onClick={jump} />
}
