/** The part of the dispute in which the reader states, or reads and answers a decision. The bar of a small screen leads to it. */
export const ANSWER_ID = 'dispute-answer'
