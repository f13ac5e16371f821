import { dayOf } from '#rules/calendar.ts'

/** In Nairobi, at the moment of asking: a run may go on over midnight. */
export const today = () => dayOf(new Date())
