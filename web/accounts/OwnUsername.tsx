import { useSession } from './session.ts'

/** Tells password managers whose password is asked for or changed; people see their own name elsewhere. */
export function OwnUsername() {
  const { user } = useSession()
  return <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
}
