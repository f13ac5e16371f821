import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api.ts'
import { usePerson } from '../session.ts'

const worthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

function makeClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && worthRetrying(error),
      },
    },
  })
}

/**
 * What was fetched belongs to the person it was fetched for: signing out, or in as somebody else,
 * starts with nothing, from the first frame on.
 */
export function PersonsData({ children }: { children: ReactNode }) {
  const person = usePerson()?.id ?? null
  const [held, setHeld] = useState(() => ({ person, client: makeClient() }))
  if (held.person !== person) setHeld({ person, client: makeClient() })
  return <QueryClientProvider client={held.client}>{children}</QueryClientProvider>
}
