import type { Location, NavigateOptions } from 'react-router'

/** Why somebody is sent to the login page, and with what they may sign in there. */
export interface SentToLogin {
  done: 'registered' | 'reset'
  email: string
}

export const toLogin = (done: SentToLogin['done'], email = ''): NavigateOptions => ({
  replace: true,
  state: { done, email } satisfies SentToLogin,
})

/** Null for whoever came by themselves. */
export function sentToLogin({ state }: Location): SentToLogin | null {
  const sent = state as Partial<SentToLogin> | null
  return sent?.done ? { done: sent.done, email: sent.email ?? '' } : null
}
