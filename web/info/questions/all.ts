import { accountQuestions, startQuestions } from './account.tsx'
import { essentials } from './essentials.tsx'
import { CATEGORIES, type Category } from './categories.ts'
import type { Question } from './question.tsx'
import { feeQuestions, safetyQuestions } from './safety.tsx'
import { technicalQuestions } from './technical.tsx'
import { tradingQuestions } from './trading.tsx'

const given: readonly Question[] = [
  ...essentials,
  ...startQuestions,
  ...safetyQuestions,
  ...feeQuestions,
  ...tradingQuestions,
  ...accountQuestions,
  ...technicalQuestions,
]

/** Every question by category, the most frequent first. */
export const allQuestions: readonly Question[] = CATEGORIES.flatMap(questionsOf)

/** The questions of one category. */
export function questionsOf(category: Category): Question[] {
  return given.filter((question) => question.category === category)
}
