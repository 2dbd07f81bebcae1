/** A SAML identity provider on its own port, built on another library than our service provider. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { makeCertificate } from './certificate.ts'

/** Who is signed in at the provider. */
export type SamlPerson = {
  nameId: string
  format: 'persistent' | 'emailAddress' | 'unspecified' | 'transient' | null
  email: string | null
}

/** Faults of its answer: values of the template below (a function makes a time as the answer is written), and the XML before it is signed. */
export type SamlLies = {
  values?: Partial<Record<SamlValue, string | (() => string)>>
  rewrite?: (xml: string) => string
}

export type SamlAnswerForm = { SAMLResponse: string; RelayState: string }

export type SamlServer = {
  entryPoint: string
  entityId: string
  /** PEM, of the key that it signs with. */
  certificate: string
  /** Settable: the user of the next answer. */
  user: SamlPerson
  /** The answer of its page to the request in this address, the target of our redirect. */
  answerTo(url: string, lies?: SamlLies): Promise<SamlAnswerForm>
  close(): Promise<void>
}

export type SamlServerOptions = {
  spEntityId: string
  /** Where it sends its answers, which a request must name too. */
  acsUrl: string
  entityId?: string
  user?: SamlPerson
  signatures?: 'RSA_SHA256' | 'RSA_SHA512' | 'RSA_SHA1'
  signs?: 'assertion' | 'response' | 'both'
}

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const FORMATS = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
}
/** The library leaves this statement to its caller, and expects the attributes as a list. */
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{AuthnInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>'
const TEMPLATE = {
  context: SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', STATEMENT),
  attributes: [
    {
      name: 'email',
      valueTag: 'email',
      nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      valueXsiType: 'xs:string',
    },
  ],
}

// The library insists on a validator. The schemas would need a program of its own; that it is XML is enough for requests
// that only our own service provider sends.
setSchemaValidator({ validate: parseDomFromString })

export async function startSamlServer(options: SamlServerOptions): Promise<SamlServer> {
  const { privateKey, certificate } = makeCertificate('test identity provider')
  const signedInAt = new Date(Date.now() - 60 * 60_000)
  const server = createServer((request, response) => {
    page(new URL(request.url ?? '/', provider.entryPoint).href).then(
      (text) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text),
      (error: unknown) => response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error)),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signs = options.signs ?? 'assertion'
  const provider: SamlServer = {
    entryPoint: `${origin}/sign-in`,
    entityId: options.entityId ?? `${origin}/metadata`,
    certificate,
    user: options.user ?? { nameId: 'e7c1f0', format: 'persistent', email: 'Amina@Company.example' },
    answerTo,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  const idp = IdentityProvider({
    entityID: provider.entityId,
    signingCert: certificate,
    privateKey,
    requestSignatureAlgorithm: Constants.algorithms.signature[options.signatures ?? 'RSA_SHA256'],
    singleSignOnService: [{ Binding: REDIRECT, Location: provider.entryPoint }],
    // Without an address for this the library warns at every start.
    singleLogoutService: [{ Binding: REDIRECT, Location: `${origin}/sign-out` }],
    loginResponseTemplate: TEMPLATE,
  })
  const sp = ServiceProvider({
    entityID: options.spEntityId,
    assertionConsumerService: [{ Binding: POST, Location: options.acsUrl }],
    wantAssertionsSigned: signs !== 'response',
    wantMessageSigned: signs !== 'assertion',
  })
  return provider

  async function answerTo(
    url: string,
    { values = {}, rewrite = (xml) => xml }: SamlLies = {},
  ): Promise<SamlAnswerForm> {
    const query = Object.fromEntries(new URL(url).searchParams)
    const asked = await idp.parseLoginRequest(sp, 'redirect', { query })
    const request = asked.extract.request ?? {}
    if (asked.extract.issuer !== options.spEntityId) throw new Error('A request of an unknown service provider')
    if (request.assertionConsumerServiceUrl !== options.acsUrl) throw new Error('A request with another answer address')
    const isForced = asked.samlContent.includes('ForceAuthn="true"')
    const said = {
      ...truth(String(request.id), provider, options, isForced ? new Date() : signedInAt),
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
      ),
    }
    const { context } = await idp.createLoginResponse(sp, { ...asked }, 'post', {}, (template) => ({
      id: said.ID,
      context: rewrite(SamlLib.replaceTagsByValue(template, said)),
    }))
    return { SAMLResponse: context, RelayState: query.RelayState ?? '' }
  }

  /** The provider's page in a browser: one button, which returns to the product. */
  async function page(url: string): Promise<string> {
    const form = await answerTo(url)
    const fields = Object.entries(form).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`,
    )
    return `<!doctype html><html lang="en"><title>Test identity provider</title><h1>Test identity provider</h1>
<form method="post" action="${html(options.acsUrl)}">${fields.join('')}<button>Continue as ${html(provider.user.nameId)}</button></form>`
  }
}

function html(text: string): string {
  return text.replaceAll(/[&<>"]/g, (found) => `&#${found.codePointAt(0)};`)
}

type SamlValue = keyof ReturnType<typeof truth>

function truth(requestId: string, { entityId, user }: SamlServer, options: SamlServerOptions, signedInAt: Date) {
  const now = new Date()
  const soon = new Date(now.getTime() + 5 * 60_000).toISOString()
  return {
    ID: `_${crypto.randomUUID()}`,
    AssertionID: `_${crypto.randomUUID()}`,
    Destination: options.acsUrl,
    Audience: options.spEntityId,
    SubjectRecipient: options.acsUrl,
    Issuer: entityId,
    IssueInstant: now.toISOString(),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: soon,
    SubjectConfirmationDataNotOnOrAfter: soon,
    NameIDFormat: user.format && FORMATS[user.format],
    NameID: user.nameId,
    InResponseTo: requestId,
    AuthnInstant: signedInAt.toISOString(),
    attrEmail: user.email,
  }
}
