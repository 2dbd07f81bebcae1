import type { ReactNode } from 'react'
import { TextField } from '../../ui/fields/TextField.tsx'

/** The code that the other party shows at the meeting. */
export function CodeField(props: { name: 'meetingCode' | 'releaseCode'; label: ReactNode; hint: ReactNode }) {
  return <TextField {...props} inputMode="numeric" autoComplete="off" spellCheck={false} dir="ltr" />
}
