/**
 * What one user may have or do (decisions: Trades). The database holds the same rows in `limits`, where
 * constraints read them; a test compares the two.
 */

export const LIMITS = {
  /** Trades that a user may have open as a taker: as a new trader, and afterwards. On one offer it is always one. */
  open_trades_of_new_trader: 3,
  open_trades_of_taker: 10,
  /** An account younger than this is a new trader, as is one without a completed trade on its record. */
  new_trader_days: 7,
  /** After this many trades that the taker cancelled or let expire within the window, opening pauses. */
  failures_before_pause: 3,
  failure_window_hours: 24,
  /** The first pause; each further failure doubles it, up to the longest. */
  pause_minutes: 15,
  longest_pause_minutes: 24 * 60,
  /** Offers that a user may have active, and in all statuses, deleted ones excluded. */
  active_offers: 20,
  offers: 100,
  /** Payment accounts that a user may save, of all methods. */
  payment_accounts: 20,
  /** Files of one purpose that a party may add to a trade, and files that a user may add in an hour. */
  files_of_party: 5,
  files_per_hour: 20,
  /** Files whose parts are kept for a user; a further one replaces the one whose parts expire first. */
  unfinished_uploads: 3,
  /** Disputes that a user may open in a day. */
  disputes_per_day: 10,
  /** Traders whom a user may trust or block, together. */
  relations: 500,
  /** Traders about whom a user may keep a note. */
  trader_notes: 500,
  /** Searches that a user may save, and matches of them that the user is notified of in 24 hours: in all, and by one trader's offers. */
  saved_searches: 20,
  search_matches_per_day: 20,
  search_matches_by_trader_per_day: 5,
  /** Quick replies, and templates of offers, that a user may save. */
  quick_replies: 20,
  offer_templates: 20,
  /** Reports that a user may send in a day. */
  reports_per_day: 10,
  /** Names that differ from the declared one and are kept for a trade. */
  payer_checks: 20,
  /** Codes that each party may type in a trade in person. */
  meeting_code_attempts: 10,
  /** Answers of the buyer’s bank about the payee that are kept for a trade; the last one counts. */
  payee_answers: 10,
  /** Members of a team, open invitations included, and teams that a user may be a member of. */
  team_members: 10,
  teams_of_member: 5,
  /** Sessions that a user may have open; a further sign-in ends the one that was used least recently. */
  sessions: 50,
  /** Browsers of a user that get push notifications; a further one replaces the one that was added first. */
  push_subscriptions: 10,
  /** Webhooks that a user may have, of all API keys. */
  webhooks: 3,
  /** Two users' completed trades count once within this time, and so do the failures of one of them. */
  pair_counts_days: 30,
  /** A completed trade can be rated for this long, and a rating be replied to for this long after it was published. */
  rating_days: 14,
  rating_reply_days: 14,
  /** Users seen in one network within this time share it: trades between them do not count. */
  shared_network_days: 30,
  /** A taker is present in the networks seen within this time: new takers who share one share `open_trades_of_new_trader`. */
  present_network_hours: 24,
  /** Notifications that are not urgent and go to one user by one of email, push and Telegram in an hour. */
  notifications_per_hour: 30,
  /** The median times to pay and to release are those of so many of the latest completed trades that count. */
  median_over_trades: 100,
  /** Public figures count trades and disputes in groups of at least so many. */
  published_from: 5,
} as const

/** The most entries of one answer, for lists whose size the rules above and those of the nouns leave open. */
export const LISTED = {
  caught_mails: 50,
  events: 100,
  /** Of one event: the message of the platform, and when a trade opens the offer's terms and its first message. */
  messages_of_event: 3,
  notifications: 50,
  webhook_deliveries: 30,
  /** Groups of events times channels. */
  notification_settings: 40,
  sign_ins: 50,
  trades: 100,
  /** Trades that wait for the user, those with the nearest deadlines. */
  waiting_trades: 20,
  /** Of the dashboard (spec-coverage 9, "Dashboard recent activity"). */
  recent_trades: 3,
} as const

/** Quotes that a user may ask for in a minute; a quote reserves nothing. */
export const QUOTES_PER_MINUTE = 60

/** Offers that a user may create in 24 hours: deleted ones stay stored, and each is matched with the searches of others. */
export const NEW_OFFERS_PER_DAY = 200

/** The smallest fiat amount of a trade, in milli units: rounding up to a step costs at most 1%. */
export const SMALLEST_TRADE_MILLI = 1000

/** The most that a badge counts; above it says so. */
export const UNREAD_CAP = 99
