import { Form as BaseForm } from '@base-ui/react/form'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { TakeDecimalContext, type TakeDecimal } from './decimal-values.ts'
import { ErrorNote } from '../notices/ErrorNote.tsx'

/** Why a submission was not accepted: beside a field when it is about one, else above the button. */
export type Refusal = { field?: string | undefined; message: string }

type FormOptions<Schema extends z.ZodMiniType> = {
  schema: Schema
  /** Values that are not in fields, added before validation. */
  extra?: Record<string, unknown>
  /** Submits the valid values; resolves to a refusal when the server refuses them. */
  onSubmit: (values: z.output<Schema>) => Promise<Refusal | void>
}

/**
 * A form whose rules are a zod schema shared with the server, which words them in English; they are shown in the reader's
 * language. Shows the first error of each field in the field's place, focuses the first invalid field, puts a server
 * refusal in the same place, and takes one submission at a time.
 */
export function useZodForm<Schema extends z.ZodMiniType>({ schema, extra, onSubmit }: FormOptions<Schema>) {
  const { i18n } = useLingui()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const decimals = useRef<Record<string, string>>({})
  const takeDecimal = useCallback<TakeDecimal>((name, value) => {
    if (value === null) delete decimals.current[name]
    else decimals.current[name] = value
  }, [])

  async function submit(shown: Record<string, unknown>) {
    if (busy) return
    const values = { ...shown, ...decimals.current }
    const checked = z.safeParse(schema, { ...values, ...extra })
    setProblem(undefined)
    if (!checked.success) return showIssues(checked.error.issues, values)
    setBusy(true)
    try {
      const refusal = await onSubmit(checked.data)
      if (refusal?.field !== undefined && refusal.field in values) setErrors({ [refusal.field]: refusal.message })
      else setProblem(refusal?.message)
    } finally {
      setBusy(false)
    }
  }

  /** An error of a value without a field is shown for the whole form. */
  function showIssues(issues: readonly z.core.$ZodIssue[], values: Record<string, unknown>) {
    const translated = issues.map(({ path, message }) => ({ path, message: i18n._(message) }))
    setErrors(firstErrors(translated))
    setProblem(translated.find(({ path }) => !(String(path[0]) in values))?.message)
  }

  /** Typing clears the errors of the previous values, also in fields that a rule connects. */
  function clear() {
    if (Object.keys(errors).length > 0) setErrors({})
    setProblem(undefined)
  }

  return {
    busy,
    problem,
    clear,
    takeDecimal,
    props: { errors, onFormSubmit: (values: Record<string, unknown>) => void submit(values), onInput: clear },
  }
}

type FormProps = {
  form: Pick<ReturnType<typeof useZodForm>, 'problem' | 'props' | 'takeDecimal'>
  className?: string
  children: ReactNode
  /** The buttons; the error of the whole form is shown above them. */
  actions: ReactNode
}

/** The form's frame: the fields, the refusal that belongs to no field, the buttons. */
export function Form({ form, className = 'grid gap-5', children, actions }: FormProps) {
  return (
    <TakeDecimalContext value={form.takeDecimal}>
      {/* Sent before the scripts run, the values must not become a part of the address. */}
      <BaseForm {...form.props} method="post" validationMode="onSubmit" className={className}>
        {children}
        {form.problem !== undefined && <ErrorNote>{form.problem}</ErrorNote>}
        {actions}
      </BaseForm>
    </TakeDecimalContext>
  )
}

function firstErrors(issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '')
    errors[field] ??= issue.message
  }
  return errors
}
