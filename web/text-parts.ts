/** How the texts of a language are divided, so that a page downloads its own texts only (scripts/bundle/split-texts.ts). */

/**
 * `first`: the frame of every page and the first screen of the landing page. `home`: the rest of the landing page. `dialog`:
 * the trade dialog. `dispute`: disputes in the trade room. `notifications`: the menu of the bell. `seldom`: small pieces that
 * few readers open, such as the report form, quick replies and the legal notice of a currency; a part of its own would cost
 * every page its file names. `refusals`: the messages of refused calls. The others: the pages of `PAGES`.
 */
export type TextPart =
  | 'first'
  | 'home'
  | 'market'
  | 'dialog'
  | 'info'
  | 'entry'
  | 'own'
  | 'staff'
  | 'dispute'
  | 'notifications'
  | 'seldom'
  | 'refusals'

/** The pages whose texts are one part, by the first segment of their address. */
const PAGES: Partial<Record<TextPart, readonly string[]>> = {
  market: ['offers', 'offer', 'trader'],
  info: [
    'how-it-works',
    'how-to-start',
    'about',
    'contact',
    'faq',
    'security',
    'verify',
    'transparency',
    'currencies',
    'terms',
    'privacy',
  ],
  entry: [
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'verify-email',
    'confirm-email',
    'undo-email',
    'remove-addition',
  ],
  own: [
    'create-offer',
    'my-offers',
    'business-hours',
    'trade',
    'trades',
    'trade-again',
    'saved-searches',
    'dashboard',
    'account',
    'settings',
    'limits',
    'rehearsal',
    'profile',
  ],
  staff: ['admin', 'api-docs', 'dev'],
}

const PART_OF = new Map(Object.entries(PAGES).flatMap(([part, names]) => names.map((name) => [name, part as TextPart])))

/** The part of a page, by its address without the language. The landing page and unknown addresses need only `first`. */
export function partOf(path: string): TextPart {
  return PART_OF.get(path.split('/')[1] ?? '') ?? 'first'
}
