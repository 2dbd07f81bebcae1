/** The HTTP application: the API's routes, and the built pages. */
import multipart from '@fastify/multipart'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { DomainError } from '../domain/errors.ts'
import { factorRoutes } from './accounts/factors/routes.ts'
import { callbackRoutes } from './accounts/sign-in/callback-routes.ts'
import { identityRoutes } from './accounts/identities/routes.ts'
import { apiKeyRoutes } from './accounts/api-keys/routes.ts'
import { webhookRoutes } from './notifications/webhooks/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { contactRoutes } from './staff/contact/routes.ts'
import type { Context } from './context.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { evidenceRoutes } from './trades/evidence/routes.ts'
import { caseRoutes } from './disputes/case-routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { accessLog } from './http/access-log.ts'
import { fairTurns } from './http/rate-limits/fair-turns.ts'
import { healthRoutes } from './http/health.ts'
import { onError, sendProblem } from './http/errors.ts'
import { REQUEST_ID_HEADER, requestIdOf, requestIds } from './http/request-ids.ts'
import { pages } from './pages/pages.ts'
import { proxyTrust, security } from './http/security.ts'
import { clientErrorHandler, headersOfData } from './http/security-headers.ts'
import { warnOfProxy } from './http/warn-of-proxy.ts'
import { unknownAddresses } from './http/unknown-addresses.ts'
import { serializerCompiler, validatorCompiler } from './http/validation.ts'
import { accountDataRoutes } from './account-data/routes.ts'
import { REQUEST_ID_LABEL } from './log.ts'
import { liveRoutes } from './notifications/live/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { countRequests } from './metrics/count-requests.ts'
import { traceRequests } from './traces/trace-requests.ts'
import { currencyRoutes } from './offers/currencies/routes.ts'
import { marketRoutes } from './offers/market/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { pushRoutes } from './notifications/push/routes.ts'
import { telegramRoutes } from './notifications/telegram/routes.ts'
import { offerTemplateRoutes } from './offers/offer-templates/routes.ts'
import { quickReplyRoutes } from './chat/quick-replies/routes.ts'
import { businessHoursRoutes } from './offers/business-hours/routes.ts'
import { offerRoutes } from './offers/routes.ts'
import { ogImageRoutes } from './pages/og-images/routes.ts'
import { paymentAccountRoutes } from './payments/payment-accounts/routes.ts'
import { openApiRoutes } from './http/openapi/routes.ts'
import { uploadRoutes } from './http/uploads/routes.ts'
import { receiptRoutes } from './trades/receipts/routes.ts'
import { ratingRoutes } from './profiles/ratings/routes.ts'
import { transparencyRoutes } from './staff/transparency/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { sitemapRoutes } from './pages/sitemap/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { relationRoutes } from './profiles/relations/routes.ts'
import { traderNoteRoutes } from './profiles/trader-notes/routes.ts'
import { rehearsalRoutes } from './trades/rehearsals/routes.ts'
import { savedSearchRoutes } from './offers/saved-searches/routes.ts'
import { reportRoutes } from './profiles/reports/routes.ts'
import { registrationRoutes } from './accounts/registration/routes.ts'
import { sessionRoutes } from './accounts/sessions/routes.ts'
import { authenticateRequests } from './accounts/sign-in/authenticate-requests.ts'
import { signInRoutes } from './accounts/sign-in/routes.ts'
import { tierRoutes } from './accounts/tiers/routes.ts'
import { teamRoutes } from './accounts/teams/routes.ts'
import { tradeRoutes } from './trades/routes.ts'

const BODY_LIMIT = 64 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 120_000

export type AppOptions = {
  /** The folder of the built client; omitted where only the API is served. */
  clientDir?: string
  /** Whether /readyz says that the process is about to stop. */
  isDraining?: () => boolean
}

export async function buildApp(
  context: Context,
  { clientDir, isDraining = () => false }: AppOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIdOf(context.config),
    bodyLimit: BODY_LIMIT,
    trustProxy: proxyTrust(context.config),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // `security` refuses a request without a host, with the headers of every answer.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    frameworkErrors: (error, request, reply) =>
      void onError(
        error,
        request,
        reply.headers({ ...headersOfData(context.config), [REQUEST_ID_HEADER]: request.id }),
      ),
    clientErrorHandler: clientErrorHandler(context.config),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(onError)

  requestIds(app)
  if (context.traces) traceRequests(app, context.traces, context.config)
  if (context.metrics) countRequests(app, context.metrics)
  if (context.config.accessLog) accessLog(app, context.log)
  warnOfProxy(app, context.config)
  await security(app, context.config)
  authenticateRequests(app, context)
  if (context.config.requestsPerMinute > 0) fairTurns(app)
  await app.register(multipart)

  await healthRoutes(app, { ...context, isDraining })
  accountRoutes(app, context)
  sessionRoutes(app, context)
  signInRoutes(app, context)
  callbackRoutes(app, context)
  registrationRoutes(app, context)
  factorRoutes(app, context)
  apiKeyRoutes(app, context)
  webhookRoutes(app, context)
  teamRoutes(app, context)
  identityRoutes(app, context)
  marketRoutes(app, context)
  currencyRoutes(app, context)
  contactRoutes(app, context)
  relationRoutes(app, context)
  traderNoteRoutes(app, context)
  savedSearchRoutes(app, context)
  businessHoursRoutes(app, context)
  offerTemplateRoutes(app, context)
  quickReplyRoutes(app, context)
  reportRoutes(app, context)
  paymentAccountRoutes(app, context)
  offerRoutes(app, context)
  tradeRoutes(app, context)
  tierRoutes(app, context)
  rehearsalRoutes(app, context)
  disputeRoutes(app, context)
  caseRoutes(app, context)
  chatRoutes(app, context)
  evidenceRoutes(app, context)
  uploadRoutes(app, context)
  await receiptRoutes(app, context)
  transparencyRoutes(app, context)
  profileRoutes(app, context)
  ratingRoutes(app, context)
  dashboardRoutes(app, context)
  notificationRoutes(app, context)
  pushRoutes(app, context)
  telegramRoutes(app, context)
  staffRoutes(app, context)
  liveRoutes(app, context)
  mailRoutes(app, context)
  accountDataRoutes(app, context)

  openApiRoutes(app, context.config)
  sitemapRoutes(app, context)
  await ogImageRoutes(app, context)
  unknownAddresses(app)
  if (clientDir) await pages(app, clientDir, context)
  app.setNotFoundHandler((request, reply) => sendProblem(reply, new DomainError('not_found'), request.id))
  return app
}
