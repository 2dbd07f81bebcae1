/** Made by `npm run client` from the OpenAPI document. Do not edit. */

export const OPERATIONS = {
  activateOffer: { method: 'POST', path: '/api/offers/{offerId}/activate', isIdempotent: true, sends: 'json' },
  addFile: { method: 'POST', path: '/api/trades/{tradeId}/files', isIdempotent: true, sends: 'form' },
  cancelTrade: { method: 'POST', path: '/api/trades/{tradeId}/cancel', isIdempotent: true, sends: 'json' },
  changeOffers: { method: 'POST', path: '/api/my-offers/changes', isIdempotent: true, sends: 'json' },
  confirmReceipt: { method: 'POST', path: '/api/trades/{tradeId}/confirm-receipt', isIdempotent: true, sends: 'json' },
  countNotifications: { method: 'GET', path: '/api/notifications/unread', isIdempotent: false, sends: null },
  createOffer: { method: 'POST', path: '/api/offers', isIdempotent: true, sends: 'json' },
  createQuote: { method: 'POST', path: '/api/quotes', isIdempotent: true, sends: 'json' },
  createReceipt: { method: 'POST', path: '/api/trades/{tradeId}/receipt', isIdempotent: false, sends: 'json' },
  createReceiptPdf: { method: 'POST', path: '/api/trades/{tradeId}/receipt/pdf', isIdempotent: false, sends: 'json' },
  createSavedSearch: { method: 'POST', path: '/api/saved-searches', isIdempotent: true, sends: 'json' },
  deleteOffer: { method: 'DELETE', path: '/api/offers/{offerId}', isIdempotent: true, sends: null },
  deleteSavedSearch: { method: 'DELETE', path: '/api/saved-searches/{searchId}', isIdempotent: true, sends: null },
  deleteTraderNote: { method: 'DELETE', path: '/api/trader-notes/{username}', isIdempotent: true, sends: null },
  editOffer: { method: 'POST', path: '/api/offers/{offerId}', isIdempotent: true, sends: 'json' },
  editSavedSearch: { method: 'POST', path: '/api/saved-searches/{searchId}', isIdempotent: true, sends: 'json' },
  exportTrades: { method: 'POST', path: '/api/trades/export', isIdempotent: false, sends: 'json' },
  extendPaymentWindow: { method: 'POST', path: '/api/trades/{tradeId}/extend-payment-window', isIdempotent: true, sends: 'json' },
  getBusinessHours: { method: 'GET', path: '/api/business-hours', isIdempotent: false, sends: null },
  getDashboard: { method: 'GET', path: '/api/dashboard', isIdempotent: false, sends: null },
  getImage: { method: 'GET', path: '/api/trades/{tradeId}/images/{imageId}', isIdempotent: false, sends: null },
  getLimits: { method: 'GET', path: '/api/limits', isIdempotent: false, sends: null },
  getMarket: { method: 'GET', path: '/api/market', isIdempotent: false, sends: null },
  getMarketCounts: { method: 'GET', path: '/api/market/counts', isIdempotent: false, sends: null },
  getMarketStatistics: { method: 'GET', path: '/api/market/stats', isIdempotent: false, sends: null },
  getMyOffer: { method: 'GET', path: '/api/my-offers/{offerId}', isIdempotent: false, sends: null },
  getOffer: { method: 'GET', path: '/api/offers/{offerId}', isIdempotent: false, sends: null },
  getOffersNow: { method: 'GET', path: '/api/offers/now', isIdempotent: false, sends: null },
  getRateHistory: { method: 'GET', path: '/api/market/rates/{fiatCurrency}', isIdempotent: false, sends: null },
  getReceiptKeys: { method: 'GET', path: '/api/receipt-keys', isIdempotent: false, sends: null },
  getTrade: { method: 'GET', path: '/api/trades/{tradeId}', isIdempotent: false, sends: null },
  getTradeAgain: { method: 'GET', path: '/api/traders/{username}/trade-again', isIdempotent: false, sends: null },
  getTradeEstimate: { method: 'GET', path: '/api/offers/{offerId}/estimate', isIdempotent: false, sends: null },
  getTradeRatings: { method: 'GET', path: '/api/trades/{tradeId}/ratings', isIdempotent: false, sends: null },
  getTrader: { method: 'GET', path: '/api/traders/{username}', isIdempotent: false, sends: null },
  getTransparency: { method: 'GET', path: '/api/transparency', isIdempotent: false, sends: null },
  listCurrencies: { method: 'GET', path: '/api/currencies', isIdempotent: false, sends: null },
  listEvents: { method: 'GET', path: '/api/events/since', isIdempotent: false, sends: null },
  listLandingOffers: { method: 'GET', path: '/api/market/offers', isIdempotent: false, sends: null },
  listMessages: { method: 'GET', path: '/api/trades/{tradeId}/messages', isIdempotent: false, sends: null },
  listMyOffers: { method: 'GET', path: '/api/my-offers', isIdempotent: false, sends: null },
  listNotifications: { method: 'GET', path: '/api/notifications', isIdempotent: false, sends: null },
  listOffers: { method: 'GET', path: '/api/offers', isIdempotent: false, sends: null },
  listPaymentAccounts: { method: 'GET', path: '/api/payment-accounts', isIdempotent: false, sends: null },
  listRatings: { method: 'GET', path: '/api/traders/{username}/ratings', isIdempotent: false, sends: null },
  listRelations: { method: 'GET', path: '/api/relations', isIdempotent: false, sends: null },
  listSavedSearches: { method: 'GET', path: '/api/saved-searches', isIdempotent: false, sends: null },
  listTiers: { method: 'GET', path: '/api/tiers', isIdempotent: false, sends: null },
  listTraderNotes: { method: 'GET', path: '/api/trader-notes', isIdempotent: false, sends: null },
  listTraderOffers: { method: 'GET', path: '/api/traders/{username}/open-offers', isIdempotent: false, sends: null },
  listTrades: { method: 'GET', path: '/api/trades', isIdempotent: false, sends: null },
  listWaitingTrades: { method: 'GET', path: '/api/trades/waiting', isIdempotent: false, sends: null },
  markPaid: { method: 'POST', path: '/api/trades/{tradeId}/mark-paid', isIdempotent: true, sends: 'json' },
  objectToRefund: { method: 'POST', path: '/api/trades/{tradeId}/object', isIdempotent: true, sends: 'json' },
  openDispute: { method: 'POST', path: '/api/trades/{tradeId}/open-dispute', isIdempotent: true, sends: 'json' },
  openTrade: { method: 'POST', path: '/api/trades', isIdempotent: true, sends: 'json' },
  pauseOffer: { method: 'POST', path: '/api/offers/{offerId}/pause', isIdempotent: true, sends: 'json' },
  refillOffer: { method: 'POST', path: '/api/offers/{offerId}/refill', isIdempotent: true, sends: 'json' },
  removeBusinessHours: { method: 'DELETE', path: '/api/business-hours', isIdempotent: true, sends: null },
  removeRelation: { method: 'DELETE', path: '/api/relations/{username}', isIdempotent: true, sends: null },
  saveBusinessHours: { method: 'POST', path: '/api/business-hours', isIdempotent: true, sends: 'json' },
  saveTraderNote: { method: 'POST', path: '/api/trader-notes/{username}', isIdempotent: true, sends: 'json' },
  sendImage: { method: 'POST', path: '/api/trades/{tradeId}/images', isIdempotent: true, sends: 'form' },
  sendMessage: { method: 'POST', path: '/api/trades/{tradeId}/messages', isIdempotent: true, sends: 'json' },
  setRelation: { method: 'POST', path: '/api/relations/{username}', isIdempotent: true, sends: 'json' },
} as const

/** The codes of refusals of these operations. */
export type ErrorCode =
  | 'account_suspended'
  | 'acting_changed'
  | 'active_offers_limit'
  | 'already_disputed'
  | 'amount_out_of_limits'
  | 'arbiter_may_not_trade'
  | 'bond_needed'
  | 'business_hours_missing'
  | 'business_hours_used'
  | 'busy'
  | 'cancel_too_late'
  | 'chat_closed'
  | 'code_by_key'
  | 'code_in_message'
  | 'confirmation_window_passed'
  | 'counterparty_limit'
  | 'cross_site'
  | 'currency_unavailable'
  | 'dispute_too_early'
  | 'dispute_waits'
  | 'disputes_limit'
  | 'email_unverified'
  | 'file_empty'
  | 'file_limit'
  | 'file_not_expected'
  | 'file_quota'
  | 'file_too_large'
  | 'file_unavailable'
  | 'file_unreadable'
  | 'idempotency_key_missing'
  | 'idempotency_key_reused'
  | 'image_quota'
  | 'image_too_large'
  | 'image_unreadable'
  | 'internal'
  | 'invalid_input'
  | 'invalid_json'
  | 'key_not_allowed'
  | 'key_release_limit'
  | 'meeting_code_attempts_used'
  | 'meeting_code_wrong'
  | 'misdirected'
  | 'network_storage_limit'
  | 'new_taker_network_limit'
  | 'new_taker_offer_busy'
  | 'new_taker_usdt_limit'
  | 'new_trader_limit'
  | 'new_trader_storage_limit'
  | 'not_awaiting_payment'
  | 'not_found'
  | 'not_your_move'
  | 'note_about_yourself'
  | 'objection_window_passed'
  | 'offer_busy'
  | 'offer_closed'
  | 'offer_hidden'
  | 'offer_sold_out'
  | 'offer_trade_open'
  | 'offer_trades_open'
  | 'offer_type_fixed'
  | 'offer_unavailable'
  | 'offer_usdt_reserved'
  | 'offer_wrong_status'
  | 'offers_limit'
  | 'offers_unchanged'
  | 'open_trades_limit'
  | 'opening_paused'
  | 'outage'
  | 'own_offer'
  | 'own_team'
  | 'payee_no_match'
  | 'payer_name_differs'
  | 'payment_account_mismatch'
  | 'payment_account_required'
  | 'payment_method_not_offered'
  | 'payment_not_due'
  | 'payment_not_sent'
  | 'payment_window_already_extended'
  | 'payment_window_passed'
  | 'pdf_encrypted'
  | 'pdf_incomplete'
  | 'picture_animated'
  | 'picture_damaged'
  | 'picture_format'
  | 'picture_heic'
  | 'picture_too_complex'
  | 'picture_too_many_pixels'
  | 'proof_required'
  | 'proof_unknown'
  | 'quote_expired'
  | 'quote_limit'
  | 'quote_outdated'
  | 'quote_unknown'
  | 'quote_used'
  | 'rate_limited'
  | 'rate_unavailable'
  | 'reauthentication_required'
  | 'refund_not_held'
  | 'relation_with_yourself'
  | 'relations_limit'
  | 'release_code_attempts_used'
  | 'release_code_wrong'
  | 'release_factor_new'
  | 'release_factor_off'
  | 'release_held'
  | 'release_role_new'
  | 'saved_search_exists'
  | 'saved_searches_limit'
  | 'search_of_yourself'
  | 'signed_out'
  | 'stale_screen'
  | 'statement_by_key'
  | 'storage_limit'
  | 'taker_account_too_new'
  | 'taker_completion_too_low'
  | 'taker_completion_unknown'
  | 'taker_trades_too_few'
  | 'team_conflict'
  | 'team_not_allowed'
  | 'tier_day_limit'
  | 'tier_open_limit'
  | 'tier_trade_limit'
  | 'timed_out'
  | 'too_large'
  | 'trade_not_completed'
  | 'trade_not_possible'
  | 'trade_over'
  | 'trader_notes_limit'
  | 'trades_too_many'
  | 'unsupported_type'
  | 'upload_incomplete'

export interface components {
  schemas: {
    /** @description In USDT, for the payment methods of one risk. They hold for trades on the user’s own offers too. */
    AmountLimits: {
      risk: components["schemas"]["PaymentRisk"];
      /** @description Of one trade. */
      tradeUsdt: components["schemas"]["Decimal"];
      /** @description Of all open trades together. */
      openUsdt: components["schemas"]["Decimal"];
      /** @description Of the trades opened in the last 24 hours, cancelled ones excluded. */
      dayUsdt: components["schemas"]["Decimal"];
    };
    /**
     * @description The amount that the taker typed, which is exact.
     * @enum {string}
     */
    Anchor: "fiat" | "usdt";
    /** @description Local times, in the order of the week. A range that does not end after its beginning ends on the next day. */
    BusinessHours: {
      /** @description An IANA name, for example Africa/Tunis. */
      timeZone: string;
      ranges: ({
          /**
           * @description The day on which the range begins; Monday is 1.
           * @enum {number}
           */
          weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7;
          from: string;
          until: string;
        })[];
      /** @description Whether it is within the hours now. */
      isOpen: boolean;
      /** @description When the hours end, or begin again. */
      changesAt: components["schemas"]["Time"];
    };
    BusinessHoursInput: {
      timeZone: string;
      ranges: ({
          /** @enum {number} */
          weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7;
          from: string;
          until: string;
        })[];
    };
    /** @description Exact up to a limit, above it “more than”. */
    Count: {
      count: number;
      isExact: boolean;
    };
    Currency: {
      fiatCurrency: components["schemas"]["FiatCurrency"];
      /** @description False while it is switched off: its offers are off the market, and quotes, trades and offers in it are refused with `currency_unavailable`. Open trades go on. */
      isAvailable: boolean;
      /** @description The legal notice, as plain text; empty where there is none. */
      notice: string;
    };
    Dashboard: {
      /** @description The USDT of all completed trades. */
      volumeUsdt: components["schemas"]["Decimal"];
      /** @description Completed trades out of all, in percent with one decimal. */
      successRate: components["schemas"]["Decimal"] | null;
      /** @description How many of your trades have each status; every status is there. */
      statuses: {
          status: components["schemas"]["TradeStatus"];
          trades: number;
        }[];
      activeOffers: number;
      /** @description What the escrow holds now in your open trades, by the ledger. */
      escrow: {
        /** @description Your own USDT, as seller. */
        locked: components["schemas"]["Decimal"];
        /** @description The USDT that you get as buyer when these trades complete. */
        incoming: components["schemas"]["Decimal"];
      };
      recentTrades: components["schemas"]["Trade"][];
      /** @description Completed trades by the day (UTC) on which they were opened, oldest first. */
      days: {
          /** Format: date */
          day: string;
          volumeUsdt: components["schemas"]["Decimal"];
          completedTrades: number;
        }[];
      reputation: components["schemas"]["Reputation"];
    };
    /** @description A decimal number as text: no thousands separators, “.” before the decimals. */
    Decimal: string;
    /** @enum {string} */
    DisputeOutcome: "release" | "refund" | "split" | "seller_confirmed" | "seller_conceded" | "buyer_conceded";
    /** @enum {string} */
    DisputeReason: "seller_silent" | "payment_denied" | "wrong_details" | "buyer_other" | "not_received" | "wrong_amount" | "third_party_payer" | "false_proof" | "seller_other" | "paid_before_cancellation" | "silence";
    /** @enum {string} */
    DisputeRole: "buyer" | "seller" | "arbiter" | "system";
    /** @enum {string} */
    EscrowState: "locked" | "released" | "refunded" | "split";
    /**
     * @description An ISO 4217 code.
     * @enum {string}
     */
    FiatCurrency: "TND" | "EUR" | "USD" | "MAD" | "DZD";
    /**
     * @description A proof of payment is the buyer’s; evidence is added by either party during a dispute.
     * @enum {string}
     */
    FilePurpose: "payment_proof" | "dispute_evidence";
    /**
     * Format: uuid
     * @description A UUID.
     */
    Id: string;
    LimitUse: {
      risk: components["schemas"]["PaymentRisk"];
      /** @description In open trades now. */
      openUsdt: components["schemas"]["Decimal"];
      /** @description In trades opened in the last 24 hours, cancelled ones excluded. */
      dayUsdt: components["schemas"]["Decimal"];
      /** @description What one more trade may have now. */
      availableUsdt: components["schemas"]["Decimal"];
    };
    MarketCounts: {
      offers: components["schemas"]["Count"];
      traders: components["schemas"]["Count"];
      buy: components["schemas"]["Count"];
      sell: components["schemas"]["Count"];
      newToday: components["schemas"]["Count"];
    };
    MarketRate: {
      fiatCurrency: components["schemas"]["FiatCurrency"];
      /** @description Fiat for 1 USDT. */
      rate: components["schemas"]["Decimal"];
      /** @description The sources that agree with it, whose median it is: `fixed` for the fixed table, `manual` for a rate that staff have set, else the name of a service. */
      sources: string[];
      /** @description When the sources had it. */
      asOf: components["schemas"]["Time"];
      /** @description Since when the sources give no rate: this is the last one, and quotes are refused with `rate_unavailable`. */
      unavailableSince: components["schemas"]["Time"] | null;
      /** @description False while the currency is switched off. */
      isAvailable: boolean;
    };
    /** @description Of the last 30 days, counted and published as `/api/transparency`; a figure is null where there is none to compute it from. */
    MarketStatistics: {
      /** @description Different users who were a party of a trade, rounded down to a multiple of 5. */
      activeTraders: number;
      /** @description The USDT of the completed trades, rounded down to whole 100. */
      volumeUsdt: components["schemas"]["Decimal"];
      completedTrades: number;
      /** @description Completed trades out of all that ended, in percent with one decimal. */
      successRate: components["schemas"]["Decimal"] | null;
      /** @description From the opening of a trade to its completion, on average. */
      settlementSeconds: number | null;
      /** @description The trades of the demonstration’s invented traders are counted, too. */
      includesDemo: boolean;
    };
    Message: {
      /** @description Counts up from 1 within the trade, without gaps. */
      seq: number;
      tradeId: components["schemas"]["Id"];
      kind: components["schemas"]["MessageKind"];
      /** @description The party, or the arbiter of the dispute; null for a message of the platform. */
      sender: components["schemas"]["SenderRole"] | null;
      /** @description The team member who wrote it for the party, or made the move that it announces; null: the party. */
      member: string | null;
      text: string;
      /** @description Null for a message of a party. */
      systemCode: components["schemas"]["SystemCode"] | null;
      image: {
        id: components["schemas"]["Id"];
        width: number;
        height: number;
      } | null;
      /** @description The id that the sender gave the message. */
      clientId: string | null;
      createdAt: components["schemas"]["Time"];
    };
    /** @enum {string} */
    MessageKind: "text" | "image" | "terms" | "automatic" | "system";
    MethodRecord: {
      paymentMethod: components["schemas"]["PaymentMethod"];
      /** @description Those that count. */
      completedTrades: number;
      /** @description As a buyer. */
      medianPaySeconds: number | null;
      /** @description As a seller. */
      medianReleaseSeconds: number | null;
    };
    Move: {
      /** @description The status you know: if the trade has another one by now, it is not moved. */
      seenStatus: components["schemas"]["TradeStatus"];
    };
    MyOffer: {
      id: components["schemas"]["Id"];
      /** @description Counts the changes of the offer. */
      version: number;
      type: components["schemas"]["OfferType"];
      fiatCurrency: components["schemas"]["FiatCurrency"];
      /** @description In the owner’s order. A taker chooses one of them. */
      paymentMethods: components["schemas"]["PaymentMethod"][];
      /** @description The smallest amount of a trade, in fiat. */
      minAmount: components["schemas"]["Decimal"];
      /** @description The largest amount of a trade, in fiat. */
      maxAmount: components["schemas"]["Decimal"];
      /** @description The same in USDT at the present price. */
      minUsdt: components["schemas"]["Decimal"];
      /** @description The same in USDT at the present price. */
      maxUsdt: components["schemas"]["Decimal"];
      /** @description The largest trade that the offer and its owner can serve now by one of the payment methods, in USDT: `maxUsdt`, or what open trades leave of the offer’s USDT or the limits of its owner where that is less; for a caller without a completed trade `newTakerUsdt`. The caller’s own limits may leave less. */
      tradableUsdt: components["schemas"]["Decimal"];
      /**
       * @description Which part of the offer’s open trades and USDT, and of its owner’s limits, takers without a completed trade may use together.
       * @enum {string}
       */
      newTakerShare: "none" | "third" | "half" | "all";
      /** @description The largest trade that the offer and its owner can serve now to a taker without a completed trade, in USDT. */
      newTakerUsdt: components["schemas"]["Decimal"];
      /** @description The same without a bond. A larger trade needs one, and any trade of a taker whose network has all the open trades that its new takers share. */
      newTakerUsdtWithoutBond: components["schemas"]["Decimal"];
      /** @description A buyer without a completed trade can lock a bond while the trade is open: 2 percent of the USDT, at least 5 USDT and no more than the trade. It is asked for where takers without a completed trade have used what the owner chose for them; with bonds they may use two thirds of the offer together where that is a third or half. */
      allowsBond: boolean;
      /** @description How far the price is from the market rate, in percent. */
      pricePercentage: components["schemas"]["Decimal"];
      /** @description Fiat for 1 USDT, with all its decimals. */
      price: components["schemas"]["Decimal"];
      terms: string;
      status: components["schemas"]["OfferStatus"];
      paymentWindowMinutes: number;
      referencePolicy: components["schemas"]["ReferencePolicy"];
      /** @description Whether a quote changes the sum by some cents, which make it unique. */
      amountTail: boolean;
      /** @description Only traders whom the owner trusts see and take the offer. */
      trustedOnly: boolean;
      /** @description What the taker’s account and record must have at least; 0 requires nothing. */
      requirements: {
        /** @description The age of the account in days. */
        accountDays: number;
        completedTrades: number;
        /** @description In percent. */
        completionRate: number;
      };
      /** @description The offer is closed now, outside its owner’s business hours, until this moment: it is not on the market, and no trade can be opened on it. Null otherwise. */
      opensAt: components["schemas"]["Time"] | null;
      createdAt: components["schemas"]["Time"];
      /** @description Our staff have hidden the offer: it is shown to you only, and no trade can be opened on it. Null otherwise. */
      hidden: {
        at: components["schemas"]["Time"];
        reason: string;
      } | null;
      /** @description False while the currency is switched off: the offer keeps its status, but is not on the market. */
      isCurrencyAvailable: boolean;
      /** @description The account on which you are paid by each payment method, in their order; none in an offer to buy. */
      paymentAccountIds: components["schemas"]["Id"][];
      /** @description What you say first in the chat of each trade, marked as automatic; empty for nothing. */
      firstMessage: string;
      /** @description Whether the offer can be traded within your business hours only. */
      hoursOnly: boolean;
      maxOpenTrades: number;
      openTrades: number;
      /** @description The USDT left to trade; null without a limit. */
      availableUsdt: components["schemas"]["Decimal"] | null;
      /** @description The same with the USDT that open trades reserve. */
      inventoryUsdt: components["schemas"]["Decimal"] | null;
      /** @description What the offer has brought since it was posted. */
      stats: {
        tradesOpened: number;
        tradesCompleted: number;
        /** @description Completed trades out of those that are closed, in percent with one decimal; null before the first. */
        completionRate: components["schemas"]["Decimal"] | null;
        /** @description The USDT that its completed trades released. */
        volumeUsdt: components["schemas"]["Decimal"];
        /** @description When the latest trade was opened. */
        lastTradeAt: components["schemas"]["Time"] | null;
      };
    };
    MyOfferPage: {
      offers: components["schemas"]["MyOffer"][];
      /** @description The `before` of the next page; null on the last. */
      nextCursor: components["schemas"]["Id"] | null;
    };
    /** @description An empty object. */
    Nothing: Record<string, never>;
    Notification: {
      id: components["schemas"]["Id"];
      /** @enum {string} */
      event: "trade_opened" | "trade_paid" | "trade_payee_no_match" | "trade_payment_mark_withdrawn" | "trade_payment_window_extended" | "trade_cancelled" | "trade_expired" | "trade_completed" | "trade_released_by_key" | "trade_refund_held" | "trade_refunded" | "message_received" | "dispute_opened" | "dispute_opened_by_system" | "statement_wanted" | "dispute_statements_closed" | "dispute_arbiter_assigned" | "dispute_decision_late" | "dispute_decided" | "dispute_decision_accepted" | "dispute_appealed" | "dispute_decided_finally" | "dispute_closed" | "offer_expired" | "offer_sold_out" | "saved_search_matched" | "rating_received" | "account_suspended" | "account_restored" | "outage_started" | "outage_ended" | "webhook_paused" | "announcement" | "currency_switched_off" | "currency_switched_on";
      /** @description It is your turn, and there is a deadline. */
      isUrgent: boolean;
      /** @description The trade that it is about, if any. */
      tradeId: components["schemas"]["Id"] | null;
      /** @description The other party of that trade. */
      username: string | null;
      /** @description Who wrote the message; null for other events. */
      sender: components["schemas"]["SenderRole"] | null;
      /** @description The beginning of the message; empty for other events. */
      text: string;
      /** @description Details of the event that are not part of the trade. */
      values: {
        [key: string]: string | number;
      };
      /** @description Of the end of a trade with a bond: what became of it, and your role in that trade; otherwise null. */
      bond: ({
        amount: components["schemas"]["Decimal"];
        /** @enum {string} */
        outcome: "returned" | "awarded" | "burned";
        role: components["schemas"]["PartyRole"];
      }) | null;
      at: components["schemas"]["Time"];
      /** @description It was shown on a visible page. */
      isSeen: boolean;
      isUnread: boolean;
    };
    Offer: {
      id: components["schemas"]["Id"];
      /** @description Counts the changes of the offer. */
      version: number;
      type: components["schemas"]["OfferType"];
      fiatCurrency: components["schemas"]["FiatCurrency"];
      /** @description In the owner’s order. A taker chooses one of them. */
      paymentMethods: components["schemas"]["PaymentMethod"][];
      /** @description The smallest amount of a trade, in fiat. */
      minAmount: components["schemas"]["Decimal"];
      /** @description The largest amount of a trade, in fiat. */
      maxAmount: components["schemas"]["Decimal"];
      /** @description The same in USDT at the present price. */
      minUsdt: components["schemas"]["Decimal"];
      /** @description The same in USDT at the present price. */
      maxUsdt: components["schemas"]["Decimal"];
      /** @description The largest trade that the offer and its owner can serve now by one of the payment methods, in USDT: `maxUsdt`, or what open trades leave of the offer’s USDT or the limits of its owner where that is less; for a caller without a completed trade `newTakerUsdt`. The caller’s own limits may leave less. */
      tradableUsdt: components["schemas"]["Decimal"];
      /**
       * @description Which part of the offer’s open trades and USDT, and of its owner’s limits, takers without a completed trade may use together.
       * @enum {string}
       */
      newTakerShare: "none" | "third" | "half" | "all";
      /** @description The largest trade that the offer and its owner can serve now to a taker without a completed trade, in USDT. */
      newTakerUsdt: components["schemas"]["Decimal"];
      /** @description The same without a bond. A larger trade needs one, and any trade of a taker whose network has all the open trades that its new takers share. */
      newTakerUsdtWithoutBond: components["schemas"]["Decimal"];
      /** @description A buyer without a completed trade can lock a bond while the trade is open: 2 percent of the USDT, at least 5 USDT and no more than the trade. It is asked for where takers without a completed trade have used what the owner chose for them; with bonds they may use two thirds of the offer together where that is a third or half. */
      allowsBond: boolean;
      /** @description How far the price is from the market rate, in percent. */
      pricePercentage: components["schemas"]["Decimal"];
      /** @description Fiat for 1 USDT, with all its decimals. */
      price: components["schemas"]["Decimal"];
      terms: string;
      status: components["schemas"]["OfferStatus"];
      paymentWindowMinutes: number;
      referencePolicy: components["schemas"]["ReferencePolicy"];
      /** @description Whether a quote changes the sum by some cents, which make it unique. */
      amountTail: boolean;
      /** @description Only traders whom the owner trusts see and take the offer. */
      trustedOnly: boolean;
      /** @description What the taker’s account and record must have at least; 0 requires nothing. */
      requirements: {
        /** @description The age of the account in days. */
        accountDays: number;
        completedTrades: number;
        /** @description In percent. */
        completionRate: number;
      };
      /** @description The offer is closed now, outside its owner’s business hours, until this moment: it is not on the market, and no trade can be opened on it. Null otherwise. */
      opensAt: components["schemas"]["Time"] | null;
      createdAt: components["schemas"]["Time"];
      owner: components["schemas"]["Trader"];
      isMine: boolean;
      /** @description You have no completed trade yet. */
      isNewTaker: boolean;
      /** @description Why you cannot take the offer: its currency is switched off, you and the owner do not trade with each other, you do not meet a requirement, or open trades leave less than its smallest amount. Null where you can; a caller who is signed out is told only what applies to everyone. */
      refusal: components["schemas"]["OfferRefusal"] | null;
    };
    OfferPage: {
      offers: components["schemas"]["Offer"][];
      /** @description The number of offers on all pages. */
      total: components["schemas"]["Count"];
      /** @description The `cursor` of the next page; null on the last. */
      nextCursor: string | null;
      /** @description The `cursor` of the page before; null on the first. */
      previousCursor: string | null;
      /** @description The number of offers after which the search stopped: `nextCursor` continues it. Null if it covered all offers, or filled the page. */
      searched: number | null;
      /** @description When this was written, for the age of the offers. */
      now: components["schemas"]["Time"];
    };
    /** @description The refusal that a quote for the offer would get, with its figures. */
    OfferRefusal: {
      code: string;
      values: {
        [key: string]: string | number;
      };
    };
    /** @enum {string} */
    OfferStatus: "active" | "paused" | "expired";
    /**
     * @description What the owner of the offer does with USDT.
     * @enum {string}
     */
    OfferType: "buy" | "sell";
    OffersNow: {
      /** @description Those of `shown` that can be taken now, whether they still pass the filters or not. */
      offers: components["schemas"]["Offer"][];
      /** @description The offers of the first page of the list, as it is now. */
      first: components["schemas"]["Id"][];
    };
    OwnLimits: {
      tier: components["schemas"]["Tier"];
      /** @description Full days since the account was created. */
      accountDays: number;
      /** @description Completed trades on record, without those in person, which no tier counts. */
      completedTrades: number;
      /** @description Different traders of these trades. */
      partners: number;
      /** @description Whether the rehearsal was passed. */
      hasRehearsed: boolean;
      /** @description The tier after the present one; null at the highest. */
      nextTier: components["schemas"]["Tier"] | null;
      /**
       * @description What leads to it: the rehearsal, a longer record, or nothing at the highest tier.
       * @enum {string}
       */
      nextStep: "rehearsal" | "record" | "none";
      limits: components["schemas"]["AmountLimits"][];
      use: components["schemas"]["LimitUse"][];
    };
    /**
     * @description The buyer or the seller of the USDT.
     * @enum {string}
     */
    PartyRole: "buyer" | "seller";
    PaymentAccount: {
      id: components["schemas"]["Id"];
      method: components["schemas"]["PaymentMethod"];
      /** @description The last characters of what identifies the account, four at most; empty of a meeting place. */
      lastFour: string;
      /** @description The account that a form proposes for this method. */
      isDefault: boolean;
      /** @description Your offers that name it; it can be removed when there are none. */
      usedByOffers: number;
      /** @description When the details were added or last changed. */
      changedAt: components["schemas"]["Time"];
    };
    PaymentAccounts: {
      accounts: components["schemas"]["PaymentAccount"][];
    };
    PaymentMark: {
      /** @description The status you know: if the trade has another one by now, it is not moved. */
      seenStatus: components["schemas"]["TradeStatus"];
      /** @description The name of the holder of the account that the money leaves, as the bank writes it. Required, except in person, where it is refused. */
      payerName?: string;
      /** @description In person, and required there: the code that the seller’s page shows. */
      meetingCode?: string;
      /** @description A proof of payment that you added to the trade; the seller can then see it. Required until your first completed trade, unless the seller has seen one. */
      proofId?: components["schemas"]["Id"];
    };
    /**
     * @description How the fiat money is paid.
     * @enum {string}
     */
    PaymentMethod: "flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob";
    /**
     * @description Whether the sender of a payment can have it returned, or hands it over in person: `reversible` and `in_person` methods have lower limits.
     * @enum {string}
     */
    PaymentRisk: "final" | "reversible" | "in_person";
    Quote: {
      id: components["schemas"]["Id"];
      offerId: components["schemas"]["Id"];
      offerVersion: number;
      /** @description Your role in the trade that the quote opens. */
      role: components["schemas"]["PartyRole"];
      fiatCurrency: components["schemas"]["FiatCurrency"];
      paymentMethod: components["schemas"]["PaymentMethod"];
      /** @description The market rate: fiat for 1 USDT. */
      rate: components["schemas"]["Decimal"];
      /** @description How far the price is from the market rate, in percent. */
      pricePercentage: components["schemas"]["Decimal"];
      /** @description Fiat for 1 USDT, with all its decimals. */
      price: components["schemas"]["Decimal"];
      anchor: components["schemas"]["Anchor"];
      amountFiat: components["schemas"]["Decimal"];
      amountUsdt: components["schemas"]["Decimal"];
      /** @description What the offer’s amount tail added to the sum you asked for, or took from it near a limit; 0.00 without one. */
      amountTail: components["schemas"]["Decimal"];
      /** @description In USDT; the taker pays it. */
      fee: components["schemas"]["Decimal"];
      /** @description What you receive (buying: amount minus fee) or send to the escrow (selling: amount plus fee). */
      takerUsdt: components["schemas"]["Decimal"];
      /** @description In USDT: what you lock beside the trade, as a buyer without a completed trade where the operator asks for it; otherwise 0. */
      bond: components["schemas"]["Decimal"];
      expiresAt: components["schemas"]["Time"];
      /** @description When this was written, for a countdown. */
      now: components["schemas"]["Time"];
    };
    RatePoint: {
      /** @description The beginning of the hour or the day, in UTC. */
      from: components["schemas"]["Time"];
      /** @description The last rate of it: fiat for 1 USDT. */
      rate: components["schemas"]["Decimal"];
      low: components["schemas"]["Decimal"];
      high: components["schemas"]["Decimal"];
    };
    /** @description The published ratings of a trader whose trades count (`completedTrades`). */
    Rating: {
      /** @description Stars from 1 to 5, with one decimal. */
      average: components["schemas"]["Decimal"];
      ratings: number;
    };
    RatingPage: {
      ratings: components["schemas"]["TraderRating"][];
      /** @description The `before` of the next page; null on the last. */
      nextCursor: components["schemas"]["Id"] | null;
    };
    /** @description The `seq` of the last message that each party has read, or 0. What a team member reads counts as read by the party. */
    ReadMarks: {
      buyer: number;
      seller: number;
    };
    Receipt: {
      /** @description The status you know: if the trade has another one by now, it is not moved. */
      seenStatus: components["schemas"]["TradeStatus"];
      /**
       * @description That you have seen the money in your own account, or in person have counted the cash: an announcement of the payment is no receipt.
       * @constant
       */
      seenInAccount: true;
      /** @description The sender’s name, as your account shows it. Required, except in a dispute without a payment mark, and in person, where it is refused. */
      senderName?: string;
      /** @description True where the names differ and you state that the sender is the declared payer. It is recorded. */
      statedSamePerson?: boolean;
      /** @description In person, and required there: the code that the buyer’s page shows. */
      releaseCode?: string;
    };
    ReceiptKeys: {
      /** @description The `issuer` of this site’s receipts. */
      issuer: string;
      keys: {
          kid: string;
          /** @constant */
          kty: "EC";
          /** @constant */
          crv: "P-256";
          /** @constant */
          alg: "ES256";
          x: string;
          y: string;
        }[];
    };
    /**
     * @description Whether the buyer writes the reference of the trade on the payment.
     * @enum {string}
     */
    ReferencePolicy: "optional" | "required" | "none";
    Relation: {
      username: string;
      /** @description The address of the profile photo, which changes with each new photo; null without one. */
      avatar: string | null;
      kind: components["schemas"]["RelationKind"];
      /** @description When you trusted or blocked the trader. */
      at: components["schemas"]["Time"];
    };
    /**
     * @description You trust or block the trader.
     * @enum {string}
     */
    RelationKind: "trusted" | "blocked";
    /** @description Computed from the trades; a figure is null where there is none to compute it from. */
    Reputation: {
      /** @description Completed trades that count: within 30 days one for each partner, or for several partners who use one browser or one payment account; none with a user of the same browser, network or payment account. */
      completedTrades: number;
      /** @description Completed trades out of these and those that the trader cancelled or did not pay in time, in percent with one decimal. */
      completionRate: components["schemas"]["Decimal"] | null;
      /** @description As a buyer: from the opening of a trade to its payment mark. */
      medianPaySeconds: number | null;
      /** @description As a seller: from the payment mark to the confirmation. */
      medianReleaseSeconds: number | null;
      /** @description Null without ratings that count. */
      rating: components["schemas"]["Rating"] | null;
      /** @description Different traders with whom trades were completed. */
      partners: number;
      /** @description Disputes that were decided for the other party, or that the trader conceded. */
      disputesLost: number;
      /** @description Disputes that the buyer or the system opened and that the trader, as the seller, ended by confirming the payment. */
      disputesConfirmed: number;
      /** @description Disputes that the trader opened as the seller, and ended by confirming the payment. */
      disputesReleasedLate: number;
      memberSince: components["schemas"]["Time"];
    };
    SavedSearch: {
      id: components["schemas"]["Id"];
      /** @description The type of the offers; null for both. To buy USDT, you search offers to sell. */
      type: components["schemas"]["OfferType"] | null;
      /** @description Null for every currency. */
      fiatCurrency: components["schemas"]["FiatCurrency"] | null;
      /** @description Offers that are paid by any of them; empty for every payment method. */
      paymentMethods: components["schemas"]["PaymentMethod"][];
      /** @description Fiat that the offer’s limits contain; null for any amount. */
      amount: components["schemas"]["Decimal"] | null;
      /** @description How far the price may be from the market rate, in percent: at most this for offers to sell, at least this for offers to buy. */
      pricePercentage: components["schemas"]["Decimal"] | null;
      /** @description The same as fiat for 1 USDT. */
      price: components["schemas"]["Decimal"] | null;
      /** @description The username of the trader whose offers are searched; null for every trader. */
      trader: string | null;
      /** @description A paused search matches nothing. */
      isPaused: boolean;
      createdAt: components["schemas"]["Time"];
    };
    SavedSearchChanges: {
      type: ("buy" | "sell") | null;
      fiatCurrency: ("TND" | "EUR" | "USD" | "MAD" | "DZD") | null;
      paymentMethods: ("flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob")[];
      amount: string;
      pricePercentage: string;
      price: string;
      trader: string | null;
      isPaused: boolean;
    };
    SavedSearchFilters: {
      type: ("buy" | "sell") | null;
      fiatCurrency: ("TND" | "EUR" | "USD" | "MAD" | "DZD") | null;
      paymentMethods: ("flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob")[];
      amount: string;
      pricePercentage: string;
      price: string;
      trader: string | null;
    };
    /**
     * @description A party, or the arbiter of the dispute.
     * @enum {string}
     */
    SenderRole: "buyer" | "seller" | "arbiter";
    StreamEvent: {
      /** @description Counts up from 1 for each user, without gaps. */
      seq: number;
      /** @enum {string} */
      kind: "trade" | "message" | "file" | "notification" | "read";
      data: {
        /** @description Of every event but a notification about something else. */
        tradeId?: components["schemas"]["Id"];
        status?: components["schemas"]["TradeStatus"];
        version?: number;
        messages: components["schemas"]["Message"][];
        /** @description What the event notifies you of. */
        notification?: {
          id: components["schemas"]["Id"];
          /** @enum {string} */
          event: "trade_opened" | "trade_paid" | "trade_payee_no_match" | "trade_payment_mark_withdrawn" | "trade_payment_window_extended" | "trade_cancelled" | "trade_expired" | "trade_completed" | "trade_released_by_key" | "trade_refund_held" | "trade_refunded" | "message_received" | "dispute_opened" | "dispute_opened_by_system" | "statement_wanted" | "dispute_statements_closed" | "dispute_arbiter_assigned" | "dispute_decision_late" | "dispute_decided" | "dispute_decision_accepted" | "dispute_appealed" | "dispute_decided_finally" | "dispute_closed" | "offer_expired" | "offer_sold_out" | "saved_search_matched" | "rating_received" | "account_suspended" | "account_restored" | "outage_started" | "outage_ended" | "webhook_paused" | "announcement" | "currency_switched_off" | "currency_switched_on";
          isUrgent: boolean;
        };
        read?: components["schemas"]["ReadMarks"];
      };
    };
    /**
     * @description What a message of the platform says, in any language.
     * @enum {string}
     */
    SystemCode: "opened" | "paid" | "payment_mark_withdrawn" | "payee_match" | "payee_close_match" | "payee_no_match" | "payee_no_answer" | "payment_window_extended" | "cancelled_by_buyer" | "cancelled_by_seller" | "expired" | "confirmed" | "completed" | "released" | "refund_held_by_seller" | "refund_held_by_expiry" | "refunded" | "objected" | "dispute_opened_by_buyer" | "dispute_opened_by_seller" | "dispute_opened_by_system" | "statement_by_buyer" | "statement_by_seller" | "statements_closed" | "arbiter_assigned" | "decision_made" | "final_decision_made" | "decision_late" | "appealed_by_buyer" | "appealed_by_seller" | "decision_accepted_by_buyer" | "decision_accepted_by_seller" | "conceded_by_buyer" | "conceded_by_seller" | "released_by_decision" | "refunded_by_decision" | "split_by_decision" | "deadlines_stopped" | "deadlines_moved";
    /**
     * @description Follows from the account and its record; a higher one has higher limits.
     * @enum {string}
     */
    Tier: "starter" | "rehearsed" | "established" | "experienced";
    TierLimits: {
      tier: components["schemas"]["Tier"];
      /** @description The age of the account that it needs. */
      accountDays: number;
      /** @description The completed trades on record that it needs. */
      completedTrades: number;
      /** @description With how many different traders. */
      partners: number;
      /** @description Whether it needs the rehearsal, passed. */
      needsRehearsal: boolean;
      limits: components["schemas"]["AmountLimits"][];
    };
    /**
     * Format: date-time
     * @description A time in UTC, by the clock of the database.
     */
    Time: string;
    Trade: {
      id: components["schemas"]["Id"];
      /** @description Counts the changes of the trade. */
      version: number;
      status: components["schemas"]["TradeStatus"];
      /** @description Your role. */
      role: components["schemas"]["PartyRole"];
      /** @description Who has to act now; empty once the trade is closed. */
      turn: components["schemas"]["DisputeRole"][];
      /** @description The role of the party who opened the trade. */
      taker: components["schemas"]["PartyRole"];
      buyer: components["schemas"]["Trader"];
      seller: components["schemas"]["Trader"];
      offerId: components["schemas"]["Id"];
      fiatCurrency: components["schemas"]["FiatCurrency"];
      paymentMethod: components["schemas"]["PaymentMethod"];
      anchor: components["schemas"]["Anchor"];
      amountFiat: components["schemas"]["Decimal"];
      amountUsdt: components["schemas"]["Decimal"];
      /** @description The market rate when the trade was opened: fiat for 1 USDT. */
      rate: components["schemas"]["Decimal"];
      /** @description How far the price is from that rate, in percent. */
      pricePercentage: components["schemas"]["Decimal"];
      /** @description Fiat for 1 USDT, with all its decimals. */
      price: components["schemas"]["Decimal"];
      /** @description In USDT; the taker pays it on completion. */
      fee: components["schemas"]["Decimal"];
      /** @description The USDT that the seller sends to the escrow. */
      sellerLocks: components["schemas"]["Decimal"];
      /** @description The USDT that the buyer gets on completion. */
      buyerReceives: components["schemas"]["Decimal"];
      /** @description The USDT that the buyer locked as a bond, and where it is: still locked, returned to the buyer, awarded to the seller or burned. Null without one. */
      bond: ({
        amount: components["schemas"]["Decimal"];
        /** @enum {string} */
        state: "locked" | "returned" | "awarded" | "burned";
      }) | null;
      /** @description The terms of the offer when the trade was opened. */
      terms: string;
      referencePolicy: components["schemas"]["ReferencePolicy"];
      escrow: {
        address: string;
        chain: string;
        state: components["schemas"]["EscrowState"];
        /** @description The USDT that the escrow account holds now, by the ledger. */
        holds: components["schemas"]["Decimal"];
      };
      /** @description How a dispute’s decision divided the USDT; null unless it did. */
      split: {
        toBuyer: components["schemas"]["Decimal"];
        fee: components["schemas"]["Decimal"];
        toSeller: components["schemas"]["Decimal"];
      } | null;
      paymentWindowMinutes: number;
      /** @description Whether a dispute is open, or was. */
      hasDispute: boolean;
      /** @description When the present status ends by itself; null where it does not, and while a dispute has its own deadline. */
      deadline: components["schemas"]["Time"] | null;
      /** @description When the payment window ends. */
      payDeadline: components["schemas"]["Time"];
      /** @description Since when an outage stops the deadlines: when it ends, they move by its length. Null while they run. */
      stoppedAt: components["schemas"]["Time"] | null;
      createdAt: components["schemas"]["Time"];
      /** @description Whether the buyer was shown the payment details. */
      detailsShown: boolean;
      /** @description What the buyer’s bank said of the seller’s name before the payment, as the buyer recorded it last; null where nothing was recorded. */
      bankAnswer: ({
        /** @enum {string} */
        answer: "match" | "close_match" | "no_match" | "no_answer";
        at: components["schemas"]["Time"];
      }) | null;
      paidAt: components["schemas"]["Time"] | null;
      /** @description Until when the buyer can withdraw the payment mark, once; like a deadline it stands still in an outage. Null without a mark. */
      markFinalAt: components["schemas"]["Time"] | null;
      /** @description By when a payment made at the payment mark arrives; the seller cannot open a dispute as `not_received` before. Null without a mark. */
      arrivesBy: components["schemas"]["Time"] | null;
      closedAt: components["schemas"]["Time"] | null;
      /** @description What cancelled the trade: a party, the end of the payment window, or a dispute; null unless it is cancelled or its refund is held. */
      cancelledBy: ("buyer" | "seller" | "clock" | "dispute") | null;
      /** @description The moves that are possible once and were made. */
      usedOnce: components["schemas"]["TradeAction"][];
      /** @description Whether messages can be sent. */
      chatOpen: boolean;
      /** @description When this was written, for a countdown. */
      now: components["schemas"]["Time"];
    };
    /** @enum {string} */
    TradeAction: "open" | "mark_paid" | "withdraw_payment_mark" | "extend_payment_window" | "cancel" | "cancel_after_details" | "expire" | "expire_after_details" | "refund" | "object" | "confirm_receipt" | "settle" | "open_dispute" | "escalate" | "concede" | "release_decided" | "refund_decided" | "split_decided" | "extend_for_outage";
    TradeAgain: {
      /** @description A completed trade of yours with this trader: the one you name, or the latest. Null where there is none. */
      trade: {
        id: components["schemas"]["Id"];
        /** @description Your role. */
        role: components["schemas"]["PartyRole"];
        fiatCurrency: components["schemas"]["FiatCurrency"];
        paymentMethod: components["schemas"]["PaymentMethod"];
        amountFiat: components["schemas"]["Decimal"];
      } | null;
      /** @description The offers of the trader on which you can trade the same amount again, those with the same payment method first. */
      offers: components["schemas"]["Offer"][];
    };
    TradeEstimate: {
      /** @description Your role in the trade. */
      role: components["schemas"]["PartyRole"];
      fiatCurrency: components["schemas"]["FiatCurrency"];
      paymentMethod: components["schemas"]["PaymentMethod"];
      /** @description Fiat for 1 USDT, with all its decimals. */
      price: components["schemas"]["Decimal"];
      amountFiat: components["schemas"]["Decimal"];
      amountUsdt: components["schemas"]["Decimal"];
      /** @description In USDT; the taker pays it. */
      fee: components["schemas"]["Decimal"];
      /** @description What you would receive (buying: amount minus fee) or send to the escrow (selling: amount plus fee). */
      takerUsdt: components["schemas"]["Decimal"];
      /** @description In USDT: as in a quote for you; 0 to a caller without an account. */
      bond: components["schemas"]["Decimal"];
    };
    TradeFile: {
      id: components["schemas"]["Id"];
      tradeId: components["schemas"]["Id"];
      purpose: components["schemas"]["FilePurpose"];
      sender: components["schemas"]["PartyRole"];
      /**
       * @description The media type. Every picture is a WebP.
       * @enum {string}
       */
      type: "image/webp" | "application/pdf";
      bytes: number;
      /** @description Its size in pixels; null for a PDF. */
      picture: {
        width: number;
        height: number;
      } | null;
      /** @description Whether the counterparty can see it. A proof that is added before the payment is marked is submitted with that. */
      isSubmitted: boolean;
      addedAt: components["schemas"]["Time"];
    };
    TradeRating: {
      id: components["schemas"]["Id"];
      /** @description From 1 to 5. */
      stars: number;
      /** @description May be empty. */
      comment: string;
      /** @description When it was published; while it is hidden, when it was given. */
      at: components["schemas"]["Time"];
      /** @description The answer of the rated trader. */
      reply: string | null;
      /** @description Whether you are the rated trader and can still reply. */
      canReply: boolean;
    };
    TradeRatings: {
      /** @description Until when you can rate this trade; null if you have, if the time is over, and before the trade is completed. */
      rateUntil: components["schemas"]["Time"] | null;
      /** @description Your rating of the other party. */
      given: components["schemas"]["TradeRating"] | null;
      /** @description When and why our staff removed your rating: no one else sees it, and it no longer counts. */
      removed: {
        at: components["schemas"]["Time"];
        reason: string;
      } | null;
      /** @description Whether your rating is hidden from others: it is published when the other party rates too, or at `publishedBy`. */
      isHidden: boolean;
      /** @description When a hidden rating is published at the latest. */
      publishedBy: components["schemas"]["Time"] | null;
      /** @description The other party’s rating of you; null while it is hidden, and once it is removed. */
      received: components["schemas"]["TradeRating"] | null;
    };
    /** @description A flattened JWS (RFC 7515) in which `receipt` stands for the payload: the payload is the canonical JSON of it (RFC 8785). It never names the other party. `reference` is the same in all receipts of this trade of this party, and `counterparty` in all receipts of this party’s trades with one trader. `feePaidUsdt` is what this party paid; `releasedUsdt` is given where a dispute’s decision split the amount. */
    TradeReceiptFile: {
      protected: string;
      receipt: {
        /** @constant */
        version: 1;
        /** Format: uri */
        issuer: string;
        /** Format: date-time */
        issuedAt: string;
        reference: string;
        demonstration: boolean;
        /** @constant */
        status: "completed";
        /** @enum {string} */
        outcome: "released" | "split";
        /** @enum {string} */
        role: "buyer" | "seller";
        /** Format: date */
        completedOn: string;
        amountUsdt?: string;
        releasedUsdt?: string;
        amountFiat?: string;
        /** @enum {string} */
        fiatCurrency?: "TND" | "EUR" | "USD" | "MAD" | "DZD";
        price?: string;
        feePaidUsdt?: string;
        bondReturnedUsdt?: string;
        /** @enum {string} */
        paymentMethod?: "flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob";
        /** Format: date-time */
        openedAt?: string;
        /** Format: date-time */
        paidAt?: string;
        /** Format: date-time */
        completedAt?: string;
        username?: string;
        counterparty?: string;
      };
      signature: string;
    };
    /** @enum {string} */
    TradeStatus: "awaiting_payment" | "refund_held" | "payment_sent" | "payment_confirmed" | "disputed" | "completed" | "cancelled";
    /** @description A trader with the record that listings show; the trader’s profile has the whole record. */
    Trader: {
      username: string;
      /** @description The address of the profile photo, which changes with each new photo; null without one. */
      avatar: string | null;
      /** @description The email address is confirmed; the identity is not checked. */
      isVerified: boolean;
      /** @description Invented by the demonstration, with the whole record. */
      isDemo: boolean;
      completedTrades: number;
      /** @description Completed trades out of these and those that the trader cancelled or did not pay in time, in percent with one decimal. */
      completionRate: components["schemas"]["Decimal"] | null;
      /** @description As the buyer of an offer or trade: from the opening of a trade to its payment mark. As the seller: from the payment mark to the confirmation. The median of the latest trades. */
      medianSeconds: number | null;
      /** @description Null without ratings. */
      rating: components["schemas"]["Rating"] | null;
      memberSince: components["schemas"]["Time"];
    };
    TraderNote: {
      /** @description The trader the note is about. */
      username: string;
      /** @description The address of the profile photo, which changes with each new photo; null without one. */
      avatar: string | null;
      /** @description Empty for none. */
      text: string;
      tags: string[];
      /** @description When you last changed the note. */
      at: components["schemas"]["Time"];
    };
    TraderProfile: {
      username: string;
      /** @description The address of the profile photo, which changes with each new photo; null without one. */
      avatar: string | null;
      /** @description The email address is confirmed; the identity is not checked. */
      isVerified: boolean;
      /** @description Invented by the demonstration, with the whole record. */
      isDemo: boolean;
      bio: string;
      location: string;
      reputation: components["schemas"]["Reputation"];
      /** @description The record by payment method, with the most trades first; methods without a trade are left out. */
      methods: components["schemas"]["MethodRecord"][];
    };
    TraderRating: {
      id: components["schemas"]["Id"];
      /** @description From 1 to 5. */
      stars: number;
      /** @description May be empty. */
      comment: string;
      /** @description When it was published; while it is hidden, when it was given. */
      at: components["schemas"]["Time"];
      /** @description The answer of the rated trader. */
      reply: string | null;
      /** @description Whether you are the rated trader and can still reply. */
      canReply: boolean;
      /** @description The username of the rater; null once that account was deleted. */
      by: string | null;
      /** @description The rater was invented by the demonstration. */
      isDemo: boolean;
    };
    /** @description Published once a day, after midnight UTC. A trade or dispute is counted once 5 of its kind wait to be counted, on that day. */
    Transparency: {
      /** @description The end of the last day that is counted. */
      asOf: components["schemas"]["Time"];
      /** @description The trades of the demonstration’s invented traders are counted, too. */
      includesDemo: boolean;
      periods: ({
          /** @description The last days; null: since the beginning. */
          days: number | null;
          /** @description The sum of `methods`. */
          completed: number;
          methods: {
              fiatCurrency: components["schemas"]["FiatCurrency"];
              paymentMethod: components["schemas"]["PaymentMethod"];
              count: number;
            }[];
          /** @description The median from opening to the payment mark. */
          minutesToPay: number | null;
          /** @description The median from the payment mark to the seller’s confirmation. */
          minutesToRelease: number | null;
          disputes: {
            /** @description Null: fewer than 5, which is withheld. */
            opened: number | null;
            closed: {
                outcome: components["schemas"]["DisputeOutcome"];
                count: number;
              }[];
            /** @description The median from opening to the first decision. */
            minutesToDecide: number | null;
            /** @description The median from the payment mark to the end of the trade, where the USDT was returned to the seller by a decision or because the buyer conceded. */
            minutesHeld: number | null;
          };
        })[];
      /** @description Completed trades of seven days each, oldest first; the last one ends with `asOf`. */
      weeks: {
          /** Format: date */
          from: string;
          completed: number;
        }[];
      escrow: {
        /** @description When the number and the sums were computed; they stay until 5 other trades have entered or left the escrow. */
        asOf: components["schemas"]["Time"];
        /** @description Rounded down to a multiple of 5. */
        openTrades: number | null;
        /** @description By the transfers of the ledger, in whole 100 USDT. */
        ledgerUsdt: number | null;
        /** @description By the amounts of the open trades, in whole 100 USDT. */
        tradesUsdt: number | null;
        /** @description Whether both are equal before they are rounded, at the last publication. */
        isEqual: boolean;
      };
    };
    UnreadNotifications: {
      unread: number;
    };
    WaitingTrade: {
      tradeId: components["schemas"]["Id"];
      /**
       * @description What you have to do: pay and mark it, object to the held refund if you have paid, confirm the payment, submit a statement, or accept or appeal the decision.
       * @enum {string}
       */
      act: "pay" | "object" | "confirm" | "state" | "answer_decision";
      /** @description Your role. */
      role: components["schemas"]["PartyRole"];
      counterparty: {
        username: string;
        /** @description The address of the profile photo, which changes with each new photo; null without one. */
        avatar: string | null;
      };
      fiatCurrency: components["schemas"]["FiatCurrency"];
      paymentMethod: components["schemas"]["PaymentMethod"];
      amountFiat: components["schemas"]["Decimal"];
      amountUsdt: components["schemas"]["Decimal"];
      /** @description Until when; null where there is no deadline. */
      deadline: components["schemas"]["Time"] | null;
      /** @description Since when an outage stops the deadlines; null while they run. */
      stoppedAt: components["schemas"]["Time"] | null;
    };
    /** @description What a webhook is sent. */
    WebhookEvent: {
      /** @description Of the notification, and the header webhook-id: a repetition has the same. */
      id: components["schemas"]["Id"];
      event: components["schemas"]["WebhookEventKind"];
      /** @description It is your turn, and there is a deadline. */
      isUrgent: boolean;
      /** @description The trade that it is about, if any. */
      tradeId: components["schemas"]["Id"] | null;
      /** @description Values of the event that the trade does not have. */
      values: {
        [key: string]: string | number;
      };
      /** @description When it happened; the header webhook-timestamp is the time of the attempt. */
      at: components["schemas"]["Time"];
    };
    /**
     * @description The event of a notification, or a test.
     * @enum {string}
     */
    WebhookEventKind: "trade_opened" | "trade_paid" | "trade_payee_no_match" | "trade_payment_mark_withdrawn" | "trade_payment_window_extended" | "trade_cancelled" | "trade_expired" | "trade_completed" | "trade_released_by_key" | "trade_refund_held" | "trade_refunded" | "message_received" | "dispute_opened" | "dispute_opened_by_system" | "statement_wanted" | "dispute_statements_closed" | "dispute_arbiter_assigned" | "dispute_decision_late" | "dispute_decided" | "dispute_decision_accepted" | "dispute_appealed" | "dispute_decided_finally" | "dispute_closed" | "offer_expired" | "offer_sold_out" | "saved_search_matched" | "rating_received" | "account_suspended" | "account_restored" | "outage_started" | "outage_ended" | "webhook_paused" | "announcement" | "currency_switched_off" | "currency_switched_on" | "test";
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type $defs = Record<string, never>;

export type external = Record<string, never>;

export interface operations {

  /**
   * Get your business hours
   * @description Needs a session, or an API key with the scope `read`.
   */
  getBusinessHours: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description Null: you have none. */
            businessHours: components["schemas"]["BusinessHours"] | null;
            /** @description How many of your offers follow them. */
            offers: number;
          };
        };
      };
    };
  };
  /**
   * Update your business hours
   * @description Outside of them your offers with `hoursOnly` leave the market, and no trade is opened on them; their status stays. Needs a session, or an API key with the scope `offers`.
   */
  saveBusinessHours: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["BusinessHoursInput"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description Null: you have none. */
            businessHours: components["schemas"]["BusinessHours"] | null;
            /** @description How many of your offers follow them. */
            offers: number;
          };
        };
      };
    };
  };
  /**
   * Delete your business hours
   * @description Needs a session, or an API key with the scope `offers`.
   */
  removeBusinessHours: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description Null: you have none. */
            businessHours: components["schemas"]["BusinessHours"] | null;
            /** @description How many of your offers follow them. */
            offers: number;
          };
        };
      };
    };
  };
  /**
   * List the currencies with their legal notices
   * @description Public.
   */
  listCurrencies: {
    parameters: {
      query?: {
        /** @description The language of the notices; English by default. */
        language?: "en" | "fr" | "ar";
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            currencies: components["schemas"]["Currency"][];
          };
        };
      };
    };
  };
  /**
   * Get your trading statistics
   * @description Needs a session, or an API key with the scope `read`.
   */
  getDashboard: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Dashboard"];
        };
      };
    };
  };
  /**
   * List events after a given sequence number
   * @description For clients that cannot keep a stream open. Without `after` the answer is the present position and no event. Needs a session, or an API key with the scope `read`.
   */
  listEvents: {
    parameters: {
      query?: {
        /** @description The last `seq` you have. */
        after?: number;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description Whose events these are. */
            userId: components["schemas"]["Id"];
            events: components["schemas"]["StreamEvent"][];
            /** @description The `seq` of the latest event. */
            position: number;
            /** @description Events are missing: read everything again. */
            reset: boolean;
          };
        };
      };
    };
  };
  /**
   * Get your tier, your limits and what you have used of them
   * @description Needs a session, or an API key with the scope `read`.
   */
  getLimits: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["OwnLimits"];
        };
      };
    };
  };
  /**
   * Get the reference rates
   * @description Public.
   */
  getMarket: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @constant */
            asset: "USDT";
            rates: components["schemas"]["MarketRate"][];
          };
        };
      };
    };
  };
  /**
   * Get the numbers of open offers and traders, excluding the caller
   * @description Public.
   */
  getMarketCounts: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MarketCounts"];
        };
      };
    };
  };
  /**
   * List the newest open offers of the landing page, those of traders with a completed trade first
   * @description Public.
   */
  listLandingOffers: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            offers: components["schemas"]["Offer"][];
          };
        };
      };
    };
  };
  /**
   * Get the history of a reference rate
   * @description Oldest first: of 7 days by the hour, of 30 days by the day. One in which the sources gave no rate is missing. Empty while the rates are a fixed table. Public.
   */
  getRateHistory: {
    parameters: {
      query?: {
        /** @description The last 7 or 30 days; 7 by default. */
        days?: "7" | "30";
      };
      path: {
        fiatCurrency: components["schemas"]["FiatCurrency"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            points: components["schemas"]["RatePoint"][];
          };
        };
      };
    };
  };
  /**
   * Get market statistics of the last 30 days
   * @description Public.
   */
  getMarketStatistics: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MarketStatistics"];
        };
      };
    };
  };
  /**
   * List your offers, newest first, twenty to a page
   * @description Needs a session, or an API key with the scope `read`.
   */
  listMyOffers: {
    parameters: {
      query?: {
        /** @description The `nextCursor` of the page before. */
        before?: components["schemas"]["Id"];
        status?: components["schemas"]["OfferStatus"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOfferPage"];
        };
      };
    };
  };
  /**
   * Update the prices or statuses of several offers
   * @description All of them are changed, or none: `offers_unchanged` names each refused offer in `details.refused`, with its code. A new price renews an offer for 30 days. Needs a session, or an API key with the scope `offers`. Needs a verified email.
   */
  changeOffers: {
    requestBody: {
      content: {
        "application/json": {
          offers: ({
              /** Format: uuid */
              offerId: string;
              seenVersion: number;
              pricePercentage?: string;
              /** @enum {string} */
              status?: "active" | "paused";
            })[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            offers: components["schemas"]["MyOffer"][];
          };
        };
      };
    };
  };
  /**
   * Get one of your offers
   * @description Needs a session, or an API key with the scope `read`.
   */
  getMyOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * List notifications, newest first
   * @description They are kept for 90 days. Needs a session, or an API key with the scope `read`.
   */
  listNotifications: {
    parameters: {
      query?: {
        /** @description The `nextCursor` of the page before. */
        before?: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            notifications: components["schemas"]["Notification"][];
            /** @description The `before` of the next page; null on the last. */
            nextCursor: components["schemas"]["Id"] | null;
          };
        };
      };
    };
  };
  /**
   * Get the number of unread notifications, counted up to 100
   * @description Needs a session, or an API key with the scope `read`.
   */
  countNotifications: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["UnreadNotifications"];
        };
      };
    };
  };
  /**
   * List other traders’ open offers, filtered and sorted
   * @description Public.
   */
  listOffers: {
    parameters: {
      query?: {
        type?: "buy" | "sell";
        currency?: "TND" | "EUR" | "USD" | "MAD" | "DZD";
        /** @description The same as the currency of the country. */
        country?: "Tunisia" | "Europe" | "United States" | "Morocco" | "Algeria";
        /** @description The payment methods, with commas between them: offers that are paid by any of them. */
        method?: string;
        /** @description In fiat: the offers whose limits include it. */
        amount?: string;
        /** @description Part of the owner’s username, in any case; one or two characters are its beginning. */
        trader?: string;
        /** @description The least completed trades of the owner. */
        minTrades?: "1" | "5" | "20" | "100";
        /** @description The least completion rate of the owner, in percent. */
        minCompletion?: "80" | "90" | "95" | "98";
        /** @description Part of the owner’s username, the payment method or the terms, in any case. */
        search?: string;
        sort?: "created_at" | "best_price" | "price_percentage" | "max_amount" | "rating" | "completed_trades";
        direction?: "desc" | "asc";
        limit?: number;
        /** @description The number of a page near the beginning; a `cursor` takes precedence. */
        page?: number;
        /** @description The `nextCursor` or `previousCursor` of a page. */
        cursor?: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["OfferPage"];
        };
      };
    };
  };
  /**
   * Create an offer
   * @description Needs a session, or an API key with the scope `offers`. Needs a verified email.
   */
  createOffer: {
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          type: "buy" | "sell";
          /** @enum {string} */
          fiatCurrency: "TND" | "EUR" | "USD" | "MAD" | "DZD";
          paymentMethods: ("flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob")[];
          minAmount: string;
          maxAmount: string;
          pricePercentage: string;
          terms: string;
          /** @enum {number} */
          paymentWindowMinutes: 15 | 30 | 60 | 120 | 360;
          maxOpenTrades: number;
          availableUsdt: string;
          /** @default [] */
          paymentAccountIds?: (string | null)[];
          /**
           * @default optional
           * @enum {string}
           */
          referencePolicy?: "optional" | "required" | "none";
          /** @default false */
          amountTail?: boolean;
          /** @default false */
          trustedOnly?: boolean;
          /**
           * @default third
           * @enum {string}
           */
          newTakerShare?: "none" | "third" | "half" | "all";
          /**
           * @default {
           *   "accountDays": 0,
           *   "completedTrades": 0,
           *   "completionRate": 0
           * }
           */
          requirements?: {
            accountDays: number;
            completedTrades: number;
            completionRate: number;
          };
          /** @default */
          firstMessage?: string;
          /** @default false */
          hoursOnly?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * Get the present prices and availability of offers that are shown
   * @description For a list that stays up to date. The answer has an `ETag`: the same request with it in `If-None-Match` is answered with 304 and without a read of the market while nothing has changed. Public.
   */
  getOffersNow: {
    parameters: {
      query?: {
        type?: "buy" | "sell";
        currency?: "TND" | "EUR" | "USD" | "MAD" | "DZD";
        /** @description The same as the currency of the country. */
        country?: "Tunisia" | "Europe" | "United States" | "Morocco" | "Algeria";
        /** @description The payment methods, with commas between them: offers that are paid by any of them. */
        method?: string;
        /** @description In fiat: the offers whose limits include it. */
        amount?: string;
        /** @description Part of the owner’s username, in any case; one or two characters are its beginning. */
        trader?: string;
        /** @description The least completed trades of the owner. */
        minTrades?: "1" | "5" | "20" | "100";
        /** @description The least completion rate of the owner, in percent. */
        minCompletion?: "80" | "90" | "95" | "98";
        /** @description Part of the owner’s username, the payment method or the terms, in any case. */
        search?: string;
        sort?: "created_at" | "best_price" | "price_percentage" | "max_amount" | "rating" | "completed_trades";
        direction?: "desc" | "asc";
        limit?: number;
        /** @description The ids of the offers that are shown, at most 60, separated by commas. */
        shown?: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["OffersNow"];
        };
      };
    };
  };
  /**
   * Get an offer
   * @description Public.
   */
  getOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Offer"];
        };
      };
    };
  };
  /**
   * Update an offer and renew it for 30 days
   * @description Open trades keep the price and terms they were opened with. An outdated form is refused with `offer_wrong_status`. Needs a session, or an API key with the scope `offers`.
   */
  editOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          type: "buy" | "sell";
          /** @enum {string} */
          fiatCurrency: "TND" | "EUR" | "USD" | "MAD" | "DZD";
          paymentMethods: ("flouci" | "d17" | "tn_bank_transfer" | "cash_tnd" | "sepa_instant" | "revolut" | "paysera" | "sepa_transfer" | "wise_eur" | "wire_transfer" | "paypal" | "zelle" | "wise_usd" | "us_bank_transfer" | "cash_usd" | "ma_instant_transfer" | "baridimob")[];
          minAmount: string;
          maxAmount: string;
          pricePercentage: string;
          terms: string;
          /** @enum {number} */
          paymentWindowMinutes: 15 | 30 | 60 | 120 | 360;
          maxOpenTrades: number;
          availableUsdt: string;
          paymentAccountIds: (string | null)[];
          /** @enum {string} */
          referencePolicy: "optional" | "required" | "none";
          amountTail: boolean;
          trustedOnly: boolean;
          /** @enum {string} */
          newTakerShare: "none" | "third" | "half" | "all";
          requirements: {
            accountDays: number;
            completedTrades: number;
            completionRate: number;
          };
          firstMessage: string;
          hoursOnly: boolean;
          seenVersion: number;
          seenInventoryUsdt: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * Delete an offer
   * @description Its trades keep their own copy of price and terms. Needs a session, or an API key with the scope `offers`.
   */
  deleteOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @constant */
            deleted: true;
          };
        };
      };
    };
  };
  /**
   * Activate an offer
   * @description Needs a session, or an API key with the scope `offers`. Needs a verified email.
   */
  activateOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Nothing"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * Get the amounts of a trade on an offer at the present price
   * @description Stores nothing and holds no price. An offer’s amount tail is not part of it. Public.
   */
  getTradeEstimate: {
    parameters: {
      query?: {
        /** @description A decimal number in the offer’s currency, above 0. */
        amount?: string;
        /** @description One of the offer’s payment methods; it can be left out where the offer has one only. */
        paymentMethod?: components["schemas"]["PaymentMethod"];
      };
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["TradeEstimate"];
        };
      };
    };
  };
  /**
   * Pause an offer
   * @description Needs a session, or an API key with the scope `offers`.
   */
  pauseOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Nothing"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * Add USDT to an offer, or set what is left
   * @description Quotes stay valid. To set what is left is refused with `offer_wrong_status` where it has changed since the caller read it. Needs a session, or an API key with the scope `offers`.
   */
  refillOffer: {
    parameters: {
      path: {
        offerId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          kind: "add" | "set";
          usdt: string;
          seenAvailableUsdt: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["MyOffer"];
        };
      };
    };
  };
  /**
   * List your payment accounts, without their details
   * @description By method, the default of each first. Needs a session, or an API key with the scope `read`.
   */
  listPaymentAccounts: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentAccounts"];
        };
      };
    };
  };
  /**
   * Create a quote: a price fixed for 60 seconds
   * @description The amount named by `anchor` is exact; the other one is computed. Needs a session, or an API key with the scope `trades`.
   */
  createQuote: {
    requestBody: {
      content: {
        "application/json": {
          offerId: components["schemas"]["Id"];
          anchor: components["schemas"]["Anchor"];
          /** @description A decimal number in the unit of the anchor, above 0. */
          amount: string;
          /** @description One of the offer’s payment methods; it can be left out where the offer has one only. */
          paymentMethod?: components["schemas"]["PaymentMethod"];
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["Quote"];
        };
      };
    };
  };
  /**
   * Get the keys that verify receipts
   * @description The public keys at /.well-known/jwks.json and the former ones, which sign no longer: a receipt stays valid when keys are rotated. Public.
   */
  getReceiptKeys: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["ReceiptKeys"];
        };
      };
    };
  };
  /**
   * List the traders you trust and block, the latest first
   * @description Needs a session, or an API key with the scope `read`.
   */
  listRelations: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            relations: components["schemas"]["Relation"][];
          };
        };
      };
    };
  };
  /**
   * Trust or block a trader
   * @description Replaces what you have set before. A trader you block no longer sees your offers when signed in, nor you theirs, and neither of you can open a trade with the other; open trades continue. Trusted traders see your offers for trusted traders. The trader is not notified. Needs a session, or an API key with the scope `offers`.
   */
  setRelation: {
    parameters: {
      path: {
        username: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          kind: components["schemas"]["RelationKind"];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Relation"];
        };
      };
    };
  };
  /**
   * No longer trust or block a trader
   * @description Needs a session, or an API key with the scope `offers`.
   */
  removeRelation: {
    parameters: {
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            removed: boolean;
          };
        };
      };
    };
  };
  /**
   * List your saved searches, the latest first
   * @description Needs a session, or an API key with the scope `read`.
   */
  listSavedSearches: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            searches: components["schemas"]["SavedSearch"][];
          };
        };
      };
    };
  };
  /**
   * Save a search
   * @description You are notified when an offer that you can take newly matches it: once per offer in 24 hours, up to 5 times in 24 hours for the offers of one trader, and up to 20 times in all. An amount, percentage or price is empty for none. Needs a session, or an API key with the scope `offers`.
   */
  createSavedSearch: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SavedSearchFilters"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["SavedSearch"];
        };
      };
    };
  };
  /**
   * Update, pause or resume a saved search
   * @description Needs a session, or an API key with the scope `offers`.
   */
  editSavedSearch: {
    parameters: {
      path: {
        searchId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SavedSearchChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["SavedSearch"];
        };
      };
    };
  };
  /**
   * Delete a saved search
   * @description Needs a session, or an API key with the scope `offers`.
   */
  deleteSavedSearch: {
    parameters: {
      path: {
        searchId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @constant */
            deleted: true;
          };
        };
      };
    };
  };
  /**
   * List the tiers, from the lowest to the highest, with their requirements and limits
   * @description Public.
   */
  listTiers: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            tiers: components["schemas"]["TierLimits"][];
            methods: {
                paymentMethod: components["schemas"]["PaymentMethod"];
                risk: components["schemas"]["PaymentRisk"];
              }[];
          };
        };
      };
    };
  };
  /**
   * List your notes on traders, the latest first
   * @description Only you read them. Needs a session, or an API key with the scope `read`.
   */
  listTraderNotes: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            notes: components["schemas"]["TraderNote"][];
          };
        };
      };
    };
  };
  /**
   * Update your note on a trader
   * @description Replaces the note you have on the trader, if any. The trader isn’t notified. The answer doesn’t repeat the note, which answers that are kept for repeated calls would hold. Needs a session, or an API key with the scope `offers`.
   */
  saveTraderNote: {
    parameters: {
      path: {
        username: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          text: string;
          tags: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description When you last changed the note. */
            at: components["schemas"]["Time"];
          };
        };
      };
    };
  };
  /**
   * Delete your note on a trader
   * @description Needs a session, or an API key with the scope `offers`.
   */
  deleteTraderNote: {
    parameters: {
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            deleted: boolean;
          };
        };
      };
    };
  };
  /**
   * Get a trader’s public profile
   * @description Public.
   */
  getTrader: {
    parameters: {
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["TraderProfile"];
        };
      };
    };
  };
  /**
   * List a trader’s open offers, newest first
   * @description Public.
   */
  listTraderOffers: {
    parameters: {
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            offers: components["schemas"]["Offer"][];
          };
        };
      };
    };
  };
  /**
   * List a trader’s published ratings that count, newest first, ten to a page
   * @description Public.
   */
  listRatings: {
    parameters: {
      query?: {
        /** @description The `nextCursor` of the page before. */
        before?: components["schemas"]["Id"];
      };
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["RatingPage"];
        };
      };
    };
  };
  /**
   * Get a completed trade with a trader, and the offers on which it can be repeated
   * @description Needs a session, or an API key with the scope `read`.
   */
  getTradeAgain: {
    parameters: {
      query?: {
        trade?: components["schemas"]["Id"];
      };
      path: {
        username: string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["TradeAgain"];
        };
      };
    };
  };
  /**
   * List your trades, newest first, a hundred to a page
   * @description Needs a session, or an API key with the scope `read`.
   */
  listTrades: {
    parameters: {
      query?: {
        /** @description The `nextCursor` of the page before. */
        before?: components["schemas"]["Id"];
        /** @description Only trades in this state. */
        state?: "open" | "completed" | "cancelled";
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            trades: components["schemas"]["Trade"][];
            nextCursor: components["schemas"]["Id"] | null;
          };
        };
      };
    };
  };
  /**
   * Open a trade from a quote
   * @description Locks the seller’s USDT in escrow. Needs a session, or an API key with the scope `trades`. Needs a verified email.
   */
  openTrade: {
    requestBody: {
      content: {
        "application/json": {
          quoteId: components["schemas"]["Id"];
          /** @description Selling: the account on which you want to be paid. Buying: left out; the offer names the seller’s account. */
          paymentAccountId?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Export your trades of a period as a CSV file
   * @description The trades opened from the first to the last day (UTC), oldest first, with decimal points and times in UTC: at most 366 days and 5000 trades a file, and 20 files an hour. With `spreadsheet` it is the form that a spreadsheet opens as a table: UTF-8 with a byte order mark, the decimal mark of the language (a comma in French and Arabic, whose cells are separated by semicolons), days and times in the time zone, which the headers of the times name. `trade_id`: The trade. `opened_at`: When it was opened. `paid_at`: When it was marked as paid; empty without a mark. `closed_at`: When it was closed; empty while it is open. `status`: Its status. `role`: Your role: buyer or seller of the USDT. `counterparty`: The username of the other party. `payment_method`: The payment method. `fiat_currency`: The currency of the payment. `fiat_amount`: What the buyer pays. `price`: Fiat for 1 USDT. `usdt_amount`: The USDT of the trade, before the fee. `usdt_received`: The USDT that you received; 0 unless you bought them and the trade is completed. `usdt_sent`: The USDT that you gave, your fee included; 0 unless you sold them and the trade is completed. `usdt_fee`: The fee that you paid of these; 0 where the other party paid it. Needs a session, or an API key with the scope `read`.
   */
  exportTrades: {
    requestBody: {
      content: {
        "application/json": {
          /** Format: date */
          from: string;
          /** Format: date */
          to: string;
          spreadsheet?: {
            /** @enum {string} */
            language: "en" | "fr" | "ar";
            timeZone: string;
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "text/csv; charset=utf-8": string;
        };
      };
    };
  };
  /**
   * List the trades that wait for you, the nearest deadline first
   * @description For a team member: those whose act the member’s roles include. Needs a session, or an API key with the scope `read`.
   */
  listWaitingTrades: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            trades: components["schemas"]["WaitingTrade"][];
            /** @description When this was written, for a countdown. */
            now: components["schemas"]["Time"];
          };
        };
      };
    };
  };
  /**
   * Get a trade
   * @description For its two parties only. Needs a session, or an API key with the scope `read`.
   */
  getTrade: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Cancel a trade before it is marked as paid
   * @description Either party may cancel; the escrow is refunded to the seller. Once the buyer has been shown the payment details, a refund after the seller’s cancellation is held for 15 minutes, in which the buyer can object. Needs a session, or an API key with the scope `trades`.
   */
  cancelTrade: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Move"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Seller: confirm the receipt of the payment and release the USDT
   * @description Irrevocable; in a dispute it has an endpoint of its own. Compares the sender’s name with the one that the buyer declared, and refuses with `payer_name_differs` where they are not one person’s, unless you state that they are. In person it compares the code of the buyer’s page instead, and requires re-authentication of any amount. An API key states nothing about a person: it is refused with `statement_by_key`, with `code_by_key` where the parties meet, and above the limits that its owner has set with `key_release_limit`. Above the seller’s own limit, 1000 USDT by default, it requires re-authentication, which a browser session can give and an API key cannot. The first release above 1000 USDT requires a second factor. For 24 hours after an account recovery it is refused to sessions and keys that began after it, unless the session has shown an older second factor. Needs a session, or an API key with the scope `release`.
   */
  confirmReceipt: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Receipt"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Seller: extend the payment window by its own length, once
   * @description Needs a session, or an API key with the scope `trades`.
   */
  extendPaymentWindow: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Move"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Send a proof of payment or evidence
   * @description A picture is re-encoded as WebP, scaled down to at most 16777216 pixels, 1536 on the shorter side and 16383 on the longer, and stripped of its metadata; a PDF is stored without what stands before its header and after its end. The same file again is the file that was stored before. Needs a session, or an API key with the scope `trades`.
   */
  addFile: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /**
           * Format: binary
           * @description A JPEG, PNG or WebP picture of up to 25 million pixels, or a PDF, of up to 5 MB.
           */
          file: string;
          purpose: components["schemas"]["FilePurpose"];
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["TradeFile"];
        };
      };
    };
  };
  /**
   * Send a chat image
   * @description The image is re-encoded as WebP, scaled down to at most 16777216 pixels, 1536 on the shorter side and 16383 on the longer, and stripped of its metadata. Needs a session, or an API key with the scope `trades`.
   */
  sendImage: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /**
           * Format: binary
           * @description A JPEG, PNG or WebP file of up to 25 million pixels and 5 MB.
           */
          image: string;
          /** @default */
          text?: string;
          /**
           * Format: uuid
           * @description Your id for the message; sent twice, it is stored once.
           */
          clientId?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  /**
   * Get a chat image
   * @description For the two parties of the trade, and for members of their teams who answer chats or confirm payments. Needs a session, or an API key with the scope `read`.
   */
  getImage: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
        imageId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "image/webp": string;
        };
      };
    };
  };
  /**
   * Buyer: mark the trade as paid
   * @description Declares whose account the money leaves. The seller compares that name with the sender’s name. In person it compares the code of the seller’s page instead, which shows that both have met, and makes the code that the seller types after counting. An API key cannot do that. Needs a session, or an API key with the scope `trades`.
   */
  markPaid: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentMark"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * List the messages of a trade’s chat, oldest first
   * @description An answer has up to 500 messages; ask again with `after` set to the last sequence number. Needs a session, or an API key with the scope `read`.
   */
  listMessages: {
    parameters: {
      query?: {
        /** @description The last `seq` you have. */
        after?: number;
      };
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            messages: components["schemas"]["Message"][];
            read: components["schemas"]["ReadMarks"];
          };
        };
      };
    };
  };
  /**
   * Send a chat message
   * @description Needs a session, or an API key with the scope `trades`.
   */
  sendMessage: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          text: string;
          /**
           * Format: uuid
           * @description Your id for the message; sent twice, it is stored once.
           */
          clientId: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  /**
   * Buyer: object to a held refund, because the payment had already been sent
   * @description Opens a dispute. It needs a proof of payment, uploaded before, which the seller sees from then on. Needs a session, or an API key with the scope `trades`.
   */
  objectToRefund: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The status you know: if the trade has another one by now, it is not moved. */
          seenStatus: components["schemas"]["TradeStatus"];
          statement: string;
          /** @description The file with the proof of payment. */
          proofId: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Open a dispute about a trade that is marked as paid
   * @description Possible from 10 minutes after the payment mark; as `not_received`, from the trade’s `arrivesBy` on. 24 hours after the trade was opened the system opens it, later by methods that take working days. A user without a completed trade can have one open dispute at a time. Needs a session, or an API key with the scope `trades`.
   */
  openDispute: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The status you know: if the trade has another one by now, it is not moved. */
          seenStatus: components["schemas"]["TradeStatus"];
          reason: components["schemas"]["DisputeReason"];
          statement: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["Trade"];
        };
      };
    };
  };
  /**
   * Get your rating of a trade, and the one you received
   * @description Needs a session, or an API key with the scope `read`.
   */
  getTradeRatings: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": components["schemas"]["TradeRatings"];
        };
      };
    };
  };
  /**
   * Create a signed receipt of a completed trade
   * @description For a party of the trade, once it is completed. Nothing is stored, and the other party is not named. At most 60 an hour. Needs a session, or an API key with the scope `read`.
   */
  createReceipt: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description What the receipt discloses besides the role, the day of completion and the outcome: “amounts” (of USDT and fiat), “price”, “fee” (paid by you), “method” (of payment), “times”, “username” (yours), “counterparty” (a pseudonym of the other party). */
          fields: ("amounts" | "price" | "fee" | "method" | "times" | "username" | "counterparty")[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            file: components["schemas"]["TradeReceiptFile"];
            /** @description The same receipt in compact form (JWS). */
            token: string;
            /** @description Opens the page that verifies it. The token is behind the #, so that no server sees it. */
            link: string;
          };
        };
      };
    };
  };
  /**
   * Create the signed receipt of a completed trade as a PDF
   * @description For a party of the trade, once it is completed. Nothing is stored, and the other party is not named. At most 20 an hour. Needs a session, or an API key with the scope `read`.
   */
  createReceiptPdf: {
    parameters: {
      path: {
        tradeId: components["schemas"]["Id"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description What the receipt discloses besides the role, the day of completion and the outcome: “amounts” (of USDT and fiat), “price”, “fee” (paid by you), “method” (of payment), “times”, “username” (yours), “counterparty” (a pseudonym of the other party). */
          fields: ("amounts" | "price" | "fee" | "method" | "times" | "username" | "counterparty")[];
          /** @enum {string} */
          language: "en" | "fr" | "ar";
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/pdf": string;
        };
      };
    };
  };
  /**
   * Get the public figures
   * @description Public.
   */
  getTransparency: {
    responses: {
      /** @description Success. */
      200: {
        content: {
          "application/json": {
            /** @description Null until they are computed for the first time. */
            figures: components["schemas"]["Transparency"] | null;
          };
        };
      };
    };
  };
  /**
   * Receive an event at the address of a webhook
   * @description Signed as the Standard Webhooks specification says. Any status from 200 to 299 within ten seconds accepts it; 410 pauses the webhook; after anything else it is sent again, for a day, and later where a Retry-After asks for it.
   */
  receiveEvent: {
    parameters: {
      header: {
        /**
         * @description The `id` of the event: a repetition has the same.
         * @example 3743876d-960e-4719-821a-eb49ccf3337a
         */
        "webhook-id": string;
        /**
         * @description The time of the attempt, in seconds since 1970.
         * @example 1772443800
         */
        "webhook-timestamp": string;
        /**
         * @description HMAC-SHA256 of `id.timestamp.body` in base64, after `v1,`.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "id": "3743876d-960e-4719-821a-eb49ccf3337a",
         *   "event": "trade_opened",
         *   "isUrgent": false,
         *   "tradeId": "dd4cdbf3-ae4c-4424-8f19-7468735860a6",
         *   "values": {},
         *   "at": "2026-03-02T09:30:00.000Z"
         * }
         */
        "application/json": components["schemas"]["WebhookEvent"];
      };
    };
    responses: {
      /** @description Pauses the webhook. */
      410: {
        content: never;
      };
      /** @description Accepted. */
      "2XX": {
        content: never;
      };
    };
  };
}
