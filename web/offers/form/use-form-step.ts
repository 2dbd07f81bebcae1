import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** An existing offer has one page with both. */
export type FormStep = 'price' | 'terms' | 'both'

type Options = {
  hasSteps: boolean
  /** Whether the first step has all it needs. */
  isPriceRight: boolean
}

type FormSteps = {
  step: FormStep
  goOn: () => void
  goBack: () => void
  /** Of the element around both steps, each with `data-step` and a heading. */
  around: RefObject<HTMLDivElement | null>
}

/** The step is in the address, so that the browser's buttons lead to and fro. Each change is announced by the focus. */
export function useFormStep({ hasSteps, isPriceRight }: Options): FormSteps {
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { isFromPrice?: boolean } | null }
  const navigate = useNavigate()
  const step = !hasSteps ? 'both' : search.get('step') === 'terms' ? 'terms' : 'price'
  const around = useRef<HTMLDivElement>(null)
  const shown = useRef(step)

  const showStep = useEffectEvent((next: FormStep) => {
    // A reload, a link or the forward button lead here without what the first step asks for.
    if (next === 'terms' && !isPriceRight) return void navigate(toPrice(search), { replace: true })
    if (shown.current !== next) focusStep(around.current)
    shown.current = next
  })
  useEffect(() => showStep(step), [step])

  return {
    step,
    around,
    goOn: () => void navigate(toTerms(search), { state: { isFromPrice: true } }),
    goBack: () => void (state?.isFromPrice ? navigate(-1) : navigate(toPrice(search), { replace: true })),
  }
}

function toTerms(search: URLSearchParams) {
  const next = new URLSearchParams(search)
  next.set('step', 'terms')
  return { search: `?${next}` }
}

function toPrice(search: URLSearchParams) {
  const next = new URLSearchParams(search)
  next.delete('step')
  return { search: next.size > 0 ? `?${next}` : '' }
}

/** On the first wrong field, else on the heading, which is then read out; the step is seen from its beginning. */
function focusStep(around: HTMLElement | null): void {
  const part = around?.querySelector<HTMLElement>('[data-step]:not([hidden])')
  const wrong = part?.querySelector<HTMLElement>('[aria-invalid=true]')
  if (wrong) return wrong.focus()
  if ((around?.getBoundingClientRect().top ?? 0) < 0) around?.scrollIntoView()
  part?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
