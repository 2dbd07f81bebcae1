/** What the bot says in the rehearsal, what the invented account shows, and what each end teaches. */

/** The moves of the user against a fraud. */
export type FraudMove =
  | 'check_account'
  | 'wait'
  | 'report_message'
  | 'open_dispute'
  | 'confirm_receipt'
  | 'state_same_person'
  | 'send_back'
  | 'send_code'

type Scenario = 'fake_receipt' | 'other_payer' | 'overpayment' | 'false_support'
type Step = 'claim' | 'account' | 'pressure'

/** The invented trade: the user sells. */
export const REHEARSAL_TRADE = {
  amountFiat: '480.00',
  amountUsdt: '500.000000',
  price: '0.96',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  /** The name that the bot declares as that of the payer. */
  payerName: 'Karim',
} as const

export const REHEARSAL_TITLES: Readonly<Record<Scenario, string>> = {
  fake_receipt: /*i18n*/ 'A receipt that proves nothing',
  other_payer: /*i18n*/ 'A payment from another name',
  overpayment: /*i18n*/ 'Too much money',
  false_support: /*i18n*/ 'A message from “support”',
}

/** What the bot writes when a step begins. */
export const REHEARSAL_MESSAGES: Readonly<Record<Scenario, Partial<Record<Step, string>>>> = {
  fake_receipt: {
    claim:
      /*i18n*/ 'Hello! I have paid. Here is the receipt of my bank: “Transfer of 480.00 EUR executed”. Please release the USDT.',
    account:
      /*i18n*/ 'Your bank is slow, that is not my problem. The receipt proves that I paid. Release now, or I report you.',
    pressure: /*i18n*/ 'I am still waiting. My bank confirms the transfer. Release it and I will give you five stars.',
  },
  other_payer: {
    claim: /*i18n*/ 'I have paid from my account. You should see the money already.',
    account: /*i18n*/ 'That is my sister’s account, mine has a limit. It is the same family, please confirm.',
  },
  overpayment: {
    claim: /*i18n*/ 'Paid! Please check your account.',
    account:
      /*i18n*/ 'Oh no, I typed 980 instead of 480. Please send the 500.00 EUR back to my other account, and then release.',
  },
  false_support: {
    claim:
      /*i18n*/ 'This is the support team. Your trade is blocked. Send us the code of your authenticator app, or confirm the payment, within 10 minutes.',
    account:
      /*i18n*/ 'The support team has checked the payment for you. Your account will show it later. Confirm now to keep your account.',
    pressure: /*i18n*/ 'Reporting does not help. Your account will be closed in 5 minutes unless you send the code.',
  },
}

/** What the user’s invented account shows once it is checked; an empty list: no payment. */
export const REHEARSAL_PAYMENTS: Readonly<Record<Scenario, readonly { sender: string; amount: string }[]>> = {
  fake_receipt: [],
  other_payer: [{ sender: 'Sonia', amount: '480.00' }],
  overpayment: [{ sender: 'Karim', amount: '980.00' }],
  false_support: [],
}

/** What the scenario teaches, after the right moves. */
export const REHEARSAL_LESSONS: Readonly<Record<Scenario, string>> = {
  fake_receipt:
    /*i18n*/ 'Only money in your own account is a payment. A receipt, a screenshot or a message is not. In a dispute the USDT stays locked, and an arbiter decides.',
  other_payer:
    /*i18n*/ 'The payer must be the buyer. Money from another name may be stolen, and its owner gets it back. Open a dispute, and ask your bank to return the money. Never send it back yourself.',
  overpayment:
    /*i18n*/ 'Never send a difference to another account. Ask your bank to return the money. Never send it back yourself. Meanwhile a dispute keeps the USDT locked.',
  false_support:
    /*i18n*/ 'Our staff never writes as a trader, never asks for a code and never asks you to confirm. Only an arbiter of a dispute writes in a chat, with a badge and your verification phrase.',
}

/** What a wrong move costs in a real trade. */
export const REHEARSAL_COSTS: Readonly<Record<Scenario, Partial<Record<FraudMove, string>>>> = {
  fake_receipt: {
    confirm_receipt:
      /*i18n*/ 'No money had arrived. In a real trade, the buyer would now have 500 USDT, and you nothing.',
  },
  other_payer: {
    confirm_receipt:
      /*i18n*/ 'The money came from a stolen account. In a real trade, the bank would take back 480.00 EUR, and the 500 USDT would be gone.',
    state_same_person:
      /*i18n*/ 'They were not the same person. In a real trade, the bank would take back 480.00 EUR, and your statement would be on record.',
  },
  overpayment: {
    confirm_receipt:
      /*i18n*/ 'The payment was reversed the next day. In a real trade, the 500 USDT would be gone, and 980.00 EUR taken back.',
    send_back:
      /*i18n*/ 'The payment was reversed the next day. In a real trade, you would have lost the 500.00 EUR that you sent, and then the USDT.',
  },
  false_support: {
    confirm_receipt:
      /*i18n*/ 'The buyer wrote this, not our staff. In a real trade, the 500 USDT would be released without a payment.',
    send_code:
      /*i18n*/ 'With your code, a thief signs in to your account. In reality, you would have lost the account and the USDT in your trades.',
  },
}
