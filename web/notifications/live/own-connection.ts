import { openConnection } from './connection.ts'
import { isVisible, type Feed, type Feeder } from './feed.ts'

/**
 * Feeds the tab by a connection of its own, where the browser cannot share one (plain http has no Web Locks). A tab in the background
 * only polls: over HTTP/1.1 the streams of a few tabs would take all connections of the browser to this host.
 */
export function openOwnConnection(feed: Feed): Feeder {
  const { userId, events, onTyping, onSignedOut, onState } = feed
  const listener = {
    userId,
    position: events.position,
    onStart: events.begin,
    onEvent: events.take,
    onTyping,
    onSignedOut,
    onState,
  }
  const connection = openConnection(listener, feed.state())
  if (!isVisible()) connection.rest()
  return { wake: connection.check, hide: connection.rest, goOffline: connection.goOffline, close: connection.close }
}
