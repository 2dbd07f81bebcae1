import { Mark, PRODUCT } from 'virtual:operator'
import { paths } from '../paths.ts'
import { Link } from './Link.tsx'

/** The mark and the name, linked to the home page. */
export function Logo() {
  return (
    <Link to={paths.home} className="flex h-11 items-center gap-2.5 text-lg font-semibold">
      <Mark />
      {PRODUCT}
    </Link>
  )
}
