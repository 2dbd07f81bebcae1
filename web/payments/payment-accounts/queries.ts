import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listAccountHolders,
  listPaymentAccounts,
  type PaymentAccount,
} from '../../../domain/api/payments/payment-accounts.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { call } from '../../client.ts'

/** Shown where an offer or a trade needs an account and none is chosen, as the server says it. */
export const ACCOUNT_MISSING = /*i18n*/ 'Choose the account you want to be paid into.'

const accountsKey = ['payment-accounts'] as const

/** The user's payment accounts, by method, the default of each first. */
export function usePaymentAccounts(enabled = true) {
  return useQuery({
    enabled,
    queryKey: accountsKey,
    queryFn: async ({ signal }) => (await call(listPaymentAccounts, {}, { signal })).accounts,
  })
}

/** The names of the holders of the user's accounts of a method, that of the default account first. */
export function useAccountHolders(method: PaymentMethod) {
  return useQuery({
    queryKey: [...accountsKey, 'holders', method],
    queryFn: async ({ signal }) => (await call(listAccountHolders, { query: { method } }, { signal })).holders,
  })
}

/** Updates the accounts with the answer of a changing call. */
export function useKeepPaymentAccounts(): (accounts: PaymentAccount[]) => void {
  const client = useQueryClient()
  return (accounts) => client.setQueryData(accountsKey, accounts)
}

/** Reads the accounts again after a call that does not answer with them. */
export function useReadPaymentAccountsAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: accountsKey })
}
