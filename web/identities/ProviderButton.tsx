import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { errorText } from '../client.ts'

type Props = {
  children: ReactNode
  size?: 'row'
  /** Asks for the address of the other service. */
  onLeave: () => Promise<{ url: string }>
}

/** Leaves for another service. It stays busy until the page has gone. */
export function ProviderButton({ children, size, onLeave }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { url } = await onLeave()
      // Back here by the browser's own button the page may come out of its memory, as it was left.
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
