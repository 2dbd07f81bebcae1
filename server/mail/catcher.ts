import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Mailer } from './mailer.ts'

/**
 * Stores mails in the database instead of sending them; every visitor can read them at /dev/mail. For demonstration mode
 * only. A mail is stored once.
 */
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
