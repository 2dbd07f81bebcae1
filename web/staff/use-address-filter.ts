import { useSearchParams } from 'react-router'

/** A choice of a tab, kept in the address so that going back and a shared link restore it. The first value is not written. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [text, setText] = useAddressText(name)
  const isDefault = (value: Value) => value === values[0]
  return [values.find((value) => value === text) ?? values[0], (value) => setText(isDefault(value) ? '' : value)]
}

/** A text of a tab, kept in the address. */
export function useAddressText(name: string): [string, (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const setText = (text: string) => {
    const next = new URLSearchParams(search)
    if (text === '') next.delete(name)
    else next.set(name, text)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search.get(name) ?? '', setText]
}
