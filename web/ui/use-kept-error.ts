import { useState } from 'react'

/**
 * The error of a query. Without data it is kept during a refetch, so that neither the message nor a link in it is
 * replaced while someone presses it. For queries that refetch by themselves; the component needs the query's key as its own.
 */
export function useKeptError({ data, error }: { data: unknown; error: Error | null }) {
  const [failure, setFailure] = useState(error)
  if (error && error !== failure) setFailure(error)
  return data === undefined ? failure : error
}
