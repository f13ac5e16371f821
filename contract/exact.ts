import * as z from 'zod/mini'
import { deskAccount, deskEffect, deskItem, INVALID_ID } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { entityId } from './form.ts'
import { accountNumber } from './payments.ts'

/** The most exact matches credited at once. */
export const MOST_EXACT = 50

export const listExactItems = endpoint({
  method: 'GET',
  path: '/staff/desk/exact/',
  who: 'staff:money',
  tries: 'credit payments',
  summary: 'Waiting payments that fit one account exactly, with what crediting each would change',
  reply: z.array(
    z.object({
      item: deskItem,
      account: deskAccount,
      reasons: z.array(z.string()),
      effect: deskEffect,
    }),
  ),
})
export type ExactItem = z.infer<typeof listExactItems.reply>[number]

export const creditExactItems = endpoint({
  method: 'POST',
  path: '/staff/desk/exact/',
  who: 'staff:money',
  tries: 'credit payments',
  summary: 'Credit several of them, each by itself: one that is refused keeps no other back',
  body: z.object({
    credits: z
      .array(
        z.object({ id: entityId(INVALID_ID), account_number: accountNumber, expected: deskEffect }),
      )
      .check(
        z.minLength(1, 'Please choose at least one payment.'),
        z.maxLength(MOST_EXACT, `At most ${MOST_EXACT} payments at once.`),
      ),
  }),
  reply: z.array(
    z.object({
      id: z.int(),
      credited: z.boolean(),
      /** Says which account got how much, or why nothing was credited. */
      message: z.string(),
    }),
  ),
})
