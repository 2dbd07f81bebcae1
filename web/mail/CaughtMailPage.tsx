import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { MAIL_DAYS } from '../../domain/notifications/notifications.ts'
import { NotFound } from '../layout/NotFound.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { CaughtMailRow } from './CaughtMailRow.tsx'
import { useCaughtMails, useMailIsCaught } from './queries.ts'
import { Loaded } from '../Loaded.tsx'

/** The emails captured in demonstration mode, newest first, readable by every visitor. Otherwise this page does not exist. */
export default function CaughtMailPage() {
  const { t } = useLingui()
  const query = useMailIsCaught()
  if (query.data === false) return <NotFound />
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={t`Captured emails`} />
      <h1 className="title">
        <Trans>Captured emails</Trans>
      </h1>
      <p className="mt-3 mb-6 max-w-[44em] text-muted">
        <Trans>
          This test environment doesn’t send emails. They’re kept here for up to{' '}
          <Plural value={MAIL_DAYS} one="# day" other="# days" />, and anyone can read them.
        </Trans>
      </p>
      <Loaded query={query}>{() => <Caught />}</Loaded>
    </div>
  )
}

function Caught() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const to = search.get('to') ?? ''
  const filter = (address: string) => setSearch(address === '' ? {} : { to: address }, { replace: true })
  return (
    <>
      <TextField
        name="to"
        type="search"
        label={t`Recipient`}
        value={to}
        onValueChange={filter}
        maxLength={254}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        className="mb-6 max-w-[28rem]"
      />
      <Loaded query={useCaughtMails(to)} rows={3} label={t`Loading emails…`} noteClass="mb-3">
        {(mails) =>
          mails.length === 0 ? (
            <EmptyState
              title={<Trans>No emails yet</Trans>}
              action={
                to !== '' && (
                  <Button onClick={() => filter('')}>
                    <Trans>All emails</Trans>
                  </Button>
                )
              }
            >
              <Trans>Emails appear here within seconds. This page updates automatically.</Trans>
            </EmptyState>
          ) : (
            <ul className="panel divide-y divide-line">
              {mails.map((mail) => (
                <CaughtMailRow key={mail.id} mail={mail} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
