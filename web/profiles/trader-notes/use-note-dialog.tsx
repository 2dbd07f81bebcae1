import { useState, type ReactNode } from 'react'
import { ApiError, errorText } from '../../client.ts'
import { withTexts } from '../../i18n.ts'
import { useLazyModule } from '../../ui/hydration/use-lazy-module.ts'
import { useToast } from '../../ui/notices/Toast.tsx'

const load = () => withTexts('seldom', () => import('./NoteDialog.tsx'))

/** The form of the reader's note on a trader, whose code loads when it is opened. */
export function useNoteDialog(username: string): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const { module, show } = useLazyModule(load)
  const { warn } = useToast()
  return {
    open() {
      setIsOpen(true)
      show(() => {
        warn(errorText(new ApiError(0, { code: 'unreachable' })))
        setIsOpen(false)
      })
    },
    dialog: isOpen && module && <module.NoteDialog username={username} onClose={() => setIsOpen(false)} />,
  }
}
