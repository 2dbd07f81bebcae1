import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = FieldProps &
  Pick<
    ComponentProps<'input'>,
    | 'autoComplete'
    | 'inputMode'
    | 'maxLength'
    | 'placeholder'
    | 'disabled'
    | 'spellCheck'
    | 'autoCapitalize'
    | 'dir'
    | 'onKeyDown'
  > & {
    type?: 'text' | 'email' | 'search'
    value?: string
    defaultValue?: string
    onValueChange?: (value: string) => void
  }

/** Not the browser's own type: it refuses what the contract reads, for example a "mailto:" in front. */
const EMAIL = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

/** One line of text. */
export function TextField({ name, label, hint, labelHidden, aside, error, className, ...input }: Props) {
  const control = usePreHydrationInput(input.value ?? input.defaultValue ?? '', input.onValueChange)
  return (
    <Field {...{ name, label, hint, labelHidden, aside, error, className }}>
      <BaseField.Control {...input} {...(input.type === 'email' && EMAIL)} ref={control} className={controlClass} />
    </Field>
  )
}
