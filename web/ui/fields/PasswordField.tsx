import Eye from 'lucide/dist/esm/icons/eye.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import { Icon } from '../Icon.tsx'
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
          <Icon of={isShown ? Eye : EyeOff} size={20} />
        </button>
      </div>
    </Field>
  )
}
