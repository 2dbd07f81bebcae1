import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { Button } from '../ui/Button.tsx'

type Props = {
  otherwise: string
  /** On a small screen the arrow alone. */
  isShort?: boolean
}

/** Goes back in the history; a visitor who arrived by an outside link is led to `otherwise`. */
export function BackButton({ otherwise, isShort = false }: Props) {
  const navigate = useNavigate()
  return (
    <Button
      variant="quiet"
      size="row"
      className={`-ms-4 noscript:hidden ${isShort ? 'max-lg:-ms-3 max-lg:px-3' : ''}`}
      onClick={() => void (isFirstPage() ? navigate(otherwise, { replace: true }) : navigate(-1))}
    >
      <Icon of={ChevronLeft} size={18} className="rtl:-scale-x-100" />
      <span className={isShort ? 'max-lg:sr-only' : ''}>
        <Trans>Back</Trans>
      </span>
    </Button>
  )
}

/** The router numbers the pages it has shown in this tab. */
function isFirstPage(): boolean {
  const state = history.state as { idx?: number } | null
  return !state?.idx
}
