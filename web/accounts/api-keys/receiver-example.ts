/** A receiver of webhooks as the API page shows it; packages/client/README.md has the same, and packages/client/webhooks.test.ts runs it. */
export const RECEIVER_EXAMPLE = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebhookError, verifyWebhook } from '@sarraf/client'

const handled = new Set()
createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, await text(request))
    if (!handled.has(event.id)) console.log(event.event, event.tradeId)
    handled.add(event.id)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 401 : 500).end()
  }
}).listen(process.env.PORT)`
