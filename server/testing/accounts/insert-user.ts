import type pg from 'pg'

/** Inserts a user and their account with SQL alone, for tests without registration. Returns the user's id. */
export async function insertUser(owner: pg.Pool, username: string, email = `${username}@example.org`): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with inserted as (insert into users (username) values ($1) returning id)
     insert into accounts (user_id, email) select id, lower($2) from inserted returning user_id as id`,
    [username, email],
  )
  return rows[0]!.id
}
