import { use, type ReactNode } from 'react'
import { actClass } from './act-class.ts'
import { JumpButton } from './JumpButton.tsx'
import { JumpOut } from './jump-out.ts'
import { useIsOwnActShown } from './own-act.tsx'

type Props = {
  to: string
  /** Where it leads while that part is not there. */
  otherwise?: string | undefined
  children: ReactNode
}

/** In the bar, leads to an act further down the page; golden unless that act's own button is in sight. The open chat hides the page. */
export function ActJump({ to, otherwise, children }: Props) {
  const isInChat = use(JumpOut) !== null
  const isShown = useIsOwnActShown() && !isInChat
  return (
    <JumpButton to={to} otherwise={otherwise} variant={isShown ? 'line' : 'accent'} className={actClass}>
      {children}
    </JumpButton>
  )
}
