import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { chooseMailer } from './mailer.ts'
import type { Mailer } from './mailer.ts'
import { readWordings } from './wordings.ts'
import type { Wordings } from './wordings.ts'

/** What it takes to send what is in the outbox. Without a mailer mails wait there. */
export type MailRoom = { mailer: Mailer | null; wordings: Wordings }

export async function openMailRoom(config: Config, db: Db): Promise<MailRoom> {
  return { mailer: chooseMailer(config, db), wordings: await readWordings() }
}
