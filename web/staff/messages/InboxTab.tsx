import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { MessageRow } from './MessageRow.tsx'
import { PagedList } from '../../PagedList.tsx'
import { useReceivedMessages, type Shown } from '../queries.ts'
import { useAddressChoice } from '../use-address-filter.ts'

/** The messages of the contact form: unanswered ones, the longest waiting first, or all, the latest first. */
export function InboxTab() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice<Shown>('show', ['unanswered', 'all'])
  const query = useReceivedMessages(show)
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={t`Messages`}
        labelHidden
        options={[
          { value: 'unanswered', label: t`Unanswered` },
          { value: 'all', label: t`All messages` },
        ]}
        value={show}
        onValueChange={setShow}
        className="w-full sm:max-w-[22rem]"
      />
      <PagedList
        query={query}
        label={t`Messages`}
        loading={t`Loading messages…`}
        empty={
          <EmptyState title={show === 'all' ? <Trans>No messages yet</Trans> : <Trans>No unanswered messages</Trans>}>
            <Trans>Messages from the contact form appear here.</Trans>
          </EmptyState>
        }
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </PagedList>
    </div>
  )
}
