import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { useSignOut } from './sign-out.ts'

export function SignOutButton({ onPress }: { onPress: () => void }) {
  const signOut = useSignOut()
  return (
    <Button
      onClick={() => {
        signOut()
        onPress()
      }}
    >
      <Trans>Sign out</Trans>
    </Button>
  )
}
