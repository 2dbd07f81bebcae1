/** The parts of a mail in English, without their values. */
export type MailText = {
  subject: string
  /** Paragraphs above the code or the link. */
  paragraphs: readonly string[]
  /** Of a trade: when its bond is lost, what becomes of it, or what became of it. */
  bond?: 'rule' | 'held' | 'end'
  /** The label of the link, whose address is the value `link` or else `linkPath`. */
  button?: string
  linkPath?: string
  /** A value that is quoted as its sender wrote it, in several lines. */
  quotedValue?: 'message'
  /** A value that stands as text of our own, in several lines. */
  bodyValue?: 'answer'
  /** The trades of a summary are listed. */
  listsTrades?: true
  /** Paragraphs below. */
  closing?: readonly string[]
  /** Replaces the footer of security emails: why the mail was sent and how to turn such mails off. */
  footer?: readonly string[]
}
