/** The offer that the form would put on the market, as the server would list it. */
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { Offer, Trader } from '../../../domain/api/offers/offers.ts'
import { PAYMENT_METHOD_RISKS } from '../../../domain/accounts/tiers.ts'
import { formatFiat, formatPrice, formatUsdt, leastAmount, parseFiat, parseUsdt } from '../../../domain/money.ts'
import { formatPercentage, parsePercentage } from '../../../domain/offers/offers.ts'
import { offerPriceSchema, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { usdtFor } from '../../../domain/trades/quote.ts'
import { useLimits } from '../../accounts/tiers/queries.ts'
import { traderQuery } from '../../profiles/trader.ts'
import { useSession } from '../../session/session.ts'
import { useRates } from '../rates/rates.ts'
import { priceAt } from '../price-at.ts'

type Known = {
  rate: string
  owner: Trader
  /** What one more trade of the owner may have; null where it is not known. */
  ownerUsdt: string | null
  /** The USDT of open trades that the form's USDT includes. */
  reservedMicro: bigint
  createdAt: string
}

/** Null while the first step lacks something. */
export function listedOffer(form: OfferInput, known: Known): Offer | null {
  const { success, data } = z.safeParse(offerPriceSchema, form)
  const price = success ? priceAt(known.rate, data.pricePercentage) : null
  if (!success || price === null) return null
  const { type, fiatCurrency, paymentMethods } = data
  const [minMilli, maxMilli] = [parseFiat(data.minAmount) ?? 0n, parseFiat(data.maxAmount) ?? 0n]
  const maxMicro = usdtFor(maxMilli, price)
  const inventoryMicro = parseUsdt(form.availableUsdt)
  const tradableUsdt = formatUsdt(
    leastAmount(
      maxMicro,
      inventoryMicro === null ? maxMicro : inventoryMicro - known.reservedMicro,
      (known.ownerUsdt === null ? null : parseUsdt(known.ownerUsdt)) ?? maxMicro,
    ),
  )
  const { paymentWindowMinutes, referencePolicy, amountTail, trustedOnly, newTakerShare, requirements, terms } = form
  return {
    id: 'preview',
    version: 1,
    type,
    fiatCurrency,
    paymentMethods,
    minAmount: formatFiat(minMilli),
    maxAmount: formatFiat(maxMilli),
    minUsdt: formatUsdt(usdtFor(minMilli, price)),
    maxUsdt: formatUsdt(maxMicro),
    tradableUsdt,
    // A taker with a record: the market tells the others what is left for them.
    newTakerUsdt: tradableUsdt,
    newTakerUsdtWithoutBond: tradableUsdt,
    isNewTaker: false,
    allowsBond: false,
    pricePercentage: formatPercentage(parsePercentage(data.pricePercentage) ?? 0),
    price: formatPrice(price),
    terms,
    status: 'active',
    paymentWindowMinutes,
    referencePolicy,
    amountTail,
    trustedOnly,
    newTakerShare,
    requirements,
    opensAt: null,
    createdAt: known.createdAt,
    owner: known.owner,
    isMine: false,
    refusal: null,
  }
}

/** Undefined until the record of the owner, the rates and the first step are there. */
export function useListedOffer(form: OfferInput, edited: MyOffer | undefined): Offer | undefined {
  const { user, actingFor } = useSession()
  const username = (actingFor ?? user)?.username ?? ''
  const { data: trader } = useQuery({ ...traderQuery(username), enabled: username !== '' })
  const { data: limits } = useLimits(!actingFor)
  const { data: market } = useRates()
  const rate = market?.rates.find(({ fiatCurrency }) => fiatCurrency === form.fiatCurrency)?.rate
  if (!trader || rate === undefined) return undefined
  const { avatar, isVerified, isDemo, reputation } = trader
  const { medianPaySeconds, medianReleaseSeconds, ...record } = reputation
  const medianSeconds = form.type === 'sell' ? medianReleaseSeconds : medianPaySeconds
  const risks = form.paymentMethods.map((method) => PAYMENT_METHOD_RISKS[method])
  const ownerUsdt = largestOf(
    limits?.use.flatMap(({ risk, availableUsdt }) => (risks.includes(risk) ? availableUsdt : [])),
  )
  return (
    listedOffer(form, {
      rate,
      owner: { username: trader.username, avatar, isVerified, isDemo, ...record, medianSeconds },
      ownerUsdt,
      reservedMicro: reservedOf(edited),
      createdAt: edited?.createdAt ?? record.memberSince,
    }) ?? undefined
  )
}

/** By the payment method that allows the most, as the market shows it. */
function largestOf(amounts: readonly string[] = []): string | null {
  return amounts.toSorted((a, b) => Number(b) - Number(a))[0] ?? null
}

function reservedOf(edited: MyOffer | undefined): bigint {
  if (!edited || edited.inventoryUsdt === null || edited.availableUsdt === null) return 0n
  return (parseUsdt(edited.inventoryUsdt) ?? 0n) - (parseUsdt(edited.availableUsdt) ?? 0n)
}
