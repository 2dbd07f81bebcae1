import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** True while its work runs: it cannot be pressed again, keeps the focus, and shows `busyText` when given. */
  busy?: boolean
  busyText?: ReactNode
}

/** A button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export function Button({
  variant = 'line',
  size = 'normal',
  className = '',
  busy = false,
  busyText,
  disabled = false,
  type = 'button',
  children,
  ...rest
}: Props) {
  return (
    <BaseButton
      {...rest}
      type={type}
      disabled={disabled || busy}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, `disabled:cursor-not-allowed disabled:opacity-55 ${className}`)}
    >
      {busy && <Spinner />}
      {busy && busyText !== undefined ? busyText : children}
    </BaseButton>
  )
}

function Spinner() {
  return <span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent" />
}
