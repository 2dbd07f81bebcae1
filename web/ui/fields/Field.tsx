import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'

export type FieldProps = {
  /** The key of this field's value and of its errors. */
  name: string
  label: ReactNode
  hint?: ReactNode
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  /** Shown at the label's end, for instance a counter. */
  aside?: ReactNode
  /** An error of the page's own calculation, outside a form's submission. */
  error?: string | undefined
  className?: string
}

/** Label, control, hint and error, tied together for screen readers; the error comes from the form by the field's name. */
export function Field({
  name,
  label,
  hint,
  labelHidden = false,
  aside,
  error,
  className = '',
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <BaseField.Root
      name={name}
      invalid={error === undefined ? undefined : true}
      className={`grid content-start gap-1.5 ${className}`}
    >
      <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
        {aside}
      </div>
      {children}
      <FieldNotes hint={hint} error={error} />
    </BaseField.Root>
  )
}

type NotesProps = {
  hint?: ReactNode
  error?: string | undefined
}

/** The hint and the error below a control. */
export function FieldNotes({ hint, error }: NotesProps) {
  return (
    <>
      {hint !== undefined && hint !== null && (
        <BaseField.Description className="text-sm text-muted">{hint}</BaseField.Description>
      )}
      <BaseField.Validity>
        {() =>
          error === undefined ? (
            <BaseField.Error className={errorClass} />
          ) : (
            <BaseField.Error match className={errorClass}>
              {error}
            </BaseField.Error>
          )
        }
      </BaseField.Validity>
    </>
  )
}

const errorClass = 'text-sm font-medium text-sell'
