/** The environment of a user's shell, without the test runner's settings; only the cache of compiled sources is shared, which saves half a second a start. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}
