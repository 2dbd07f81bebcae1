/** Texts as long as the interface's longest, to see what a part does with them. */

/** About 60 characters, with words that are long themselves. */
export const FRENCH = 'Autorisation de remboursement immédiat après une rétractation'

export const ARABIC = 'رقم الحساب البنكي الدولي للمستفيد من التحويل مع اسم المصرف وفرعه'

/** Of 15 digits, as the greatest amounts have. */
export const DIGITS = '123456789.123456'

/** Without a place to break, as addresses and references are. */
export const UNBROKEN = 'a-very-long-address-without-any-space-in-it@mail.example.org'
