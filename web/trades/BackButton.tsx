import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { Button } from '../ui/Button.tsx'

/** Where the person came from. */
export function BackButton() {
  const navigate = useNavigate()
  return (
    <Button variant="quiet" size="row" className="-ms-4" onClick={() => void navigate(-1)}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden
        className="rtl:-scale-x-100"
      >
        <path d="m9 3-4 4 4 4" />
      </svg>
      <Trans>Back</Trans>
    </Button>
  )
}
