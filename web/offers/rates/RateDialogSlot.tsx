import { lazy, Suspense, type ComponentProps } from 'react'

const RateDialog = lazy(async () => ({ default: (await import('./RateDialog.tsx')).RateDialog }))

/** Downloaded when it is opened. */
export function RateDialogSlot(props: ComponentProps<typeof RateDialog>) {
  return (
    <Suspense fallback={null}>
      <RateDialog {...props} />
    </Suspense>
  )
}
