import type { CallOutcome } from '#contract/agreements.ts'
import type { CallGroup, CallList } from '#contract/calls.ts'

export const callOutcomeLabels: Record<CallOutcome, string> = {
  reached: 'Spoke with them',
  will_pay: 'They will pay',
  disputes: 'They say it’s wrong',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
}

export const callGroupLabels: Record<CallGroup, { label: string; tag: string }> = {
  broken: { label: 'Broken', tag: 'tag error' },
  today: { label: 'Due today', tag: 'tag warning' },
  no_promise: { label: 'No promise', tag: 'tag' },
  promised: { label: 'Promised', tag: 'tag success' },
}

export const callListTexts: Record<CallList, { tab: string; lead: string; none: string }> = {
  to_call: {
    tab: 'To call',
    lead: 'Broken promises first, then promises for today, then everyone else who owes.',
    none: 'Nobody who owes rent needs a call today.',
  },
  promised: {
    tab: 'Promised',
    lead: 'They promised to pay on a later day, or are keeping to a plan. There’s no need to call them.',
    none: 'Nobody has promised a later day.',
  },
  called: {
    tab: 'Called today',
    lead: 'Calls you and your colleagues noted today. Tomorrow these people are back in the other lists.',
    none: 'Nobody has noted a call today.',
  },
}

export const callsPath = (list: CallList): string =>
  `/staff/calls${list === 'to_call' ? '' : `?list=${list}`}`
