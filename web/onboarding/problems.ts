import { onboardingForm } from '#contract/onboarding.ts'
import { type Day, isDay } from '#rules/calendar.ts'
import { endDateError, startDateError } from '#rules/tenancy.ts'
import type { FieldName, Problems, Typed } from './typed.ts'

/** What is wrong with each field, as the server would say it. */
export function problemsOf(typed: Typed, today: Day): Problems {
  const found: Problems = {}
  const say = (name: FieldName, message: string | null) => {
    if (message !== null) found[name] ??= message
  }
  for (const { path, message } of onboardingForm.safeParse(typed).error?.issues ?? []) {
    say(path[0] as FieldName, message)
  }
  // It cannot be chosen yet.
  if (found.college) delete found.faculty
  const { start_date, end_date } = typed
  if (!isDay(start_date)) return found
  say('start_date', startDateError(start_date, today))
  if (isDay(end_date)) say('end_date', endDateError(end_date, start_date))
  return found
}
