import type * as z from 'zod/mini'
import { refusalOf } from './client.ts'
import { useZodForm } from './ui/fields/Form.tsx'

type Options<Schema extends z.ZodMiniType> = Omit<Parameters<typeof useZodForm<Schema>>[0], 'onSubmit'> & {
  /** Makes the call; what it throws is shown beside its field, or above the button. */
  onSubmit: (values: z.output<Schema>) => Promise<void>
}

/** A form that ends in a call to the API. */
export function useCallForm<Schema extends z.ZodMiniType>({ onSubmit, ...options }: Options<Schema>) {
  return useZodForm({
    ...options,
    async onSubmit(values: z.output<Schema>) {
      try {
        await onSubmit(values)
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
}
