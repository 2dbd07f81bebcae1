import type { ReactElement, ReactNode } from 'react'
import type { Option } from '../fields/PlainSelect.tsx'

export type MenuProps = { trigger: ReactNode; label?: string; className: string; children: ReactNode }

export type ItemProps = { onSelect: () => void; disabled?: boolean; children: ReactNode }

export type LinkProps = { link: ReactElement; children: ReactNode }

export type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}
