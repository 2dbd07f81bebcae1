import { NotFound } from '../layout/NotFound.tsx'

/** Shown at every address that no route matches. */
export default function NotFoundPage() {
  return <NotFound />
}
