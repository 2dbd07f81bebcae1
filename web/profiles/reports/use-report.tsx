import { useState, type ReactNode } from 'react'
import type { Reported } from '../../../domain/profiles/reports.ts'
import { ApiError, errorText } from '../../client.ts'
import { withTexts } from '../../i18n.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useLazyModule } from '../../ui/hydration/use-lazy-module.ts'

const load = () => withTexts('seldom', () => import('./ReportDialog.tsx'))

/** The report form of a subject, whose code loads when it is opened. */
export function useReport(reported: Reported): { open: () => void; dialog: ReactNode } {
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
    dialog: isOpen && module && <module.ReportDialog reported={reported} onClose={() => setIsOpen(false)} />,
  }
}
