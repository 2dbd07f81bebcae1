import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { errorText } from '../../client.ts'

type Props = {
  children: ReactNode
  size?: 'row'
  /** Requests the provider's authorization URL. */
  onLeave: () => Promise<{ url: string }>
}

/** Leaves for an identity provider. It stays busy until the page is left. */
export function ProviderButton({ children, size, onLeave }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { url } = await onLeave()
      // The browser's back button may restore the page from its cache, with the button still busy.
      window.addEventListener('pageshow', () => setBusy(false), { once: true })
      window.location.assign(url)
    } catch (error) {
      setBusy(false)
      setProblem(errorText(error))
    }
  }

  return (
    <div className="grid gap-3">
      <Button busy={busy} size={size ?? 'normal'} onClick={() => void leave()}>
        {children}
      </Button>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
    </div>
  )
}
