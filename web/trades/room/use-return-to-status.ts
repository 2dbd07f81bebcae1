import { useEffect, useRef } from 'react'
import { useOwnMove } from '../../own-move.ts'
import { STATUS_ID } from './EscrowRail.tsx'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** After each move of the reader the status is in sight and has the focus: what was done, and whose turn it is now. */
export function useReturnToStatus(tradeId: string): void {
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  useOwnMove(tradeId, () => {
    cancelAnimationFrame(frame.current)
    // The move's dialog keeps the focus until it is closed, and gives it back to a button that may be gone.
    const dialogs = [...document.querySelectorAll(DIALOG)]
    frame.current = requestAnimationFrame(function tryAgain() {
      if (dialogs.some(({ isConnected }) => isConnected)) frame.current = requestAnimationFrame(tryAgain)
      else showStatus()
    })
  })
}

function showStatus(): void {
  const status = document.getElementById(STATUS_ID)
  if (!status) return
  const { top, bottom } = status.getBoundingClientRect()
  const covered = Number.parseFloat(document.documentElement.style.scrollPaddingBlockEnd) || 0
  if (top < 0 || bottom > window.innerHeight - covered) status.scrollIntoView()
  status.focus({ preventScroll: true })
}
