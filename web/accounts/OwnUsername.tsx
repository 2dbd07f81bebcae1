import { useSession } from '../session/session.ts'

/** Shows password managers whose password is entered or changed; users see their name elsewhere on the page. */
export function OwnUsername() {
  const { user } = useSession()
  return <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
}
