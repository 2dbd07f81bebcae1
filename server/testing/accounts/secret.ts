/** What servers of the tests, the stories and the bench get as SECRET. */
export const TEST_SECRET = 'the secret of the tests, which is long enough'
