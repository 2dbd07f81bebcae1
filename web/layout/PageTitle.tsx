import { PRODUCT } from './Logo.tsx'

/** The document's title and, on public pages, the line search engines show. One per page. */
export function PageTitle({ title, description }: { title: string; description?: string }) {
  return (
    <>
      <title>{`${title} · ${PRODUCT}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
    </>
  )
}
