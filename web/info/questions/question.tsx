import type { ReactNode } from 'react'
import { PAYMENT_WINDOWS } from '../../../domain/offers/offers.ts'
import { useCurrencyList } from '../../layout/currency-list.ts'
import { Link } from '../../layout/Link.tsx'
import { usePaymentWindow } from '../../offers/payment-window.ts'
import type { Category } from './categories.ts'

export type Question = {
  /** The question's id in the address; it does not change with the text. */
  id: string
  category: Category
  title: ReactNode
  answer: ReactNode
}

/** A link inside an answer. */
export function AnswerLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className="underline underline-offset-4">
      {children}
    </Link>
  )
}

/** The market's currencies: "dinars, euros and dollars". */
export function Currencies() {
  return useCurrencyList('conjunction')
}

/** The shortest payment window an offer can set, in words. */
export function ShortestWindow() {
  return usePaymentWindow()(PAYMENT_WINDOWS[0])
}

/** The longest payment window an offer can set, in words. */
export function LongestWindow() {
  return usePaymentWindow()(PAYMENT_WINDOWS[PAYMENT_WINDOWS.length - 1]!)
}
