import { useMutation } from '@tanstack/react-query'
import { signOut } from '../../domain/api.ts'
import { call, errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { useToast } from '../ui/Toast.tsx'

/** Ends the session and returns home (spec section 2). A failure is told, since the session is then still open. */
export function useSignOut(): () => void {
  const { warn } = useToast()
  const { mutate } = useMutation({
    mutationFn: () => call(signOut, { body: {} }),
    // A fresh load, so that nothing of the person who left stays in this page's memory.
    onSuccess: () => location.assign(paths.home),
    onError: (error) => warn(errorText(error)),
  })
  return () => mutate()
}
