import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/trades/receipts.ts'
import { productInFileNames } from '../../../domain/operator/product.ts'
import { receiptToken } from '../../../domain/trades/receipts.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { readMessageCatalogues } from '../../mail/message-catalogues.ts'
import { createReceipt, linkOf } from './create-receipt.ts'
import { drawPdf, readFonts } from './draw-pdf.ts'
import { listReceiptKeys } from './queries.ts'

export async function receiptRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, db, limits, publicReads } = context
  const { mount } = endpointsOn(app, context)
  const catalogues = await readMessageCatalogues(new URL('./locales/', import.meta.url))
  const fonts = await readFonts()

  // Without an Idempotency-Key: nothing is stored, so a repeated call is harmless.
  mount(api.createReceipt, async ({ params: { tradeId }, body: { fields }, viewer }) => {
    await limits.consume(db, 'receipts_per_account', viewer.id)
    const file = await createReceipt(context, { userId: viewer.id, tradeId, fields })
    return { file, token: receiptToken(file), link: linkOf(config.publicUrl, file) }
  })
  mount(api.createReceiptPdf, async ({ params: { tradeId }, body: { fields, language }, viewer, reply }) => {
    await limits.consume(db, 'receipt_pdfs_per_account', viewer.id)
    const file = await createReceipt(context, { userId: viewer.id, tradeId, fields })
    const link = linkOf(config.publicUrl, file)
    const pdf = await drawPdf({ file, link, i18n: catalogues[language], language, fonts })
    reply.type('application/pdf')
    reply.header(
      'content-disposition',
      `attachment; filename="${productInFileNames()}-receipt-${file.receipt.reference}.pdf"`,
    )
    return pdf
  })
  mount(api.getReceiptKeys, async () => ({ issuer: config.publicUrl, keys: await listReceiptKeys(publicReads) }))
}
