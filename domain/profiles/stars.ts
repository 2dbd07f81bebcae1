/** Apart from the form of a rating, whose schema a list of offers does without. */
export const STARS_MAX = 5
