import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entityId, optionalDay } from './form.ts'
import { pageQuery } from './page.ts'

const logEntry = z.object({
  id: z.int(),
  /** Such as `desk.assign`. */
  act: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** The person it concerns, when it concerns one. */
  person: z.nullable(z.object({ id: z.int(), full_name: z.string(), is_tenant: z.boolean() })),
  before: z.unknown(),
  after: z.unknown(),
})
export type LogEntry = z.infer<typeof logEntry>

export const listLog = endpoint({
  method: 'GET',
  path: '/staff/settings/log/',
  who: 'staff:view',
  summary: 'What staff have done, the latest first',
  query: z.object({
    ...pageQuery.shape,
    /** Who did it. */
    by: z.optional(entityId('Please choose a person.')),
    /** The first part of an act, such as `desk`. */
    about: z.optional(z.string().check(z.maxLength(30))),
    /** A word in what was there before or after, or in the person's name: a room, a name, a sum. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    /** Days in Nairobi, both included. */
    from: optionalDay,
    until: optionalDay,
  }),
  reply: z.array(logEntry),
})

export const listLogPeople = endpoint({
  method: 'GET',
  path: '/staff/settings/log/people/',
  who: 'staff:view',
  summary: 'Everybody who stands in the log, also those who have left the staff',
  reply: z.array(z.object({ id: z.int(), full_name: z.string(), is_staff: z.boolean() })),
})
