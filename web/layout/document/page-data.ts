/** The data of a page's first render: the server reads them before it renders the page, and the browser takes them over. */
import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Params } from 'react-router'

/** A page's `handle` export. `address` is absolute. */
export type PageHandle = {
  /** Reads what the page shows first into the client, unless it is there. */
  read: (client: QueryClient, address: URL, params: Params) => readonly Promise<unknown>[]
}

/** The file of a page or a layout. */
export type PageModule = { default: ComponentType; handle?: PageHandle }

/** The id of the script element that holds the data, as JSON. */
export const PAGE_DATA_ID = 'page-data'

/** The data of all queries as JSON that an HTML script element can hold. */
export function pageData(client: QueryClient): string {
  return JSON.stringify(dehydrate(client)).replaceAll('<', '\\u003c')
}

/** Gives the client the data in the document. A server's clock that runs ahead does not make them look newer than they are. */
export function takePageData(client: QueryClient, document: Document): void {
  const json = document.getElementById(PAGE_DATA_ID)?.textContent
  if (!json) return
  const state = JSON.parse(json) as DehydratedState
  const now = Date.now()
  for (const { state: query } of state.queries) query.dataUpdatedAt = Math.min(query.dataUpdatedAt, now)
  hydrate(client, state)
}
