import type * as z from 'zod/mini'
import { useCallForm } from '../use-call-form.ts'
import { useToast } from '../ui/notices/Toast.tsx'
import { useReadAgain } from './queries.ts'

type Options<Schema extends z.ZodMiniType> = Pick<Parameters<typeof useCallForm<Schema>>[0], 'schema' | 'extra'> & {
  /** Makes the call; returns what is shown when it is done. */
  act: (values: z.output<Schema>) => Promise<string>
  onDone: () => void
}

/** The form of a staff action; when the action is done it says so, closes, and reads staff data again. */
export function useActionForm<Schema extends z.ZodMiniType>({ act, onDone, ...options }: Options<Schema>) {
  const { notify } = useToast()
  const readAgain = useReadAgain()
  return useCallForm({
    ...options,
    async onSubmit(values: z.output<Schema>) {
      notify(await act(values))
      onDone()
      readAgain()
    },
  })
}
