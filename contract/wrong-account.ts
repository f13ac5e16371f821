import * as z from 'zod/mini'
import { waiting } from './approvals.ts'
import { deskEffect, shownDeskEffect } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { undoForm } from './entries.ts'

const params = z.object({ number: z.string().check(z.maxLength(20)) })

export const previewTakeBack = endpoint({
  method: 'GET',
  path: '/staff/receipts/:number/take-back/',
  who: 'staff:money',
  tries: 'take a credit back',
  summary:
    'What taking back an M-Pesa payment of the wrong account would change; nothing is changed',
  params,
  reply: shownDeskEffect,
})

export const takeBackPayment = endpoint({
  method: 'POST',
  path: '/staff/receipts/:number/take-back/',
  who: 'staff:money',
  tries: 'take a credit back',
  summary:
    'Take back an M-Pesa payment that was credited to the wrong account, by itself or by staff; it waits on the desk',
  params,
  body: z.extend(undoForm, { expected: deskEffect }),
  reply: z.object({
    message: z.string(),
    /** Where it waits on the desk; null while this waits for a second person. */
    item: z.nullable(z.int()),
    waiting,
  }),
})
export type TakenBack = z.infer<typeof takeBackPayment.reply>
