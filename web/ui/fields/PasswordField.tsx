import { Field as BaseField } from '@base-ui/react/field'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = FieldProps & {
  autoComplete: 'current-password' | 'new-password'
  onValueChange?: (value: string) => void
}

/** A password with a button that shows or hides what was typed. */
export function PasswordField({ autoComplete, onValueChange, ...field }: Props) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  const control = usePreHydrationInput('', onValueChange)
  return (
    <Field {...field}>
      <div className="relative">
        <BaseField.Control
          ref={control}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`${controlClass} pe-12`}
          onValueChange={(value) => onValueChange?.(value)}
        />
        <button
          type="button"
          aria-label={isShown ? t`Hide password` : t`Show password`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Eye isOpen={isShown} />
        </button>
      </div>
    </Field>
  )
}

function Eye({ isOpen }: { isOpen: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
      <circle cx="10" cy="10" r="2.3" />
      {!isOpen && <path d="M3.5 16.5 16.5 3.5" />}
    </svg>
  )
}
