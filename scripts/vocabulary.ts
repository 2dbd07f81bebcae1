/**
 * Names that code and documents no longer use, with the word that replaced each: the word of the RFC, the framework or
 * the trade. scripts/vocabulary.test.ts refuses every occurrence in code and documents.
 */
export const RETIRED_NAMES: readonly { name: RegExp; use: string }[] = [
  {
    name: /\bthe house\b|\bof the house\b|\bhouse's\b|\bhouse\.test\b/i,
    use: 'platform, staff; architecture.test',
  },
  {
    name: /\bdepartures?\b/i,
    use: 'deviation (from the specification); authorization request (of a provider)',
  },
  {
    name: /\bletters\b(?!, numbers,? and underscores)|\bspendLetter\b|\bwriteTo\b|\bletter-routes\b|\bsend-?letter|[a-z]Letter\b|\bletter[A-Z]/,
    use: 'email token, email code',
  },
  {
    name: /\bissueNamed\b|\bgiveTo\b|\bgive_to\b|\bfrom secrets\b|\binto secrets\b|\btable secrets\b/,
    use: 'one-time tokens: issueToken, redeemToken',
  },
  {
    name: /\btakeTry\b|\btries\.ts\b|\ballowTry\b|\bALLOWANCES\b|\ballowances?\b/,
    use: 'attempts, consume, RATE_LIMITS',
  },
  {
    name: /\bproof_needed\b|\bstrengthenSession\b|\bfreshProof\b|\bfresh proof\b|\bProofAsker\b|\bProofNeeded\b|\bPROOF_[A-Z]+|\bproof_at\b/,
    use: 're-authentication',
  },
  {
    name: /\bsecond steps?\b|\bsecondStep\b|\bsecond-step\b|\bsecond_step\b/i,
    use: 'second factor challenge',
  },
  { name: /\bvaults?\b/i, use: 'envelope encryption, keyring' },
  {
    name: /\bcreateWays\b|\bOpenWays\b|\bways? in\b|\bWay(s)?Known\b|\bwaysOf\b/,
    use: 'sign-in method, identity provider',
  },
  {
    name: /\berrands?\b|\bleaveFor\b|\bcomeBack\b|\bcome-back\b|\barriveBy\b/i,
    use: 'authorization request: startAuthorization, handleCallback, completeSignIn',
  },
  { name: /sign-in\/elsewhere/, use: '/api/auth/<provider>/callback' },
  { name: /\bdoors?\b/i, use: 'well-known and callback routes' },
  { name: /\bvouch(es|ed)?\b/i, use: 'verified identity' },
  { name: /\bnewcomers?\b/i, use: 'pending sign-up' },
  { name: /\bevictFormerOwner\b|\bevict-former/, use: 'revoke prior access' },
  {
    name: /\bMailRoom\b|\bmail-room\b|\bgiveUpStaleMails\b|\bwordings?\b/,
    use: 'mailer, failStaleMails, message catalogue',
  },
  { name: /\bfarewell\b|\bleaving\.ts\b|domain\/leaving|accounts\/leaving/i, use: 'account data: export, deletion' },
  { name: /\bforget-records\b|\bforgetting\b|\bforget[A-Z]\w*/, use: 'purge, retention' },
  { name: /\bmail-news\b|\bmailNews\b/, use: 'trade notifications' },
  { name: /\brefuseIf[A-Z]\w*/, use: 'assertX, or the refusal as a value' },
  {
    name: /\btake_back\b|\btakeBack\w*|\bTAKE_BACK\w*|\btake-back\b|\bgive_time\b|\bgiveTime\b|\bgive-time\b|\balready_taken_back\b/,
    use: 'withdraw payment mark, extend payment window',
  },
  { name: /\bscenes?\b|\bstage\.ts\b|\bcast\.ts\b|\bthe cast\b/, use: 'demo users, seed, fixture' },
  {
    name: /\bhire[A-Z]?\w*\b|\binsist\b|\bverdicts?\b|\bcable\b/,
    use: 'grantStaffRole, retryUntilAcknowledged, assertions, network-cut',
  },
  {
    name: /\bnewPerson\b|\bpersons\b|\bpeople\.ts\b|\/people\b/,
    use: 'users, traders, parties, counterparty',
  },
  { name: /\breckon(s|ed|ing)?\b/i, use: 'calculate' },
  { name: /\be-mails?\b/i, use: 'email (French texts: e‑mail with U+2011)' },
  {
    name: /\bSelectLater\b|\buseLater\b|<Landing\b|\bLanding\.tsx|\buseWhenQuiet\b|\buseInBrowser\b|\buseTypedEarly\b|\bFullSheet\b|\bTestNotice\b|\bOtherWaysIn\b/,
    use: 'useLazyModule, FocusOnMount, useIdleCallback, useHydrated, usePreHydrationInput, FullscreenDialog, DemoNotice, AlternativeSignIn',
  },
  {
    name: /\buntold\b|\bloginHalfway\b|\bisHalfway\b|\bSilence\b|\bEntrances\b|\bisToBeShown\b|\b(async )?arrive\(/,
    use: 'unseenProblem, loginSecondFactor, DeadlineNote, SignInLinks, needsPaymentDetails, completeSignIn',
  },
  {
    name: /\bPersonsAction\b|\bMoveOffer\b|\bActBar\b|\bActJump\b|\bActRefusal\b|\bact-(words|class)\b|\bTradeActions\b|moves\/actions\b/,
    use: 'move (of a trade), action (of staff): PartyMove, AvailableMove, MoveBar',
  },
  {
    name: /\b(device|scope|addition|subject|refusal|role|act)-words\b|\buse\w+Words\b|\b(section-titles|provider-names|move-labels)\b/,
    use: 'texts: a map from codes to texts is named -texts',
  },
]

/** Words that do not name the actor or the time; write "the buyer", "the worker", "immediately", "in parallel" instead. */
export const VAGUE_WORDS =
  /\b(somebody|anybody|nobody|everybody|whoever|anew)\b|\bone['’]s\b|(?:\b|_)at[ _-]once|AtOnce|\bthe house\b/i
