/** A text with its action: beside it, and below it on phones, where a row that wraps by itself would differ from its neighbours. */
export const actionRowClass = 'flex flex-col items-start gap-x-6 gap-y-3 sm:flex-row sm:items-center sm:justify-between'
