import { Field as BaseField } from '@base-ui/react/field'
import { useLingui } from '@lingui/react/macro'
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

/** One line of text. */
export function TextField({ name, label, hint, labelHidden, aside, error, className, ...input }: Props) {
  const { i18n } = useLingui()
  const mismatch = input.type === 'email' ? i18n._(/*i18n*/ 'Please enter a valid email address') : undefined
  const control = usePreHydrationInput(input.value ?? input.defaultValue ?? '', input.onValueChange)
  return (
    <Field {...{ name, label, hint, labelHidden, aside, error, className, mismatch }}>
      <BaseField.Control {...input} ref={control} className={controlClass} />
    </Field>
  )
}
