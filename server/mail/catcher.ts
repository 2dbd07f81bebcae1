import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Mailer } from './mailer.ts'

/** Keeps mails in the database, for anybody to read at /dev/mail: for demonstrations only. A mail is caught once. */
export function catcher(db: Db): Mailer {
  return {
    kind: 'catcher',
    async send({ id, to, subject, text, html }) {
      await sql`
        insert into caught_mails (id, to_address, subject, text, html) values (${id}, ${to}, ${subject}, ${text}, ${html})
        on conflict (id) do nothing`.execute(db)
    },
    close() {},
  }
}
