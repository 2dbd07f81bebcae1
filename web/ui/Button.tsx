import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** True while its action runs: it cannot be pressed, keeps the focus, and shows `busyText` if given. */
  busy?: boolean
  busyText?: ReactNode
}

/** A button. `type` is "button" by default, so that none submits a form by accident. */
export function Button({
  variant = 'line',
  size = 'normal',
  className = '',
  busy = false,
  busyText,
  disabled = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Also keeps the form of a busy submit button from being sent with the Enter key.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, size, `disabled:cursor-not-allowed disabled:opacity-55 ${className}`)}
    >
      {busy && <Spinner />}
      {(busy && busyText) || children}
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent"
    />
  )
}
