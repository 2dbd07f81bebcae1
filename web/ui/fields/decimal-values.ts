import { createContext, use, useLayoutEffect } from 'react'

/** Takes the number of a form's field, as a decimal string; null when the field goes. */
export type TakeDecimal = (name: string, value: string | null) => void

/** Given by a form to its number fields, whose inputs hold the number as the page's language writes it. */
export const TakeDecimalContext = createContext<TakeDecimal | null>(null)

/** Hands the field's number to the form around it, which submits it in place of the input's text. */
export function useDecimalValue(name: string, value: string): void {
  const take = use(TakeDecimalContext)
  useLayoutEffect(() => {
    take?.(name, value)
    return () => take?.(name, null)
  }, [take, name, value])
}
