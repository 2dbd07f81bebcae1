import { createContext, use, useLayoutEffect, type RefObject } from 'react'

/** The numbers of a form's fields by name, as decimal strings: their inputs hold them as the page's language writes them. */
export type DecimalValues = RefObject<Record<string, string>>

export const DecimalValuesContext = createContext<DecimalValues | null>(null)

/** Hands the field's number to the form around it, which submits it in place of the input's text. */
export function useDecimalValue(name: string, value: string): void {
  const values = use(DecimalValuesContext)
  useLayoutEffect(() => {
    if (!values) return undefined
    const { current } = values
    current[name] = value
    return () => {
      delete current[name]
    }
  }, [values, name, value])
}
