/** Path, query and fragment of a mail's link, for this site. */
export function addressHere(link: string): string {
  if (!URL.canParse(link)) return '/'
  const { pathname, search, hash } = new URL(link)
  return `/${pathname.replace(/^\/+/, '')}${search}${hash}`
}
