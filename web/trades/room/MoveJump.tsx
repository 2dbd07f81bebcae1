import { use, type ReactNode } from 'react'
import { moveClass } from '../moves/move-class.ts'
import { JumpButton } from './JumpButton.tsx'
import { JumpOut } from '../../ui/jump-out.ts'
import { useIsPrimaryButtonInView } from './primary-button-in-view.tsx'

type Props = {
  to: string
  /** Where it leads while that part is not there. */
  otherwise?: string | undefined
  children: ReactNode
}

/** Leads from the bar to a primary button further down the page, and is primary itself unless that one is in view. */
export function MoveJump({ to, otherwise, children }: Props) {
  // The open chat hides the page.
  const isInChat = use(JumpOut) !== null
  const isInView = useIsPrimaryButtonInView() && !isInChat
  return (
    <JumpButton to={to} otherwise={otherwise} variant={isInView ? 'line' : 'accent'} className={moveClass}>
      {children}
    </JumpButton>
  )
}
