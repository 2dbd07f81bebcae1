import { randomInt } from 'node:crypto'

/** Without vowels, digits that stand for them, and y: no reserved word comes about by chance. */
const LETTERS = 'bcdfghjklmnpqrstvwxz'

let count = 0

/** A unique username, which begins with the name, and email address. */
export function freshNames(name: string): { username: string; email: string } {
  const random = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const username = `${name}_${inLetters(count++)}${random}`.slice(0, 20)
  return { username, email: `${username.toLowerCase()}@example.org` }
}

function inLetters(number: number): string {
  const rest = Math.floor(number / LETTERS.length)
  return (rest === 0 ? '' : inLetters(rest)) + LETTERS[number % LETTERS.length]
}
