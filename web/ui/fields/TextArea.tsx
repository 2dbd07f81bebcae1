import { Field as BaseField } from '@base-ui/react/field'
import { useLingui } from '@lingui/react/macro'
import { Field, type FieldProps } from './Field.tsx'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = Omit<FieldProps, 'aside'> & {
  value: string
  onValueChange: (value: string) => void
  /** The counter's limit; typing past it is allowed, shown, and refused by the form. */
  limit?: number
  rows?: number
  placeholder?: string
}

/** Several lines of text, with a counter when there is a limit. */
export function TextArea({ value, onValueChange, limit, rows = 5, placeholder, ...field }: Props) {
  const { i18n } = useLingui()
  const control = usePreHydrationInput<HTMLTextAreaElement>(value, onValueChange)
  const isOver = limit !== undefined && value.length > limit
  return (
    <Field
      {...field}
      aside={
        limit !== undefined && (
          <span className={`num text-sm ${isOver ? 'font-semibold text-sell' : 'text-muted'}`}>
            {i18n.number(value.length)}/{i18n.number(limit)}
          </span>
        )
      }
    >
      <BaseField.Control
        value={value}
        onValueChange={onValueChange}
        placeholder={placeholder}
        dir={value === '' ? undefined : 'auto'}
        render={<textarea rows={rows} ref={control} />}
        className="w-full resize-y rounded-control border border-edge bg-surface px-3 py-2.5 text-ink placeholder:text-muted aria-invalid:border-sell"
      />
    </Field>
  )
}
