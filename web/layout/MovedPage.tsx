import { Navigate, useLocation } from 'react-router'
import { movedTo } from '../../domain/pages.ts'
import { paths } from '../paths.ts'

/** A former address, opened by a link inside the site, such as that of signing in; of others the server redirects the reader. */
export default function MovedPage() {
  const { pathname, search } = useLocation()
  const path = pathname.replace(/(.)\/$/, '$1')
  return <Navigate to={movedTo(path, new URLSearchParams(search)) ?? paths.home} replace />
}
