import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

type OpenProps = { isOpen: boolean; onClose: () => void }

/** A button that opens what the page shows only over itself. A test presses each, by its attribute. */
export function Opens({ label, children }: { label: string; children: (props: OpenProps) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button data-opens onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {children({ isOpen, onClose: () => setIsOpen(false) })}
    </>
  )
}
