import { Navigate, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { presentAddress } from './former-addresses.ts'

/** A page whose contents are elsewhere now. It is no loader's redirect, since a loader does not see the fragment of an address. */
export default function FormerPage() {
  return <Navigate to={presentAddress(useLocation()) ?? paths.dashboard} replace />
}
