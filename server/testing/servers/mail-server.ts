/** A real mail server on its own port; it stores the parsed emails it receives. */
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  port: number
  url: string
  /** Every received email, in order, with the recipients of its envelope. */
  taken: (Email & { envelopeTo: string[] })[]
  /** What each client called itself (EHLO). */
  greeted: string[]
  close(): Promise<void>
}

type Wishes = {
  /** It requires these credentials. */
  sender?: { user: string; password: string }
  /** Addresses that begin so are answered so: "550 5.1.1 No such user". */
  refuses?: Readonly<Record<string, string>>
  /** PEM texts; it then offers STARTTLS. */
  certificate?: { key: string; cert: string }
}

export async function startMailServer({ sender, refuses = {}, certificate }: Wishes = {}): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const greeted: string[] = []
  const server = new SMTPServer({
    ...certificate,
    onMailFrom(_address, session, done) {
      greeted.push(session.hostNameAppearsAs || '')
      done()
    },
    onRcptTo({ address }, _session, done) {
      const answer = Object.entries(refuses).find(([start]) => address.startsWith(start))?.[1]
      if (answer === undefined) return done(null)
      const [status, ...words] = answer.split(' ')
      done(Object.assign(new Error(words.join(' ')), { responseCode: Number(status) }))
    },
    authOptional: sender === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === sender?.user && password === sender?.password) done(null, { user: username })
      else done(new Error('wrong name or password'))
    },
    disabledCommands: certificate ? [] : ['STARTTLS'],
    // The lookup of the sender's name would take most of the time of a mail.
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          taken.push({ ...mail, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) })
          done()
        }, done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '0.0.0.0', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    greeted,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
