import { EmailRefusedNote } from '../accounts/EmailRefusedNote.tsx'
import { VerifyNote } from '../accounts/VerifyNote.tsx'

/** What stands in the way of emails to the user: an address that is not confirmed, or refused by its mail server. */
export function EmailNotices() {
  return (
    <>
      <VerifyNote className="mb-6 [overflow-wrap:anywhere]" />
      <EmailRefusedNote className="mb-6" />
    </>
  )
}
