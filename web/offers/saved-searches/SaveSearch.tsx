import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createSavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import type { SearchInput } from '../../../domain/offers/saved-searches.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useReadSearchesAgain } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'

/** Saves the filters of a list, which the user can change first. */
export function SaveSearch({ filters }: { filters: SearchInput }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const navigate = useNavigate()
  const create = useCommand(createSavedSearch)
  const readAgain = useReadSearchesAgain()
  const [isOpen, setIsOpen] = useState(false)

  async function save(search: SearchInput) {
    await create.mutateAsync({ body: search })
    readAgain()
    setIsOpen(false)
    notify(t`Search saved.`, { label: t`Saved searches`, onPress: () => void navigate(paths.savedSearches) })
  }

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Save this search</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={<Trans>Save this search</Trans>}>
        <SearchForm initial={filters} label={<Trans>Save search</Trans>} onSubmit={save} />
      </Dialog>
    </>
  )
}
