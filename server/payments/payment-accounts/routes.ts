import type { FastifyInstance } from 'fastify'
import * as paymentAccountsApi from '../../../domain/api/payments/payment-accounts.ts'
import * as savePaymentAccountApi from '../../../domain/api/payments/save-payment-account.ts'
import { detailList } from '../../../domain/payments/payment-accounts.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/recent-authentication.ts'
import { getDetails, listAccounts, listHolders } from './queries.ts'
import { removeAccount } from './remove-account.ts'
import { addAccount, changeAccount } from './save-account.ts'
import { setDefault } from './set-default.ts'

/** Calls whose input or answer has details are no commands: the record of a command is not encrypted. */
export function paymentAccountRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring } = context
  const { mount, command } = endpointsOn(app, context)
  const saved = async (userId: string, id: string) => ({ id, accounts: await listAccounts(db, keyring, userId) })

  mount(paymentAccountsApi.listPaymentAccounts, async ({ viewer }) => ({
    accounts: await listAccounts(db, keyring, viewer.id),
  }))
  mount(paymentAccountsApi.listAccountHolders, async ({ viewer, query }) => ({
    holders: await listHolders(db, keyring, viewer.id, query.method),
  }))
  mount(paymentAccountsApi.getPaymentAccount, async ({ params, viewer }) => {
    await requireRecentAuthentication(viewer, db)
    const details = await getDetails(db, keyring, viewer.id, params.accountId)
    return { id: params.accountId, method: details.method, details: detailList(details) }
  })
  mount(savePaymentAccountApi.addPaymentAccount, async ({ body, viewer }) =>
    saved(viewer.id, await addAccount(db, keyring, viewer, body)),
  )
  mount(savePaymentAccountApi.changePaymentAccount, async ({ params: { accountId }, body, viewer }) => {
    await changeAccount(db, keyring, viewer, { accountId, details: body })
    return saved(viewer.id, accountId)
  })
  command(paymentAccountsApi.setDefaultAccount, async (tx, { params, viewer }) => {
    await setDefault(tx, viewer.id, params.accountId)
    return { isDefault: true as const }
  })
  command(paymentAccountsApi.removePaymentAccount, async (tx, { params, viewer }) => {
    await removeAccount(tx, viewer.id, params.accountId)
    return { removed: true as const }
  })
}
