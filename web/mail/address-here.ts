/** The same place on the site that is being read: path, query and fragment of a mail's link. */
export function addressHere(link: string): string {
  if (!URL.canParse(link)) return '/'
  const { pathname, search, hash } = new URL(link)
  return `/${pathname.replace(/^\/+/, '')}${search}${hash}`
}
